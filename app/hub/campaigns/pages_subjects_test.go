package campaigns_test

import (
	"net/url"
	"strings"
	"testing"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
)

func TestPages_subject_test(t *testing.T) {
	w := ready(t, sink.Options{}, 40)
	staff, l := office(w, nil), i18n.EN
	page := func(query ...string) string {
		v := url.Values{}
		for i := 0; i < len(query); i += 2 {
			v.Set(query[i], query[i+1])
		}
		return paths.SendEvent("gala", v)
	}
	says := func(t *testing.T, a *featuretest.Answer, where, want string) {
		t.Helper()
		if got := a.Text(where); !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %q", where, got, want)
		}
	}
	t.Run("the fields are folded until there is a second subject", func(t *testing.T) {
		if a := staff.On(t).Get(page()).Want(200); a.Has(".send-second[open]") || !a.Has(".send-second") || a.Has("#groups") {
			t.Error("they are open, or there are none")
		}
	})
	t.Run("one button updates both subjects", func(t *testing.T) {
		a := staff.On(t).Get(page("subject_b", "Second")).Want(200)
		if n := a.Doc().Find("form:has(.send-second) button:not(.visually-hidden, [name=use])").Length(); n != 1 {
			t.Errorf("%d buttons", n)
		}
	})
	t.Run("the confirmation says who gets which subject, and when the rest follows", func(t *testing.T) {
		a := staff.On(t).Get(page("subject_b", "Second", "test_percent", "30", "test_hours", "6")).Want(200)
		says(t, a, "#groups", "Subject A: 6 people; subject B: 6 people. The remaining messages (28) go out 6 hours after sending starts")
		if !a.Has(".send-second[open]") || !a.Has("form.send-form input[name=subject_b][value=Second]") ||
			!a.Has("form.send-form input[name=test_percent][value='30']") || !a.Has("form.send-form input[name=test_hours][value='6']") {
			t.Error("the fields are folded, or the form that sends does not have them")
		}
		says(t, staff.On(t).Get(page("subject_b", "Second")).Want(200), "#groups", "Subject A: 4 people")
	})
	for _, x := range []struct{ name, field, text, code string }{
		{"too small a share", "test_percent", "9", "out_of_range"},
		{"a share in words", "test_percent", "some", "out_of_range"},
		{"no time", "test_hours", "0", "out_of_range"},
		{"too long a time", "test_hours", "73", "out_of_range"},
		{"too long a second subject", "subject_b", strings.Repeat("x", 201), "length"},
	} {
		t.Run(x.name+" is refused at its field", func(t *testing.T) {
			query := []string{"subject_b", "Second", x.field, x.text}
			says(t, staff.On(t).Get(page(query...)).Want(422), ".send-second .field:has([name="+x.field+"])", l.T(i18n.Fault(x.code, "")))
			v := filled(staff.On(t).Get(page()), "40")
			v.Set("subject_b", "Second")
			v.Set(x.field, x.text)
			staff.On(t).Form(page(), v).Want(422)
		})
	}
	t.Run("too short a list, and messages that are not tracked, are refused at the second subject", func(t *testing.T) {
		w.Exec("INSERT INTO suppressions (email_key, reason, since) SELECT email_key, 'unsubscribed', 1 FROM audience_entries WHERE id % 40 < 30")
		a := staff.On(t).Get(page("subject_b", "Second")).Want(422)
		says(t, a, ".send-second .field:has([name=subject_b])", l.T(i18n.Fault("too_few_for_test", "")))
		w.Exec("DELETE FROM suppressions")
		must(t, w.S.SetTracking(t.Context(), sends.Staff, false))
		a = staff.On(t).Get(page("subject_b", "Second")).Want(422)
		says(t, a, ".send-second .field:has([name=subject_b])", l.T(i18n.Fault("test_untracked", "")))
		must(t, w.S.SetTracking(t.Context(), sends.Staff, true))
	})
	t.Run("the report says what the groups did, and when the rest follows", func(t *testing.T) {
		a := staff.On(t).Form(page(), filled(staff.On(t).Get(page("subject_b", "Second")), "40")).Follow().Want(200)
		says(t, a, "#subjects", "The remaining messages (32) go out on Fri, Nov 20 at 5:00 p.m.")
		w.Exec("UPDATE campaign_recipients SET status = 1, clicked_at = 1 WHERE variant = 2")
		a = staff.On(t).Get(paths.Campaign(1, nil)).Want(200)
		says(t, a, "#subjects", "Subject A The invitation’s subject 0 of 0 clickedSubject B “Second” 4 of 4 clicked")
		says(t, a, "#choose", "Send the rest now with subject ASend the rest now with subject B")
	})
	t.Run("its buttons choose, once; the page that polls is loaded anew, without them", func(t *testing.T) {
		choose := url.Values{"subject": {"b"}}
		polled := staff.On(t).Get(paths.Campaign(1, nil)).Doc().Find("#course").AttrOr("hx-get", "")
		says(t, staff.On(t).Form(paths.ChooseSubject(1), choose).Follow(), ".toast", l.T(i18n.CampDidSubject))
		a := staff.On(t).Get(polled, "HX-Request", "true", "HX-Target", "course").Want(200)
		if a.Header.Get("HX-Refresh") != "true" {
			t.Errorf("%s is not loaded anew", polled)
		}
		a = staff.On(t).Get(paths.Campaign(1, nil)).Want(200)
		says(t, a, "#subjects", "Subject B was chosen for the rest (32).")
		if a.Has("#choose") || w.Campaign(1).Chosen != campaigns.ChosenB {
			t.Error("there is still a choice")
		}
		says(t, staff.On(t).Form(paths.ChooseSubject(1), choose).Follow(), ".toast", l.T(i18n.CampNotNow))
	})
	t.Run("one that is scheduled says that it tries two subjects", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET status = 'cancelled'")
		v := later(staff.On(t).Get(page("subject_b", "Second")), "2026-12-01T09:00")
		v.Set("count", "40")
		a := staff.On(t).Form(page(), v).Follow().Want(200)
		says(t, a, "#plan", "Two subjects are tested on 20% of the guests, for 4 hours")
		if a.Has("#subjects") || a.Has("#choose") {
			t.Error("it has groups before it has begun")
		}
	})
	t.Run("where no test was possible, the report says so", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET status = 'sending', started_at = 1, chosen_subject = 'a' WHERE id = 2")
		says(t, staff.On(t).Get(paths.Campaign(2, nil)).Want(200), "#subjects", l.T(i18n.CampSubjectNone))
	})
}
