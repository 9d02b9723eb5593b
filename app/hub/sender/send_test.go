package sender_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/hub/suppressions"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

func TestWorker_sends(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 40}, func(t *testing.T, w *sends.World) {
		w.Invite(25)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		if c.Counts.Sent != 25 || c.StartedAt == 0 || c.FinishedAt == 0 {
			t.Errorf("%+v", c)
		}
		w.DeliveredAll(25)
		t.Run("with a personal link in the guest's language, which the report names too", func(t *testing.T) {
			reported := map[string]campaigns.Recipient{}
			if err := w.S.Recipients(t.Context(), c, campaigns.RecipientPage{Rows: 100},
				func(r campaigns.Recipient) error { reported[r.Email] = r; return nil }); err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, m := range w.Sink.Taken() {
				r := reported[m.To]
				i := slices.IndexFunc(sends.MessageLinks(t, m.Content), func(u *url.URL) bool { return u.String() == r.RSVPURL })
				if i < 0 || !strings.HasSuffix(r.RSVPURL, "&lang="+r.Language) || seen[r.RSVPURL] {
					t.Errorf("%s: %s not among %v", m.To, r.RSVPURL, sends.MessageLinks(t, m.Content))
				}
				seen[r.RSVPURL] = true
			}
			if n := w.Count("SELECT COUNT(*) FROM rsvp_links WHERE event_id = 'gala' AND recipient_id IS NOT NULL"); n != 25 {
				t.Errorf("%d personal links are known, want 25", n)
			}
		})
		t.Run("a second time to the same list, as another campaign", func(t *testing.T) {
			w.On(t).Until(w.Send().ID, campaigns.Completed)
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
		want      campaigns.State
		reason    string
		states    []string // of g0 to g3, unless all are sent
		delivered []string // unless each has one message
	}{
		{name: "421 at the greeting: it is tried again, and nobody's attempts are used up",
			rules: []sink.Rule{{At: sink.Greeting, Times: 6, Reply: "421 4.3.2 not now", Drop: true}}, want: campaigns.Completed},
		{name: "450 at RCPT: later", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Times: 1, Reply: "450 4.2.0 greylisted"}},
			later: 16 * time.Second, want: campaigns.Completed},
		{name: "450 after the dot: later", rules: []sink.Rule{{At: sink.Dot, To: g1, Times: 2, Reply: "450 4.2.0 busy"}}, later: 31 * time.Second,
			want: campaigns.Completed},
		{name: "450 for ever: failed after 8 attempts", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Reply: "450 4.2.0 greylisted"}},
			later: time.Hour, want: campaigns.Completed,
			states: []string{"g0 sent", "g1 failed", "g2 sent", "g3 sent"}, delivered: []string{"g0", "g2", "g3"}},
		{name: "550 at RCPT: failed at once", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Reply: "550 5.1.1 no such user"}},
			want:   campaigns.Completed,
			states: []string{"g0 sent", "g1 failed", "g2 sent", "g3 sent"}, delivered: []string{"g0", "g2", "g3"}},
		{name: "552 after the dot: failed at once", rules: []sink.Rule{{At: sink.Dot, To: g1, Reply: "552 5.3.4 too big"}},
			want:   campaigns.Completed,
			states: []string{"g0 sent", "g1 failed", "g2 sent", "g3 sent"}, delivered: []string{"g0", "g2", "g3"}},
		{name: "a connection lost before the content: later", rules: []sink.Rule{{At: sink.Data, To: g1, Times: 1, Drop: true}},
			later: 16 * time.Second, want: campaigns.Completed},
		{name: "a connection lost after the dot: unconfirmed, and never sent again", rules: []sink.Rule{{At: sink.Counted, To: g1, Drop: true}},
			want: campaigns.Interrupted, reason: campaigns.UnconfirmedLeft,
			states: []string{"g0 sent", "g1 pending unconfirmed", "g2 sent", "g3 sent"}},
		{name: "silence after the dot: unconfirmed", rules: []sink.Rule{{At: sink.Counted, To: g1, Stall: true}},
			times: mail.Timeouts{Open: time.Minute, Command: time.Minute, Content: time.Minute, Answer: 100 * time.Millisecond,
				Quit: time.Millisecond},
			want: campaigns.Interrupted, reason: campaigns.UnconfirmedLeft,
			states: []string{"g0 sent", "g1 pending unconfirmed", "g2 sent", "g3 sent"}},
		{name: "silence before the dot: later", rules: []sink.Rule{{At: sink.Rcpt, To: g1, Times: 1, Stall: true}},
			times: mail.Timeouts{Open: time.Second, Command: 100 * time.Millisecond, Content: time.Second, Answer: time.Second,
				Quit: time.Millisecond},
			later: 16 * time.Second, want: campaigns.Completed},
		{name: "10 MB of a reply after the dot: unconfirmed", rules: []sink.Rule{{At: sink.Counted, To: g1, Endless: 10 << 20}},
			want: campaigns.Interrupted, reason: campaigns.UnconfirmedLeft,
			states: []string{"g0 sent", "g1 pending unconfirmed", "g2 sent", "g3 sent"}},
		{name: "7 accepted, then 421 for ever at each: goes on with the next connection",
			rules: []sink.Rule{{At: sink.Mail, From: 2, Times: 2, Reply: "421 4.7.0 enough", Drop: true}}, later: 16 * time.Second,
			want: campaigns.Completed},
	} {
		t.Run(c.name, func(t *testing.T) {
			sends.Each(t, sink.Options{Rules: c.rules}, func(t *testing.T, w *sends.World) {
				w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: w.Relay(c.times)}
				w.Options.Connections = 2
				w.S = w.NewService(w.DB)
				w.Invite(4)
				w.Work(w.S)
				id := w.Send().ID
				got := w.UntilIt("is "+string(c.want), id, func(now campaigns.Campaign) bool {
					if c.later != 0 && now.Counts.Pending > 0 {
						w.Clock.Advance(c.later)
					}
					return now.State == c.want
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
				states := w.States(id)
				for i, s := range states {
					state, _, _ := strings.Cut(s, " (")
					if state != c.states[i] {
						t.Errorf("%s, want %s", s, c.states[i])
					}
				}
				w.Delivered(c.delivered...)
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
	sends.Each(t, sink.Options{Rules: []sink.Rule{
		{At: sink.Rcpt, To: "g1@example.org", Reply: "550 5.1.1 <g1@example.org>: Recipient address rejected: User unknown"},
		{At: sink.Rcpt, To: "g2@example.org", Reply: "554 5.7.1 policy"},
		{At: sink.Rcpt, To: "g3@example.org", Reply: "552 5.2.2 mailbox full"},
		{At: sink.Dot, To: "g4@example.org", Reply: "550 5.1.1 said too late to be about one recipient"},
	}}, func(t *testing.T, w *sends.World) {
		w.Invite(6)
		w.Work(w.S)
		for round, want := range []string{"failed", "excluded", "failed"} {
			if round == 2 {
				if err := suppressions.NewService(w.DB, w.Clock.Now).Unsuppress(t.Context(), sends.Staff, "g1@example.org"); err != nil {
					t.Fatal(err)
				}
			}
			id := w.Send().ID
			w.Until(id, campaigns.Completed)
			got := w.States(id)
			for i, state := range []string{"sent", want, "failed", "failed", "failed", "sent"} {
				if now, _, _ := strings.Cut(got[i], " ("); now != fmt.Sprintf("g%d %s", i, state) {
					t.Errorf("send %d: %s, want %s", round+1, got[i], state)
				}
			}
			if want == "excluded" && !strings.Contains(got[1], campaigns.Bounced) {
				t.Errorf("excluded without its reason: %s", got[1])
			}
			list, err := suppressions.NewService(w.DB, w.Clock.Now).List(t.Context(), "", "", 10)
			if err != nil || len(list) != 1 || list[0].Email != "g1@example.org" || list[0].Reason != campaigns.Bounced || list[0].Event != "gala" ||
				list[0].Cause != mail.NoSuchAddress || !strings.Contains(list[0].Diagnostic, "User unknown") {
				t.Errorf("send %d: not written to are %+v (%v)", round+1, list, err)
			}
			w.CheckCounts(id)
			if n := w.Campaign(id).Counts; n.Bounced != []int64{3, 2, 3}[round] || n.Failed != n.Bounced+1 {
				t.Errorf("send %d: %+v", round+1, n)
			}
			ask, n, err := suppressions.NewService(w.DB, w.Clock.Now).ToDecide(t.Context(), 10)
			if err != nil || n != []int64{0, 0, 2}[round] || n == 2 && (ask[0].Cause != mail.Policy || ask[1].Cause != mail.MailboxFull) {
				t.Errorf("send %d: staff are asked about %+v (%v)", round+1, ask, err)
			}
		}
	})
}

func TestWorker_pauses(t *testing.T) {
	t.Run("when the account is refused, and goes on when staff resume", func(t *testing.T) {
		sends.Each(t, sink.Options{User: "nova", Password: "secret"}, func(t *testing.T, w *sends.World) {
			w.Invite(6)
			good := w.Options.Channels[campaigns.Bulk]
			w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: mail.NewRelay(w.WrongPassword())}
			w.S = w.NewService(w.DB)
			stop := w.Work(w.S)
			id := w.Send().ID
			c := w.Until(id, campaigns.Paused)
			if c.Reason != campaigns.SignInFailed || c.Counts.Pending != 6 {
				t.Errorf("%s %+v", c.Reason, c.Counts)
			}
			stop()
			w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: good}
			w.S = w.NewService(w.DB)
			w.Work(w.S)
			if _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{}); err != nil {
				t.Fatal(err)
			}
			w.Until(id, campaigns.Completed)
			w.DeliveredAll(6)
		})
	})
	t.Run("when many are refused", func(t *testing.T) {
		sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, To: "g2*", Reply: "550 5.1.1 no such user"}}},
			func(t *testing.T, w *sends.World) {
				w.Invite(300)
				w.Exec(`INSERT INTO people (id, email, name, role, language, created_at, updated_at)
					VALUES ($1, 'rosalie@example.org', 'Rosalie', 'events', 'fr', 1, 1)`, sends.Staff.PersonID)
				w.Run(w.Worker(w.S, sends.Frozen)) // staff are told in the transaction that pauses it, not by a later round
				c := w.Until(w.Send().ID, campaigns.Paused)
				if n := w.Count("SELECT COUNT(*) FROM notifications WHERE data LIKE '%paused%'"); n != 1 {
					t.Errorf("staff were told %d times", n)
				}
				if c.Reason != campaigns.ManyFailures || c.Counts.Failed == 0 || c.Counts.Failed > 120 {
					t.Errorf("%s %+v", c.Reason, c.Counts)
				}
			})
	})
	t.Run("but not when the last messages are those that make too many refused", func(t *testing.T) {
		sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, To: "*", Reply: "550 5.1.1 no such user"}}},
			func(t *testing.T, w *sends.World) {
				w.Invite(50) // of fewer messages the share of refusals says nothing
				w.Run(w.Worker(w.S))
				if c := w.Until(w.Send().ID, campaigns.Completed); c.Counts.Failed != 50 {
					t.Errorf("%+v", c.Counts)
				}
			})
	})
	t.Run("when staff say so, between two messages", func(t *testing.T) {
		sends.Each(t, sink.Options{Dot: 5 * time.Millisecond}, func(t *testing.T, w *sends.World) {
			w.Invite(400)
			w.Work(w.S)
			id := w.Send().ID
			w.Sink.Wait(20, time.Minute)
			if _, err := w.S.Pause(t.Context(), sends.Staff, "gala"); err != nil {
				t.Fatal(err)
			}
			w.UntilIt("released its rows", id, func(campaigns.Campaign) bool {
				return w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase <> 0") == 0
			})
			c := w.Campaign(id)
			if n := int64(w.Sink.Len()); c.Counts.Sent != n || n == 400 || c.State != campaigns.Paused {
				t.Errorf("%d messages at the relay, %+v", n, c)
			}
			w.Clock.Advance(time.Hour)
			if _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{}); err != nil {
				t.Fatal(err)
			}
			if after := w.Until(id, campaigns.Completed); after.StartedAt != c.StartedAt || c.StartedAt == 0 {
				t.Errorf("it began at %d, and since it was resumed at %d", c.StartedAt, after.StartedAt)
			}
			w.DeliveredAll(400)
		})
	})
	t.Run("not for a relay that is often down for a moment: only what is down in a row counts", func(t *testing.T) {
		var often []sink.Rule
		for n := range sender.MaxChannelFailures + 10 {
			often = append(often, sink.Rule{At: sink.Mail, From: 2 * n, Times: 1, Reply: "421 4.7.0 not now", Drop: true})
		}
		w := sends.New(t, dbtest.Open(t, db.SQLite), sink.Options{Rules: often})
		w.Options.Connections = 1
		w.S = w.NewService(w.DB)
		w.Invite(sender.MaxChannelFailures + 20)
		w.Work(w.S)
		w.Until(w.Send().ID, campaigns.Completed)
		w.DeliveredAll(sender.MaxChannelFailures + 20)
	})
	for _, x := range []struct{ answers, reply, want string }{
		{"refuses the recipients in between", "550 5.1.1 no such user", "failed"},
		{"has the recipients wait in between", "450 4.2.0 greylisted", "pending"},
	} {
		t.Run("not for a relay that is often down for a moment and "+x.answers, func(t *testing.T) {
			rules := []sink.Rule{{At: sink.Rcpt, Reply: x.reply}}
			for n := range sender.MaxChannelFailures + 10 {
				rules = append(rules, sink.Rule{At: sink.Mail, From: 2 * n, Times: 1, Reply: "421 4.7.0 not now", Drop: true})
			}
			w := sends.New(t, dbtest.Open(t, db.SQLite), sink.Options{Rules: rules})
			w.Options.Connections = 1
			w.S = w.NewService(w.DB)
			const guests = sender.MaxChannelFailures + 20
			w.Invite(guests).Work(w.S)
			c := w.UntilIt("has an answer for everybody", w.Send().ID, func(c campaigns.Campaign) bool {
				return c.State == campaigns.Paused || w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE attempts = 1") == guests
			})
			if got := w.States(c.ID)[0]; c.State == campaigns.Paused || got != "g0 "+x.want+" ("+x.reply[4:]+")" {
				t.Errorf("the campaign is %s (%s), and %s", c.State, c.Reason, got)
			}
		})
	}
	t.Run("for good when staff cancel", func(t *testing.T) {
		sends.Each(t, sink.Options{Dot: 5 * time.Millisecond}, func(t *testing.T, w *sends.World) {
			w.Invite(400)
			w.Work(w.S)
			id := w.Send().ID
			w.Sink.Wait(20, time.Minute)
			if _, err := w.S.Cancel(t.Context(), sends.Staff, "gala"); err != nil {
				t.Fatal(err)
			}
			w.UntilIt("released its rows", id, func(campaigns.Campaign) bool {
				return w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase <> 0") == 0
			})
			if _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{Again: true}); !errs.HasCode(err, "nothing_pending") {
				t.Errorf("resuming it: %v", err)
			}
			if _, err := w.S.Pause(t.Context(), sends.Staff, "gala"); !errs.HasCode(err, "no_send") {
				t.Errorf("pausing it: %v", err)
			}
		})
	})
}

