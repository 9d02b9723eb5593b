package campaigns_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
)

// ready is a world in which staff can send to n guests, whose sender has a postal address.
func ready(t *testing.T, o sink.Options, n int) *sends.World {
	t.Helper()
	w := small(t, o)
	w.Options.Postal = "1, rue A"
	w.S = w.NewService(w.DB)
	return w.Invite(n)
}

// filled returns the form of a page that sends: its hidden fields, every warning ticked, and the number of recipients typed.
func filled(a *featuretest.Answer, count string) url.Values {
	v := url.Values{}
	for _, field := range a.Doc().Find("form.send-form input").EachIter() {
		if field.AttrOr("type", "") == "hidden" || field.AttrOr("type", "") == "checkbox" {
			v.Set(field.AttrOr("name", ""), field.AttrOr("value", ""))
		}
	}
	v.Set("count", count)
	return v
}

// fault returns the errors that the page's form lists.
func fault(a *featuretest.Answer) string { return a.Text("main .form-errors") }

func TestPages_send(t *testing.T) {
	w := ready(t, sink.Options{}, 3)
	staff, l := office(w, nil), i18n.EN
	page := paths.SendEvent("gala", nil)
	get := func(t *testing.T, path string) *featuretest.Answer {
		t.Helper()
		return staff.On(t).Get(path).Want(200)
	}
	t.Run("the page of an invitation has the event's header, previews in two languages and schemes, and a form", func(t *testing.T) {
		a := get(t, page)
		if !a.Has("form.send-form") || a.Doc().Find("iframe").Length() != 4 || a.Text("h1") != "Gala" ||
			!strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-src 'self'") {
			t.Error(a.Body)
		}
		if got := a.Text("#recipients-sum"); got != "3 people" {
			t.Errorf("%q", got)
		}
		if got := a.Text("select[name=channel] option"); got != l.T(i18n.SendBulk) {
			t.Errorf("channels that are not configured can be chosen: %q", got)
		}
	})
	t.Run("a step has its number until it has a sign, and what is to be sent stands between the test and the send", func(t *testing.T) {
		d := get(t, page).Doc()
		signs := 0
		for i, x := range d.Find(".send-number").EachIter() {
			digits := strings.Trim(htmltest.Text(x.Find("[aria-hidden]")), " ")
			sign := x.Find("svg").Length() == 1
			if sign == (digits != "") || digits != "" && digits != strconv.Itoa(i+1) {
				t.Errorf("step %d has %q, and a sign: %v", i+1, digits, sign)
			}
			if sign {
				signs++
			}
		}
		if signs == 0 || signs == d.Find(".send-number").Length() {
			t.Errorf("%d steps have a sign", signs)
		}
		brief := htmltest.One(t, d, ".send-brief")
		if brief.Prev().Find("#test").Length() != 1 || brief.Next().Find("#send").Length() != 1 {
			t.Error("it stands elsewhere")
		}
		for _, want := range []string{"3 people", "Invitation : Gala", "You’re invited: Gala", "nova@example.com", l.T(i18n.SendBriefNow)} {
			if got := strings.ReplaceAll(htmltest.Text(brief), "\u00a0", " "); !strings.Contains(got, want) {
				t.Errorf("%q does not say %q", got, want)
			}
		}
	})
	t.Run("a check does not repeat the title of its section", func(t *testing.T) {
		if got := get(t, page).Text("#recipients"); got == "" || strings.Contains(got, l.T(i18n.SendAudience)) {
			t.Error(got)
		}
	})
	for _, x := range []struct{ name, query, says string }{
		{"a channel that is not configured", "?channel=mailbox", l.T(i18n.SendChannel)},
		{"a sender that is not allowed", "?from=x@example.org", l.T(i18n.SendFrom)},
		{"a subject over 200 characters", "?subject=" + strings.Repeat("x", 201), l.T(i18n.SendSubjectFR)},
	} {
		t.Run(x.name+" is marked, and the page shows the default", func(t *testing.T) {
			a := staff.On(t).Get(page + x.query).Want(422)
			if got := a.Doc().Find("main form [aria-invalid=true]"); got.Length() != 1 || !a.Has("form.send-form") {
				t.Errorf("%d fields are marked\n%s", got.Length(), a.Text("main"))
			}
		})
	}
	t.Run("a subject of 200 characters is kept for the test and for the send", func(t *testing.T) {
		subject := strings.Repeat("é", 200)
		a := get(t, page+"?subject="+url.QueryEscape(subject))
		for _, form := range []string{"form.send-form", `form[action="` + paths.SendTest("gala") + `"]`} {
			if got := a.Doc().Find(form+" input[name=subject]").AttrOr("value", ""); got != subject {
				t.Errorf("%s keeps %q", form, got)
			}
		}
		if a.Has("form.send-form input[name=channel]") {
			t.Error("the channel is kept, though none was chosen")
		}
	})
	subjects := func(a *featuretest.Answer, form string) string {
		return a.Doc().Find(form+" input[name=subject]").AttrOr("value", "") + "|" + a.Doc().Find(form+" input[name=subject_en]").AttrOr("value", "")
	}
	for _, x := range []struct{ name, query, want string }{
		{"a subject in French leaves English its usual one", "?subject=Bonjour", "Bonjour|You’re invited: Gala"},
		{"a subject in English leaves French its usual one", "?subject_en=Hello", "Invitation : Gala|Hello"},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := get(t, page+x.query)
			for _, form := range []string{"#message form", "form.send-form"} {
				if got := strings.ReplaceAll(subjects(a, form), "\u00a0", " "); got != x.want {
					t.Errorf("%s has %q, want %q", form, got, x.want)
				}
			}
		})
	}
	t.Run("without a subject its fields show the usual ones, which are not kept for the send", func(t *testing.T) {
		a := get(t, page+"?subject=&subject_en=")
		if got := strings.ReplaceAll(subjects(a, "#message form"), "\u00a0", " "); got != "Invitation : Gala|You’re invited: Gala" {
			t.Errorf("shown are %q", got)
		}
		if got := subjects(a, "form.send-form"); got != "|" {
			t.Errorf("kept are %q", got)
		}
	})
	t.Run("an event that does not exist is not found", func(t *testing.T) {
		staff.On(t).Get(paths.SendEvent("none", nil)).Want(404)
		staff.On(t).Form(paths.SendEvent("none", nil), nil).Want(404)
		staff.On(t).Form(paths.SendTest("none"), nil).Want(404)
		staff.On(t).Get(paths.RemindCampaign(999, nil)).Want(404)
	})
	for _, x := range []struct {
		name   string
		change func(url.Values)
		status int
		says   string
	}{
		{"without the number typed", func(v url.Values) { v.Set("count", "") }, 422, l.F(i18n.SendCountWrong, "3")},
		{"with another number typed", func(v url.Values) { v.Set("count", "4") }, 422, l.F(i18n.SendCountWrong, "3")},
		{"with a warning that is not ticked", func(v url.Values) { v.Del("ack_untested_en") }, 422, l.T(i18n.SendAckMissing)},
		{"with a subject that is not allowed", func(v url.Values) { v.Set("subject", "a\nb") }, 422, l.T(i18n.SendSubjectFR)},
		{"after the number of recipients has changed", func(v url.Values) { v.Set("people", "2") }, 409, l.N(3, i18n.SendRefusedChanged)},
		{"after the recipients have changed and their number has not", func(v url.Values) { v.Set("seen", "others") }, 409,
			l.N(3, i18n.SendRefusedOthers)},
	} {
		t.Run("nothing is sent "+x.name, func(t *testing.T) {
			v := filled(get(t, page), "3")
			x.change(v)
			a := staff.On(t).Form(page, v).Want(x.status)
			if got := a.Text("form.send-form"); !strings.Contains(got, x.says) {
				t.Errorf("the form says %q, want %q", got, x.says)
			}
			if got, want := a.Doc().Find("input[name=count]").AttrOr("value", ""), v.Get("count"); x.status == 422 && got != want ||
				x.status == 409 && got != "" {
				t.Errorf("the number typed is %q", got)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaigns"); n != 0 {
				t.Fatalf("%d campaigns", n)
			}
		})
	}
	for _, x := range []struct{ name, change, says string }{
		{"another send began", `INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, created_at,
			updated_at, started_at) VALUES ('gala', 'event', 'sending', 'bulk', 'x', FALSE, '', 1, 1, 1)`, l.T(i18n.SendRefusedActive)},
		{"all left the list", "DELETE FROM audience_entries", l.T(i18n.SendRefusedNobody)},
		{"another address was suppressed", "INSERT INTO suppressions (email_key, reason, since) VALUES ('g1@example.org', 'bounced', 1)",
			l.N(3, i18n.SendRefusedOthers)},
	} {
		t.Run("nothing is sent when at the same moment "+x.name, func(t *testing.T) {
			v := filled(get(t, page), "3")
			w.Exec("CREATE TRIGGER meanwhile BEFORE INSERT ON campaigns BEGIN " + x.change + "; END")
			defer w.Exec("DROP TRIGGER meanwhile")
			a := staff.On(t).Form(page, v).Want(409)
			if got := a.Text("form.send-form .banner"); got != x.says {
				t.Errorf("the form says %q, want %q", got, x.says)
			}
			if a.Doc().Find("input[name=count]").AttrOr("value", "") != "" || w.Count("SELECT COUNT(*) FROM campaigns") != 0 {
				t.Error("the number stays in the field, or there is a campaign")
			}
		})
	}
	t.Run("the invitation is sent, and the next page says to how many", func(t *testing.T) {
		a := staff.On(t).Form(page, filled(get(t, page), " 3 ")).Follow().Want(200)
		if !strings.Contains(a.Text(".toast"), l.N(3, i18n.SendStarted)) || !a.Has("#course") {
			t.Errorf("%q", a.Text(".toast"))
		}
		if c := w.Campaign(1); c.State != campaigns.Sending || c.Counts.Pending != 3 || c.ReminderOf != 0 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("while it is sent, another send can only be scheduled", func(t *testing.T) {
		a := get(t, page)
		if !a.Has("input[name=when][value=now][disabled]") || !a.Has("input[name=when][value=later][checked]") ||
			!slices.Contains(hrefs(a, "#recipients a"), paths.Campaign(1, nil)) || !strings.Contains(a.Text("#send"), l.T(i18n.SendActiveNote)) {
			t.Error(a.Text("#send"))
		}
		v := filled(a, "3")
		v.Set("when", "now")
		if a = staff.On(t).Form(page, v).Want(409); a.Text("form.send-form .banner") != l.T(i18n.SendRefusedActive) {
			t.Error(a.Text("#send"))
		}
	})
	t.Run("what must be corrected first stops it", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET status = 'cancelled'")
		w.Exec("DELETE FROM audience_entries")
		w.CountBatches()
		a := get(t, page)
		if a.Has("form.send-form") || !slices.Contains(hrefs(a, "#send .send-checks a"), paths.Audience("gala", nil)) ||
			!strings.Contains(a.Text("#recipients .send-checks"), l.T(i18n.SendAudienceNone)) {
			t.Error(a.Text("#send"))
		}
		staff.On(t).Form(page, nil).Want(http.StatusConflict)
	})
}

