// Package fake provides the clock and the log of a program that a test runs, and a device that receives its notices.
package fake

import (
	"sync"
	"time"
)

// Clock stands still until it is moved.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock returns a clock set to a time.
func NewClock(at time.Time) *Clock { return &Clock{at: at} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock forward, or back if d is negative.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// Set sets the clock's time.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}
