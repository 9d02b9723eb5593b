package campaigns_test

import (
	"context"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// Two resume a paused send at the same moment: the second hears that it is under way.
func TestService_Resume_while_another_does(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{})
	c := w.Invite(2).Send()
	if _, err := w.S.Pause(t.Context(), sends.Staff, "gala"); err != nil {
		t.Fatal(err)
	}
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		_, err := campaigns.ChangeState(ctx, tx, c.ID, []campaigns.State{campaigns.Paused}, campaigns.Transition{To: campaigns.Sending}, 1)
		return err
	}, func(ctx context.Context) error {
		_, err := w.S.Resume(ctx, sends.Staff, c.ID, campaigns.Resumption{})
		return err
	})
	if !errs.HasCode(err, "send_active") {
		t.Errorf("got %v", err)
	}
	if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'resumed'"); n != 0 {
		t.Error("the second stands in the trail too")
	}
}

// The worker ends a send, interrupted because of its unconfirmed messages, while staff have one of them sent again: the
// send goes on, or that message would never leave.
func TestService_Resolve_while_the_worker_ends_the_send(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{})
	c := w.Campaign(w.Invite(2).Send().ID)
	w.Exec("UPDATE campaign_recipients SET phase = 3")
	w.Exec("UPDATE campaigns SET unconfirmed = 2")
	var got campaigns.Campaign
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		done, err := campaigns.FinishSending(ctx, tx, c.ID, 1)
		if !done {
			t.Error("the send does not end")
		}
		return err
	}, func(ctx context.Context) (err error) {
		got, err = w.S.Resolve(ctx, sends.Staff, c.ID, campaigns.Resolution{Recipients: []int64{c.FirstID}})
		return err
	})
	if err != nil || got.State != campaigns.Sending || got.Counts.Unconfirmed != 1 {
		t.Errorf("%s %+v, %v", got.State, got.Counts, err)
	}
	w.CheckCounts(c.ID)
}
