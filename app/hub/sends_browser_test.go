package hub_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/mailtest"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

// TestBrowser_Send sends an invitation as staff do, with and without script: a test first, a number mistyped, then the
// number; the report comes to its end by itself where there is script, and the messages lie in the outbox.
func TestBrowser_Send(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	for _, noScript := range []bool{false, true} {
		t.Run(fmt.Sprintf("without_script_%t", noScript), func(t *testing.T) {
			a := apptest.New(t)
			mailtest.Invite(t, a, "fete-clients-2026", mailtest.Guests[:7]...)
			p := b.Open(t, a, browser.View{Lang: "fr", Width: 1280, NoScript: noScript}).As("events").Go("/staff/events/fete-clients-2026/send")
			p.Do(browser.Click("details:has(> #test) > summary")) // the message has a warning, so that it is open
			p.Follow(browser.Click("#test button")).At("/staff/events/fete-clients-2026/send")
			if kept, _, err := a.Outbox.List("", 10); err != nil || len(kept) != 2 || kept[0].To.Email != a.World.People["events"].Email {
				t.Fatalf("the test is not in the outbox: %v %v", kept, err)
			}
			p.Do(browser.Click("details:has(> #test) > summary")) // the test is done, so that the step after it is open
			if text := p.Text("#test .send-done > summary"); !strings.HasPrefix(text, "2") {
				t.Errorf("the tests in both languages are ticked as %q", text)
			}
			p.Do(browser.Click(".send-outbox > summary"), browser.Click("#f-ack_outbox"), chromedp.SendKeys("#f-count", "6"))
			if !noScript { // without, the server says so: TestSend_Guards
				p.Until(`document.querySelector("#send button").disabled`).Do(browser.Click("#send button"))
			}
			if list, _ := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1); len(list) != 0 {
				t.Fatal("a number that was mistyped sent something")
			}
			p.Go("/staff/events/fete-clients-2026/send")
			p.Follow(browser.Click(".send-outbox > summary"), browser.Click("#f-ack_outbox"), chromedp.SendKeys("#f-count", "7"), browser.Click("#send button"))
			if !strings.HasPrefix(p.Path(), "/staff/campaigns/") {
				t.Fatalf("the send leads to %s", p.Path())
			}
			if text := p.Text("#course-state .badge"); text != "Envoi en cours" {
				t.Errorf("the send begins as %q", text)
			}
			a.Work(t)
			if noScript {
				list, _ := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1)
				mailtest.UntilCampaign(t, a, list[0].ID, campaigns.Completed)
				p.Go(p.Path())
			}
			p.Reads("#course-state .badge", "Terminée")
			if text := p.Text("#course .stat:first-child .stat-value"); text != "7" {
				t.Errorf("the report ends with %q", text)
			}
			if kept, _, _ := a.Outbox.List("", 20); len(kept) != 9 {
				t.Errorf("%d messages are in the outbox, want 7 and two tests", len(kept))
			}
			p.Go("/staff/outbox").Follow(browser.Click("tbody a"))
			if subject := p.Text("h1"); subject == "" {
				t.Error("a message has no title")
			}
			p.Quiet()
		})
	}
}

// TestBrowser_SendOnItsWay shows that the report does not load itself anew, though the state of the send changed, while a form of the page
// is on its way: the form's answer would be dropped.
func TestBrowser_SendOnItsWay(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	id, staff := onItsWay(t, a), a.Browser("events").On(t)
	p := b.Open(t, a, browser.View{Lang: "fr", Width: 1280}).As("events").Go(fmt.Sprintf("/staff/campaigns/%d", id))
	browser.Eval[bool](p, `(() => {
		window.answers = 0
		document.addEventListener("htmx:afterRequest", () => window.answers++)
		document.querySelector("form[method=post]").dataset.sent = "1"
		return true
	})()`)
	staff.Form(fmt.Sprintf("/staff/campaigns/%d/pause", id), "x=1").Want(http.StatusSeeOther)
	p.Until(`window.answers >= 2`) // the second was asked after the pause
	browser.Eval[bool](p, `delete document.querySelector("form[data-sent]").dataset.sent`)
	p.Until(`window.answers === undefined`).Quiet() // then it loads itself anew
}

