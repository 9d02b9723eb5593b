package campaigns_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// Workers in other processes hear when a send begins, stops and goes on.
func TestService_signals_changes(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{}) // on SQLite Listen also calls each second, signal or not
	w.Invite(2)
	heard := make(chan struct{}, 1)
	var listener sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer listener.Wait()
	defer stop()
	listener.Go(func() { w.DB.Listen(ctx, campaigns.Changed, func() error { heard <- struct{}{}; return nil }) })
	<-heard // it is connected
	var c campaigns.Campaign
	for _, x := range []struct {
		name, before string // SQL that is run before it
		change       func() error
	}{
		{"a send begins", "", func() (err error) {
			c, err = w.S.Send(ctx, sends.Staff, campaigns.New{EventID: "gala"})
			return err
		}},
		{"staff pause it", "", func() error { _, err := w.S.Pause(ctx, sends.Staff, "gala"); return err }},
		{"staff resume it", "", func() error { _, err := w.S.Resume(ctx, sends.Staff, c.ID, campaigns.Resumption{}); return err }},
		{"its messages cannot be composed", "", func() error { return w.S.PauseOnError(ctx, c, errs.NotFound("template")) }},
		{"its last unconfirmed recipient is resolved", "UPDATE campaign_recipients SET phase = 3", func() error {
			w.Exec("UPDATE campaigns SET status = 'interrupted', unconfirmed = 2")
			_, err := w.S.Resolve(ctx, sends.Staff, c.ID, campaigns.Resolution{Sent: true})
			return err
		}},
		{"staff give it up", "UPDATE campaigns SET status = 'paused'", func() error {
			_, err := w.S.Cancel(ctx, sends.Staff, "gala")
			return err
		}},
		{"another one is scheduled", "", func() error { w.Schedule(begins(inDays(1))); return nil }},
		{"it begins", "", func() error { w.Clock.Advance(24 * time.Hour); return w.S.BeginDue(ctx) }},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.before != "" {
				w.Exec(x.before)
			}
			if err := x.change(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-heard:
			case <-time.After(20 * time.Second):
				t.Fatal("no signal")
			}
		})
	}
}
