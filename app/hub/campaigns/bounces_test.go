package campaigns_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// bounceHistory is an address with a message of each of several campaigns.
type bounceHistory struct {
	*sends.World
	campaigns []campaigns.Campaign
}

// historyOf inserts n campaigns with one recipient each, all of them sent.
func historyOf(w *sends.World, n int) *bounceHistory {
	h := &bounceHistory{World: w.Invite(1)}
	for range n {
		c := w.Campaign(w.Send().ID)
		w.Exec("UPDATE campaign_recipients SET status = 1, sent_at = 1 WHERE campaign_id = $1", c.ID)
		w.Exec("UPDATE campaigns SET status = 'completed', sent = 1, pending = 0 WHERE id = $1", c.ID)
		h.campaigns = append(h.campaigns, c)
	}
	return h
}

// bounce records that the message of the nth campaign came back.
func (h *bounceHistory) bounce(n int, cause mail.Cause) {
	h.Helper()
	c := h.campaigns[n]
	h.Exec("UPDATE campaign_recipients SET status = 2 WHERE campaign_id = $1", c.ID)
	err := h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return campaigns.RecordBouncedAddresses(ctx, tx, []campaigns.BouncedAddress{{EmailKey: "g0@example.org", Campaign: c.ID,
			Bounce: campaigns.Bounce{Recipient: c.FirstID, Cause: cause, Diagnostic: fmt.Sprint("452 4.2.2 full ", n), At: db.Instant(n + 1)}}})
	})
	if err != nil {
		h.Fatal(err)
	}
}

func TestRecordBouncedAddresses(t *testing.T) {
	for _, x := range []struct {
		name    string
		bounces map[int]mail.Cause // by campaign
		asked   int64              // how many messages in a row staff are asked about; 0: they are not
		reason  string             // of the suppression; "": there is none
	}{
		{"a permanent cause suppresses the address at once", map[int]mail.Cause{0: mail.NoSuchAddress}, 0, "bounced"},
		{"twice for a cause that may pass is no question yet", map[int]mail.Cause{0: mail.MailboxFull, 1: mail.MailboxFull}, 0, ""},
		{"staff are asked after three in a row", map[int]mail.Cause{0: mail.MailboxFull, 1: mail.Policy, 2: mail.MailboxFull}, 3, ""},
		{"a message that arrived meanwhile begins anew", map[int]mail.Cause{0: mail.MailboxFull, 1: mail.MailboxFull, 3: mail.MailboxFull}, 0, ""},
		{"a permanent cause ends the question", map[int]mail.Cause{0: mail.MailboxFull, 1: mail.MailboxFull, 2: mail.MailboxFull,
			3: mail.Disabled}, 0, "bounced"},
		{"a fourth in a row does not ask again", map[int]mail.Cause{0: mail.MailboxFull, 1: mail.MailboxFull, 2: mail.MailboxFull,
			3: mail.MailboxFull}, 4, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				h := historyOf(w, 4)
				for n := range 4 {
					if cause, ok := x.bounces[n]; ok {
						h.bounce(n, cause)
						if err := w.S.NotifyPending(t.Context()); err != nil {
							t.Fatal(err)
						}
					}
				}
				list, n, err := w.S.ToDecide(t.Context(), 10)
				if err != nil || n != min(x.asked, 1) || n == 1 && list[0].InARow != x.asked {
					t.Errorf("staff are asked about %+v (%v)", list, err)
				}
				if got := w.Count("SELECT COUNT(*) FROM soft_bounces WHERE asked_at > 0"); got != n {
					t.Errorf("%d addresses were asked about", got)
				}
				stops, err := w.S.Suppressions(t.Context(), "", "", 10)
				if err != nil || (len(stops) == 1) != (x.reason != "") || len(stops) == 1 && stops[0].Reason != x.reason {
					t.Errorf("%+v (%v)", stops, err)
				}
			})
		})
	}
}

func TestNotifyPending_asks_about_addresses(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Exec(`INSERT INTO people (id, email, name, role, language, created_at, updated_at) VALUES ('e', 'e@example.com', 'E', 'events', 'fr', 1, 1)`)
		h := historyOf(w, 4)
		for n := range 4 {
			h.bounce(n, mail.MailboxFull)
			for range 2 {
				if err := w.S.NotifyPending(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			want := int64(0)
			if n >= 2 {
				want = 1
			}
			if got := w.Count("SELECT COUNT(*) FROM notifications WHERE kind = 'address.bounces'"); got != want {
				t.Errorf("after %d messages there are %d notifications, want %d", n+1, got, want)
			}
		}
	})
}

