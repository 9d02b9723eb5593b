package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Arrive sends n requests over at most conns connections, one in each interval every, even if earlier ones are not answered
// yet (an open loop). next appends the i-th request and returns the expected status. took[i] is measured from the time at
// which the i-th should have been sent, so it includes the wait for a free connection or a late sender.
func Arrive(ctx context.Context, addr string, conns, n int, every time.Duration,
	next func(b []byte, i int) (request []byte, want int)) (took []time.Duration, err error) {
	free := make(chan *Conn, conns)
	for range conns {
		c, err := Dial(ctx, addr)
		if err != nil {
			return nil, err
		}
		defer c.Close()
		free <- c
	}
	took = make([]time.Duration, n)
	faults := make([]error, n)
	begin := time.Now()
	var wg sync.WaitGroup
	for i := 0; i < n && ctx.Err() == nil; i++ {
		due := begin.Add(time.Duration(i) * every)
		time.Sleep(time.Until(due))
		wg.Go(func() {
			request, want := next(nil, i)
			c := <-free
			defer func() { free <- c }()
			a, err := c.Do(request)
			took[i] = time.Since(due)
			if err == nil && a.Status != want {
				err = fmt.Errorf("status %d, want %d", a.Status, want)
			}
			if err != nil {
				line, _, _ := bytes.Cut(request, []byte("\r\n"))
				faults[i] = fmt.Errorf("%s: %w", line, err)
			}
		})
	}
	wg.Wait()
	return took, errors.Join(context.Cause(ctx), firstOf(faults))
}

// firstOf returns the first fault, and how many there are.
func firstOf(faults []error) (first error) {
	n := 0
	for _, err := range faults {
		if err == nil {
			continue
		}
		if n++; first == nil {
			first = err
		}
	}
	if n > 1 {
		return fmt.Errorf("%d wrong answers, the first: %w", n, first)
	}
	return first
}
