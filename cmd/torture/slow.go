package main

import (
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// slowClients begins requests that never end, a byte now and then. All are dropped.
func (s *site) slowClients(r *row) {
	body := fmt.Sprintf("POST /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{", s.token)
	var mu sync.Mutex
	var all sync.WaitGroup
	n := s.few(300, 100)
	r.requests += 2 * n
	for i := range 2 * n {
		begin := "GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 1 {
			begin = body
		}
		all.Go(func() {
			if took, err := s.trickle(begin); err != nil || took > droppedWithin {
				mu.Lock()
				defer mu.Unlock()
				r.blame("a client that sends a byte now and then was kept for %s: %v", took, err)
			}
		})
	}
	all.Wait()
}

// trickle sends the beginning of a request, and then a byte a few times a second, until the other side has enough.
func (s *site) trickle(begin string) (time.Duration, error) {
	since := time.Now()
	c, err := net.Dial("tcp", s.nodes[0].addr)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, _ = io.Copy(io.Discard, c)
	}()
	_, err = io.WriteString(c, begin)
	for tick := time.NewTicker(200 * time.Millisecond); err == nil && time.Since(since) < 2*droppedWithin; {
		select {
		case <-over:
			tick.Stop()
			return time.Since(since), nil
		case <-tick.C:
			_, err = io.WriteString(c, "x")
		}
	}
	return time.Since(since), nil // a broken pipe is an end as well
}