func TestPages_send_reminder(t *testing.T) {
	w := ready(t, sink.Options{}, 7)
	staff, l := office(w, nil), i18n.EN
	source := w.Send().ID
	w.Exec("UPDATE campaign_recipients SET status = 1, opened_at = CASE WHEN id % 7 = 0 THEN 1 ELSE 0 END, firstname = '', lastname = " +
		"CASE WHEN id % 7 = 1 THEN '' ELSE lastname END")
	w.Exec("UPDATE campaigns SET status = 'completed', pending = 0, sent = 7, opened = 1, tracked = TRUE")
	page := paths.RemindCampaign(source, nil)
	get := func(t *testing.T) *featuretest.Answer { t.Helper(); return staff.On(t).Get(page).Want(200) }
	t.Run("the page of a reminder names the first five people it goes to, and has the counts of what they did", func(t *testing.T) {
		a := get(t)
		text := a.Text("#recipients")
		if !strings.Contains(text, l.F(i18n.SendSample, "g0@example.org, Guest1, Guest2, Guest3, Guest4")) {
			t.Errorf("%q", text)
		}
		var stats []string
		for _, x := range a.Doc().Find("#recipients .stat").EachIter() {
			stats = append(stats, htmltest.Text(x.Find("a"))+" "+htmltest.Text(x.Find(".stat-value")))
		}
		want := []string{l.T(i18n.SendNotOpened) + " 6", l.T(i18n.SendNotClicked) + " 1", l.T(i18n.SendNotReplied) + " 0"}
		if !slices.Equal(stats, want) {
			t.Errorf("%q, want %q", stats, want)
		}
		if !slices.Contains(hrefs(a, ".breadcrumb a"), paths.SendEvent("gala", nil)) {
			t.Errorf("it does not lead back to the event: %v", hrefs(a, ".breadcrumb a"))
		}
		if got := a.Text("form.send-form .send-at-once"); got != l.N(7, i18n.SendRemindDo) {
			t.Errorf("%q", got)
		}
		if got := a.Text(".send-subjects .affix-text"); got != "Petit rappel –Reminder:" {
			t.Errorf("before the subjects stands %q", got)
		}
		if src := a.Doc().Find("iframe").First().AttrOr("src", ""); src != paths.Invitation("gala", "fr", true)+"&scheme=light" {
			t.Errorf("the preview is of %s", src)
		}
		if action := a.Doc().Find("#test form").AttrOr("action", ""); action != paths.SendReminderTest(source) {
			t.Errorf("a test goes to %s", action)
		}
	})
	t.Run("a test of the reminder is sent as a reminder", func(t *testing.T) {
		a := staff.On(t).Form(paths.SendReminderTest(source), url.Values{"emails": {"a@example.org"}, "lang": {"en"}}).Follow().Want(200)
		if a.Text("h1") != l.F(i18n.SendRemindTitle, "Gala") {
			t.Errorf("%q", a.Text("h1"))
		}
		if got := a.Text("#test .send-checks li:nth-child(2)"); !strings.Contains(got, "tested just now") {
			t.Errorf("the test is not counted as one of the reminder: %q", got)
		}
	})
	t.Run("of an untracked campaign nothing is known of what they did", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET tracked = FALSE")
		if a := get(t); a.Has(".send-who a[href*=state]") || !strings.Contains(a.Text("#recipients"), "Guest1") {
			t.Error(a.Text("#recipients"))
		}
	})
	t.Run("the reminder is sent as one of the campaign", func(t *testing.T) {
		staff.On(t).Form(page, filled(get(t), "7")).Follow().Want(200)
		if c := w.Campaign(source + 1); c.ReminderOf != source || c.Counts.Pending != 7 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("after all have registered there is nothing to send", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET status = 'completed', pending = 0, sent = total")
		for n := range int64(7) {
			w.Register(w.Campaign(source).FirstID + n)
		}
		a := get(t)
		if a.Has("form.send-form") || a.Has("#message") || !strings.Contains(a.Text("main .empty"), l.T(i18n.SendNobody)) ||
			strings.Contains(a.Text("main"), strings.TrimSuffix(l.F(i18n.SendSample, ""), ".")) {
			t.Error(a.Text("main"))
		}
	})
}