// onItsWay has three guests invited by a campaign that is under way, and returns its id.
func onItsWay(t *testing.T, a *apptest.App) int64 {
	t.Helper()
	mailtest.Invite(t, a, "fete-clients-2026", mailtest.Guests[:3]...)
	mailtest.Send(a.Browser("events").On(t), "/staff/events/fete-clients-2026/send", 3)
	list, err := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	return list[0].ID
}

// TestBrowser_ReportWithoutNetwork polls a report whose network is gone: that is said once, nothing is said to be unsaved, and the message
// leaves with the first answer. Meanwhile other messages stay as long as ever.
func TestBrowser_ReportWithoutNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	id := onItsWay(t, a)
	net, near := browser.NewNetwork(t, a)
	p := b.Open(t, near, browser.View{Lang: "en", Width: 1280}).As("events").Go(fmt.Sprintf("/staff/campaigns/%d", id))
	const messages = `[...document.querySelectorAll("[data-toast]:not(.is-leaving) > p")].map((text) => text.textContent).join(" | ")`
	browser.Eval[bool](p, `(() => {
		window.failures = 0
		document.addEventListener("htmx:sendError", () => window.failures++)
		return true
	})()`)
	net.Cut(true)
	p.Until(`window.failures >= 3`)
	if said := browser.Eval[string](p, messages); said != "The server isn’t responding." {
		t.Errorf("it says %q", said)
	}
	browser.Eval[bool](p, `document.dispatchEvent(new CustomEvent("toast", { detail: "Copied" }))
		&& document.body.dispatchEvent(new Event("htmx:afterSettle", { bubbles: true }))`)
	if said := browser.Eval[string](p, messages); said != "The server isn’t responding. | Copied" {
		t.Errorf("after a part of the page was drawn it says %q", said)
	}
	net.Cut(false)
	p.Until(`!` + messages + `.includes("server")`)
}

// TestBrowser_CampaignsKeepTheFocus polls the list of campaigns while a row, and then its link, has the focus.
func TestBrowser_CampaignsKeepTheFocus(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	path := fmt.Sprintf("/staff/campaigns/%d", onItsWay(t, a))
	p := b.Open(t, a, browser.View{Lang: "en", Width: 1280}).As("events").Go("/staff/campaigns")
	link := `document.querySelector("#rows a[href$='` + path + `']")`
	for name, element := range map[string]string{"row": link + `.closest("tr")`, "link": link} {
		browser.Eval[bool](p, `(() => {
			window.swaps = 0
			document.addEventListener("htmx:afterSettle", () => window.swaps++)
			`+element+`.focus()
			return true
		})()`)
		p.Until(`window.swaps >= 2`)
		if !browser.Eval[bool](p, `document.activeElement === `+element) {
			t.Errorf("the %s lost the focus", name)
		}
	}
}

