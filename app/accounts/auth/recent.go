package auth

import "sync"

// recent remembers about the last size to 2×size keys that were used, in two generations: when the young one is full
// it becomes the old one and the old one is forgotten. Memory is bounded whatever is thrown at it, every step is O(1),
// and what is in use stays.
type recent[K comparable, V any] struct {
	mu         sync.Mutex
	size       int
	young, old map[K]V
}

func newRecent[K comparable, V any](size int) *recent[K, V] {
	return &recent[K, V]{size: size, young: map[K]V{}}
}

// get finds a key and keeps it in the young generation.
func (r *recent[K, V]) get(k K) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.young[k]; ok {
		return v, true
	}
	v, ok := r.old[k]
	if ok {
		r.put(k, v)
	}
	return v, ok
}

// set keeps a value.
func (r *recent[K, V]) set(k K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.put(k, v)
}

func (r *recent[K, V]) put(k K, v V) {
	if len(r.young) >= r.size {
		r.old, r.young = r.young, map[K]V{}
	}
	r.young[k] = v
}
