package campaigns_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/db"
)

func TestService_Send_refuses(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		refused := func(code string, n campaigns.New) {
			t.Helper()
			if _, err := w.S.Send(context.Background(), sends.Staff, n); !errs.HasCode(err, code) {
				t.Errorf("%+v: %v, want %s", n, err, code)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase = 0"); code != "send_active" && n != 0 {
				t.Errorf("%d recipients were written", n)
			}
		}
		refused("not_found", campaigns.New{EventID: "none"})
		refused("audience_empty", campaigns.New{EventID: "gala"})
		w.Invite(3)
		refused("invalid", campaigns.New{EventID: "gala", Params: campaigns.Params{From: "someone@else.example"}})
		refused("invalid", campaigns.New{EventID: "gala", Params: campaigns.Params{Channel: campaigns.Mailbox}})
		refused("invalid", campaigns.New{EventID: "gala", Params: campaigns.Params{Subject: "a\r\nBcc: x@example.org"}})
		w.Clock.Move(27 * 24 * time.Hour)
		refused("event_started", campaigns.New{EventID: "gala"})
		if _, err := w.S.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", ConfirmLate: true}); err != nil {
			t.Fatal(err)
		}
		refused("send_active", campaigns.New{EventID: "gala", ConfirmLate: true})
	})
}

// TestService_parallel holds one campaign and 99 refusals against 100 requests at once.
func TestService_parallel(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(30)
		hundred := func(what string, do func() error) {
			t.Helper()
			var ok, refused atomic.Int64
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					switch err := do(); {
					case err == nil:
						ok.Add(1)
					case errs.HasCode(err, "send_active"):
						refused.Add(1)
					default:
						t.Errorf("%s: %v", what, err)
					}
				})
			}
			all.Wait()
			if ok.Load() != 1 || refused.Load() != 99 {
				t.Errorf("%s: %d times, refused %d times", what, ok.Load(), refused.Load())
			}
		}
		var id atomic.Int64
		hundred("send", func() error {
			c, err := w.S.Send(context.Background(), sends.Staff, campaigns.New{EventID: "gala"})
			if err == nil {
				id.Store(c.ID)
			}
			return err
		})
		if _, err := w.S.Pause(t.Context(), sends.Staff, "gala"); err != nil {
			t.Fatal(err)
		}
		hundred("resume", func() error { _, err := w.S.Resume(context.Background(), sends.Staff, id.Load(), false); return err })
		stop := w.Work(w.S)
		w.Until(id.Load(), campaigns.Completed)
		stop()
		w.DeliveredAll(30)
		var reminder atomic.Int64
		hundred("remind", func() error {
			c, err := w.S.Remind(context.Background(), sends.Staff, campaigns.New{EventID: "gala"}, id.Load())
			if err == nil {
				reminder.Store(c.ID)
			}
			return err
		})
		w.Work(w.S)
		w.Until(reminder.Load(), campaigns.Completed)
		if n := w.Sink.Len(); n != 60 {
			t.Errorf("%d messages, want one invitation and one reminder for each of 30", n)
		}
	})
}

func TestSuppress_keeps_the_first_reason(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		first := w.Campaign(w.Invite(1).Send().ID).FirstID
		for _, reason := range []string{"complained", "unsubscribed"} {
			if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return campaigns.SuppressRecipient(t.Context(), tx, first, reason, 1)
			}); err != nil {
				t.Fatal(err)
			}
		}
		if n := w.Count("SELECT COUNT(*) FROM suppressions WHERE reason = 'complained'"); n != 1 {
			t.Error("a later reason took the place of the first")
		}
	})
}

// A list counts who registered for each of its campaigns as the page of one does.
func TestService_Each_counts_registered(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(5)
		for range 2 {
			if c := w.Send(); c.ID != 0 {
				w.Exec("UPDATE campaigns SET status = 'completed' WHERE id = $1", c.ID)
			}
		}
		first, second := w.Campaign(1), w.Campaign(2)
		w.Register(first.FirstID)      // by the link of the first send
		w.Register(second.FirstID + 1) // of the second; both are of the same five guests
		w.Exec("UPDATE campaign_recipients SET email_key = 'moved@example.org' WHERE id = $1", second.FirstID)
		got := map[int64]int64{}
		err := w.S.Each(t.Context(), campaigns.Filter{Rows: 10}, func(c campaigns.Campaign) error {
			got[c.ID] = c.Counts.Registered
			return nil
		})
		if err != nil || len(got) != 2 || got[1] != 2 || got[2] != 1 {
			t.Errorf("%v, %v", got, err)
		}
		for id, n := range got {
			if one := w.Campaign(id).Counts.Registered; one != n {
				t.Errorf("campaign %d: the list says %d, its own page %d", id, n, one)
			}
		}
	})
}
