package apptest

import (
	"sync"
	"time"
)

// Clock stands still until it is moved.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// Now is the clock's moment.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock on, or back.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// Set puts the clock to a moment.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}
