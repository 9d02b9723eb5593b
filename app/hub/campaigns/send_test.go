package campaigns

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

func TestWorker_sends(t *testing.T) {
	eachWorld(t, sink.Options{Keep: 40}, func(t *testing.T, w *world) {
		w.invite(25)
		w.work(w.S)
		c := w.until(w.send().ID, Completed)
		if c.Counts.Sent != 25 || c.StartedAt == 0 || c.FinishedAt == 0 {
			t.Errorf("%+v", c)
		}
		w.deliveredAll(25)
		t.Run("with a personal link in the guest's language, which the report names too", func(t *testing.T) {
			reported := map[string]Recipient{}
			if err := w.S.Recipients(t.Context(), c, RecipientPage{Rows: 100}, func(r Recipient) error { reported[r.Email] = r; return nil }); err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, m := range w.Sink.Taken() {
				r := reported[m.To]
				i := slices.IndexFunc(links(t, m.Content), func(u *url.URL) bool { return u.String() == r.RSVPURL })
				if i < 0 || !strings.HasSuffix(r.RSVPURL, "&lang="+r.Language) || seen[r.RSVPURL] {
					t.Errorf("%s: %s not among %v", m.To, r.RSVPURL, links(t, m.Content))
				}
				seen[r.RSVPURL] = true
			}
			if n := w.count("SELECT COUNT(*) FROM rsvp_links WHERE event_id = 'gala' AND recipient_id IS NOT NULL"); n != 25 {
				t.Errorf("%d personal links are known, want 25", n)
			}
		})
		t.Run("a second time to the same list, as another campaign", func(t *testing.T) {
			w.on(t).until(w.send().ID, Completed)
			if n := w.Sink.Len(); n != 50 {
				t.Errorf("%d messages, want 50", n)
			}
		})
	})
}

// TestWorker_relays is the table of what a relay may answer (R11).
func TestWorker_relays(t *testing.T) {
	g1 := "g1@example.org"
	for _, c := range []struct {
		name      string
		rules     []sink.Rule
		times     mail.Timeouts
		later     time.Duration // the clock is moved by so much, again and again, until the campaign is as wanted
		want      Status
		reason    string
		states    []string // of g0 to g3, unless all are sent
		delivered []string // unless each has one message
	}{
		{name: "421 at the greeting: it is tried again, and nobody's attempts are used up", rules: []sink.Rule{{At: sink.Greeting, Times: 6, Reply: "421 4.3.2 not now", Drop: true}}, want: Completed},
		{name: "450 at RCPT: later", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Times: 1, Reply: "450 4.2.0 greylisted"}}, later: 16 * time.Second, want: Completed},
		{name: "450 after the dot: later", rules: []sink.Rule{{At: sink.Dot, To: g1, Times: 2, Reply: "450 4.2.0 busy"}}, later: 31 * time.Second, want: Completed},
		{name: "450 for ever: failed after 8 attempts", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Reply: "450 4.2.0 greylisted"}}, later: time.Hour, want: Completed,
			states: []string{"g0 sent", "g1 failed", "g2 sent", "g3 sent"}, delivered: []string{"g0", "g2", "g3"}},
		{name: "550 at RCPT: failed at once", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Reply: "550 5.1.1 no such user"}}, want: Completed,
			states: []string{"g0 sent", "g1 failed", "g2 sent", "g3 sent"}, delivered: []string{"g0", "g2", "g3"}},
		{name: "552 after the dot: failed at once", rules: []sink.Rule{{At: sink.Dot, To: g1, Reply: "552 5.3.4 too big"}}, want: Completed,
			states: []string{"g0 sent", "g1 failed", "g2 sent", "g3 sent"}, delivered: []string{"g0", "g2", "g3"}},
		{name: "a connection lost before the content: later", rules: []sink.Rule{{At: sink.Data, To: g1, Times: 1, Drop: true}}, later: 16 * time.Second, want: Completed},
		{name: "a connection lost after the dot: unconfirmed, and never sent again", rules: []sink.Rule{{At: sink.Counted, To: g1, Drop: true}}, want: Interrupted, reason: UnconfirmedLeft,
			states: []string{"g0 sent", "g1 pending unconfirmed", "g2 sent", "g3 sent"}},
		{name: "silence after the dot: unconfirmed", rules: []sink.Rule{{At: sink.Counted, To: g1, Stall: true}}, times: mail.Timeouts{Open: time.Minute, Command: time.Minute, Content: time.Minute, Answer: 100 * time.Millisecond, Quit: time.Millisecond},
			want: Interrupted, reason: UnconfirmedLeft, states: []string{"g0 sent", "g1 pending unconfirmed", "g2 sent", "g3 sent"}},
		{name: "silence before the dot: later", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Times: 1, Stall: true}}, times: mail.Timeouts{Open: time.Second, Command: 100 * time.Millisecond, Content: time.Second, Answer: time.Second, Quit: time.Millisecond},
			later: 16 * time.Second, want: Completed},
		{name: "10 MB of a reply after the dot: unconfirmed", rules: []sink.Rule{{At: sink.Counted, To: g1, Endless: 10 << 20}}, want: Interrupted, reason: UnconfirmedLeft,
			states: []string{"g0 sent", "g1 pending unconfirmed", "g2 sent", "g3 sent"}},
		{name: "7 accepted, then 421 for ever at each: goes on with the next connection", rules: []sink.Rule{{At: sink.Mail, From: 2, Times: 2, Reply: "421 4.7.0 enough", Drop: true}}, later: 16 * time.Second, want: Completed},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachWorld(t, sink.Options{Rules: c.rules}, func(t *testing.T, w *world) {
				w.o.Channels = map[string]mail.Channel{Bulk: w.smtp(c.times)}
				w.o.Connections = 2
				w.S = w.service(w.DB)
				w.invite(4)
				w.work(w.S)
				id := w.send().ID
				got := w.untilIt("is "+string(c.want), id, func(now Campaign) bool {
					if c.later != 0 && now.Counts.Pending > 0 {
						w.clock.move(c.later)
					}
					return now.Status == c.want
				})
				if got.Reason != c.reason {
					t.Errorf("reason %q, want %q", got.Reason, c.reason)
				}
				if c.states == nil {
					c.states = []string{"g0 sent", "g1 sent", "g2 sent", "g3 sent"}
				}
				if c.delivered == nil {
					c.delivered = []string{"g0", "g1", "g2", "g3"}
				}
				states := w.states(id)
				for i, s := range states {
					state, _, _ := strings.Cut(s, " (")
					if state != c.states[i] {
						t.Errorf("%s, want %s", s, c.states[i])
					}
				}
				w.delivered(c.delivered...)
				if len(w.Sink.Twice()) > 0 {
					t.Errorf("sent twice: %v", w.Sink.Twice())
				}
			})
		})
	}
}