// A campaign is completed when the provider reports the message of the last recipient, who waits for another attempt.
func TestWorker_ends_when_the_last_is_reported(t *testing.T) {
	sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Dot, To: "g1@example.org", Times: 1, Reply: "450 4.2.0 busy"}}},
		func(t *testing.T, w *sends.World) {
			w.Invite(2).Work(w.S)
			c := w.Send()
			w.UntilIt("waits for another attempt", c.ID, func(c campaigns.Campaign) bool {
				return c.Counts.Sent == 1 && w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE attempts = 1 AND status = 0") == 1
			})
			c = w.Campaign(c.ID)
			if err := w.Tracking.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{{
				Kind: mail.Delivered, At: w.Clock.Now(), ID: w.S.MessageID(c, c.LastID, "example.com"),
			}}); err != nil {
				t.Fatal(err)
			}
			w.Until(c.ID, campaigns.Completed)
			w.DeliveredAll(1)
		})
}

// TestCommitter_failed_commit shows that outcomes count towards the pause for too many refusals once they are committed: the
// connections send them again after an error, as often as it takes.
func TestCommitter_failed_commit(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Campaign(w.Invite(20).Send().ID)
		m, err := w.Worker(w.S).Join(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if n, err := m.RefusalsCounted(cancelled, c, 10); err == nil || n != 0 {
			t.Errorf("a failed commit counts %d refusals: %v", n, err)
		}
		if n, err := m.RefusalsCounted(t.Context(), c, 10); err != nil || n != 10 {
			t.Errorf("a commit counts %d of 10 refusals: %v", n, err)
		}
	})
}

