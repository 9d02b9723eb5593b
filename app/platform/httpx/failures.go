package httpx

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/platform/errs"
)

// maxFailures is how many failed requests Failures remembers.
const maxFailures = 50

// Failure is a request that failed by a fault that is logged: its text is in the line of the log with the ID.
type Failure struct {
	At     time.Time
	ID     string // the request's
	Method string
	Route  string // pattern; empty if there is none
	Status int
	Kind   errs.Kind
}

// Failures are the last failed requests of a process, at most maxFailures. It is safe for concurrent use.
type Failures struct {
	mu   sync.Mutex
	list []Failure // oldest first

	refusals burst // requests that were refused with 503
}

func (f *Failures) add(x Failure) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.list) == maxFailures {
		f.list = slices.Delete(f.list, 0, 1)
	}
	f.list = append(f.list, x)
}

// burst counts failures of which one a minute is logged. It is safe for concurrent use.
type burst struct {
	waiting atomic.Bool // silent > 0
	mu      sync.Mutex
	logged  time.Time // when the last one was logged
	silent  int       // how many were not logged since
}

// burstInterval is the time between two lines.
const burstInterval = time.Minute

// next counts a failure, and reports whether it is logged; before is how many were not logged since the last line.
func (b *burst) next(now time.Time) (log bool, before int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.logged.IsZero() && now.Sub(b.logged) < burstInterval {
		b.silent++
		b.waiting.Store(true)
		return false, 0
	}
	before = b.silent
	b.logged, b.silent = now, 0
	b.waiting.Store(false)
	return true, before
}

// rest returns how many were not logged, once a minute has passed since the last line.
func (b *burst) rest(now time.Time) (n int) {
	if !b.waiting.Load() {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Sub(b.logged) < burstInterval {
		return 0
	}
	n, b.silent = b.silent, 0
	b.waiting.Store(false)
	return n
}

// FailureGroup are the failures of one kind on one route, newest first.
type FailureGroup struct {
	Kind          errs.Kind
	Method, Route string
	List          []Failure
}

// Groups returns the failures by kind and route, that with the newest failure first.
func (f *Failures) Groups() (groups []FailureGroup) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range slices.Backward(f.list) {
		same := func(g FailureGroup) bool { return g.Kind == x.Kind && g.Method == x.Method && g.Route == x.Route }
		i := slices.IndexFunc(groups, same)
		if i < 0 {
			i, groups = len(groups), append(groups, FailureGroup{Kind: x.Kind, Method: x.Method, Route: x.Route})
		}
		groups[i].List = append(groups[i].List, x)
	}
	slices.SortStableFunc(groups, func(a, b FailureGroup) int { return cmp.Compare(b.List[0].At.UnixNano(), a.List[0].At.UnixNano()) })
	return groups
}