// TestWorker_NoSuchAddress: an address that is nobody's is not written to again, until staff
// say so; a refusal for another reason is no word on the address (R10, R11).
func TestWorker_NoSuchAddress(t *testing.T) {
	eachWorld(t, sink.Options{Rules: []sink.Rule{
		{At: sink.Rcpt, To: "g1@example.org", Reply: "550 5.1.1 <g1@example.org>: Recipient address rejected: User unknown"},
		{At: sink.Rcpt, To: "g2@example.org", Reply: "554 5.7.1 policy"},
		{At: sink.Rcpt, To: "g3@example.org", Reply: "552 5.2.2 mailbox full"},
		{At: sink.Dot, To: "g4@example.org", Reply: "550 5.1.1 said too late to be about one recipient"},
	}}, func(t *testing.T, w *world) {
		w.invite(6)
		w.work(w.S)
		for round, want := range []string{"failed", "excluded", "failed"} {
			if round == 2 {
				if err := w.S.Unsuppress(t.Context(), staff, "g1@example.org"); err != nil {
					t.Fatal(err)
				}
			}
			id := w.send().ID
			w.until(id, Completed)
			got := w.states(id)
			for i, state := range []string{"sent", want, "failed", "failed", "failed", "sent"} {
				if now, _, _ := strings.Cut(got[i], " ("); now != fmt.Sprintf("g%d %s", i, state) {
					t.Errorf("send %d: %s, want %s", round+1, got[i], state)
				}
			}
			if want == "excluded" && !strings.Contains(got[1], Bounced) {
				t.Errorf("excluded without its reason: %s", got[1])
			}
			list, err := w.S.Suppressions(t.Context(), "", "", 10)
			if err != nil || len(list) != 1 || list[0].Email != "g1@example.org" || list[0].Reason != Bounced || list[0].Event != "gala" {
				t.Errorf("send %d: not written to are %+v (%v)", round+1, list, err)
			}
		}
	})
}

