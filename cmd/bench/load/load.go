// Package load drives an HTTP/1.1 server over keep-alive connections, each with one request in progress (a closed loop), and
// reports response times. It implements HTTP itself, because on a small machine net/http's client would use as much processor
// time as the measured server.
package load

import (
	"context"
	"fmt"
	"net"
	"sync"
	"time"
)

// Plan describes a run: the requests, the connections and the duration.
type Plan struct {
	Addr  string        // host:port
	Conns int           // connections, each with one request under way
	Warm  time.Duration // asked but not counted, at the beginning
	Time  time.Duration // counted
	Want  int           // the status that is right
	// Next appends one whole request to b. Conns goroutines call it concurrently; conn is the number of the caller's
	// connection.
	Next func(b []byte, conn int) []byte
}

// sample is one connection's part of a run.
type sample struct {
	took  []time.Duration // of the right answers
	wrong int
	bytes int64
	fault error // the first one
}

// Run sends requests until the plan's time is over. It fails when the server cannot be reached at all or ctx ends. Responses
// with another status than Want, and connections that break, are counted in Result.Wrong; Result.Fault is the first of them.
func Run(ctx context.Context, p Plan) (Result, error) {
	conns := make([]*Conn, p.Conns)
	for i := range conns {
		c, err := Dial(ctx, p.Addr)
		if err != nil {
			return Result{}, err
		}
		defer func() { c.Close() }()
		conns[i] = c
	}
	from := time.Now().Add(p.Warm)
	until := from.Add(p.Time)
	samples := make([]sample, p.Conns)
	var wg sync.WaitGroup
	for i, c := range conns {
		wg.Go(func() { samples[i] = p.drive(ctx, c, i, from, until) })
	}
	wg.Wait()
	return sum(samples, time.Since(from)), context.Cause(ctx)
}

// drive sends requests on one connection until the run ends. A broken connection ends the loop and makes the run fail.
func (p Plan) drive(ctx context.Context, c *Conn, conn int, from, until time.Time) (s sample) {
	s.took = make([]time.Duration, 0, 1<<16)
	var request []byte
	for ctx.Err() == nil {
		request = p.Next(request[:0], conn)
		start := time.Now()
		if start.After(until) {
			break
		}
		a, err := c.Do(request)
		took := time.Since(start)
		if err != nil {
			s.fail(err)
			break
		}
		if a.Status != p.Want {
			s.fail(fmt.Errorf("status %d, want %d", a.Status, p.Want))
			continue
		}
		if !start.Before(from) {
			s.took = append(s.took, took)
			s.bytes += a.Bytes
		}
	}
	return s
}

func (s *sample) fail(err error) {
	s.wrong++
	if s.fault == nil {
		s.fault = err
	}
}

// Dial opens a connection. Only one goroutine at a time may use it.
func Dial(ctx context.Context, addr string) (*Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return newConn(c), nil
}

// Times times n calls of fn, one after the other, as Batch times requests.
func Times(ctx context.Context, n int, fn func(i int) error) (Result, error) {
	s := sample{took: make([]time.Duration, 0, n)}
	from := time.Now()
	for i := 0; i < n && ctx.Err() == nil; i++ {
		start := time.Now()
		if err := fn(i); err != nil {
			return Result{}, err
		}
		s.took = append(s.took, time.Since(start))
	}
	return sum([]sample{s}, time.Since(from)), context.Cause(ctx)
}

// Repeat times fn, one call after the other and once at least, as Run times requests.
func Repeat(ctx context.Context, warm, length time.Duration, fn func() error) (Result, error) {
	from := time.Now().Add(warm)
	until := from.Add(length)
	s := sample{took: make([]time.Duration, 0, 1<<16)}
	for ctx.Err() == nil {
		start := time.Now()
		if start.After(until) && len(s.took) > 0 {
			break
		}
		if err := fn(); err != nil {
			return Result{}, err
		}
		if !start.Before(from) {
			s.took = append(s.took, time.Since(start))
		}
	}
	return sum([]sample{s}, time.Since(from)), context.Cause(ctx)
}
