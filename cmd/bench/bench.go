package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"presence/cmd/bench/load"
	"presence/db"
	"presence/db/dbtest/pgcluster"
)

// bench is one run.
type bench struct {
	ctx      context.Context
	quick    bool
	rounds   int           // of figure and floor in turn
	span     time.Duration // of each
	warm     time.Duration // before each, not counted
	starts   int           // of the binary, to time them
	binary   string
	engine   db.Dialect // of the figure that is measured
	server   string     // URL of the PostgreSQL server; empty: none was needed yet
	cluster  *pgcluster.Cluster
	urls     map[string]string // databases on PostgreSQL, by the data folder of the server that uses them
	labs     []*lab
	hello    *child
	hellos   []float64 // its rates before and after each figure
	rows     []row
	pictures map[string]string // SVG, by the name of what they show
	synced   map[int]*lab      // with directories of some sizes
	invited  map[int]*invited  // events with lists of some sizes
	highest  float64           // MB, the peak of all that was measured
	spread   float64           // the largest floor of a figure divided by its smallest, the worst of all figures
}

// build builds the binary with `make build`, and creates an empty folder for the files of the run.
func (b *bench) build() error {
	if err := errors.Join(os.RemoveAll(filepath.Join(folder, "run")), os.MkdirAll(filepath.Join(folder, "run"), 0o755)); err != nil {
		return err
	}
	abs, err := filepath.Abs(filepath.Join(folder, "presence"))
	if err != nil {
		return err
	}
	b.binary = abs
	cmd := exec.CommandContext(b.ctx, "make", "--no-print-directory", "build", "OUT="+b.binary, "VERSION=bench")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// close stops what still runs and removes the copies of the data.
func (b *bench) close() error {
	var err error
	for _, l := range b.labs {
		err = errors.Join(err, l.close())
	}
	if b.hello != nil {
		err = errors.Join(err, b.hello.stop())
	}
	err = errors.Join(err, b.dropDatabases())
	if b.cluster != nil {
		b.cluster.Stop()
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(folder, "run")))
}

// named returns the name of a figure in the table, with the engine if that is not SQLite.
func (b *bench) named(figure string) string {
	if b.engine == db.Postgres {
		return figure + ", PostgreSQL"
	}
	return figure
}

// in returns the path of a file or folder in the folder of the run.
func (b *bench) in(name string) string { return filepath.Join(folder, "run", name) }

// duel measures figure and floor alternately, so that other load on the machine affects both. It returns the results of all
// rounds of each, and the median of the rounds' ratios of figure to floor.
func (b *bench) duel(figure, floor func() (load.Result, error)) (of, beside load.Result, ratio float64, err error) {
	var figures, floors []load.Result
	for range b.rounds {
		for _, half := range []struct {
			measure func() (load.Result, error)
			into    *[]load.Result
		}{{floor, &floors}, {figure, &figures}} {
			r, err := half.measure()
			if err == nil && r.Wrong > 0 {
				err = fmt.Errorf("%d wrong answers, the first: %w", r.Wrong, r.Fault)
			}
			if err == nil && r.Count == 0 {
				err = errors.New("nothing was answered in time")
			}
			if err != nil {
				return of, beside, 0, err
			}
			*half.into = append(*half.into, r)
		}
	}
	var ratios, rates []float64
	for i := range figures {
		ratios, rates = append(ratios, figures[i].Rate/floors[i].Rate), append(rates, floors[i].Rate)
	}
	b.spread = max(b.spread, slices.Max(rates)/slices.Min(rates))
	slices.Sort(ratios)
	return load.Join(figures...), load.Join(floors...), ratios[len(ratios)/2], nil
}

// repeat measures fn one call after the other, for the span of a round.
func (b *bench) repeat(fn func() error) (load.Result, error) {
	return load.Repeat(b.ctx, b.warm, b.span, fn)
}
