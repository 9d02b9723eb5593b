package campaigns_test

import (
	"bytes"
	"context"
	"io"
	"mime/quotedprintable"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// guests are the registrations of the gala, as guests make them.
type guests struct {
	*sends.World
	rsvp  *rsvp.Service
	event events.Event
}

func guestsOf(w *sends.World) guests {
	w.Helper()
	e, err := events.ByID(context.Background(), w.DB, "gala")
	if err != nil {
		w.Fatal(err)
	}
	return guests{w, rsvp.NewService(w.DB, w.Clock.Now, w.Options.Secret, rsvp.MailOptions{}), e}
}

// answers saves an answer of a guest; token is that of a personal link, or empty.
func (g guests) answers(a rsvp.Answer, token string) {
	g.Helper()
	a.Language = i18n.EN
	_, err := g.rsvp.Submit(context.Background(), "gala", rsvp.Submission{Answer: a, Token: token}, rsvp.Visitor{IP: "192.0.2.1"})
	if err != nil {
		g.Fatal(err)
	}
}

// own returns the registration that a personal link shows.
func (g guests) own(token string) (rsvp.RSVP, bool) {
	g.Helper()
	owner, linked, err := g.rsvp.Guest(context.Background(), g.event, token)
	if err != nil || !linked {
		g.Fatalf("the link is not valid: %v", err)
	}
	r, ok, err := g.rsvp.Answered(context.Background(), g.event, owner)
	if err != nil {
		g.Fatal(err)
	}
	return r, ok
}

// sends sends a message that was turned on, and returns its campaign.
func (g guests) sends(m campaigns.EventMessage) campaigns.Campaign {
	g.Helper()
	g.Clock.Advance(m.Due.Time().Sub(g.Clock.Now()))
	defer g.Work(g.S)()
	return g.Until(m.CampaignID, campaigns.Completed)
}

// A message goes to the address that a registration gives, which may be anybody's: its link leads to that registration alone.
func TestWorker_messages_lead_to_the_registration(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 9}, func(t *testing.T, w *sends.World) {
		customer(w, "C-1", "active")
		w.Exec("UPDATE directory_customers SET number_key = $1", contact.NumberKey("C-1"))
		g := guestsOf(w)
		must(t, w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return rsvp.IssueLinks(ctx, tx, 1, []rsvp.Link{{Token: "of-c1", EventID: "gala", Name: "Cleo", Email: "cleo@example.org",
				Language: i18n.EN, CustomerID: "C-1", RecipientID: 7}})
		}))
		g.answers(rsvp.Answer{Name: "Cleo", Email: "cleo@example.org", People: 3}, "of-c1")
		g.answers(rsvp.Answer{Name: "Zed", Email: "zed@example.org", CustomerNumber: "C-1", People: 1}, "")
		if n := w.Count("SELECT COUNT(*) FROM rsvps WHERE confidence = 'probable' AND customer_id = 'C-1' AND name = 'Zed'"); n != 1 {
			t.Fatal("the number of another customer is no probable match")
		}
		c := g.sends(turnOn(t, w, campaigns.DayBefore))
		link := func(email string) string {
			return campaigns.NewLinkTokens(w.Options.Secret, c.Salt).RSVP(w.Recipient(c, email).ID)
		}
		zeds := link("zed@example.org")
		if r, ok := g.own(zeds); !ok || r.Name != "Zed" || r.People != 1 {
			t.Errorf("the link of a guest with a mistyped number shows %q with %d people", r.Name, r.People)
		}
		g.answers(rsvp.Answer{Name: "Zed", People: 0}, zeds)
		if r, ok := g.own(link("cleo@example.org")); !ok || r.Name != "Cleo" || r.People != 3 {
			t.Errorf("the customer's own link shows %q with %d people", r.Name, r.People)
		}
		if r, _ := g.own(zeds); r.People != 0 {
			t.Errorf("the answer by the link was saved elsewhere: %+v", r)
		}
	})
}

