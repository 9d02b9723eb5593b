package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"presence/db/dbtest/pgcluster"
)

// harness is what the scenarios share: the folder of their files, the binary under test, and the PostgreSQL clusters.
type harness struct {
	ctx     context.Context
	dir     string
	quick   bool
	twins   bool // the scenarios of twins are run too
	random  *rand.Rand
	binary  string
	numbers atomic.Int64

	mu           sync.Mutex
	withControls string               // the binary that controlled gives; empty: not built yet
	cluster      *pgcluster.Cluster   // for scenarios that do not stop the server
	idle         []*pgcluster.Cluster // for one at a time
}

// newHarness builds the product.
func newHarness(ctx context.Context, quick bool, seed uint64) (*harness, error) {
	dir, err := os.MkdirTemp("", "torture")
	if err != nil {
		return nil, err
	}
	h := &harness{ctx: ctx, dir: dir, quick: quick, random: rand.New(&lockedSource{source: rand.NewPCG(seed, 0)})}
	h.binary, err = h.build("presence")
	return h, err
}

// lockedSource is a source of random numbers that several scenarios may use at once.
type lockedSource struct {
	mu     sync.Mutex
	source rand.Source
}

// Uint64 implements rand.Source.
func (d *lockedSource) Uint64() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.source.Uint64()
}

// name returns a name that is unique in this run.
func (h *harness) name(of string) string { return fmt.Sprint(of, h.numbers.Add(1)) }

func (h *harness) close() {
	if h.cluster != nil {
		h.cluster.Stop()
	}
	for _, c := range h.idle {
		c.Stop()
	}
	_ = os.RemoveAll(h.dir)
}

func (h *harness) build(name string, flags ...string) (file string, err error) {
	file = filepath.Join(h.dir, name)
	args := slices.Concat([]string{"build", "-ldflags=-s -w", "-tags=nomsgpack,grpcnotrace", "-o", file}, flags,
		[]string{"presence/cmd/presence"})
	out, err := exec.CommandContext(h.ctx, "go", args...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("building the product: %w: %s", err, out)
	}
	return file, err
}

// controlled returns the path of the binary whose guards can be disabled and whose clock can be set.
func (h *harness) controlled() (_ string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.withControls != "" {
		return h.withControls, nil
	}
	dir := filepath.Join(h.dir, "controls")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	file, err := overlayControls(h.ctx, dir, h.twins)
	if err != nil {
		return "", err
	}
	h.withControls, err = h.build("controlled", "-overlay="+file)
	return h.withControls, err
}

// postgres returns the address of a new, empty database.
func (h *harness) postgres() (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cluster == nil {
		c, err := pgcluster.Start()
		if err != nil {
			return "", err
		}
		h.cluster = c
	}
	return createDatabase(h.ctx, h.cluster.URL, h.name("torture"))
}

// scenario is one way to try the product.
type scenario struct {
	name  string
	run   func(*harness, *row) error
	waits bool // it takes place beside those that are busy
}

// few returns n in a full run, and a little in a short one.
func (h *harness) few(n, short int) int {
	if h.quick {
		return short
	}
	return n
}

// soonest returns how soon after a start messages must go out again; a short run shares its machine with other tests.
func (h *harness) soonest() time.Duration {
	if h.quick {
		return 10 * time.Second
	}
	return 2 * time.Second
}

// all runs the scenarios whose name contains only, and calls tell after each; a short run of all leaves out those of twins. An
// error means that a scenario could not be run, so that its row proves nothing.
func (h *harness) all(only string, tell func(row, error)) (rows []row, err error) {
	h.twins = !h.quick || only != ""
	var chosen []scenario
	for _, t := range scenarios {
		if !h.twins && twins[t.name] != "" {
			continue
		}
		if strings.Contains(t.name, only) {
			chosen = append(chosen, t)
		}
	}
	rows, faults := make([]row, len(chosen)), make([]error, len(chosen))
	var running sync.WaitGroup
	for kind, seats := range map[bool]chan struct{}{false: make(chan struct{}, h.few(1, 2)), true: make(chan struct{}, 4)} {
		running.Go(func() {
			for i, t := range chosen {
				if t.waits != kind || h.ctx.Err() != nil {
					continue
				}
				seats <- struct{}{}
				running.Go(func() {
					rows[i], faults[i] = h.one(t)
					tell(rows[i], faults[i])
					<-seats
				})
			}
		})
	}
	running.Wait()
	return rows, errors.Join(append(faults, h.ctx.Err())...)
}

func (h *harness) one(t scenario) (row, error) {
	r := row{name: t.name, soonest: h.soonest()}
	begin := time.Now()
	err := t.run(h, &r)
	r.took = time.Since(begin)
	if errors.Is(err, pgcluster.ErrMissing) && os.Getenv("REQUIRE_POSTGRES") != "1" {
		r.note, err = "left out: no PostgreSQL here", nil
	}
	if err != nil {
		r.failf("it did not come to its end")
		return r, fmt.Errorf("%s: %w", t.name, err)
	}
	r.verify()
	return r, nil
}
