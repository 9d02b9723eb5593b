package db

import (
	"sync"
	"time"
)

// Pulses tells which of others' signs of life have stopped. Only what oneself has seen counts, by one's own clock: what
// time another machine takes it to be plays no part, nor does a clock that was set between two signs.
type Pulses struct {
	mu   sync.Mutex
	seen map[int64]pulse
}

// pulse is a sign of life and since when it has been the same.
type pulse struct {
	sign  Instant
	since time.Time
}

// forgotten is after how long a pulse that nobody asks for is dropped.
const forgotten = time.Hour

// Silent tells for how long the sign of life of id has been seen to be the same.
func (p *Pulses) Silent(id int64, sign Instant, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last, known := p.seen[id]; known && last.sign == sign {
		return now.Sub(last.since)
	}
	for other, last := range p.seen {
		if now.Sub(last.since) > forgotten {
			delete(p.seen, other)
		}
	}
	if p.seen == nil {
		p.seen = map[int64]pulse{}
	}
	p.seen[id] = pulse{sign, now}
	return 0
}
