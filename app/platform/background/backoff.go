package background

import "time"

// Backoff returns how long to wait after the nth failure in a row, from 1: first, which doubles with each further one, and at most most.
func Backoff(n int64, first, most time.Duration) time.Duration {
	d := first
	for i := int64(1); i < n && d < most; i++ {
		d *= 2
	}
	return min(d, most)
}
