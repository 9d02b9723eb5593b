package webhooks_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/webhooks"
	"presence/db"
)

// disableQuietly disables an endpoint as a transaction does that does not see what waits for it.
func (w *world) disableQuietly(id int64) {
	w.t.Helper()
	w.must(w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE webhook_endpoints SET disabled = 'staff' WHERE id = $1", id)
		return err
	}))
}

// A worker that delivers to an endpoint stops when the endpoint is disabled meanwhile.
func TestDeliverDue_endpoint_that_is_disabled_meanwhile(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.publish(kind)
		w.publish(kind)
		w.r.before = func(int) { w.disableQuietly(e.ID) }
		w.deliver()
		w.is(e.ID, webhooks.Queued, 1)
	})
}

// A worker whose lease has ended meanwhile does not overwrite what others have recorded since: its failure counts for nothing.
func TestDeliverDue_failure_after_the_lease(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.r.answers(http.StatusInternalServerError)
		w.publish(kind)
		arrived, answer := make(chan struct{}), make(chan struct{})
		goOn := sync.OnceFunc(func() { close(answer) })
		w.t.Cleanup(goOn) // also when the test ends early: the receiver waits for its answers
		w.r.before = func(n int) {
			if n == 1 {
				close(arrived)
				<-answer
			}
		}
		ended := make(chan error)
		late := w.service(true)
		go func() { ended <- late.DeliverDue(context.WithoutCancel(w.t.Context())) }()
		<-arrived
		for _, wait := range []time.Duration{2 * time.Minute, 5 * time.Second} {
			w.clock.Advance(wait)
			w.deliver()
		}
		goOn()
		w.must(<-ended)
		if d := w.is(e.ID, webhooks.Queued, 3); d.Attempts != 2 {
			w.t.Errorf("%d attempts are recorded, want the 2 of the other worker", d.Attempts)
		}
	})
}
