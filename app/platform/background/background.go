// Package background runs work outside of requests: what is repeated as long as the program runs (Repeat), and what continues after the
// request that began it, such as an import or a sync (Group). A HeartbeatTracker tells whether such work of another process still goes on.
//
// A process has one Group. It stays when the services are made anew because the settings have changed, so that only the end of the
// program ends the work.
package background

import (
	"context"
	"sync"
	"time"
)

// FinishWithin is how long work of a Group may take to save how it ended, after its context has ended.
const FinishWithin = 5 * time.Second

// Group is the work of a process in the background.
type Group struct {
	ctx     context.Context //nolint:containedctx // it ends with the process and not with a call
	stop    context.CancelFunc
	running sync.WaitGroup
}

// NewGroup returns a group without any work.
func NewGroup() *Group {
	ctx, stop := context.WithCancel(context.Background())
	return &Group{ctx: ctx, stop: stop}
}

// Go calls work in a goroutine. Its context ends when the group is closed.
func (g *Group) Go(work func(ctx context.Context)) {
	g.running.Go(func() { work(g.ctx) })
}

// Wait waits for the work that is under way.
func (g *Group) Wait() { g.running.Wait() }

// Close ends the context of the work, and waits for it.
func (g *Group) Close() {
	g.stop()
	g.running.Wait()
}