// TestBrowser_SendTwoSubjects tries two subjects as staff do, with and without script: the fields unfold, the confirmation says who gets
// which subject, and a button on the report sends the rest.
func TestBrowser_SendTwoSubjects(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	names := make([]string, 20)
	for i := range names {
		names[i] = fmt.Sprintf("Camille%d Roy", i)
	}
	for i, noScript := range []bool{false, true} {
		t.Run(fmt.Sprintf("without_script_%t", noScript), func(t *testing.T) {
			a := apptest.New(t)
			mailtest.Invite(t, a, "fete-clients-2026", names...)
			lang := []i18n.Lang{i18n.FR, i18n.EN}[i]
			p := b.Open(t, a, browser.View{Lang: lang, Width: 1280, NoScript: noScript}).As("events").
				Go("/staff/events/fete-clients-2026/send")
			p.Do(browser.Click(".send-second > summary"), chromedp.SendKeys("#f-subject_b", "Vous venez ?"),
				chromedp.SetValue("#f-test_percent", "50")).Follow(browser.Click("form:has(> .send-second) > div:last-child > .btn"))
			p.Do(browser.Click("details:has(> #send) > summary"), browser.Click(".send-outbox > summary"))
			if text := strings.ReplaceAll(p.Text("#groups"), "\u00a0", " "); strings.Count(text, "5 person")+strings.Count(text, "5 people") != 2 {
				t.Errorf("the confirmation says %q", text)
			}
			inspect := func(name string) {
				if !noScript {
					p = p.Inspect(name)
				}
			}
			inspect("send-two-subjects")
			p.Follow(browser.Click("#f-ack_outbox"), browser.Click("#f-ack_subject"), browser.Click("#f-ack_untested_fr"),
				browser.Click("#f-ack_untested_en"), chromedp.SendKeys("#f-count", "20"), browser.Click("#send button"))
			list, err := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1)
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			a.Work(t)
			dbtest.Until(t, "both groups have their message", func() bool {
				c, err := a.Campaigns.Get(t.Context(), list[0].ID)
				if err != nil {
					t.Fatal(err)
				}
				return c.Counts.Sent == 10
			})
			p.Go(p.Path())
			inspect("report-two-subjects")
			p.Follow(browser.Click("#choose form:last-child button"))
			c := mailtest.UntilCampaign(t, a, list[0].ID, campaigns.Completed)
			if c.Chosen != campaigns.ChosenB || c.Counts.Sent != 20 {
				t.Errorf("%q was chosen, and %d were sent", c.Chosen, c.Counts.Sent)
			}
			p.Go(p.Path())
			inspect("report-subject-chosen")
			p.Quiet()
		})
	}
}

// TestOutbox_Watching shows that staff who look at a message in the outbox are not counted as the guest who opens it.
func TestOutbox_Watching(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	mailtest.Invite(t, a, "fete-clients-2026", mailtest.Guests[:1]...)
	a.Work(t)
	staff := a.Browser("events").On(t)
	mailtest.Send(staff, "/staff/events/fete-clients-2026/send", 1)
	list, err := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	mailtest.UntilCampaign(t, a, list[0].ID, campaigns.Completed)
	kept, _, err := a.Outbox.List("", 1)
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	m, err := a.Outbox.Read(kept[0].Name)
	if err != nil || !mailtest.PixelPath.MatchString(m.HTML) {
		t.Fatalf("the message itself is not watched: %v", err)
	}
	staff.Get("/staff/outbox/" + kept[0].Name).Want(http.StatusOK).Has(`src="/staff/outbox/` + kept[0].Name + `/html"`)
	if shown := staff.Get("/staff/outbox/" + kept[0].Name + "/html").Want(http.StatusOK).Has("Élise"); mailtest.PixelPath.Match(shown.Body) {
		t.Error("looking at it would count as opening it")
	}
}

