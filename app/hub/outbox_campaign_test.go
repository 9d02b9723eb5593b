package hub_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/mailtest"
	"presence/app/hub/campaigns"
	"presence/app/platform/paths"
)

// TestCampaign_KeptInTheOutbox shows that messages which no channel delivered are not called sent.
func TestCampaign_KeptInTheOutbox(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	staff := a.Browser("events").On(t)
	const event = "fete-clients-2026"
	mailtest.Invite(t, a, event, "Ada Roy", "Bob Roy")
	mailtest.Send(staff, "/staff/events/"+event+"/send", 2)
	a.Work(t)
	list, err := a.Campaigns.Newest(t.Context(), event, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	id := mailtest.UntilCampaign(t, a, list[0].ID, campaigns.Completed).ID
	report := staff.Get(fmt.Sprintf("/staff/campaigns/%d", id)).Want(http.StatusOK)
	report.Has("No channel was set up: the messages are in the outbox, and no one has received them.", `In the outbox</span> <span class="chip-count num">2</span>`,
		"<span>In the outbox</span>", `data-label="Date"`).HasNot(`Sent</span> <span class="chip-count num">2</span>`, "2 sent", `data-label="Sent"`)
	staff.Get("/staff/campaigns").Want(http.StatusOK).Has("Invitation · In the outbox")
	staff.Form("/staff/events/"+event+"/send/test", "lang=fr&emails=essai@example.org").Want(http.StatusSeeOther)
	var groups []string
	staff.Get("/staff/outbox").Want(http.StatusOK).Doc().Find("tbody").Each(func(_ int, g *goquery.Selection) {
		groups = append(groups, fmt.Sprint(strings.Join(strings.Fields(g.Find(".group").Text()), " "), ", ", g.Find("[data-row]").Length(), ", ",
			g.Find(".group a").AttrOr("href", "")))
	})
	title := fmt.Sprintf("Our customer holiday party: invitation, 2, /staff/campaigns/%d", id)
	if slices.Sort(groups); !slices.Equal(groups, []string{title, "Tests and other messages, 1, "}) {
		t.Errorf("the outbox groups its messages as %q", groups)
	}
	staff.Get("/staff/notifications").Want(http.StatusOK).Has("2 kept in the outbox").HasNot("2 sent")
}

// TestCampaigns_Unsent lists the events that have an audience and whose invitation was not sent, and the rates of what was.
func TestCampaigns_Unsent(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	staff := a.Browser("events").On(t)
	const event = "fete-clients-2026"
	unsent := func() (list []string) {
		staff.Get("/staff/campaigns").Want(http.StatusOK).Doc().Find(".camp-unsent a").Each(func(_ int, x *goquery.Selection) {
			list = append(list, x.AttrOr("href", ""))
		})
		return list
	}
	// choose returns the event's text in the dialog for a new campaign, and its link.
	choose := func() string {
		x := staff.Get("/staff/campaigns?ask=new").Want(http.StatusOK).Doc().Find(".camp-choose li").FilterFunction(func(_ int, x *goquery.Selection) bool {
			return strings.Contains(x.Find("a").AttrOr("href", ""), "/"+event+"/")
		})
		return x.Find("a").AttrOr("href", "") + " " + strings.TrimSpace(x.Find(".muted").Text())
	}
	if list := unsent(); slices.Contains(list, "/staff/events/"+event+"/send") {
		t.Errorf("an event without an audience is to be sent: %q", list)
	}
	if got := choose(); got != "/staff/events/"+event+"/audience Thu, Dec\u00a017 · empty audience" {
		t.Errorf("without an audience: %q", got)
	}
	mailtest.Invite(t, a, event, "Ada Roy", "Bob Roy")
	if list := unsent(); !slices.Contains(list, "/staff/events/"+event+"/send") {
		t.Errorf("an event with an audience is not to be sent: %q", list)
	}
	if got := choose(); got != "/staff/events/"+event+"/send Thu, Dec\u00a017 · 2 addresses in the audience" {
		t.Errorf("with an audience: %q", got)
	}
	mailtest.Send(staff, "/staff/events/"+event+"/send", 2)
	a.Work(t)
	sent, err := a.Campaigns.Newest(t.Context(), event, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	mailtest.UntilCampaign(t, a, sent[0].ID, campaigns.Completed)
	if list := unsent(); slices.Contains(list, "/staff/events/"+event+"/send") {
		t.Errorf("an event that was sent is still to be sent: %q", list)
	}
	if got := choose(); got != "/staff/events/"+event+"/send Thu, Dec\u00a017 · invitation already sent" {
		t.Errorf("after its invitation: %q", got)
	}
	for _, x := range []struct{ who, page, buttons string }{
		{"events", "/staff/events/" + event + "/send", ".send-last"},
		{"admin", "/staff/events/" + event + "/send", ".send-last"},
		{"admin", paths.Campaign(sent[0].ID, nil), ".page-title"},
	} {
		box := a.Browser(x.who).On(t).Get(x.page).Want(http.StatusOK).Doc().Find(x.buttons)
		if box.Find("a[href='"+paths.RemindCampaign(sent[0].ID, nil)+"']").Length() != 1 || box.Find(".btn-primary").Length() != 0 {
			t.Errorf("%s, %s: the reminder is missing or is the main button, although nothing can be sent", x.who, x.page)
		}
		if n := box.Find(".caution a[href='" + paths.MailSettings() + "']").Length(); box.Find(".caution").Length() != 1 || (n == 1) != (x.who == "admin") {
			t.Errorf("%s, %s: the reason reads %q, with %d links", x.who, x.page, box.Find(".caution").Text(), n)
		}
	}
	list := staff.Get("/staff/campaigns").Want(http.StatusOK).Doc()
	row := list.Find("#rows tbody tr").First()
	if row.Find(".row-actions .btn.is-waiting").Length() != 1 || list.Find("main .caution").Length() != 0 ||
		!strings.Contains(list.Find(".banner").Text(), "No email channel is set up") {
		t.Errorf("the list does not say once, above all, that nothing can be sent: %s", list.Find("main").Text())
	}
	if got := row.Find("td.num").Map(func(_ int, x *goquery.Selection) string { return strings.Join(strings.Fields(x.Text()), " ") }); !slices.Equal(got,
		[]string{"0 0%", "0 0%", "0 0%"}) {
		t.Errorf("the rates are %q", got)
	}
}