// A guest may register another person's address with any text as the name: the message to the address has none of it.
func TestWorker_messages_have_plain_names(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 9}, func(t *testing.T, w *sends.World) {
		g := guestsOf(w)
		g.answers(rsvp.Answer{Name: "Claim your prize at evil.example", Email: "victim@example.org", People: 0}, "")
		g.answers(rsvp.Answer{Name: "Zoé D’Amour", Email: "zoe@example.org", People: 0}, "")
		m, err := w.S.SaveMessage(t.Context(), sends.Staff, "gala", campaigns.DeclinedAfter, campaigns.MessageChanges{On: new(true),
			EN: campaigns.MessageContentChanges{Subject: new("A word, {{name}}{{firstname}}")}})
		must(t, err)
		g.sends(m)
		for _, taken := range w.Sink.Taken() {
			text, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(taken.Content)))
			must(t, err)
			all := string(text)
			if strings.Contains(all, "evil") || strings.Contains(all, "prize") {
				t.Errorf("a stranger's text goes to %s:\n%s", taken.To, all)
			}
			if taken.To == "zoe@example.org" && !strings.Contains(all, "Zoé D’Amour") {
				t.Errorf("a plain name is left out:\n%s", all)
			}
		}
		w.Delivered("victim", "zoe")
	})
}

// Those who get a message are chosen when it begins, and looked at once more when each is sent.
func TestWorker_messages_after_other_answers(t *testing.T) {
	for _, x := range []struct {
		name string
		kind campaigns.MessageKind
		want []string
	}{
		{"to those who come: not to who cancelled or whose registration was deleted", campaigns.DayBefore, []string{"ann", "cid"}},
		{"to those who declined: not to who comes after all", campaigns.DeclinedAfter, []string{"eve"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				replies(w, "Ann 2", "Bea 1", "Cid 3", "Dan 1", "Eve 0", "Flo 0")
				m := turnOn(t, w, x.kind)
				w.Clock.Advance(m.Due.Time().Sub(w.Clock.Now()))
				must(t, w.S.BeginDue(t.Context()))
				w.Exec("UPDATE rsvps SET people = 0 WHERE name = 'Bea'")
				w.Exec("DELETE FROM rsvps WHERE name = 'Dan'")
				w.Exec("UPDATE rsvps SET people = 1 WHERE name IN ('Flo', 'Cid')")
				w.Work(w.S)
				c := w.Until(m.CampaignID, campaigns.Completed)
				w.Delivered(x.want...)
				for email, reason := range map[string]string{"bea@example.org": campaigns.Registered, "dan@example.org": campaigns.Unregistered} {
					if out := w.Recipient(c, email); out.ID != 0 && (out.Reason != reason || i18n.CampOut[reason].FR == "") {
						t.Errorf("%+v, want %s", out, reason)
					}
				}
				w.CheckCounts(c.ID)
			})
		})
	}
}

// A campaign that has begun does not go on once its event is hidden or has begun, unless it is to.
func TestWorker_takes_nothing_up_of_a_hidden_event(t *testing.T) {
	for _, x := range []struct {
		name   string
		change string
		late   bool
		reason string // empty: it goes on
	}{
		{"withdrawn", "UPDATE events SET state = 'draft'", false, campaigns.EventHidden},
		{"begun", "UPDATE events SET starts_at = created_at", false, campaigns.EventStarted},
		{"begun, of a campaign that was confirmed for it", "UPDATE events SET starts_at = created_at", true, ""},
		{"closed", "UPDATE events SET state = 'closed'", false, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				c, err := w.Invite(2).S.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", ConfirmLate: x.late})
				must(t, err)
				w.Exec(x.change)
				stop := w.Work(w.S)
				if x.reason == "" {
					w.Until(c.ID, campaigns.Completed)
					w.DeliveredAll(2)
					return
				}
				if c = w.Until(c.ID, campaigns.Paused); c.Reason != x.reason || c.Counts.Pending != 2 {
					t.Errorf("%q %+v", c.Reason, c.Counts)
				}
				if i18n.NoteSendStopped[x.reason].FR == "" || i18n.CampReasons[x.reason].FR == "" {
					t.Error("the reason has no words")
				}
				stop()
				if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); !errs.HasCode(err, x.reason) {
					t.Errorf("resumed: %v", err)
				}
				w.Delivered()
				w.Exec("UPDATE events SET state = 'open', starts_at = $1", db.InstantOf(sends.Began.Add(24*time.Hour)))
				if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); err != nil {
					t.Fatal(err)
				}
				w.Work(w.S)
				w.Until(c.ID, campaigns.Completed)
				w.DeliveredAll(2)
			})
		})
	}
}