// TestPages_try_outbox keeps tests in the outbox where no mail server is configured, and says so.
func TestPages_try_outbox(t *testing.T) {
	w := ready(t, sink.Options{}, 3)
	box, err := mail.OpenOutbox(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: box, campaigns.Mailbox: box}
	w.S = w.NewService(w.DB)
	a := office(w, nil).On(t).Form(paths.SendTest("gala"), url.Values{"emails": {"a1@example.org"}, "lang": {"en"}}).Follow().Want(200)
	if got := a.Text(".toast"); !strings.Contains(got, i18n.EN.N(1, i18n.SendTriedKept)) {
		t.Errorf("%q", got)
	}
}

// TestPages_try sends tests from the page.
func TestPages_try(t *testing.T) {
	refuses := []sink.Rule{{At: sink.Rcpt, To: "refused*", Reply: "550 5.1.1 no such user"}}
	w := ready(t, sink.Options{Rules: refuses, Keep: 20}, 3)
	staff, l := office(w, nil), i18n.EN
	try := func(t *testing.T, v url.Values) *featuretest.Answer {
		t.Helper()
		w.Exec("DELETE FROM send_tests")
		return staff.On(t).Form(paths.SendTest("gala"), v)
	}
	for _, x := range []struct {
		name, emails string
		n            int
	}{
		{"one address", "a1@example.org", 1},
		{"addresses are separated by commas, semicolons and white space",
			"b1@example.org,b2@example.org;b3@example.org b4@example.org\r\nb5@example.org", 5},
		{"ten addresses", strings.Repeat("c@example.org ", 10), 10},
	} {
		t.Run(x.name, func(t *testing.T) {
			before := w.Sink.Len()
			a := try(t, url.Values{"emails": {x.emails}, "lang": {"en"}, "subject": {"Bonjour"}, "subject_en": {"Hello"}})
			if want := paths.SendEvent("gala", url.Values{"subject": {"Bonjour"}, "subject_en": {"Hello"}}); a.Header.Get("Location") != want {
				t.Errorf("it leads to %q, want %q", a.Header.Get("Location"), want)
			}
			if a = a.Follow().Want(200); !strings.Contains(a.Text(".toast"), l.N(x.n, i18n.SendTried)) {
				t.Errorf("%q", a.Text(".toast"))
			}
			if n := w.Count("SELECT COUNT(*) FROM send_tests WHERE language = 'en'"); n != 1 {
				t.Errorf("%d tests are recorded", n)
			}
			if n := w.Sink.Len() - before; n != x.n {
				t.Errorf("%d messages, want %d", n, x.n)
			}
		})
	}
	t.Run("both languages at once", func(t *testing.T) {
		before := w.Sink.Len()
		a := try(t, url.Values{"emails": {"a1@example.org"}, "lang": {"both"}}).Follow().Want(200)
		if got := a.Text(".toast"); !strings.Contains(got, l.N(1, i18n.SendTried)) || w.Sink.Len()-before != 2 {
			t.Errorf("%q, %d messages", got, w.Sink.Len()-before)
		}
		if n := w.Count("SELECT COUNT(*) FROM send_tests"); n != 2 {
			t.Errorf("%d tests are recorded", n)
		}
	})
	for _, x := range []struct {
		name, emails, says string
	}{
		{"a text without a domain is named", "a@example.org, guest", "guest"},
		{"eleven addresses are too many", strings.Repeat("c@example.org ", 11), l.T(i18n.SendTryTo)},
	} {
		t.Run(x.name, func(t *testing.T) {
			before := w.Sink.Len()
			a := try(t, url.Values{"emails": {x.emails}}).Want(422)
			if got := fault(a); !strings.Contains(got, x.says) {
				t.Errorf("%q, want %q", got, x.says)
			}
			if got := a.Doc().Find("textarea[name=emails]"); htmltest.Text(got) != strings.TrimSpace(x.emails) ||
				got.AttrOr("aria-invalid", "") != "true" || w.Sink.Len() != before {
				t.Errorf("the field has %q; %d messages", htmltest.Text(got), w.Sink.Len()-before)
			}
		})
	}
	for _, x := range []struct {
		name, emails, want string
		tested             bool
	}{
		{"the result is shown for each address when one is refused", "fine@example.org refused@example.org",
			"Acceptedfine@example.org FR|Rejectedrefused@example.org FR 5.1.1 no such user", true},
		{"in any order", "refused@example.org fine@example.org",
			"Rejectedrefused@example.org FR 5.1.1 no such user|Acceptedfine@example.org FR", true},
		{"a test that every address refuses is no test", "refused@example.org", "Rejectedrefused@example.org FR 5.1.1 no such user", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := try(t, url.Values{"emails": {x.emails}, "lang": {"fr"}}).Want(422)
			var got []string
			for _, li := range a.Doc().Find(".send-results li").EachIter() {
				got = append(got, htmltest.Text(li))
			}
			if text := strings.Join(got, "|"); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
			if n := w.Count("SELECT COUNT(*) FROM send_tests WHERE language = 'fr'"); (n == 1) != x.tested {
				t.Errorf("%d tests are recorded", n)
			}
		})
	}
	t.Run("without an address it goes to the person who sends", func(t *testing.T) {
		before := w.Sink.Len()
		try(t, url.Values{}).Follow().Want(200)
		if n := w.Sink.Len() - before; n != 1 {
			t.Errorf("%d messages", n)
		}
		if m := w.Sink.Taken(); m[len(m)-1].To != reader.Email {
			t.Errorf("it went to %s", m[len(m)-1].To)
		}
	})
	t.Run("a message without its template cannot be tried", func(t *testing.T) {
		w.Exec("UPDATE events SET email_template = 'event-gone'")
		defer w.Exec("UPDATE events SET email_template = ''")
		if got := staff.On(t).Get(paths.SendEvent("gala", nil)).Want(200).Text("#send .banner"); !strings.Contains(got, l.T(i18n.SendLook)) {
			t.Errorf("%q", got)
		}
		try(t, url.Values{"emails": {"a@example.org"}}).Want(404)
	})
	t.Run("a person whose own address is invalid is told so", func(t *testing.T) {
		by := reader
		by.Email = "rosalie"
		a := officeOf(w.On(t), by, nil).Form(paths.SendTest("gala"), url.Values{}).Want(422)
		if got := fault(a); !strings.Contains(got, l.T(i18n.SendTryTo)) {
			t.Errorf("%q", got)
		}
	})
	t.Run("the field has the reader's own address at first", func(t *testing.T) {
		if got := staff.On(t).Get(paths.SendEvent("gala", nil)).Text("textarea[name=emails]"); got != reader.Email {
			t.Errorf("%q", got)
		}
	})
	t.Run("a relay that cannot be reached is said for every address", func(t *testing.T) {
		w := w.On(t)
		w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"})}
		w.S = w.NewService(w.DB)
		a := office(w, nil).Form(paths.SendTest("gala"), url.Values{"emails": {"a@example.org b@example.org"}}).Want(422)
		if n := a.Doc().Find(".send-results li").Length(); n != 2 || strings.Contains(a.Text(".send-results"), "Accepted") {
			t.Errorf("%q", a.Text(".send-results"))
		}
	})
}