func TestService_Decide(t *testing.T) {
	for _, x := range []struct {
		name   string
		keep   bool
		reason string
		action string
	}{
		{"keeps the address, and counts anew", true, "", "updated"},
		{"excludes the address, with what the server said", false, "bounced", "created"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				h := historyOf(w, 4)
				for n := range 3 {
					h.bounce(n, mail.MailboxFull)
				}
				if err := w.S.Decide(t.Context(), sends.Staff, "g0@example.org", x.keep); err != nil {
					t.Fatal(err)
				}
				stops, err := w.S.Suppressions(t.Context(), "", "", 10)
				if err != nil || (len(stops) == 1) == x.keep || !x.keep && (stops[0].Reason != x.reason || stops[0].Cause != mail.MailboxFull ||
					stops[0].Diagnostic != "452 4.2.2 full 2" || stops[0].Event != "gala") {
					t.Errorf("%+v (%v)", stops, err)
				}
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = $1 AND record_id = 'g0@example.org'", x.action); n != 1 {
					t.Errorf("%d entries in the audit log", n)
				}
				if err := w.S.Decide(t.Context(), sends.Staff, "g0@example.org", true); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("twice: %v", err)
				}
				h.bounce(3, mail.MailboxFull)
				if _, n, err := w.S.ToDecide(t.Context(), 10); err != nil || n != 0 {
					t.Errorf("staff are asked again after one message (%v)", err)
				}
			})
		})
	}
}

func TestSuppressAddresses_keeps_the_strongest_reason(t *testing.T) {
	for _, x := range []struct{ name, first, second, want string }{
		{"who has unsubscribed stays so when the address bounces", "unsubscribed", "bounced", "unsubscribed"},
		{"who unsubscribes is so although the address had bounced", "bounced", "unsubscribed", "unsubscribed"},
		{"who complains has complained, whatever was before", "unsubscribed", "complained", "complained"},
		{"who has complained stays so", "complained", "unsubscribed", "complained"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				suppress := func(reasons ...string) {
					var list []campaigns.Suppressing
					for i, reason := range reasons {
						list = append(list, campaigns.Suppressing{EmailKey: "g0@example.org", Reason: reason, Recipient: int64(i), At: 1})
					}
					err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return campaigns.SuppressAddresses(ctx, tx, list) })
					if err != nil {
						t.Fatal(err)
					}
				}
				check := func(how string) {
					if w.Count("SELECT COUNT(*) FROM suppressions WHERE reason = $1", x.want) != 1 {
						t.Errorf("%s: the address is not %s", how, x.want)
					}
				}
				suppress(x.first)
				suppress(x.second)
				check("one after the other")
				w.Exec("DELETE FROM suppressions")
				suppress(x.first, x.second)
				check("in one statement")
			})
		})
	}
}

