package load

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Batch sends n requests, each once, as fast as possible over conns connections with one request in progress each. next appends
// the i-th request and is called by several goroutines at once. Every response counts; want is the expected status.
func Batch(ctx context.Context, addr string, conns, want, n int, next func(b []byte, i int) []byte) (Result, error) {
	open := make([]*Conn, conns)
	for i := range open {
		c, err := Dial(ctx, addr)
		if err != nil {
			return Result{}, err
		}
		defer c.Close()
		open[i] = c
	}
	var taken atomic.Int64
	samples := make([]sample, conns)
	from := time.Now()
	var wg sync.WaitGroup
	for i, c := range open {
		wg.Go(func() {
			s := &samples[i]
			var request []byte
			for at := taken.Add(1) - 1; at < int64(n) && ctx.Err() == nil; at = taken.Add(1) - 1 {
				request = next(request[:0], int(at))
				if err := s.one(c, request, want); err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	return sum(samples, time.Since(from)), context.Cause(ctx)
}

// one sends a request and counts its response. After an error the connection cannot be used again.
func (s *sample) one(c *Conn, request []byte, want int) error {
	start := time.Now()
	a, err := c.Do(request)
	switch {
	case err != nil:
		s.fail(err)
	case a.Status != want:
		s.fail(fmt.Errorf("status %d, want %d", a.Status, want))
	default:
		s.took = append(s.took, time.Since(start))
		s.bytes += a.Bytes
	}
	return err
}