// One signal, such as a number that somebody mistypes, does not make an answer that of the customer, who is reminded all the same.
func TestReminder_of_a_customer_whose_number_another_guest_gave(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		customer(w, "C-1", "active")
		w.Exec("UPDATE directory_customers SET number_key = $1", contact.NumberKey("C-1"))
		batch(w, "csv", "{}", [2]string{"cleo", "C-1"}, [2]string{"dan", ""})
		stop := w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		stop()
		g := guestsOf(w)
		answer := func(name, link string) {
			g.answers(rsvp.Answer{Name: name, Email: name + "@example.org", CustomerNumber: "C-1", People: 1}, link)
		}
		answer("zed", "")
		must(t, w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return rsvp.IssueLinks(ctx, tx, 1, []rsvp.Link{{Token: "of-uma", EventID: "gala", Name: "Uma", Email: "uma@example.org", Language: i18n.EN,
				RecipientID: 9000}})
		}))
		answer("uma", "of-uma") // a guest without a customer, by a link of her own
		if n := w.Count("SELECT COUNT(*) FROM rsvps WHERE recipient_id = 9000 AND customer_id = 'C-1' AND confidence = 'probable'"); n != 1 {
			t.Fatal("the number of another customer is no probable match")
		}
		if p, err := w.S.Candidates(t.Context(), "gala", c.ID); err != nil || len(p.Sample) != 2 || w.Campaign(c.ID).Counts.Registered != 0 {
			t.Errorf("%+v, %v; %d have answered", p, err, w.Campaign(c.ID).Counts.Registered)
		}
		r, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala"}, c.ID)
		must(t, err)
		answer("yan", "") // between the reservation and the claim
		w.Work(w.S)
		if got := w.Until(r.ID, campaigns.Completed); got.Counts.Sent != 2 || got.Counts.Excluded != 0 {
			t.Errorf("%+v", got.Counts)
		}
		id := w.Count("SELECT id FROM rsvps WHERE name = 'zed'")
		_, err = g.rsvp.DecideMatch(t.Context(), sends.Staff, "gala", id, nil, true)
		must(t, err)
		if n := w.Campaign(c.ID).Counts.Registered; n != 1 {
			t.Errorf("after staff have confirmed it, %d have answered", n)
		}
		g.answers(rsvp.Answer{Name: "zed", Email: "zed@example.org", CustomerNumber: "C-1", People: 2}, "")
		if n := w.Count("SELECT COUNT(*) FROM rsvps WHERE name = 'zed' AND people = 2 AND confidence = 'probable'"); n != 1 {
			t.Fatal("the guest's second answer has no probable match")
		}
		if n := w.Campaign(c.ID).Counts.Registered; n != 1 {
			t.Errorf("after the same guest has answered again, %d have answered", n)
		}
	})
}

