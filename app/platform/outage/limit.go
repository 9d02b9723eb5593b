package outage

import (
	"sync"
	"sync/atomic"
	"time"
)

// interval is the minimum time between two lines about failures.
const interval = time.Minute

// Limit lets one log line through each minute, and counts the failures between. It is safe for concurrent use.
type Limit struct {
	waiting atomic.Bool // notLogged > 0, for Rest, which is called for each request

	mu        sync.Mutex
	logged    time.Time // the last line
	notLogged int       // failures since then
}

// Next counts a failure, and reports whether it is logged; notLogged is how many were not since the last line.
func (l *Limit) Next(now time.Time) (log bool, notLogged int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.logged.IsZero() && now.Sub(l.logged) < interval {
		l.notLogged++
		l.waiting.Store(true)
		return false, 0
	}
	notLogged = l.notLogged
	l.logged, l.notLogged = now, 0
	l.waiting.Store(false)
	return true, notLogged
}

// Rest returns how many failures were not logged, once a minute has passed since the last line, and forgets them.
func (l *Limit) Rest(now time.Time) (notLogged int) {
	if !l.waiting.Load() {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.logged) < interval {
		return 0
	}
	notLogged, l.notLogged = l.notLogged, 0
	l.waiting.Store(false)
	return notLogged
}
