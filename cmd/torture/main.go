// Command torture proves that a send neither loses nor repeats a message, and that no operation is left partly done,
// whatever happens during it. It builds the product, starts it against a relay in a process of its own that counts each message
// before it answers, kills, stops and freezes it at random and at chosen moments, fills its disk and sets its clock,
// starts it again, and verifies from the relay's log and the product's JSON API alone. Then it builds the product
// again with patches that remove guards (controls/), and must detect what they prevent.
//
//	go run ./cmd/torture [-quick] [-only NAME] [-seed N] [-write FILE]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"presence/app/apptest/sink"
)

func main() {
	sink.Serve()
	quick := flag.Bool("quick", false, "a short run: a few of everything")
	only := flag.String("only", "", "only the scenarios whose name contains this")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of the moments of chance")
	write := flag.String("write", "", "also write the table to this file, as Markdown")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *quick, *only, *seed, *write)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "torture: "+err.Error())
		os.Exit(1)
	}
}

var errFailed = errors.New("not all held: see the table")

func run(ctx context.Context, quick bool, only string, seed uint64, write string) error {
	begin := time.Now()
	h, err := newHarness(ctx, quick, seed)
	if err != nil {
		return err
	}
	defer h.close()
	var mu sync.Mutex
	var unwritten error
	rows, err := h.all(only, func(r row, fault error) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(os.Stderr, r)
		if fault != nil {
			fmt.Fprintln(os.Stderr, fault)
		} else if write != "" { // at once: a run that is interrupted keeps what it has shown
			unwritten = errors.Join(unwritten, writeTable(write, []row{r},
				fmt.Sprintf("The last run: seed %d, %s.", seed, time.Since(begin).Round(time.Second))))
		}
	})
	fmt.Print(table(rows))
	err = errors.Join(err, unwritten)
	for _, r := range rows {
		if err == nil && r.fault != "" {
			err = errFailed
		}
	}
	return err
}
