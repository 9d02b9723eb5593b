package db

import (
	"sync"
	"time"
)

// HeartbeatTracker tells for how long the heartbeats of other processes have stood still. Staleness is measured by the
// caller's own clock between two of its own observations, never by the time in a heartbeat, so that clocks that differ
// between machines, or are set, do not matter. The zero value is ready for use.
type HeartbeatTracker struct {
	mu   sync.Mutex
	seen map[int64]heartbeat
}

// heartbeat is the last value that was seen, and since when it has been the same.
type heartbeat struct {
	value Instant
	since time.Time
}

// forgetAfter is after how long a heartbeat that has not changed is dropped.
const forgetAfter = time.Hour

// Silent returns for how long the heartbeat of id has been seen with this value; 0 when it is new.
func (p *HeartbeatTracker) Silent(id int64, value Instant, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last, known := p.seen[id]; known && last.value == value {
		return now.Sub(last.since)
	}
	for other, last := range p.seen {
		if now.Sub(last.since) > forgetAfter {
			delete(p.seen, other)
		}
	}
	if p.seen == nil {
		p.seen = map[int64]heartbeat{}
	}
	p.seen[id] = heartbeat{value, now}
	return 0
}
