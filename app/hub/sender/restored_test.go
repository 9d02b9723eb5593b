package sender_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/db"
	"presence/db/dbtest"
)

// TestHoldRestored shows that a restored database sends nothing by itself to anybody: the program cannot know who was
// written to after the backup was taken.
func TestHoldRestored(t *testing.T) {
	for _, x := range []struct {
		name              string
		status, want      campaigns.State
		reason, because   string // before and after
		claimed, marked   int
		held, unconfirmed int64
	}{
		{name: "a send under way is interrupted, and what was marked is unconfirmed", status: campaigns.Sending,
			want: campaigns.Interrupted, because: campaigns.Restored, claimed: 4, marked: 3, held: 1, unconfirmed: 3},
		{name: "a scheduled send is paused, since the original may have begun it", status: campaigns.Scheduled,
			want: campaigns.Paused, because: campaigns.Restored, held: 1},
		{name: "a send that staff had paused stays so, and says why it waits", status: campaigns.Paused, reason: campaigns.ByStaff,
			want: campaigns.Paused, because: campaigns.Restored, held: 1},
		{name: "a send that the program's end had interrupted says why it waits", status: campaigns.Interrupted, reason: campaigns.Stopped,
			want: campaigns.Interrupted, because: campaigns.Restored, held: 1},
		{name: "a send that was all handed over asks about the unconfirmed alone", status: campaigns.Sending,
			want: campaigns.Interrupted, because: campaigns.UnconfirmedLeft, marked: 20, unconfirmed: 20},
		{name: "a cancelled send stays so", status: campaigns.Cancelled, want: campaigns.Cancelled},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				c := w.Invite(20).Send()
				w.Abandon(c, x.claimed, x.marked)
				w.Exec("UPDATE campaigns SET status = $1, reason = $2, told = 100", string(x.status), x.reason)
				held, err := sender.HoldRestored(t.Context(), w.DB, sends.Began)
				if err != nil || held != x.held {
					t.Fatalf("%d sends wait, want %d: %v", held, x.held, err)
				}
				if got := w.Campaign(c.ID); got.Counts.Unconfirmed != x.unconfirmed || x.held > 0 && (got.State != x.want || told(w, c.ID) > 1) {
					t.Errorf("%s, told %d, %+v", got.State, told(w, c.ID), got.Counts)
				}
				w.Work(w.S)
				got := w.Until(c.ID, x.want)
				w.UntilIt("has been told of", c.ID, func(c campaigns.Campaign) bool { return told(w, c.ID) == 100 })
				if got.Reason != x.because || w.Sink.Len() != 0 {
					t.Errorf("reason %q, %d messages sent", got.Reason, w.Sink.Len())
				}
			})
		})
	}
	t.Run("staff resume it, and one message to be sent again does not resume the others", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := w.Invite(20).Send()
			w.Abandon(c, 4, 3)
			if _, err := sender.HoldRestored(t.Context(), w.DB, sends.Began); err != nil {
				t.Fatal(err)
			}
			w.Work(w.S)
			first := []int64{w.Count("SELECT MIN(id) FROM campaign_recipients WHERE phase = 3")}
			if got, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{Recipients: first}); err != nil || got.State != campaigns.Interrupted ||
				got.Counts.Unconfirmed != 2 {
				t.Errorf("%s %+v %v", got.State, got.Counts, err)
			}
			if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); err != nil {
				t.Fatal(err)
			}
			if got := w.Until(c.ID, campaigns.Interrupted); got.Reason != campaigns.UnconfirmedLeft {
				t.Errorf("reason %q", got.Reason)
			}
			w.DeliveredAll(18)
		})
	})
}

// TestHoldRestored_in_a_running_server shows that a worker goes on as a member after the records of another installation were
// imported, and that none of these is leased to it, although a worker of the other installation had its id.
func TestHoldRestored_in_a_running_server(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Work(w.S)
		comes(w, "workers at the start", 1, newerThan, 0)
		c := w.Invite(20).Schedule(campaigns.Schedule{StartsAt: db.InstantOf(sends.Began.Add(24 * time.Hour)), Frozen: true})
		err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { // an import
			_, err := tx.Exec(ctx, `UPDATE campaign_recipients SET phase = 2, lease = (SELECT MAX(id) FROM campaign_workers)
				WHERE id = (SELECT MIN(id) FROM campaign_recipients)`)
			if err == nil {
				_, err = tx.Exec(ctx, "UPDATE campaigns SET status = 'sending', started_at = 1")
			}
			if err == nil {
				_, err = sender.HoldRestored(ctx, w.DB, sends.Began)
			}
			return err
		})
		if got := w.Campaign(c.ID); err != nil || got.State != campaigns.Interrupted || got.Counts.Unconfirmed != 1 {
			t.Fatalf("%s %+v %v", got.State, got.Counts, err)
		}
		if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); err != nil {
			t.Fatal(err)
		}
		w.Until(c.ID, campaigns.Interrupted)
		w.DeliveredAll(19)
		if n := strings.Count(w.Log.String(), "joining again"); n != 0 {
			t.Errorf("the worker has joined again\n%s", w.Log.String())
		}
	})
}

// TestRestore_InTheMiddleOfASend takes a backup while messages are on their way, lets the send come to its end and
// restores the backup: nobody gets a second message.
func TestRestore_InTheMiddleOfASend(t *testing.T) {
	url := dbtest.URL(t, db.SQLite)
	d := sends.OpenAt(t, url)
	w := sends.New(t, d, sink.Options{})
	c := w.Invite(20).Send()
	w.Abandon(c, 4, 3)
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := db.Backup(t.Context(), url, file); err != nil {
		t.Fatal(err)
	}
	stop := w.Work(w.S)
	w.Until(c.ID, campaigns.Interrupted)
	if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{Again: true}); err != nil {
		t.Fatal(err)
	}
	w.Until(c.ID, campaigns.Completed)
	w.DeliveredAll(20)
	stop()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := strings.TrimPrefix(url, "sqlite:")
	err := db.Restore(t.Context(), url, file, path+".old", func(ctx context.Context, d *db.DB) error {
		_, err := sender.HoldRestored(ctx, d, sends.Began)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.DB = sends.OpenAt(t, url)
	w.S = w.NewService(w.DB)
	w.Work(w.S)
	w.UntilIt("has been told of", c.ID, func(c campaigns.Campaign) bool { return told(w, c.ID) == 100 })
	if got := w.Campaign(c.ID); got.State != campaigns.Interrupted || got.Reason != campaigns.Restored || got.Counts.Unconfirmed != 3 {
		t.Errorf("%s %s %+v", got.State, got.Reason, got.Counts)
	}
	w.DeliveredAll(20)
}

// told is how much of a campaign staff have been told: 1 that it has begun, 100 that it has come to rest.
func told(w *sends.World, campaign int64) int64 {
	w.Helper()
	return w.Count("SELECT told FROM campaigns WHERE id = $1", campaign)
}
