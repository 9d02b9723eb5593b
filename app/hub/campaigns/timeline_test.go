package campaigns_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/db"
	"presence/db/dbtest"
)

// comeFar has the guests of a send come differently far: g0 did nothing, g1 opened, g2 clicked without a picture, g3 opened and
// clicked, g4 registered after all of it, g5 declined without any, g6 was refused, g7 is unconfirmed, g8 waits.
func comeFar(w *sends.World, c campaigns.Campaign) {
	w.Helper()
	at := sends.Began.UnixMilli()
	set := func(guests, columns string, args ...any) {
		w.Helper()
		w.Exec("UPDATE campaign_recipients SET "+columns+" WHERE campaign_id = $1 AND substr(email, 1, 2) IN ('"+
			strings.Join(strings.Fields(guests), "','")+"')", append([]any{c.ID}, args...)...)
	}
	set("g0 g1 g2 g3 g4 g5", "status = 1, sent_at = $2", at)
	set("g1 g3 g4", "opened_at = $2", at+time.Hour.Milliseconds())
	set("g2 g3 g4", "clicked_at = $2", at+26*time.Hour.Milliseconds())
	set("g6", "status = 2, reason = 'no such user'")
	set("g7", "phase = 3")
	w.Exec("UPDATE campaigns SET sent = 6, failed = 1, pending = 2, unconfirmed = 1, opened = 3, clicked = 3, status = 'completed' WHERE id = $1",
		c.ID)
	for _, guest := range []string{"g4", "g5"} {
		w.Register(w.Count("SELECT id FROM campaign_recipients WHERE campaign_id = $1 AND email = $2", c.ID, guest+"@example.org"))
	}
	w.Exec("UPDATE rsvps SET responded_at = $1", at+50*time.Hour.Milliseconds())
	w.Exec("UPDATE rsvps SET people = 0 WHERE id = (SELECT MAX(id) FROM rsvps)")
}

// TestService_SearchRecipients lists the recipients by each filter of the report, and counts them as the list has them.
func TestService_SearchRecipients(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(9).Send()
		comeFar(w, c)
		c = w.Campaign(c.ID)
		list := func(t *testing.T, f campaigns.RecipientFilter, text string) string {
			t.Helper()
			found, err := w.S.SearchRecipients(t.Context(), c, f, text)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, r := range found {
				names = append(names, r.Email[:2])
			}
			return strings.Join(names, " ")
		}
		for _, x := range []struct{ name, filter, text, want string }{
			{"all", "", "", "g0 g1 g2 g3 g4 g5 g6 g7 g8"},
			{"those who got it", "sent", "", "g0 g1 g2 g3 g4 g5"},
			{"those who opened it", "opened", "", "g1 g3 g4"},
			{"those who did not open it, without those who registered", "not_opened", "", "g0"},
			{"those who clicked", "clicked", "", "g2 g3 g4"},
			{"those who opened it and did not click", "opened_not_clicked", "", "g1"},
			{"those who clicked and did not register", "clicked_not_registered", "", "g2 g3"},
			{"those who replied", "registered", "", "g4 g5"},
			{"those of them who are not coming", "declined", "", "g5"},
			{"those who did not register", "not_registered", "", "g0 g1 g2 g3"},
			{"those that the relay refused", "failed", "", "g6"},
			{"those that are unconfirmed", "unconfirmed", "", "g7"},
			{"those that wait", "pending", "", "g8"},
			{"a filter and a name", "clicked_not_registered", "guest3", "g3"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := list(t, campaigns.RecipientFilter{State: x.filter, Rows: 50}, x.text); got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
			})
		}
		t.Run("the second page begins behind the first", func(t *testing.T) {
			f := campaigns.RecipientFilter{State: "not_registered", Rows: 2}
			if got := list(t, f, ""); got != "g0 g1" {
				t.Errorf("the first has %s", got)
			}
			f.After = c.FirstID + 1
			if got := list(t, f, ""); got != "g2 g3" {
				t.Errorf("the second has %s", got)
			}
		})
		t.Run("the figures agree with the lists", func(t *testing.T) {
			line, err := w.S.Timeline(t.Context(), c, time.UTC)
			if err != nil || line.Stages != (campaigns.Stages{NotOpened: 1, OpenedNotClicked: 1, ClickedNotRegistered: 2,
				RepliedUnopened: 1, RepliedUnclicked: 1}) {
				t.Errorf("%+v, %v", line.Stages, err)
			}
			// g2 clicked, and her open was not recorded
			if n := c.Counts.Opened + line.Stages.NotOpened + line.Stages.RepliedUnopened + 1; n != c.Counts.Sent {
				t.Errorf("the opens and the others are %d of %d", n, c.Counts.Sent)
			}
			s := line.Stages
			if n := c.Counts.Clicked + s.NotOpened + s.OpenedNotClicked + s.RepliedUnclicked; n != c.Counts.Sent {
				t.Errorf("the clicks and the others are %d of %d", n, c.Counts.Sent)
			}
			if c.Counts.Registered != 2 || c.Counts.Sent != line.Stages.Total()+2 {
				t.Errorf("%+v", c.Counts)
			}
		})
	})
}

