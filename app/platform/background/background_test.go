package background

import (
	"context"
	"testing"
	"testing/synctest"
)

func TestGroup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, ended, closed := NewGroup(), make(chan struct{}), false
		g.Go(func(ctx context.Context) {
			<-ctx.Done()
			synctest.Wait() // Close waits now
			if closed {
				t.Error("the group is closed before its work has ended")
			}
			close(ended)
		})
		synctest.Wait()
		select {
		case <-ended:
			t.Fatal("the work has ended before the group is closed")
		default:
		}
		g.Close()
		closed = true
		<-ended
	})
}
