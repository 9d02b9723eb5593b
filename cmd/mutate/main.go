// Command mutate shows how many faults the tests notice. It makes small faults (mutations) in the product's files, one at a
// time, runs the tests on each, and reports those that no test notices. The faults are drawn by chance: three quarters from what
// it finds in the Go files (source.go), one quarter from the list of SQL, locks and calls in listed.txt. The tree itself is not
// changed: the compiler is given the changed file in place of the real one (go test -overlay).
//
//	go run ./cmd/mutate [-sample N] [-seed N] [-only REGEXP] [-listed] [-write FILE]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"syscall"
	"time"
)

func main() {
	sample := flag.Int("sample", 100, "how many mutations to try; 0: all that there are")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of the choice")
	only := flag.String("only", "", "only mutations whose name matches this expression")
	listed := flag.Bool("listed", false, "only those of listed.txt")
	write := flag.String("write", "", "also write the report into this document")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *sample, *seed, *only, *listed, *write)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate: "+err.Error())
		os.Exit(1)
	}
}

// wanted is the share of the faults that the tests must notice, in percent.
const wanted = 90

func run(ctx context.Context, sample int, seed uint64, only string, listedOnly bool, write string) error {
	matching, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	t, err := newTester(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	found, listed, err := t.mutations(ctx)
	if err != nil {
		return err
	}
	if listedOnly {
		found = nil
	}
	other := func(m mutation) bool { return !matching.MatchString(m.String()) }
	found, listed = slices.DeleteFunc(found, other), slices.DeleteFunc(listed, other)
	d := newDraw(rand.New(rand.NewPCG(seed, seed)), found, listed)
	r := report{seed: seed}
	for sample == 0 || r.verdicts() < sample {
		m, ok := d.next()
		if !ok {
			break
		}
		began := time.Now()
		v, err := t.try(ctx, m)
		if err != nil {
			return errors.Join(err, r.finish(write))
		}
		r.add(m, v)
		fmt.Printf("%-9s %4.0f s  %s\n", v, time.Since(began).Seconds(), m)
	}
	if err := r.finish(write); err != nil {
		return err
	}
	if share := r.share(); share < wanted {
		return fmt.Errorf("the tests notice %d %% of the mutations, and should %d %%", share, wanted)
	}
	return nil
}

// draw is the order in which mutations are tried: a quarter of them are listed ones, as long as there are any.
type draw struct {
	found, listed []mutation
	n             int
}

func newDraw(random *rand.Rand, found, listed []mutation) *draw {
	for _, list := range [][]mutation{found, listed} {
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
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
