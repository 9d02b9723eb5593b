package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// traffic are clients that read and write through a proxy all the time. Every request must succeed.
type traffic struct {
	*api
	proxy *node
	event string
	stop  chan struct{}
	once  sync.Once
	all   sync.WaitGroup

	mu       sync.Mutex
	next     int
	requests int
	failed   int
	first    error    // of the failures
	kept     []string // addresses whose writes were acknowledged
}

const readersAtOnce = 8

func (c *traffic) start() {
	c.stop = make(chan struct{})
	c.client = http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2 * readersAtOnce}}
	for range readersAtOnce {
		c.repeat(func() error {
			return c.call(c.proxy, request{method: http.MethodGet, path: "/events/" + c.event + "/audience/entries?limit=1"}, nil)
		})
	}
	for range writersAtOnce {
		c.repeat(c.write)
	}
}

// repeat makes a request again and again until the traffic ends. A short run leaves its machine to other tests.
func (c *traffic) repeat(ask func() error) {
	pause := time.Duration(c.site.few(20, 100)) * time.Millisecond
	c.all.Go(func() {
		for {
			err := ask()
			c.mu.Lock()
			c.requests++
			if err != nil {
				c.failed++
				if c.first == nil {
					c.first = fmt.Errorf("%s: %w", time.Now().UTC().Format("15:04:05.000"), err)
				}
			}
			c.mu.Unlock()
			select {
			case <-c.stop:
				return
			case <-time.After(pause):
			}
		}
	})
}

// write adds one address to a list.
func (c *traffic) write() error {
	c.mu.Lock()
	email := fmt.Sprintf("w%d@kept.example", c.next)
	c.next++
	c.mu.Unlock()
	err := c.call(c.proxy, post("/events/"+c.event+"/audience/entries", fmt.Sprintf(`{"source":"manual","entries":[{"email":%q}]}`, email)),
		nil)
	if err == nil {
		c.mu.Lock()
		c.kept = append(c.kept, email)
		c.mu.Unlock()
	}
	return err
}

// pause ends the clients, and waits for their last responses.
func (c *traffic) pause() {
	c.once.Do(func() { close(c.stop) })
	c.all.Wait()
}

// end stops the clients. It records the requests that failed, and what was acknowledged and is not stored.
func (c *traffic) end(r *row) error {
	c.pause()
	r.requests, r.written = r.requests+c.requests, r.written+len(c.kept)
	if c.failed > 0 {
		r.failf("%d of %d requests failed, the first at %v", c.failed, c.requests, c.first)
	}
	there, err := c.site.listed(c.event)
	if err != nil {
		return err
	}
	for _, email := range c.kept {
		if !there[email] {
			r.failf("%s was acknowledged and is not there", email)
		}
	}
	return nil
}
