// Command bench measures the product from outside: it builds the binary, serves a large company from it as a child
// process, sends it HTTP requests, and prints one table. Next to each figure is its floor, measured in the same run: the
// cost of the same work with the product left out, for example the bare SQL statement.
//
//	go run ./cmd/bench [-quick] [-only NAME] [-engine sqlite|postgres|both] [-write FILE]
//
// On PostgreSQL it measures the figures that say so, on the server of DATABASE_URL or on a temporary one.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"presence/app/apptest/sink"
	"presence/db"
)

func main() {
	sink.Serve()
	quick := flag.Bool("quick", false, "short runs: tells that it works, not how fast")
	only := flag.String("only", "", "only the figures whose name contains this")
	engine := flag.String("engine", "sqlite", "sqlite, postgres or both")
	write := flag.String("write", "", "also write the table to this file, as Markdown; with -only, the rows of the other figures stay")
	hello := flag.String("hello", "", "be the floor of the HTTP figures, on this address")
	flag.Parse()
	if *hello != "" {
		fail(serveHello(*hello))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fail(run(ctx, *quick, *only, *engine, *write))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		os.Exit(1)
	}
}

// folder keeps the data sets and the files of a run; it is ignored by git.
const folder = "bench"

func run(ctx context.Context, quick bool, only, engine, write string) (err error) {
	engines := map[string][]db.Dialect{"sqlite": {db.SQLite}, "postgres": {db.Postgres}, "both": {db.SQLite, db.Postgres}}[engine]
	if engines == nil {
		return fmt.Errorf("-engine: expected sqlite, postgres or both, not %q", engine)
	}
	b := &bench{ctx: ctx, rounds: 5, span: 2 * time.Second, warm: 500 * time.Millisecond, starts: 15, quick: quick, synced: map[int]*lab{},
		invited: map[int]*invited{}, pictures: map[string]string{}}
	if quick {
		b.rounds, b.span, b.warm, b.starts = 1, 500*time.Millisecond, 200*time.Millisecond, 3
	}
	if err := b.build(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	for _, f := range figures {
		for _, b.engine = range engines {
			if !strings.Contains(f.name, only) || !slices.Contains(f.engines, b.engine) {
				continue
			}
			name := b.named(f.name)
			fmt.Fprintf(os.Stderr, "%s …\n", name)
			first := len(b.rows) // a figure may add rows of its own
			speed, err := b.beside(func() error {
				r, err := f.measure(b)
				if err == nil {
					r.name = name
					b.rows = append(b.rows, r)
				}
				return err
			})
			if err != nil {
				b.print(os.Stdout) // keep the figures measured so far
				return fmt.Errorf("%s: %w", name, err)
			}
			for i := range b.rows[first:] {
				b.rows[first+i].machine = speed
			}
		}
	}
	fmt.Println()
	b.print(os.Stdout)
	if write != "" {
		return b.write(write, only != "")
	}
	return nil
}