// TestService_Timeline counts by the days of the zone, from the day of the send to the last thing that happened.
func TestService_Timeline(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(9).Send()
		comeFar(w, c)
		w.Exec(`INSERT INTO campaigns (event_id, type, reminder_of, status, channel, sender, tracked, salt, sent, total, created_at, started_at, updated_at)
			VALUES ('gala', 'event', $1, 'completed', 'bulk', 'x', FALSE, '', 1, 1, 1, $2, 1)`, c.ID, sends.Began.Add(30*time.Hour).UnixMilli())
		w.Exec("UPDATE events SET rsvp_deadline = $1 WHERE id = 'gala'", sends.Began.Add(40*time.Hour).UnixMilli())
		c = w.Campaign(c.ID)
		w.Clock.Advance(60 * time.Hour)
		line, err := w.S.Timeline(t.Context(), c, zone)
		if err != nil || line.Width != 24*time.Hour || len(line.Intervals) != 3 {
			t.Fatalf("%+v, %v", line, err)
		}
		for i, want := range []campaigns.Interval{{Sent: 6, Opened: 3}, {Clicked: 3}, {Registered: 2}} {
			want.From = db.InstantOf(time.Date(2026, 11, 20+i, 0, 0, 0, 0, zone))
			if line.Intervals[i] != want {
				t.Errorf("day %d: %+v, want %+v", i, line.Intervals[i], want)
			}
		}
		if len(line.Reminders) != 1 || line.Closed == 0 {
			t.Errorf("reminders %v, closed %v", line.Reminders, line.Closed)
		}
		t.Run("a registration is seen though the send has not changed", func(t *testing.T) {
			w := w.On(t)
			w.Register(c.FirstID)
			w.Clock.Advance(time.Minute)
			w.Exec("UPDATE rsvps SET responded_at = $1", sends.Began.Add(2*time.Hour).UnixMilli())
			line, err := w.S.Timeline(t.Context(), w.Campaign(c.ID), zone)
			if err != nil || line.Intervals[0].Registered != 3 {
				t.Errorf("%+v, %v", line.Intervals, err)
			}
		})
		t.Run("for 15 seconds that of a large campaign is as old as it was counted", func(t *testing.T) {
			w := w.On(t)
			w.Exec("UPDATE campaigns SET total = 300000, pending = 300000 - sent - failed - excluded, version = version + 1 WHERE id = $1", c.ID)
			w.Clock.Advance(time.Minute)
			if line, err := w.S.Timeline(t.Context(), w.Campaign(c.ID), zone); err != nil || line.Scanned != 0 {
				t.Fatalf("%+v, %v", line, err)
			}
			w.Exec("UPDATE campaign_recipients SET scanned_at = 1 WHERE id = $1", c.FirstID)
			w.Exec("UPDATE campaigns SET version = version + 1 WHERE id = $1", c.ID)
			for _, x := range []struct {
				after time.Duration
				want  int64
			}{{14 * time.Second, 0}, {time.Second, 1}} {
				w.Clock.Advance(x.after)
				if line, err := w.S.Timeline(t.Context(), w.Campaign(c.ID), zone); err != nil || line.Scanned != x.want {
					t.Errorf("%s later %d are scanned, want %d, %v", x.after, line.Scanned, x.want, err)
				}
			}
		})
		t.Run("its campaign has the counts of the same moment", func(t *testing.T) {
			w := w.On(t)
			before := w.Campaign(c.ID).Counts
			w.Exec("UPDATE campaign_recipients SET status = 1, sent_at = 1 WHERE campaign_id = $1 AND substr(email, 1, 2) = 'g8'", c.ID)
			w.Exec("UPDATE campaigns SET sent = sent + 1, pending = pending - 1, version = version + 1 WHERE id = $1", c.ID)
			line, err := w.S.Timeline(t.Context(), w.Campaign(c.ID), zone)
			if err != nil || line.Campaign.Counts.Sent != before.Sent || line.Stages.Total()+before.Registered != before.Sent {
				t.Errorf("%+v, %+v, want %+v, %v", line.Campaign.Counts, line.Stages, before, err)
			}
		})
		t.Run("that of a small campaign is counted again at once", func(t *testing.T) {
			w := w.On(t)
			w.Exec("UPDATE campaigns SET total = 9, pending = 9 - sent - failed - excluded, version = version + 1 WHERE id = $1", c.ID)
			now := w.Campaign(c.ID).Counts
			line, err := w.S.Timeline(t.Context(), w.Campaign(c.ID), zone)
			if err != nil || line.Campaign.Counts != now || line.Stages.Total()+now.Registered != now.Sent {
				t.Errorf("%+v, %+v, want %+v, %v", line.Campaign.Counts, line.Stages, now, err)
			}
		})
		now := db.InstantOf(w.Clock.Now().Add(time.Hour))
		for _, x := range []struct {
			name     string
			deadline db.Instant
			closed   bool
		}{
			{"a deadline that has passed is marked", now - 1, true},
			{"so is one that passes now", now, true},
			{"one to come is not", now + 1, false},
			{"an event without a deadline has no mark", 0, false},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.On(t)
				w.Clock.Advance(now.Time().Sub(w.Clock.Now()))
				w.Exec("UPDATE events SET rsvp_deadline = $1 WHERE id = 'gala'", int64(x.deadline))
				w.Exec("UPDATE campaigns SET version = version + 1 WHERE id = $1", c.ID)
				line, err := w.NewService(w.DB).Timeline(t.Context(), w.Campaign(c.ID), zone)
				if want := map[bool]db.Instant{true: x.deadline}[x.closed]; err != nil || line.Closed != want {
					t.Errorf("closed %d, want %d, %v", line.Closed, want, err)
				}
			})
		}
		t.Run("the campaign of a deleted event has no such mark", func(t *testing.T) {
			w := w.On(t)
			w.Exec("UPDATE events SET id = 'moved' WHERE id = 'gala'")
			defer w.Exec("UPDATE events SET id = 'gala' WHERE id = 'moved'")
			line, err := w.NewService(w.DB).Timeline(t.Context(), w.Campaign(c.ID), zone)
			if err != nil || line.Closed != 0 || len(line.Intervals) == 0 {
				t.Errorf("%+v, %v", line, err)
			}
		})
		t.Run("a campaign that has not begun has no timeline", func(t *testing.T) {
			w := w.On(t)
			w.Exec("UPDATE campaigns SET started_at = 0, version = version + 1 WHERE id = $1", c.ID)
			if line, err := w.NewService(w.DB).Timeline(t.Context(), w.Campaign(c.ID), zone); err != nil || len(line.Intervals) != 0 {
				t.Errorf("%+v, %v", line, err)
			}
		})
	})
}