// TestSend_Guards holds the page against everything that must not send.
func TestSend_Guards(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	mailtest.Invite(t, a, "fete-clients-2026", mailtest.Guests[:3]...)
	staff := a.Browser("events").On(t)
	const page = "/staff/events/fete-clients-2026/send"
	these := mailtest.SendForm(staff, page)
	nothing := func(what string) {
		t.Helper()
		if list, err := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1); err != nil || len(list) != 0 {
			t.Fatalf("%s sent something: %v %v", what, list, err)
		}
	}
	for _, x := range []struct {
		what, form string
		status     int
	}{
		{"no number", these + mailtest.Confirmations, 422},
		{"another number", these + "&count=30" + mailtest.Confirmations, 422},
		{"a list that has grown", "people=2&count=2" + mailtest.Confirmations, 409},
		{"no word of the list", "count=3" + mailtest.Confirmations, 409},
		{"as many others", "people=3&seen=0123456789abcdef&count=3" + mailtest.Confirmations, 409},
		{"a sender that is not allowed", these + "&count=3&from=else@example.com" + mailtest.Confirmations, 422},
		{"a subject of two lines", these + "&count=3&subject=a%0Ab" + mailtest.Confirmations, 422},
		{"no tick", these + "&count=3", 422},
		{"a warning without its tick", these + "&count=3&ack_outbox=true&ack_untested_fr=true", 422},
		{"a tick of something else", these + "&count=3&ack_outbox=yes&ack_untested_fr=true&ack_untested_en=true", 422},
	} {
		if r := staff.Form(page, x.form); r.Status != x.status {
			t.Errorf("%s: %d, want %d", x.what, r.Status, x.status)
		}
		nothing(x.what)
	}
	refused := staff.Form(page, these+"&count=3&ack_untested_fr=true").Want(422).Doc()
	wrong := refused.Find("#send [aria-invalid=true]").Map(func(_ int, x *goquery.Selection) string { return x.AttrOr("name", "") })
	if !slices.Equal(wrong, []string{"ack_outbox", "ack_untested_en"}) {
		t.Errorf("the errors stand at %q", wrong)
	}
	if refused.Find(`#send [name=ack_untested_fr][checked]`).Length() != 1 || refused.Find("#f-count").AttrOr("value", "") != "3" {
		t.Error("what was ticked and typed is lost")
	}
	if text := refused.Find("#send .banner").Text(); !strings.Contains(text, "Ask Ondine Bellerive to set up a channel.") {
		t.Errorf("those who cannot set up a channel do not read whom to ask: %s", text)
	}
	a.Clock.Set(time.Date(2026, 12, 17, 23, 0, 0, 0, time.UTC))
	staff = a.Browser("admin").On(t) // the other session has ended
	staff.Form(page, these+"&count=3"+strings.Replace(mailtest.Confirmations, "&confirm_late=true", "", 1)).Want(422)
	nothing("an event that has begun")
	staff.Form(page, these+"&count=+3+"+mailtest.Confirmations).Want(303)
	staff.Form(page, these+"&count=3"+mailtest.Confirmations).Want(409).Has("/staff/campaigns/")
	if list, err := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 5); err != nil || len(list) != 1 {
		t.Errorf("two sends stand side by side: %v %v", list, err)
	}
}

// TestSend_TestOfTheMessage ticks a test off for the very message that was sent: not for its reminder, nor for another subject.
func TestSend_TestOfTheMessage(t *testing.T) {
	t.Parallel()
	relay := mailtest.NewRelay()
	a := apptest.New(t, apptest.Mailing(relay))
	mailtest.SendInvitation(t, a, relay)
	staff := a.Browser("events").On(t)
	const send, reminder = "/staff/events/fete-clients-2026/send", "/staff/campaigns/{sent}/reminder"
	tested := func(page string) string {
		doc := staff.Get(page).Want(200).Doc()
		if doc.Find("#send form").Length() == 1 && doc.Find("#send [name=ack_untested_fr]").Length() == doc.Find("#test .tone-good").Length() {
			t.Errorf("%s asks for a tick of a test that was made, or for none of one that was not", page)
		}
		return fmt.Sprint(doc.Find("#test .send-checks > li").First().Find(".tone-good").Length() == 1)
	}
	staff.Form("/staff/campaigns/{sent}/unconfirmed", "action=mark_sent").Want(303)
	for _, x := range []struct{ name, act, form, send, reminder string }{
		{"before any", "", "", "false", "false"},
		{"the invitation", send + "/test", "lang=fr&emails=a@example.org", "true", "false"},
		{"the reminder", reminder + "/test", "lang=fr&emails=a@example.org", "true", "true"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.act != "" {
				staff.Form(x.act, x.form).Want(303)
			}
			if s, r := tested(send), tested(reminder); s != x.send || r != x.reminder {
				t.Errorf("the invitation is tested: %s, the reminder: %s", s, r)
			}
		})
	}
	if tested(send+"?subject=Autre") == "true" {
		t.Error("a message with another subject counts as tested")
	}
	staff.Form(send+"/test", "lang=fr&emails=a@example.org&subject=Autre").Want(303)
	if tested(send) != "true" || tested(send+"?subject=Autre") != "true" {
		t.Error("a test of one subject takes the place of that of the other")
	}
}