// TestWorker_logs shows what an operator reads of a send whose relay is down at first: one line when that begins and one when it is over.
func TestWorker_logs(t *testing.T) {
	sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Greeting, Times: 6, Reply: "421 4.3.2 not now", Drop: true}}},
		func(t *testing.T, w *sends.World) {
			w.Invite(20)
			stop := w.Work(w.S)
			w.Until(w.Send().ID, campaigns.Completed)
			stop()
			text := w.Log.String()
			for _, line := range []string{
				`msg="sender: sending a campaign" campaign=1 event=gala pending=20`,
				`msg="sender: the mail server fails" campaign=1 channel=bulk error="mail: down: 421 4.3.2 not now"`,
				`msg="sender: the mail server works again" failed_for=`,
				`msg="sender: stopped sending a campaign" campaign=1 status=completed reason="" sent=20 failed=0 pending=0 unconfirmed=0`,
			} {
				if n := strings.Count(text, line); n != 1 {
					t.Errorf("%d lines have %s, want 1:\n%s", n, line, text)
				}
			}
		})
}

// TestWorker_planner: until PostgreSQL knows of a new list it plans as if a handful of recipients were pending, and reads all of them for
// each commit.
func TestWorker_planner(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{})
	dbtest.Stale(t, w.DB, "campaign_recipients")
	w.Invite(1200)
	c := w.Send()
	w.Work(w.S)
	w.Sink.Wait(1, time.Minute)
	if n := w.Count("SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = CAST('campaign_recipients' AS REGCLASS)"); n != 1200 {
		t.Errorf("while a campaign is sent, PostgreSQL knows of %d of its 1,200 recipients", n)
	}
	w.Until(c.ID, campaigns.Completed)
}
