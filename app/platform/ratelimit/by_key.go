package ratelimit

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// ByKey is a limit for each of many keys, such as people. Its state is in memory, so that each replica counts for itself. It forgets the
// keys that were not used for longest.
type ByKey struct {
	limit  Limit
	mu     sync.Mutex
	fullAt *lru.Cache[string, time.Time]
}

// keysKept is how many keys a ByKey remembers.
const keysKept = 10_000

// NewByKey makes the limit.
func NewByKey(limit Limit) *ByKey {
	cache, err := lru.New[string, time.Time](keysKept)
	if err != nil {
		panic(err) // keysKept is positive
	}
	return &ByKey{limit: limit, fullAt: cache}
}

// Take takes one event of a key at now. It returns how long to wait: if that is above 0 the event is not allowed, and not counted.
func (b *ByKey) Take(key string, now time.Time) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	full, _ := b.fullAt.Get(key)
	next, wait := b.limit.Take(full, now)
	if wait <= 0 {
		b.fullAt.Add(key, next)
	}
	return wait
}

// ChangesByPerson limits how often a person submits, requests and takes back what others are told of and the audit log keeps: 60 times at
// once, and then once in 10 seconds.
func ChangesByPerson() *ByKey { return NewByKey(Limit{Burst: 60, Every: 10 * time.Second}) }