// TestService_Timeline_width chooses the smallest width of which 36 intervals are enough.
func TestService_Timeline_width(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	c := w.Campaign(w.Send().ID)
	for _, x := range []struct {
		name  string
		last  time.Duration // from the begin of the send to the last event
		width time.Duration
		n     int
	}{
		{"all at once", 0, time.Second, 1},
		{"just below 36 seconds", 36*time.Second - time.Millisecond, time.Second, 36},
		{"36 seconds", 36 * time.Second, 5 * time.Second, 8},
		{"just below 36 hours", 36*time.Hour - time.Millisecond, time.Hour, 36},
		{"36 hours, in days that begin at midnight", 36 * time.Hour, 24 * time.Hour, 3},
	} {
		t.Run(x.name, func(t *testing.T) {
			w.Exec("UPDATE campaign_recipients SET status = 1, sent_at = $1, opened_at = $2", sends.Began.UnixMilli(), sends.Began.Add(x.last).UnixMilli())
			line, err := w.NewService(w.DB).Timeline(t.Context(), c, time.UTC)
			if err != nil || line.Width != x.width || len(line.Intervals) != x.n {
				t.Fatalf("%d intervals of %s, want %d of %s, %v", len(line.Intervals), line.Width, x.n, x.width, err)
			}
			if first, last := line.Intervals[0], line.Intervals[x.n-1]; first.Sent != 1 || last.Opened != 1 {
				t.Errorf("%+v … %+v", first, last)
			}
		})
	}
}

// TestSearchRecipients_LongList holds the work of the report's filters against the length of the list, also right after a send of
// which PostgreSQL knows nothing yet: a loop over the answers for each recipient would be thousands of times as much.
func TestSearchRecipients_LongList(t *testing.T) {
	const n = 3000
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{})
	dbtest.Stale(t, w.DB, manyRows...)
	directory(w, n)
	list(w, "gala", n, 4)
	c := w.Send()
	w.Exec("UPDATE campaign_recipients SET status = 1, clicked_at = id % 2, opened_at = id % 2 WHERE status = 0 AND campaign_id = $1", c.ID)
	answer(w, c.ID)
	c = w.Campaign(c.ID)
	for _, filter := range []string{"registered", "not_registered", "clicked_not_registered", "not_opened"} {
		t.Run(filter, func(t *testing.T) {
			condition, err := campaigns.FilterCondition(filter)
			if err != nil {
				t.Fatal(err)
			}
			bounded(w.On(t), 60*n, filter, "SELECT COUNT(*) FROM campaign_recipients r WHERE r.id BETWEEN $1 AND $2 AND +r.campaign_id = $3 AND "+
				condition, c.FirstID, c.LastID, c.ID)
		})
	}
	if s, err := campaigns.CountStages(context.Background(), w.DB, c); err != nil || s.Total() == 0 {
		t.Error(s, err)
	}
}