// An event may be a draft when staff send: they have confirmed it, or a program has sent at once. Nothing else goes out of a draft.
func TestWorker_sends_of_a_draft(t *testing.T) {
	later := campaigns.Schedule{StartsAt: db.InstantOf(sends.Began.Add(time.Hour))}
	by := func(n campaigns.New) func(*testing.T, *sends.World) {
		return func(t *testing.T, w *sends.World) {
			n.EventID = "gala"
			_, err := w.S.Send(t.Context(), sends.Staff, n)
			must(t, err)
		}
	}
	program := func(body string) func(*testing.T, *sends.World) {
		return func(t *testing.T, w *sends.World) { office(w, nil).On(t).Post("/events/gala/send", body).Want(201) }
	}
	for _, x := range []struct {
		name  string
		state string // of the event when it is sent; then it is a draft
		send  func(*testing.T, *sends.World)
		goes  bool
	}{
		{"that was confirmed", "draft", by(campaigns.New{ConfirmDraft: true}), true},
		{"that was confirmed for later", "draft", by(campaigns.New{ConfirmDraft: true, Schedule: later}), true},
		{"by a program, at once", "draft", program(`{}`), true},
		{"by a program, for later", "draft", program(`{"starts_at":"` + later.StartsAt.String() + `"}`), false},
		{"that nobody has confirmed", "draft", by(campaigns.New{}), false},
		{"that was open when it was sent", "open", by(campaigns.New{ConfirmDraft: true}), false},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				w.Options.Postal = "1, rue A"
				w.S = w.NewService(w.DB)
				w.Invite(2).Exec("UPDATE events SET state = $1", x.state)
				x.send(t, w)
				w.Exec("UPDATE events SET state = 'draft'")
				w.Clock.Advance(time.Hour + time.Minute)
				must(t, w.S.BeginDue(t.Context()))
				stop := w.Work(w.S)
				recorded := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'campaign' AND changes LIKE '%"draft":[null,true]%'`) > 0
				if recorded != x.goes {
					t.Errorf("the audit log has it: %v", recorded)
				}
				if x.goes {
					w.Until(1, campaigns.Completed)
					w.DeliveredAll(2)
					return
				}
				if c := w.Until(1, campaigns.Paused); c.Reason != campaigns.EventHidden {
					t.Errorf("%q", c.Reason)
				}
				stop()
				w.Delivered()
			})
		})
	}
}

// Staff may have a campaign go on although its event has begun, and nothing of it otherwise.
func TestService_goes_on_late(t *testing.T) {
	begun := func(t *testing.T, w *sends.World) campaigns.Campaign {
		t.Helper()
		c := w.Invite(3).Send()
		w.Exec("UPDATE events SET starts_at = created_at")
		return w.Campaign(c.ID)
	}
	t.Run("by Resume", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := begun(t, w)
			w.Work(w.S)
			w.Until(c.ID, campaigns.Paused)
			if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); !errs.HasCode(err, campaigns.EventStarted) {
				t.Errorf("not confirmed: %v", err)
			}
			office(w, nil).On(t).Post("/events/campaign-resume", `{"campaign_id":1,"confirm_late":true}`).Want(200)
			w.Until(c.ID, campaigns.Completed)
			w.DeliveredAll(3)
			if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE action = 'resumed' AND changes LIKE '%"late":[null,true]%'`); n != 1 {
				t.Errorf("%d entries of the audit log say so", n)
			}
		})
	})
	t.Run("by Resolve", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := begun(t, w)
			w.Abandon(c, 0, 3)
			stop := w.Work(w.S)
			if got := w.Until(c.ID, campaigns.Interrupted); got.Reason != campaigns.UnconfirmedLeft {
				t.Errorf("only unconfirmed messages are left, and it is stopped for %q", got.Reason)
			}
			stop()
			_, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{})
			if got := w.Campaign(c.ID); !errs.HasCode(err, campaigns.EventStarted) || got.Counts.Unconfirmed != 3 || got.State != campaigns.Interrupted {
				t.Errorf("not confirmed: %v, %s %+v", err, got.State, got.Counts)
			}
			office(w, nil).On(t).Post("/campaigns/1/unconfirmed", `{"action":"send_again","confirm_late":true}`).Want(200)
			w.Work(w.S)
			w.Until(c.ID, campaigns.Completed)
			w.DeliveredAll(3)
		})
	})
	t.Run("by a tick on the page", func(t *testing.T) {
		w := small(t, sink.Options{})
		c := begun(t, w)
		stop := w.Work(w.S)
		w.Until(c.ID, campaigns.Paused)
		stop()
		staff, page, l := office(w, nil), paths.Campaign(c.ID, nil), i18n.EN
		a := staff.On(t).Get(page).Want(200)
		if got := a.Text("#resume"); !strings.Contains(got, l.T(i18n.SendLate)) || a.Has(".page-head form[action$='/resume']") {
			t.Errorf("%q", got)
		}
		a = staff.On(t).Form(paths.ResumeCampaign(c.ID), nil).Follow().Want(200)
		if got := a.Text(".toast"); !strings.Contains(got, l.T(i18n.CampReasons[campaigns.EventStarted])) {
			t.Errorf("without the tick: %q", got)
		}
		w.Exec("UPDATE campaigns SET status = 'interrupted', reason = 'unconfirmed', unconfirmed = 3, version = version + 1")
		w.Exec("UPDATE campaign_recipients SET phase = 3")
		if a = staff.On(t).Get(page).Want(200); !a.Has("#unconfirmed input[name=confirm_late][required]") || a.Has("#resume") {
			t.Error(a.Text("#unconfirmed"))
		}
		if !a.Has(".camp-more input[value=mark_sent]") || a.Has(".camp-more input[value=send_again]") {
			t.Error("one message can be sent again without the tick")
		}
		staff.On(t).Form(paths.ResolveCampaign(c.ID), url.Values{"action": {"send_again"}, "confirm_late": {"true"}}).Want(303)
		if got := w.Campaign(c.ID); got.State != campaigns.Sending || !got.Late || got.Counts.Unconfirmed != 0 {
			t.Errorf("%+v", got)
		}
	})
}
