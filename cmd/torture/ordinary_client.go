package main

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"
)

// ordinaryClient sends ordinary API requests during a scenario and records how long each took.
type ordinaryClient struct {
	*site
	event string
	stop  chan struct{}
	all   sync.WaitGroup

	mu   sync.Mutex
	took []time.Duration
	err  error
}

func (c *ordinaryClient) start() {
	c.stop = make(chan struct{})
	for range 4 {
		c.all.Go(func() {
			for c.once() {
				c.wait(time.Duration(c.few(5, 20)) * time.Millisecond)
			}
		})
	}
}

func (c *ordinaryClient) once() bool {
	select {
	case <-c.stop:
		return false
	default:
	}
	begin := time.Now()
	err := c.call(c.nodes[0], request{method: http.MethodGet, path: "/events/" + c.event + "/audience/entries?limit=1"}, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took, c.err = append(c.took, time.Since(begin)), errors.Join(c.err, err)
	return c.err == nil
}

// end stops the clients and returns the 99th percentile of their waiting times.
func (c *ordinaryClient) end() (time.Duration, error) {
	close(c.stop)
	c.all.Wait()
	slices.Sort(c.took)
	return c.took[len(c.took)*99/100], c.err
}