// TestSend_Moves pauses, resumes and gives up a send from its report, and finds that an older report moves nothing.
func TestSend_Moves(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	mailtest.Invite(t, a, "fete-clients-2026", mailtest.Guests[:3]...)
	staff := a.Browser("events").On(t)
	mailtest.Send(staff, "/staff/events/fete-clients-2026/send", 3)
	list, err := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	at, is := fmt.Sprintf("/staff/campaigns/%d", list[0].ID), func(want campaigns.State) {
		t.Helper()
		if c, err := a.Campaigns.Get(t.Context(), list[0].ID); err != nil || c.State != want {
			t.Fatalf("the send is %s, want %s: %v", c.State, want, err)
		}
	}
	staff.Form(at+"/pause", "x=1").Want(303)
	is(campaigns.Paused)
	staff.Get("/staff/").Want(200).Has(`id="sends"`, at)
	staff.Do("GET", "/staff/", nil, "HX-Request", "true", "HX-Target", "sends").Want(200).Has(at).HasNot("<h1")
	staff.Do("GET", "/staff/campaigns", nil, "HX-Request", "true", "HX-Target", "rows").Want(200).Has(at).HasNot("<h1", "every 3s")
	staff.Get(at).Want(200).Has(at + "/resume")
	staff.Form(at+"/resume", "x=1").Want(303)
	is(campaigns.Sending)
	staff.Do("GET", at+"?seen=paused", nil, "HX-Request", "true", "HX-Target",
		"course").Want(200).Has("every 2s").HasHeader("HX-Refresh", "true")
	staff.Form("/staff/campaigns/{campaign}/cancel", "x=1").Want(303)
	is(campaigns.Sending)
	staff.Get(at + "?ask=cancel").Want(200).Has(at + "/cancel")
	staff.Form(at+"/cancel", "x=1").Want(303)
	is(campaigns.Cancelled)
	staff.Get("/staff/").Want(200).HasNot(`id="sends"`)
	staff.Form(at+"/unconfirmed", "action=mark_sent").Want(303)
	staff.Form(at+"/unconfirmed", "action=burn").Want(400)
	staff.Get("/staff/campaigns/999").Want(404)
	staff.Get(at + "?state=elsewhere").Want(404)
}

