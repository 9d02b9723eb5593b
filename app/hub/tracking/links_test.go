package tracking_test

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/tracking"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
)

func TestService_links(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 10}, func(t *testing.T, w *sends.World) {
		w.Invite(4)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		person := tracking.Visit{Agent: sends.BrowserAgent}
		sentAt := w.Clock.Now()
		w.Clock.Advance(time.Minute)

		t.Run("an open is noted once, when it first happened", func(t *testing.T) {
			w := w.On(t)
			token, _ := w.Tracked("g0@example.org")
			w.Tracking.Open(t.Context(), token, person)
			first := w.Clock.Now()
			w.Clock.Advance(time.Hour)
			w.Tracking.Open(t.Context(), token, person)
			if r := w.Recipient(c, "g0@example.org"); !r.OpenedAt.Time().Equal(first) || r.ClickedAt != 0 || r.ScannedAt != 0 {
				t.Errorf("%+v", r)
			}
			w.CheckCounts(c.ID)
		})
		t.Run("a click leads to the guest's own page, and says that the message was read", func(t *testing.T) {
			w := w.On(t)
			token, list := w.Tracked("g1@example.org")
			r := w.Recipient(c, "g1@example.org")
			address, err := w.Tracking.Click(t.Context(), token, campaigns.ClickRSVP, person)
			if err != nil || "https://presence.example"+address != r.RSVPURL {
				t.Errorf("%s, %v, want %s", address, err, r.RSVPURL)
			}
			if r = w.Recipient(c, "g1@example.org"); r.OpenedAt == 0 || r.ClickedAt == 0 {
				t.Errorf("%+v", r)
			}
			button := 0
			for _, u := range list {
				if u.Path == "/t/c/"+token+"/rsvp" {
					button++
				}
			}
			if button == 0 {
				t.Errorf("no link of the message is counted: %v", list)
			}
			w.CheckCounts(c.ID)
		})
		t.Run("a program is shown as one, and never counted as a person", func(t *testing.T) {
			w := w.On(t)
			token, _ := w.Tracked("g2@example.org")
			for _, v := range []tracking.Visit{
				{Agent: sends.BrowserAgent, Head: true}, {Agent: "Mozilla/5.0 (compatible; Googlebot/2.1)"}, {Agent: "BarracudaCentral"},
				{Agent: sends.BrowserAgent, InAdvance: true},
				{Agent: "Slackbot-LinkExpanding 1.0"},
			} {
				w.Tracking.Open(t.Context(), token, v)
				if _, err := w.Tracking.Click(t.Context(), token, campaigns.ClickRSVP, v); err != nil {
					t.Error(err)
				}
			}
			if r := w.Recipient(c, "g2@example.org"); r.OpenedAt != 0 || r.ClickedAt != 0 || r.ScannedAt == 0 {
				t.Errorf("%+v", r)
			}
			w.CheckCounts(c.ID)
		})
		t.Run("a click within a second of the sending is a program's", func(t *testing.T) {
			w := w.On(t)
			w.Clock.Advance(sentAt.Sub(w.Clock.Now()))
			token, _ := w.Tracked("g3@example.org")
			if _, err := w.Tracking.Click(t.Context(), token, campaigns.ClickRSVP, person); err != nil {
				t.Error(err)
			}
			if r := w.Recipient(c, "g3@example.org"); r.ClickedAt != 0 || r.ScannedAt == 0 {
				t.Errorf("%+v", r)
			}
			w.Clock.Advance(time.Second)
			if _, err := w.Tracking.Click(t.Context(), token, campaigns.ClickRSVP, person); err != nil {
				t.Error(err)
			}
			if r := w.Recipient(c, "g3@example.org"); r.ClickedAt == 0 {
				t.Errorf("a second after it, a person's is not noted: %+v", r)
			}
		})
		t.Run("leads nowhere but to what the campaign has", func(t *testing.T) {
			token, _ := w.On(t).Tracked("g0@example.org")
			for _, to := range []string{"", "x", "https://evil.example", "//evil.example", "rsvp/../../evil", "RSVP"} {
				if address, err := w.Tracking.Click(t.Context(), token, to, person); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q leads to %q, %v", to, address, err)
				}
			}
		})
		t.Run("the unsubscribe link leads to the choice of messages and not to the personal link", func(t *testing.T) {
			_, list := w.On(t).Tracked("g0@example.org")
			i := slices.IndexFunc(list, func(u *url.URL) bool { return strings.HasPrefix(u.Path, "/u/") })
			stop := path.Base(list[i].Path)
			if _, err := w.Tracking.Subscriber(t.Context(), stop); err != nil {
				t.Error(err)
			}
			if address, err := w.Tracking.Click(t.Context(), stop, campaigns.ClickRSVP, person); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("it leads to %q, %v", address, err)
			}
		})
		t.Run("a token that was made up is refused", func(t *testing.T) {
			token, _ := w.On(t).Tracked("g0@example.org")
			other := campaigns.NewLinkTokens([]byte("another secret"), c.Salt).Tracking(c.FirstID)
			for _, forged := range []string{"", "x", token[:31], token + "A", strings.ToUpper(token), other,
				campaigns.NewLinkTokens(w.Options.Secret, []byte("salt")).Tracking(c.FirstID),
				campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(1 << 40),
				campaigns.NewLinkTokens(w.Options.Secret, nil).Tracking(1 << 40),
				campaigns.NewLinkTokens(w.Options.Secret, c.Salt).RSVP(c.FirstID)} {
				if _, err := w.Tracking.Click(t.Context(), forged, campaigns.ClickRSVP, person); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q is taken: %v", forged, err)
				}
				if err := w.Tracking.Unsubscribe(t.Context(), audit.Who{}, forged); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q unsubscribes: %v", forged, err)
				}
			}
		})
		t.Run("many at once are written down, each once", func(t *testing.T) {
			w := w.On(t)
			token, _ := w.Tracked("g3@example.org")
			var all sync.WaitGroup
			for range 300 {
				all.Go(func() { w.Tracking.Open(context.Background(), token, person) })
			}
			all.Wait()
			w.Recorded()
			if got := w.Campaign(c.ID).Counts.Opened; got != 3 {
				t.Errorf("%d opened, want 3", got)
			}
			w.CheckCounts(c.ID)
		})
		t.Run("unsubscribing keeps the next send from the address, and twice is no fault", func(t *testing.T) {
			w := w.On(t)
			token, _ := w.Tracked("g1@example.org")
			for range 2 {
				if err := w.Tracking.Unsubscribe(t.Context(), audit.Who{}, token); err != nil {
					t.Fatal(err)
				}
			}
			next := w.Until(w.Send().ID, campaigns.Completed)
			if next.Counts.Sent != 3 || next.Counts.Excluded != 1 {
				t.Errorf("%+v", next.Counts)
			}
			if r := w.Recipient(next, "g1@example.org"); r.State != campaigns.Excluded || r.Reason != campaigns.Unsubscribed {
				t.Errorf("%+v", r)
			}
		})
	})
}

