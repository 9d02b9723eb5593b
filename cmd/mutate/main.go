// Command mutate shows how many faults the tests notice. It makes small faults (mutations) in the product's files, one at a
// time, runs the tests on each, and reports those that no test notices. The faults are drawn by chance: three quarters from what
// it finds in the Go files (source.go), one quarter from the list of SQL, locks and calls in listed.txt. The tree itself is not
// changed: the compiler is given the changed file in place of the real one (go test -overlay).
//
//	go run ./cmd/mutate [-sample N] [-seed N] [-only REGEXP] [-listed] [-notes FILE] [-write FILE]
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"syscall"
	"time"
)

// options are the flags.
type options struct {
	sample int
	seed   uint64
	only   string
	listed bool
	notes  string
	write  string
}

func main() {
	var o options
	flag.IntVar(&o.sample, "sample", 100, "how many mutations to try; 0: all that there are")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "of the choice")
	flag.StringVar(&o.only, "only", "", "only mutations whose name matches this expression")
	flag.BoolVar(&o.listed, "listed", false, "only those of listed.txt")
	flag.StringVar(&o.notes, "notes", "", "keep results in this file, and go on from those that it has; delete it when tests have changed")
	flag.StringVar(&o.write, "write", "", "also write the report into this document")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate: "+err.Error())
		os.Exit(1)
	}
}

// wanted is the share of the faults that the tests must notice, in percent.
const wanted = 90

func run(ctx context.Context, o options) error {
	matching, err := regexp.Compile(o.only)
	if err != nil {
		return err
	}
	n, err := readNotes(o.notes)
	if err != nil {
		return err
	}
	t, err := newTester(ctx, n)
	if err != nil {
		return err
	}
	defer t.close()
	found, listed, err := t.mutations(ctx)
	if err != nil {
		return err
	}
	if o.listed {
		found = nil
	}
	other := func(m mutation) bool { return !matching.MatchString(m.String()) }
	found, listed = slices.DeleteFunc(found, other), slices.DeleteFunc(listed, other)
	r := report{seed: o.seed}
	if err := t.tryAll(ctx, newDraw(o.seed, found, listed), o.sample, &r); err != nil {
		_ = r.finish("")
		return err
	}
	if err := r.finish(o.write); err != nil {
		return err
	}
	if share := r.share(); share < wanted {
		return fmt.Errorf("the tests notice %d %% of the mutations, and should %d %%", share, wanted)
	}
	return nil
}

// tryAll tries mutations until sample of them count; 0: all.
func (t *tester) tryAll(ctx context.Context, d *draw, sample int, r *report) error {
	for sample == 0 || r.verdicts() < sample {
		m, ok := d.next()
		if !ok {
			return nil
		}
		began := time.Now()
		v := verdict(t.notes.of(m.name()))
		if v == "" {
			var err error
			if v, err = t.try(ctx, m); err != nil {
				return err
			}
			if err := t.notes.add(m.name(), string(v)); err != nil {
				return err
			}
		}
		r.add(m, v)
		fmt.Printf("%3d %-9s %4.0f s  %s\n", r.verdicts(), v, time.Since(began).Seconds(), m)
	}
	return nil
}

// draw is the order in which mutations are tried: a quarter of them are listed ones, as long as there are any.
type draw struct {
	found, listed []mutation
	n             int
}

// newDraw orders the mutations by a hash of the seed and their names, so that a change of one file leaves the order of the others.
func newDraw(seed uint64, found, listed []mutation) *draw {
	rank := func(m mutation) string {
		h := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, m.name()))
		return string(h[:])
	}
	for _, list := range [][]mutation{found, listed} {
		slices.SortFunc(list, func(a, b mutation) int { return cmp.Compare(rank(a), rank(b)) })
	}
	return &draw{found: found, listed: listed}
}

func (d *draw) next() (m mutation, ok bool) {
	from := &d.found
	if d.n%4 == 3 || len(d.found) == 0 {
		from = &d.listed
	}
	if len(*from) == 0 {
		from = &d.found
	}
	if len(*from) == 0 {
		return m, false
	}
	d.n++
	m, *from = (*from)[0], (*from)[1:]
	return m, true
}
