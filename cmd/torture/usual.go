package main

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"
)

// usual is the ordinary traffic of API clients beside a scenario, and how long each request took.
type usual struct {
	*site
	event string
	stop  chan struct{}
	all   sync.WaitGroup

	mu   sync.Mutex
	took []time.Duration
	err  error
}

func (u *usual) start() {
	u.stop = make(chan struct{})
	for range 4 {
		u.all.Go(func() {
			for u.once() {
				u.wait(time.Duration(u.few(5, 20)) * time.Millisecond)
			}
		})
	}
}

func (u *usual) once() bool {
	select {
	case <-u.stop:
		return false
	default:
	}
	begin := time.Now()
	err := u.call(u.nodes[0], request{method: http.MethodGet, path: "/events/" + u.event + "/audience/entries?limit=1"}, nil)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.took, u.err = append(u.took, time.Since(begin)), errors.Join(u.err, err)
	return u.err == nil
}

// end stops the clients and returns the 99th percentile of their waiting times.
func (u *usual) end() (time.Duration, error) {
	close(u.stop)
	u.all.Wait()
	slices.Sort(u.took)
	return u.took[len(u.took)*99/100], u.err
}