// TestService_Click_in_flight follows a link before the relay's answer is saved (R10): while the message is being sent, a click is a
// program's. An unconfirmed message was sent some time ago.
func TestService_Click_in_flight(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(2).Send()
		w.Abandon(c, 0, 1)
		c = w.Campaign(c.ID)
		w.Clock.Advance(time.Minute)
		click := func() campaigns.Recipient {
			token := campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID)
			if _, err := w.Tracking.Click(t.Context(), token, campaigns.ClickRSVP, tracking.Visit{Agent: sends.BrowserAgent}); err != nil {
				t.Fatal(err)
			}
			return w.Recipient(c, "g0@example.org")
		}
		if r := click(); r.ClickedAt != 0 || r.OpenedAt != 0 || r.ScannedAt == 0 || r.State != campaigns.Pending {
			t.Errorf("while the message is in flight, a click makes %+v", r)
		}
		w.Work(w.S)
		w.Until(c.ID, campaigns.Interrupted)
		if r := click(); r.ClickedAt == 0 || r.State != campaigns.Sent {
			t.Errorf("when the message is unconfirmed, a click makes %+v", r)
		}
		w.CheckCounts(c.ID)
	})
}

// TestService_Click_while_nothing_is_written shows that a link leads on within answerWait, and that the click is recorded later (R10).
func TestService_Click_while_nothing_is_written(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(1)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		w.Clock.Advance(time.Minute)
		clicked := w.Clock.Now()
		release, err := w.Tracking.HoldWrites(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(t.Context())
		token := campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID)
		address, err := w.Tracking.Click(ctx, token, campaigns.ClickRSVP, tracking.Visit{Agent: sends.BrowserAgent})
		leave() // as the end of the request does
		if err != nil || address == "" {
			t.Errorf("the link leads to %q, %v", address, err)
		}
		w.Clock.Advance(time.Hour)
		release()
		if r := w.Recipient(c, "g0@example.org"); !r.ClickedAt.Time().Equal(clicked) {
			t.Errorf("%+v", r)
		}
		w.CheckCounts(c.ID)
	})
}

// TestService_links_resolve shows that a message that was opened is not unconfirmed any more (R11).
func TestService_links_resolve(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(2).Send()
		w.Abandon(c, 0, 2)
		w.Work(w.S)
		w.UntilIt("shows the unconfirmed", c.ID, func(c campaigns.Campaign) bool {
			return c.State == campaigns.Interrupted &&
				c.Counts.Unconfirmed == 2
		})
		c = w.Campaign(c.ID)
		of := campaigns.NewLinkTokens(w.Options.Secret, c.Salt)
		w.Tracking.Open(t.Context(), of.Tracking(c.FirstID), tracking.Visit{Agent: sends.BrowserAgent})
		w.Recorded()
		if got := w.Campaign(c.ID); got.Counts.Sent != 1 || got.Counts.Unconfirmed != 1 || got.State != campaigns.Interrupted {
			t.Errorf("%s %+v", got.State, got.Counts)
		}
		w.Tracking.Open(t.Context(), of.Tracking(c.LastID), tracking.Visit{Agent: "some scanner"})
		w.Recorded()
		got := w.Campaign(c.ID)
		if got.Counts.Sent != 2 || got.Counts.Unconfirmed != 0 || got.State != campaigns.Completed || got.Counts.Opened != 1 {
			t.Errorf("%s %+v", got.State, got.Counts)
		}
		w.CheckCounts(c.ID)
	})
}
