package campaigns_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
)

// addToList adds an address to the list, of a customer or of none.
func addToList(w *sends.World, name, customer string) {
	w.Exec(`INSERT INTO audience_entries (event_id, source_id, email, email_key, language, customer_id, created_at)
		SELECT 'gala', MAX(id), $1, $1, 'fr', $2, 1 FROM audience_sources`, name+"@example.org", customer)
	w.CountBatches()
}

// A follow-up goes to the entries without a recipient row in the invitation or an earlier follow-up of it, whichever of these
// it names.
func TestService_Send_to_those_added(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		ctx := t.Context()
		w.Invite(3)
		w.Exec("UPDATE audience_entries SET customer_id = 'C1' WHERE email = 'g0@example.org'")
		follow := func(id int64) (campaigns.Campaign, error) {
			return w.S.Send(ctx, sends.Staff, campaigns.New{EventID: "gala", Follows: id})
		}
		planned := w.Schedule(begins(inDays(1)))
		if _, err := follow(planned.ID); !errs.HasCode(err, "not_started") {
			t.Errorf("of a scheduled one: %v", err)
		}
		_, err := w.S.CancelCampaign(ctx, sends.Staff, planned.ID)
		must(t, err)
		first := w.Send()
		stop := w.Work(w.S)
		w.Until(first.ID, campaigns.Completed)
		if _, err := follow(first.ID); !errs.HasCode(err, "audience_empty") {
			t.Errorf("while nobody was added: %v", err)
		}
		addToList(w, "new", "")
		addToList(w, "same-customer", "C1") // replaces g0 on the list, and has got the invitation there
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('stop@example.org', 'bounced', 1)")
		addToList(w, "stop", "")
		d, err := w.S.PreviewSend(ctx, "gala", campaigns.Params{}, campaigns.Whom{Follows: first.ID})
		if err != nil || d.Audience.Total() != 1 || d.Audience.Suppressed != 1 {
			t.Errorf("%+v were added, %v", d.Audience, err)
		}
		second, err := follow(first.ID)
		must(t, err)
		w.Until(second.ID, campaigns.Completed)
		w.Delivered("g0", "g1", "g2", "new")
		if second.Follows != first.ID || second.Counts.Total != 2 || second.Counts.Excluded != 1 {
			t.Errorf("%+v", second)
		}
		addToList(w, "newer", "")
		w.Clock.Advance(time.Minute)
		reminder, err := w.S.Remind(ctx, sends.Staff, campaigns.New{EventID: "gala", Schedule: begins(inDays(1))}, second.ID)
		must(t, err)
		third, err := follow(reminder.ID)
		must(t, err)
		w.Until(third.ID, campaigns.Completed)
		stop()
		w.Delivered("g0", "g1", "g2", "new", "newer")
		if third.Follows != first.ID {
			t.Errorf("it follows %d", third.Follows)
		}
	})
}

func TestPages_send_to_those_added(t *testing.T) {
	w := ready(t, sink.Options{}, 3)
	staff, l := office(w, nil), i18n.EN
	if staff.Get(paths.SendEvent("gala", nil)).Want(200).Has(".send-last, .send-new") {
		t.Error("nothing was sent, and the page has a last campaign")
	}
	first := w.Send()
	stop := w.Work(w.S)
	w.Until(first.ID, campaigns.Completed)
	stop()
	page := paths.SendEvent("gala", url.Values{"follows": {"1"}})
	a := staff.Get(paths.SendEvent("gala", nil)).Want(200)
	if got := hrefs(a, ".send-last a"); !slices.Equal(got, []string{paths.RemindCampaign(1, nil), paths.Campaign(1, nil)}) ||
		!strings.Contains(a.Text(".send-last"), "3 sent · 0 replied") || a.Text(".send-last .btn-primary") != l.N(3, i18n.SendRemindN) ||
		!strings.Contains(a.Text(".send-last"), l.T(i18n.SendAddedNobody)) {
		t.Errorf("%s %q", got, a.Text(".send-last"))
	}
	if got := a.Text("#messages li:first-child"); !strings.HasSuffix(got, l.T(i18n.MsgIsOff)+l.T(i18n.MsgSetUp)) ||
		strings.Count(got, l.T(i18n.MsgIsOff)) != 1 {
		t.Errorf("a message that is off reads %q", got)
	}
	if !a.Has(".send-new:not([open]) form.send-form") {
		t.Error("the steps of another campaign are not folded")
	}
	if !staff.Get(paths.SendEvent("gala", url.Values{"channel": {"bulk"}})).Want(200).Has(".send-new[open]") ||
		!staff.Form(paths.SendEvent("gala", nil), filled(a, "")).Want(422).Has(".send-new[open] .form-errors") {
		t.Error("what was chosen, or an error, is folded")
	}
	to := staff.Form(paths.SendTest("gala"), url.Values{"emails": {"me@example.org"}, "lang": {"fr"}}).Want(303)
	if !to.Follow().Want(200).Has(".send-new[open]") {
		t.Error("after a test, the steps are folded")
	}
	a = staff.Get(page).Want(200)
	if a.Has("form.send-form, .send-last, #message") || !strings.Contains(a.Text("#recipients"), l.T(i18n.SendAddedNone)) {
		t.Errorf("while nobody was added: %q", a.Text("#recipients"))
	}
	addToList(w, "new", "")
	if got := hrefs(staff.Get(paths.SendEvent("gala", nil)).Want(200), ".send-last a"); got[len(got)-1] != page {
		t.Errorf("%s does not lead to those added", got)
	}
	a = staff.Get(page).Want(200)
	if a.Text("#recipients-sum") != "1 person" || a.Has("input[name=ack_again]") {
		t.Errorf("%q", a.Text("#recipients-sum"))
	}
	staff.Form(page, filled(a, "1")).Want(303)
	if c := w.Campaign(2); c.Follows != 1 || c.Counts.Pending != 1 {
		t.Errorf("%+v", c)
	}
}

// What can follow the last send is counted as the page of that send counts it.
func TestService_NextSends(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		ctx := t.Context()
		w.Invite(3)
		next := func() campaigns.NextSends {
			n, err := w.S.NextSends(ctx, "gala")
			must(t, err)
			return n
		}
		if n := next(); n.Last.ID+n.RemindOf+n.Remind+n.Added != 0 {
			t.Errorf("before the first send: %+v", n)
		}
		first := w.Send()
		if n := next(); n.Last.ID != first.ID || n.RemindOf+n.Remind+n.Added != 0 {
			t.Errorf("while it is sent: %+v", n)
		}
		stop := w.Work(w.S)
		w.Until(first.ID, campaigns.Completed)
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g1@example.org', 'bounced', 1)")
		addToList(w, "new", "")
		if n := next(); n.Last.Counts.Sent != 3 || n.RemindOf != first.ID || n.Remind != 2 || n.Added != 1 {
			t.Errorf("after it: %+v", n)
		}
		reminder, err := w.S.Remind(ctx, sends.Staff, campaigns.New{EventID: "gala"}, first.ID)
		must(t, err)
		w.Until(reminder.ID, campaigns.Completed)
		stop()
		if n := next(); n.Last.ID != reminder.ID || n.RemindOf != first.ID || n.Remind != 2 || n.Added != 1 {
			t.Errorf("after a reminder: %+v", n)
		}
	})
}
