package suppressions_test

import (
	"context"
	"fmt"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// bounceHistory is an address with a message of each of several campaigns.
type bounceHistory struct {
	*sends.World
	campaigns []campaigns.Campaign
}

// service returns the service of a world.
func service(w *sends.World) *suppressions.Service { return suppressions.NewService(w.DB, w.Clock.Now) }

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
		return suppressions.RecordBounces(ctx, tx, []suppressions.BouncedAddress{{EmailKey: "g0@example.org", Campaign: c.ID,
			Bounce: suppressions.Bounce{Recipient: c.FirstID, Cause: cause, Diagnostic: fmt.Sprint("452 4.2.2 full ", n), At: db.Instant(n + 1)}}})
	})
	if err != nil {
		h.Fatal(err)
	}
}

func TestRecordBounces(t *testing.T) {
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
						if err := suppressions.NotifyStaff(t.Context(), w.DB, 1); err != nil {
							t.Fatal(err)
						}
					}
				}
				list, n, err := service(w).ToDecide(t.Context(), 10)
				if err != nil || n != min(x.asked, 1) || n == 1 && list[0].InARow != x.asked {
					t.Errorf("staff are asked about %+v (%v)", list, err)
				}
				if got := w.Count("SELECT COUNT(*) FROM soft_bounces WHERE asked_at > 0"); got != n {
					t.Errorf("%d addresses were asked about", got)
				}
				stops, err := service(w).List(t.Context(), "", "", 10)
				if err != nil || (len(stops) == 1) != (x.reason != "") || len(stops) == 1 && stops[0].Reason != x.reason {
					t.Errorf("%+v (%v)", stops, err)
				}
			})
		})
	}
}

func TestNotifyStaff(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Exec(`INSERT INTO people (id, email, name, role, language, created_at, updated_at) VALUES ('e', 'e@example.com', 'E', 'events', 'fr', 1, 1)`)
		h := historyOf(w, 4)
		for n := range 4 {
			h.bounce(n, mail.MailboxFull)
			for range 2 {
				if err := suppressions.NotifyStaff(t.Context(), w.DB, 1); err != nil {
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
				if err := service(w).Decide(t.Context(), sends.Staff, "g0@example.org", x.keep); err != nil {
					t.Fatal(err)
				}
				stops, err := service(w).List(t.Context(), "", "", 10)
				if err != nil || (len(stops) == 1) == x.keep || !x.keep && (stops[0].Reason != x.reason || stops[0].Cause != mail.MailboxFull ||
					stops[0].Diagnostic != "452 4.2.2 full 2" || stops[0].Event != "gala") {
					t.Errorf("%+v (%v)", stops, err)
				}
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = $1 AND record_id = 'g0@example.org'", x.action); n != 1 {
					t.Errorf("%d entries in the audit log", n)
				}
				if err := service(w).Decide(t.Context(), sends.Staff, "g0@example.org", true); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("twice: %v", err)
				}
				h.bounce(3, mail.MailboxFull)
				if _, n, err := service(w).ToDecide(t.Context(), 10); err != nil || n != 0 {
					t.Errorf("staff are asked again after one message (%v)", err)
				}
			})
		})
	}
}

func TestAdd_keeps_the_strongest_reason(t *testing.T) {
	for _, x := range []struct{ name, first, second, want string }{
		{"who has unsubscribed stays so when the address bounces", "unsubscribed", "bounced", "unsubscribed"},
		{"who unsubscribes is so although the address had bounced", "bounced", "unsubscribed", "unsubscribed"},
		{"who complains has complained, whatever was before", "unsubscribed", "complained", "complained"},
		{"who has complained stays so", "complained", "unsubscribed", "complained"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				suppress := func(reasons ...string) {
					var list []suppressions.Suppressing
					for i, reason := range reasons {
						list = append(list, suppressions.Suppressing{EmailKey: "g0@example.org", Reason: reason, Recipient: int64(i), At: 1})
					}
					err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return suppressions.Add(ctx, tx, list) })
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

// An address that bounced and unsubscribed, in whichever order, takes no mail at all, and coming back by the link does not lift the bounce.
func TestAdd_keeps_a_bounce_beside_an_unsubscription(t *testing.T) {
	bounce := suppressions.Suppressing{EmailKey: "g0@example.org", Reason: suppressions.Bounced, Recipient: 1, At: 1,
		Cause: mail.NoSuchAddress, Diagnostic: "550 5.1.1"}
	unsubscription := suppressions.Suppressing{EmailKey: "g0@example.org", Reason: suppressions.Unsubscribed, Recipient: 2, At: 2}
	for name, both := range map[string][2]suppressions.Suppressing{"bounced first": {bounce, unsubscription},
		"unsubscribed first": {unsubscription, bounce}} {
		t.Run(name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				within := func(fn func(ctx context.Context, tx *db.Tx) error) {
					t.Helper()
					if err := w.DB.Write(t.Context(), fn); err != nil {
						t.Fatal(err)
					}
				}
				for _, x := range both {
					within(func(ctx context.Context, tx *db.Tx) error {
						return suppressions.Add(ctx, tx, []suppressions.Suppressing{x})
					})
				}
				reason := func() string {
					t.Helper()
					why, err := suppressions.ReasonOf(t.Context(), w.DB, "g0@example.org")
					if err != nil {
						t.Fatal(err)
					}
					return why
				}
				if n := w.Count("SELECT COUNT(*) FROM suppressions WHERE reason = 'unsubscribed' AND diagnostic = '550 5.1.1'"); n != 1 {
					t.Error("the reason is not that it unsubscribed, with the words of the bounce")
				}
				if why := reason(); why != suppressions.Bounced {
					t.Errorf("practical messages are refused as %q", why)
				}
				change := suppressions.PreferencesChange{EmailKey: "g0@example.org", Language: i18n.FR, Recipient: 2, At: 3}
				within(func(ctx context.Context, tx *db.Tx) error { return change.Save(ctx, tx, true, i18n.FR) })
				p, err := suppressions.PreferencesOf(t.Context(), w.DB, "g0@example.org", i18n.FR)
				if err != nil || p.Invitations || !p.Withdrawn || reason() != suppressions.Bounced {
					t.Errorf("after coming back: %+v, %q, %v", p, reason(), err)
				}
				within(func(ctx context.Context, tx *db.Tx) error { return change.Unsubscribe(ctx, tx) })
				entries, err := audit.History(t.Context(), w.DB, "suppression", "g0@example.org", 9)
				if err != nil || len(entries) != 2 || entries[0].Changes["reason"] != [2]any{"bounced", "unsubscribed"} ||
					entries[1].Changes["reason"] != [2]any{"unsubscribed", "bounced"} {
					t.Errorf("the audit log has %+v, %v", entries, err)
				}
			})
		})
	}
}
