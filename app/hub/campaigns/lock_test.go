package campaigns

import (
	"context"
	"testing"

	"presence/app/apptest/sink"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// Two calls report the same message at the same moment: it is counted once.
func TestService_Heard_while_another_call_tells_the_same(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres), sink.Options{})
	c := w.campaign(w.invite(2).send().ID)
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		if err := saveReported(ctx, tx, c.FirstID, Sent, "", w.S.at()); err != nil {
			return err
		}
		return addCounts(ctx, tx, c.ID, countsChange{Pending: -1, Sent: 1}, w.S.at())
	}, func(ctx context.Context) error {
		return w.S.RecordDeliveryEvents(ctx, []mail.ProviderEvent{report(c, 0, mail.Delivered, w.clock.now())})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.adds(c.ID)
}

// Two resume a paused send at the same moment: the second hears that it is under way.
func TestService_Resume_while_another_does(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres), sink.Options{})
	c := w.invite(2).send()
	if _, err := w.S.Pause(t.Context(), staff, "gala"); err != nil {
		t.Fatal(err)
	}
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		_, err := changeStatus(ctx, tx, c.ID, "'paused'", Sending, "", "", w.S.at())
		return err
	}, func(ctx context.Context) error {
		_, err := w.S.Resume(ctx, staff, c.ID, false)
		return err
	})
	if !errs.HasCode(err, "send_active") {
		t.Errorf("got %v", err)
	}
	if n := w.count("SELECT COUNT(*) FROM audit_log WHERE action = 'resumed'"); n != 0 {
		t.Error("the second stands in the trail too")
	}
}

// The worker ends a send, interrupted because of its unconfirmed messages, while staff have one of them sent again: the
// send goes on, or that message would never leave.
func TestService_Resolve_while_the_worker_ends_the_send(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres), sink.Options{})
	c := w.campaign(w.invite(2).send().ID)
	w.exec("UPDATE campaign_recipients SET phase = 3")
	w.exec("UPDATE campaigns SET unconfirmed = 2")
	var got Campaign
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		done, err := finishSending(ctx, tx, c.ID, w.S.at())
		if !done {
			t.Error("the send does not end")
		}
		return err
	}, func(ctx context.Context) (err error) {
		got, err = w.S.Resolve(ctx, staff, c.ID, false, []int64{c.FirstID})
		return err
	})
	if err != nil || got.Status != Sending || got.Counts.Unconfirmed != 1 {
		t.Errorf("%s %+v, %v", got.Status, got.Counts, err)
	}
	w.adds(c.ID)
}
