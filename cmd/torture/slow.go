package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// slowly returns the beginnings of requests that never end: in the headers, in a body that is read, and in bodies that are
// refused before they are read.
func (s *site) slowly(event string) []string {
	body := func(path, host, more string) string {
		return "POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n" + more + "\r\n{"
	}
	addr, bearer := s.nodes[0].addr, "Authorization: Bearer "+s.token+"\r\n"
	return []string{
		"GET /health HTTP/1.1\r\nHost: " + addr + "\r\nX-Slow: ",
		body("/events", addr, bearer),
		body("/events", addr, ""),
		body("/events", "elsewhere.example", bearer),
		body("/nothing", addr, bearer),
		body("/rsvp/"+event, addr, ""),
		body("/events", addr, "Expect: 100-continue\r\n"),
	}
}

// dropped returns within what time a slow client is: a short run shares its machine with other tests.
func (h *harness) dropped() time.Duration {
	if h.quick {
		return 2 * droppedWithin
	}
	return droppedWithin
}

// slowClients begins requests that never end, a byte now and then. All are dropped.
func (s *site) slowClients(r *row, event string) {
	var mu sync.Mutex
	var all sync.WaitGroup
	n := s.few(600, 70)
	r.requests += n
	begins := s.slowly(event)
	for i := range n {
		begin := begins[i%len(begins)]
		all.Go(func() {
			if took, err := s.trickle(begin); err != nil || took > s.dropped() {
				mu.Lock()
				defer mu.Unlock()
				r.failf("a client that sends a byte now and then after %.40q was kept for %s: %v", begin, took, err)
			}
		})
	}
	all.Wait()
}

// trickle sends the beginning of a request, and then a byte a few times a second until the server closes the connection. It
// returns how long that took.
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
	for tick := time.NewTicker(200 * time.Millisecond); err == nil && time.Since(since) < 2*s.dropped(); {
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
