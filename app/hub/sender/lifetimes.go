package sender

import (
	"context"
	"time"
)

// lifetimes are the contexts of what a worker does. When the program stops they end one after the other.
type lifetimes struct {
	claiming   context.Context // to begin anything: ends when the program stops, the membership is lost or, in a run, the run ends
	delivering context.Context // to finish messages in flight: ends stopGrace after the program began to stop
	saving     context.Context // to save their outcomes: ends commitGrace later
}

// newLifetimes returns the lifetimes of a worker whose program stops when ctx ends. end ends them all.
func newLifetimes(ctx context.Context) (l lifetimes, end func()) {
	delivering, endDelivering := context.WithCancel(context.WithoutCancel(ctx))
	saving, endSaving := context.WithCancel(context.WithoutCancel(ctx))
	claiming, endClaiming := context.WithCancel(ctx)
	context.AfterFunc(ctx, func() {
		time.AfterFunc(stopGrace, endDelivering)
		time.AfterFunc(stopGrace+commitGrace, endSaving)
	})
	return lifetimes{claiming, delivering, saving}, func() { endClaiming(); endDelivering(); endSaving() }
}

// within returns lifetimes of which claiming ends earlier: when end is called.
func (l lifetimes) within() (_ lifetimes, end context.CancelFunc) {
	l.claiming, end = context.WithCancel(l.claiming)
	return l, end
}