func TestWorker_pauses(t *testing.T) {
	t.Run("when the account is refused, and goes on when staff resume", func(t *testing.T) {
		eachWorld(t, sink.Options{User: "nova", Password: "secret"}, func(t *testing.T, w *world) {
			w.invite(6)
			good := w.o.Channels[Bulk]
			w.o.Channels = map[string]mail.Channel{Bulk: mail.NewRelay(w.wrongPassword())}
			w.S = w.service(w.DB)
			stop := w.work(w.S)
			id := w.send().ID
			c := w.until(id, Paused)
			if c.Reason != SignInFailed || c.Counts.Pending != 6 {
				t.Errorf("%s %+v", c.Reason, c.Counts)
			}
			stop()
			w.o.Channels = map[string]mail.Channel{Bulk: good}
			w.S = w.service(w.DB)
			w.work(w.S)
			if _, err := w.S.Resume(t.Context(), staff, id, false); err != nil {
				t.Fatal(err)
			}
			w.until(id, Completed)
			w.deliveredAll(6)
		})
	})
	t.Run("when many are refused", func(t *testing.T) {
		eachWorld(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, To: "g2*", Reply: "550 5.1.1 no such user"}}}, func(t *testing.T, w *world) {
			w.invite(300)
			w.work(w.S)
			c := w.until(w.send().ID, Paused)
			if c.Reason != ManyFailures || c.Counts.Failed == 0 || c.Counts.Failed > 120 {
				t.Errorf("%s %+v", c.Reason, c.Counts)
			}
		})
	})
	t.Run("when staff say so, between two messages", func(t *testing.T) {
		eachWorld(t, sink.Options{Dot: 5 * time.Millisecond}, func(t *testing.T, w *world) {
			w.invite(400)
			w.work(w.S)
			id := w.send().ID
			w.Sink.Wait(20, time.Minute)
			if _, err := w.S.Pause(t.Context(), staff, "gala"); err != nil {
				t.Fatal(err)
			}
			w.untilIt("released its rows", id, func(Campaign) bool {
				return w.count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase <> 0") == 0
			})
			c := w.campaign(id)
			if n := int64(w.Sink.Len()); c.Counts.Sent != n || n == 400 || c.Status != Paused {
				t.Errorf("%d messages at the relay, %+v", n, c)
			}
			w.clock.move(time.Hour)
			if _, err := w.S.Resume(t.Context(), staff, id, false); err != nil {
				t.Fatal(err)
			}
			if after := w.until(id, Completed); after.StartedAt != c.StartedAt || c.StartedAt == 0 {
				t.Errorf("it began at %d, and since it was resumed at %d", c.StartedAt, after.StartedAt)
			}
			w.deliveredAll(400)
		})
	})
	t.Run("not for a relay that is often down for a moment: only what is down in a row counts", func(t *testing.T) {
		var often []sink.Rule
		for n := range maxChannelFailures + 10 {
			often = append(often, sink.Rule{At: sink.Mail, From: 2 * n, Times: 1, Reply: "421 4.7.0 not now", Drop: true})
		}
		w := newWorld(t, dbtest.Open(t, db.SQLite), sink.Options{Rules: often})
		w.o.Connections = 1
		w.S = w.service(w.DB)
		w.invite(maxChannelFailures + 20)
		w.work(w.S)
		w.until(w.send().ID, Completed)
		w.deliveredAll(maxChannelFailures + 20)
	})
	t.Run("for good when staff cancel", func(t *testing.T) {
		eachWorld(t, sink.Options{Dot: 5 * time.Millisecond}, func(t *testing.T, w *world) {
			w.invite(400)
			w.work(w.S)
			id := w.send().ID
			w.Sink.Wait(20, time.Minute)
			if _, err := w.S.Cancel(t.Context(), staff, "gala"); err != nil {
				t.Fatal(err)
			}
			w.untilIt("released its rows", id, func(Campaign) bool {
				return w.count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase <> 0") == 0
			})
			if _, err := w.S.Resume(t.Context(), staff, id, true); !errs.HasCode(err, "nothing_pending") {
				t.Errorf("resuming it: %v", err)
			}
			if _, err := w.S.Pause(t.Context(), staff, "gala"); !errs.HasCode(err, "no_send") {
				t.Errorf("pausing it: %v", err)
			}
		})
	})
}

func (w *world) wrongPassword() mail.SMTP {
	w.Helper()
	c, err := mail.ParseSMTP(strings.Replace(w.Sink.URL(), "secret", "wrong", 1))
	if err != nil {
		w.Fatal(err)
	}
	return c
}

func TestService_Send_refuses(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		refused := func(code string, n New) {
			t.Helper()
			if _, err := w.S.Send(context.Background(), staff, n); !errs.HasCode(err, code) {
				t.Errorf("%+v: %v, want %s", n, err, code)
			}
			if n := w.count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase = 0"); code != "send_active" && n != 0 {
				t.Errorf("%d recipients were written", n)
			}
		}
		refused("not_found", New{EventID: "none"})
		refused("audience_empty", New{EventID: "gala"})
		w.invite(3)
		refused("invalid", New{EventID: "gala", Params: Params{From: "someone@else.example"}})
		refused("invalid", New{EventID: "gala", Params: Params{Channel: Mailbox}})
		refused("invalid", New{EventID: "gala", Params: Params{Subject: "a\r\nBcc: x@example.org"}})
		w.clock.move(27 * 24 * time.Hour)
		refused("event_started", New{EventID: "gala"})
		if _, err := w.S.Send(t.Context(), staff, New{EventID: "gala", ConfirmLate: true}); err != nil {
			t.Fatal(err)
		}
		refused("send_active", New{EventID: "gala", ConfirmLate: true})
	})
}
