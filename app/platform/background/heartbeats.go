package background

import (
	"sync"
	"time"
)

// HeartbeatTracker measures for how long the heartbeats of other processes have not changed. A heartbeat is a time or a counter. It
// measures with the caller's own clock, from one observation to the next, and never compares it with a time in a heartbeat, so that
// differences between clocks, and changes of a clock, do not matter. It is asked when a request comes, and so cannot count heartbeats
// of the caller, as the senders of campaigns do (package sender). Therefore a caller that stood still itself may take others for
// silent; that costs the work of the other one, which is done again, and nothing more. The zero value is ready for use.
type HeartbeatTracker struct {
	mu   sync.Mutex
	seen map[int64]heartbeat
}

// heartbeat is the last observed value, and since when it has been the same.
type heartbeat struct {
	value int64
	since time.Time
}

// forgetAfter is the time after which a heartbeat that has not changed is dropped.
const forgetAfter = time.Hour

// Silent returns for how long the heartbeat of id has had this value; 0 when the value is new.
func (p *HeartbeatTracker) Silent(id int64, value int64, now time.Time) time.Duration {
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
