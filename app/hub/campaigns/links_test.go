package campaigns

import (
	"context"
	"net/url"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/errs"
	"presence/db"
)

const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"

// tracked is the token in the links of one of the messages that the relay kept.
func (w *world) tracked(to string) (token string, list []*url.URL) {
	w.Helper()
	for _, m := range w.Sink.Taken() {
		if m.To != to {
			continue
		}
		list = links(w.TB, m.Content)
		for _, u := range list {
			if strings.HasPrefix(u.Path, "/t/o/") {
				return path.Base(u.Path), list
			}
		}
	}
	w.Fatalf("no tracked message for %s", to)
	return "", nil
}

func (w *world) recipient(c Campaign, email string) (found Recipient) {
	w.Helper()
	if err := w.S.Recipients(context.Background(), c, RecipientPage{Rows: 100}, func(r Recipient) error {
		if r.Email == email {
			found = r
		}
		return nil
	}); err != nil {
		w.Fatal(err)
	}
	return found
}

func TestService_links(t *testing.T) {
	eachWorld(t, sink.Options{Keep: 10}, func(t *testing.T, w *world) {
		w.invite(4)
		w.work(w.S)
		c := w.until(w.send().ID, Completed)
		person := Visit{Agent: browser}
		sentAt := w.clock.now()
		w.clock.move(time.Minute)

		t.Run("an open is noted once, when it first happened", func(t *testing.T) {
			w := w.on(t)
			token, _ := w.tracked("g0@example.org")
			w.S.Open(t.Context(), token, person)
			first := w.clock.now()
			w.clock.move(time.Hour)
			w.S.Open(t.Context(), token, person)
			if r := w.recipient(c, "g0@example.org"); !r.OpenedAt.Time().Equal(first) || r.ClickedAt != 0 || r.ScannedAt != 0 {
				t.Errorf("%+v", r)
			}
			w.adds(c.ID)
		})
		t.Run("a click leads to the guest's own page, and says that the message was read", func(t *testing.T) {
			w := w.on(t)
			token, list := w.tracked("g1@example.org")
			r := w.recipient(c, "g1@example.org")
			address, err := w.S.Click(t.Context(), token, clickRSVP, person)
			if err != nil || "https://presence.example"+address != r.RSVPURL {
				t.Errorf("%s, %v, want %s", address, err, r.RSVPURL)
			}
			if r = w.recipient(c, "g1@example.org"); r.OpenedAt == 0 || r.ClickedAt == 0 {
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
			w.adds(c.ID)
		})
		t.Run("a program is shown as one, and never counted as a person", func(t *testing.T) {
			w := w.on(t)
			token, _ := w.tracked("g2@example.org")
			for _, v := range []Visit{
				{Agent: browser, Head: true}, {Agent: "Mozilla/5.0 (compatible; Googlebot/2.1)"}, {Agent: "BarracudaCentral"}, {Agent: browser, Purpose: "prefetch"}, {Agent: "Slackbot-LinkExpanding 1.0"},
			} {
				w.S.Open(t.Context(), token, v)
				if _, err := w.S.Click(t.Context(), token, clickRSVP, v); err != nil {
					t.Error(err)
				}
			}
			if r := w.recipient(c, "g2@example.org"); r.OpenedAt != 0 || r.ClickedAt != 0 || r.ScannedAt == 0 {
				t.Errorf("%+v", r)
			}
			w.adds(c.ID)
		})
		t.Run("a click within a second of the sending is a program's", func(t *testing.T) {
			w := w.on(t)
			w.clock.move(sentAt.Sub(w.clock.now()))
			token, _ := w.tracked("g3@example.org")
			if _, err := w.S.Click(t.Context(), token, clickRSVP, person); err != nil {
				t.Error(err)
			}
			if r := w.recipient(c, "g3@example.org"); r.ClickedAt != 0 || r.ScannedAt == 0 {
				t.Errorf("%+v", r)
			}
		})
		t.Run("leads nowhere but to what the campaign has", func(t *testing.T) {
			token, _ := w.on(t).tracked("g0@example.org")
			for _, to := range []string{"", "x", "https://evil.example", "//evil.example", "rsvp/../../evil", "RSVP"} {
				if address, err := w.S.Click(t.Context(), token, to, person); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q leads to %q, %v", to, address, err)
				}
			}
		})
		t.Run("a token that was made up vouches for nobody", func(t *testing.T) {
			token, _ := w.on(t).tracked("g0@example.org")
			other := newLinkTokens([]byte("another secret"), c.Salt).track(c.FirstID)
			for _, forged := range []string{"", "x", token[:31], token + "A", strings.ToUpper(token), other, newLinkTokens(w.o.Secret, []byte("salt")).track(c.FirstID), newLinkTokens(w.o.Secret, c.Salt).track(1 << 40), newLinkTokens(w.o.Secret, c.Salt).rsvp(c.FirstID)} {
				if _, err := w.S.Click(t.Context(), forged, clickRSVP, person); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q is taken: %v", forged, err)
				}
				if err := w.S.Unsubscribe(t.Context(), forged); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q unsubscribes: %v", forged, err)
				}
			}
		})
		t.Run("many at once are written down, each once", func(t *testing.T) {
			w := w.on(t)
			token, _ := w.tracked("g3@example.org")
			var all sync.WaitGroup
			for range 300 {
				all.Go(func() { w.S.Open(context.Background(), token, person) })
			}
			all.Wait()
			if got := w.campaign(c.ID).Counts.Opened; got != 3 {
				t.Errorf("%d opened, want 3", got)
			}
			w.adds(c.ID)
		})
		t.Run("unsubscribing keeps the next send from the address, and twice is no fault", func(t *testing.T) {
			w := w.on(t)
			token, _ := w.tracked("g1@example.org")
			for range 2 {
				if err := w.S.Unsubscribe(t.Context(), token); err != nil {
					t.Fatal(err)
				}
			}
			next := w.until(w.send().ID, Completed)
			if next.Counts.Sent != 3 || next.Counts.Excluded != 1 {
				t.Errorf("%+v", next.Counts)
			}
			if r := w.recipient(next, "g1@example.org"); r.State != Excluded || r.Reason != Unsubscribed {
				t.Errorf("%+v", r)
			}
		})
	})
}