// TestSend_Settings tests a channel, turns tracking off, and keeps addresses from being written to and lets them again.
func TestSend_Settings(t *testing.T) {
	t.Parallel()
	relay := mailtest.NewRelay()
	a := apptest.New(t, apptest.Mailing(relay))
	staff := a.Browser("events").On(t)
	staff.Form("/staff/settings/channels/test", "channel=bulk").Want(422).Has("5.7.8 Authentication credentials invalid")
	staff.Form("/staff/settings/channels/test", "channel=mailbox").Want(200)
	staff.Form("/staff/settings/channels/test", "channel=pigeon").Want(404)
	mailtest.Invite(t, a, "fete-clients-2026", mailtest.Guests[:2]...)
	a.Work(t)
	sent := func(count int, wantTracked bool) int64 {
		t.Helper()
		again := ""
		if list, _ := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1); len(list) > 0 {
			again = fmt.Sprintf("&ack_again=%d", list[0].ID)
		}
		mailtest.Send(staff, "/staff/events/fete-clients-2026/send", count, again)
		list, err := a.Campaigns.Newest(t.Context(), "fete-clients-2026", 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if c := mailtest.UntilCampaign(t, a, list[0].ID, campaigns.Completed); c.Tracked != wantTracked {
			t.Errorf("campaign %d tracked: %t", c.ID, c.Tracked)
		}
		return list[0].ID
	}
	tracked := sent(2, true)
	pixel := relay.Link(t, mailtest.Address(mailtest.Guests[0]), mailtest.PixelPath)
	staff.Form("/staff/settings/channels/tracking", "track_people=false").Want(303)
	staff.Form("/staff/settings/channels/tracking", "track_people=perhaps").Want(400)
	a.Clock.Advance(time.Hour)
	a.As(apptest.Anonymous).On(t).Get(pixel).Want(200)
	if c, _ := a.Campaigns.Get(t.Context(), tracked); c.Counts.Opened != 0 {
		t.Error("an open was kept though tracking is off")
	}
	sent(2, false)
	if html := relay.Message(mailtest.Address(mailtest.Guests[0])).HTML; mailtest.PixelPath.MatchString(html) || mailtest.ClickPath.MatchString(html) {
		t.Error("a message carries tracking links though tracking is off")
	}

	const list = "/staff/settings/suppressions"
	staff.Form(list, "email=nobody").Want(422)
	staff.Form(list, "email="+mailtest.Address(mailtest.Guests[0])).Want(303)
	staff.Form(list, "email="+mailtest.Address(mailtest.Guests[0])).Want(422)
	staff.Get(list + "?q=ELISE").Want(200).Has(mailtest.Address(mailtest.Guests[0]))
	staff.Get(list + "?q=%25").Want(200).HasNot(mailtest.Address(mailtest.Guests[0]))
	sent(1, false)
	staff.Form(list+"/remove", "email="+mailtest.Address(mailtest.Guests[0])).Want(303)
	staff.Form(list+"/remove", "email="+mailtest.Address(mailtest.Guests[0])).Want(404)
	staff.Get(list).Want(200).HasNot(mailtest.Address(mailtest.Guests[0]))
	a.Browser("admin").On(t).Get("/staff/settings/audit").Want(200).Has("suppression")
}

// TestSend_Report resolves what is unconfirmed, finds people whatever their accents, and sends a reminder to those who
// have not answered.
func TestSend_Report(t *testing.T) {
	t.Parallel()
	relay := mailtest.NewRelay()
	a := apptest.New(t, apptest.Mailing(relay))
	mailtest.SendInvitation(t, a, relay)
	staff := a.Browser("events").On(t)
	staff.Get("/staff/campaigns/{sent}?q=elise+cote").Want(200).Has("elise@example.org").HasNot("zoe@example.org")
	staff.Get("/staff/campaigns/{sent}?state=failed").Want(200).Has("5.1.1 No such user here").HasNot("elise@example.org")
	staff.Get("/staff/campaigns/{sent}?state=opened&q=zoe").Want(200).Has("zoe@example.org")
	staff.Form("/staff/campaigns/{sent}/unconfirmed", "action=mark_sent").Want(303)
	if c, _ := a.Campaigns.Get(t.Context(), a.World.IDs["sent"]); c.State != campaigns.Completed || c.Counts.Sent != 10 {
		t.Errorf("after the unconfirmed are resolved: %s %+v", c.State, c.Counts)
	}
	token := a.World.Names["stop"]
	guest := a.As(apptest.Anonymous).On(t)
	guest.Get("/u/" + token).Want(200)
	staff.Get("/staff/settings/suppressions").Want(200).HasNot("elise@example.org")
	guest.Form("/u/"+token, "List-Unsubscribe=One-Click").Want(200)
	staff.Get("/staff/settings/suppressions").Want(200).Has("elise@example.org")
	mailtest.Send(staff, "/staff/campaigns/{sent}/reminder", 9)
	list, err := a.Campaigns.Newest(t.Context(), "", 0, 1)
	if err != nil || list[0].ReminderOf != a.World.IDs["sent"] {
		t.Fatalf("%+v %v", list, err)
	}
	mailtest.UntilCampaign(t, a, list[0].ID, campaigns.Interrupted)
}