func TestPages_suppressions_decide(t *testing.T) {
	w := small(t, sink.Options{})
	staff, l := office(w, nil, nil), i18n.EN
	h := historyOf(w, 3)
	if a := staff.On(t).Get(paths.Suppressions(nil)).Want(200); a.Has("#review") {
		t.Error("there is a question about nothing")
	}
	for n := range 3 {
		h.bounce(n, mail.MailboxFull)
	}
	t.Run("an address whose messages keep coming back is asked about, with what the server said", func(t *testing.T) {
		text := staff.On(t).Get(paths.Suppressions(nil)).Want(200).Text("#review")
		for _, want := range []string{"g0@example.org", l.N(3, i18n.SuppInARow), l.T(i18n.BounceCauses["mailbox_full"]), "452 4.2.2 full 2"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
	})
	t.Run("another decision than the two is refused", func(t *testing.T) {
		staff.On(t).Form(paths.DecideAddress(), url.Values{"email": {"g0@example.org"}, "decision": {"maybe"}}).Want(400)
	})
	t.Run("an excluded address is in the list, with its reason in words, and a way back", func(t *testing.T) {
		a := staff.On(t).Form(paths.DecideAddress(), url.Values{"email": {"g0@example.org"}, "decision": {"exclude"}}).Follow().Want(200)
		if text := a.Text("main tbody"); !strings.Contains(text, l.T(i18n.BounceCauses["mailbox_full"])) || a.Has("#review") ||
			!a.Has(`.toast form[action="`+paths.Unsuppress()+`"]`) {
			t.Error(text)
		}
	})
	t.Run("an address that is not asked about cannot be kept", func(t *testing.T) {
		staff.On(t).Form(paths.DecideAddress(), url.Values{"email": {"g0@example.org"}, "decision": {"keep"}}).Want(404)
	})
}

// TestReport_fate adds up what became of the messages, on the page and in the answers of the API.
func TestReport_fate(t *testing.T) {
	w := small(t, sink.Options{}).Invite(9)
	c := w.Campaign(w.Send().ID)
	set := func(n int64, change string) {
		w.Exec("UPDATE campaign_recipients SET "+change+" WHERE id = $1", c.FirstID+n)
	}
	w.Exec("UPDATE campaign_recipients SET status = 1, sent_at = 1")
	set(0, "status = 2, bounced_at = 5, bounce = 'no_such_address', reason = '550 5.1.1 unknown'")
	set(1, "status = 2, bounced_at = 5, bounce = 'mailbox_full'")
	set(2, "status = 2, reason = 'refused'")
	set(3, "complained_at = 6, opened_at = 4")
	set(4, "complained_at = 6")
	w.Exec("UPDATE campaigns SET status = 'completed', started_at = 1, pending = 0, sent = 6, failed = 3, bounced = 2, complained = 2, opened = 1")
	w.Register(c.FirstID + 3)
	staff := office(w, nil, nil)
	a := staff.Get(paths.Campaign(c.ID, nil)).Want(200)
	t.Run("the parts add up to what was sent", func(t *testing.T) {
		want := "8 messages sent: Delivered so far 4 Bounced 2 Reported as spam 2"
		if got := strings.Join(strings.Fields(a.Text(".camp-fate")), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("so do the stages, in which a guest who has replied counts as such", func(t *testing.T) {
		var got []string
		for _, x := range a.Doc().Find(".camp-stages li").EachIter() {
			got = append(got, strings.TrimSpace(x.Find(".camp-step").Text())+" "+x.Find(".camp-step-count").Text())
		}
		want := "Bounced 2, Reported as spam 1, Didn’t open 4, Opened, didn’t click 0, Clicked, didn’t reply 0, Replied 1"
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s, want %s", text, want)
		}
	})
	for filter, n := range map[string]int{"bounced": 2, "complained": 2, "rejected": 1, "failed": 3, "delivered": 4, "sent": 6, "not_registered": 4} {
		t.Run("the list can be filtered: "+filter, func(t *testing.T) {
			a := staff.On(t).Get(paths.Campaign(c.ID, url.Values{"state": {filter}})).Want(200)
			if got := a.Doc().Find("#people tbody tr").Length(); got != n {
				t.Errorf("%d recipients, want %d", got, n)
			}
		})
	}
	t.Run("a bounce is told in words and in those of the server", func(t *testing.T) {
		text := staff.On(t).Get(paths.Campaign(c.ID, url.Values{"state": {"bounced"}})).Want(200).Text("#people tbody tr")
		for _, want := range []string{i18n.EN.T(i18n.BounceCauses["no_such_address"]), "550 5.1.1 unknown", i18n.EN.T(i18n.CampIsBounced)} {
			if !strings.Contains(text, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
	})
	t.Run("the API has them beside", func(t *testing.T) {
		for status, want := range map[string]string{"bounced": `"bounce_cause":"mailbox_full"`, "complained": `"complained_at":"1970-01-01T00:00:00.006Z"`} {
			a := staff.On(t).Get(fmt.Sprintf("/campaigns/%d?status=%s", c.ID, status)).Want(200)
			if !strings.Contains(a.Body, want) || !strings.Contains(a.Body, `"bounced":2,"complained":2`) {
				t.Errorf("%s: %s", status, a.Body)
			}
		}
	})
}

// TestPages_channels_returned tells how the mailbox of messages that come back is read.
func TestPages_channels_returned(t *testing.T) {
	w := small(t, sink.Options{})
	for _, x := range []struct {
		name string
		st   *campaigns.ReturnedMail
		want string
	}{
		{"that none is read", nil, i18n.EN.T(i18n.MailNotRead)},
		{"that none is set", &campaigns.ReturnedMail{}, i18n.EN.T(i18n.MailNotRead)},
		{"that it has not been read yet", &campaigns.ReturnedMail{Mailbox: "m"}, i18n.EN.T(i18n.ChanNotReadYet)},
		{"how many messages were read", &campaigns.ReturnedMail{Mailbox: "m", ReadAt: 1, Messages: 12}, "12 messages read"},
		{"why it failed", &campaigns.ReturnedMail{Mailbox: "m", ReadAt: 1, Failure: "no such user"}, "no such user"},
	} {
		t.Run("the page tells "+x.name, func(t *testing.T) {
			w.Options.Returned = nil
			if x.st != nil {
				w.Options.Returned = func(context.Context) (campaigns.ReturnedMail, error) { return *x.st, nil }
			}
			w.S = w.NewService(w.DB)
			outbox, err := mail.OpenOutbox(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if text := office(w, outbox, nil).On(t).Get(paths.Channels()).Want(200).Text("main"); !strings.Contains(text, x.want) {
				t.Errorf("%q is missing", x.want)
			}
		})
	}
}
