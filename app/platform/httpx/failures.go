package httpx

import (
	"cmp"
	"slices"
	"sync"
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