// TestService_links_resolve shows that whoever looks at a message has it: it is not unconfirmed any more (R11).
func TestService_links_resolve(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		c := w.invite(2).send()
		w.abandon(c, 0, 2)
		w.work(w.S)
		w.untilIt("shows the unconfirmed", c.ID, func(c Campaign) bool { return c.Status == Interrupted && c.Counts.Unconfirmed == 2 })
		c = w.campaign(c.ID)
		of := newLinkTokens(w.o.Secret, c.Salt)
		w.S.Open(t.Context(), of.track(c.FirstID), Visit{Agent: browser})
		if got := w.campaign(c.ID); got.Counts.Sent != 1 || got.Counts.Unconfirmed != 1 || got.Status != Interrupted {
			t.Errorf("%s %+v", got.Status, got.Counts)
		}
		w.S.Open(t.Context(), of.track(c.LastID), Visit{Agent: "some scanner"})
		got := w.campaign(c.ID)
		if got.Counts.Sent != 2 || got.Counts.Unconfirmed != 0 || got.Status != Completed || got.Counts.Opened != 1 {
			t.Errorf("%s %+v", got.Status, got.Counts)
		}
		w.adds(c.ID)
	})
}

// TestWorker_checks_again shows that a row is looked at once more when it is claimed (R11, R13).
func TestWorker_checks_again(t *testing.T) {
	eachWorld(t, sink.Options{Keep: 20}, func(t *testing.T, w *world) {
		w.invite(6)
		stop := w.work(w.S)
		c := w.until(w.send().ID, Completed)
		stop()
		w.clock.move(time.Minute)
		token := func(n int64) string { return newLinkTokens(w.o.Secret, c.Salt).track(c.FirstID + n) }
		w.S.Open(t.Context(), token(1), Visit{Agent: browser})
		for _, n := range []int64{2, 3} {
			if _, err := w.S.Click(t.Context(), token(n), clickRSVP, Visit{Agent: browser}); err != nil {
				t.Fatal(err)
			}
		}
		w.register(c.FirstID + 3)
		p, err := w.S.Candidates(t.Context(), "gala", c.ID)
		if err != nil || p.NotOpened != 3 || p.OpenedNotClicked != 1 || p.ClickedNotRegistered != 1 || len(p.Sample) != 5 {
			t.Errorf("%+v, %v", p, err)
		}
		// The settings that it was sent with may be gone: those of today are used.
		w.exec("UPDATE campaigns SET sender = 'gone@example.com', channel = 'mailbox' WHERE id = $1", c.ID)
		r, err := w.S.Remind(t.Context(), staff, New{EventID: "gala"}, c.ID)
		if err != nil || r.Counts.Total != 5 || r.ReminderOf != c.ID || r.From != "nova@example.com" || r.Channel != Bulk {
			t.Fatalf("%+v, %v", r, err)
		}
		// Between the reservation and the claim: g0 answers by the link of the invitation, g1 wants no more mail.
		w.register(c.FirstID)
		if err := w.S.Unsubscribe(t.Context(), token(1)); err != nil {
			t.Fatal(err)
		}
		w.work(w.S)
		got := w.until(r.ID, Completed)
		if got.Counts.Sent != 3 || got.Counts.Excluded != 2 {
			t.Errorf("%+v", got.Counts)
		}
		if why := w.recipient(got, "g0@example.org"); why.Reason != Registered {
			t.Errorf("%+v", why)
		}
		if why := w.recipient(got, "g1@example.org"); why.Reason != Unsubscribed {
			t.Errorf("%+v", why)
		}
		if got.Counts.Registered != 1 || w.campaign(c.ID).Counts.Registered != 2 {
			t.Errorf("%d and %d registered", got.Counts.Registered, w.campaign(c.ID).Counts.Registered)
		}
		for _, m := range w.Sink.Taken()[6:] {
			if !strings.Contains(string(m.Content), "Reminder") && !strings.Contains(string(m.Content), "rappel") {
				t.Errorf("no reminder:\n%.500s", m.Content)
			}
		}
	})
}

func TestService_allow(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		w.o.Rate = 5
		w.S = w.service(w.DB)
		w.invite(20)
		id := w.send().ID
		w.work(w.S)
		w.untilIt("sent what one second allows", id, func(c Campaign) bool { return c.Counts.Sent == 5 })
		for want := int64(10); want <= 20; want += 5 {
			if n := w.campaign(id).Counts.Sent; n != want-5 {
				t.Errorf("%d sent before the clock moved, want %d", n, want-5)
			}
			w.clock.move(time.Second)
			w.untilIt("sent what another second allows", id, func(c Campaign) bool { return c.Counts.Sent == want })
		}
		w.clock.move(-time.Hour)
		if n := w.campaign(id).Counts.Sent; n != 20 {
			t.Errorf("%d sent", n)
		}
	})
}

func TestSuppress_keeps_the_first_reason(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		for _, reason := range []string{"complained", "unsubscribed"} {
			if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return suppress(ctx, tx, "g0@example.org", reason, 1, w.S.at())
			}); err != nil {
				t.Fatal(err)
			}
		}
		if n := w.count("SELECT COUNT(*) FROM suppressions WHERE reason = 'complained'"); n != 1 {
			t.Error("a later reason took the place of the first")
		}
	})
}
