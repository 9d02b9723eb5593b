package campaigns

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"presence/app/apptest/sink"
	"presence/db"
	"presence/db/dbtest"
)

// TestHoldRestored shows that a restored database sends nothing by itself to anybody: the program cannot know who was
// written to after the backup was taken.
func TestHoldRestored(t *testing.T) {
	for _, x := range []struct {
		name              string
		status, want      Status
		reason, because   string
		claimed, marked   int
		held, unconfirmed int64
	}{
		{"a send under way is interrupted, and what was marked is unconfirmed", Sending, Interrupted, "", Restored, 4, 3, 1, 3},
		{"a send that was reserved is interrupted", Scheduled, Interrupted, "", Restored, 0, 0, 1, 0},
		{"a send that staff had paused stays so, and says why it waits", Paused, Paused, ByStaff, Restored, 0, 0, 1, 0},
		{"a send that the program's end had interrupted says why it waits", Interrupted, Interrupted, Stopped, Restored, 0, 0, 1, 0},
		{"a send that was all handed over asks about the unconfirmed alone", Sending, Interrupted, "", UnconfirmedLeft, 0, 20, 0, 20},
		{"a cancelled send stays so", Cancelled, Cancelled, "", "", 0, 0, 0, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
				c := w.invite(20).send()
				w.abandon(c, x.claimed, x.marked)
				w.exec("UPDATE campaigns SET status = $1, reason = $2, told = 100", string(x.status), x.reason)
				held, err := HoldRestored(t.Context(), w.DB, began)
				if err != nil || held != x.held {
					t.Fatalf("%d sends wait, want %d: %v", held, x.held, err)
				}
				if got := w.campaign(c.ID); got.Counts.Unconfirmed != x.unconfirmed || x.held > 0 && (got.Status != x.want || got.notified > notifiedBegun) {
					t.Errorf("%s, told %d, %+v", got.Status, got.notified, got.Counts)
				}
				w.work(w.S)
				got := w.until(c.ID, x.want)
				w.untilIt("has been told of", c.ID, func(c Campaign) bool { return c.notified == notifiedAtRest })
				if got.Reason != x.because || w.Sink.Len() != 0 {
					t.Errorf("reason %q, %d messages sent", got.Reason, w.Sink.Len())
				}
			})
		})
	}
	t.Run("staff resume it, and one message to be sent again does not resume the others", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			c := w.invite(20).send()
			w.abandon(c, 4, 3)
			if _, err := HoldRestored(t.Context(), w.DB, began); err != nil {
				t.Fatal(err)
			}
			w.work(w.S)
			if got, err := w.S.Resolve(t.Context(), staff, c.ID, false, []int64{w.count("SELECT MIN(id) FROM campaign_recipients WHERE phase = 3")}); err != nil || got.Status != Interrupted || got.Counts.Unconfirmed != 2 {
				t.Errorf("%s %+v %v", got.Status, got.Counts, err)
			}
			if _, err := w.S.Resume(t.Context(), staff, c.ID, false); err != nil {
				t.Fatal(err)
			}
			if got := w.until(c.ID, Interrupted); got.Reason != UnconfirmedLeft {
				t.Errorf("reason %q", got.Reason)
			}
			w.deliveredAll(18)
		})
	})
}

// TestRestore_InTheMiddleOfASend takes a backup while messages are on their way, lets the send come to its end and
// restores the backup: nobody gets a second message.
func TestRestore_InTheMiddleOfASend(t *testing.T) {
	url := dbtest.URL(t, db.SQLite)
	d := openAt(t, url)
	w := newWorld(t, d, sink.Options{})
	c := w.invite(20).send()
	w.abandon(c, 4, 3)
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := db.Backup(t.Context(), url, file); err != nil {
		t.Fatal(err)
	}
	stop := w.work(w.S)
	w.until(c.ID, Interrupted)
	if _, err := w.S.Resume(t.Context(), staff, c.ID, true); err != nil {
		t.Fatal(err)
	}
	w.until(c.ID, Completed)
	w.deliveredAll(20)
	stop()
	w.S.Close()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := strings.TrimPrefix(url, "sqlite:")
	err := db.Restore(t.Context(), url, file, path+".old", func(ctx context.Context, d *db.DB) error {
		_, err := HoldRestored(ctx, d, began)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.DB = openAt(t, url)
	w.S = w.service(w.DB)
	w.work(w.S)
	w.untilIt("has been told of", c.ID, func(c Campaign) bool { return c.notified == notifiedAtRest })
	if got := w.campaign(c.ID); got.Status != Interrupted || got.Reason != Restored || got.Counts.Unconfirmed != 3 {
		t.Errorf("%s %s %+v", got.Status, got.Reason, got.Counts)
	}
	w.deliveredAll(20)
}
