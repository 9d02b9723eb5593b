package background

import (
	"context"
	"time"
)

// Repeat calls work at once, then after each interval and each time that wake receives, until ctx ends. wake may be nil. The calls do
// not overlap: an interval that ends during a call is made up for once, after it.
func Repeat(ctx context.Context, interval time.Duration, wake <-chan struct{}, work func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for ctx.Err() == nil {
		work()
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-wake:
		}
	}
}
