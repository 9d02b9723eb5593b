package hub_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/mailtest"
	"presence/app/hub/campaigns"
)

// campaignJSON is what the tests read of a campaign.
type campaignJSON struct {
	ID         int64
	Type       string
	EventID    string `json:"event_id"`
	ReminderOf *int64 `json:"reminder_of"`
	Status     string
	Params     struct{ Channel, From, Subject string }
	Counts     struct {
		Total, Pending, Sent, Failed, Excluded, Unconfirmed, Opened, Clicked, Registered int64
	}
	StartedAt  *string `json:"started_at"`
	FinishedAt *string `json:"finished_at"`
	CreatedBy  string  `json:"created_by"`
	Recipients []struct {
		ID                               int64
		Email, Status, Reason, FirstName string
		Unconfirmed                      bool
		RSVPURL                          string  `json:"rsvp_url"`
		SentAt                           *string `json:"sent_at"`
	}
}

// TestCampaigns_JSON follows a send and its reminder as a program drives them (R8, R10–R13).
func TestCampaigns_JSON(t *testing.T) {
	t.Parallel()
	relay := mailtest.NewRelay()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		staff := a.As("events").On(t)
		mailtest.Invite(t, a, "fete-clients-2026", "Mary Smith", "Zoé Tremblay", "Partie Ailleurs", "Perdue Envol")
		ask := func(r *apptest.Response, status int) (c campaignJSON) {
			t.Helper()
			r.Want(status).JSON(&c)
			if n := c.Counts; n.Total != n.Pending+n.Sent+n.Failed+n.Excluded {
				t.Errorf("R10: the figures do not add up: %+v", n)
			}
			return c
		}
		refused := func(r *apptest.Response, status int, code string) {
			t.Helper()
			if got := r.Want(status).Problem(); got.Code != code {
				t.Errorf("%q, want %q", got.Code, code)
			}
		}
		read := func(id int64, query string) campaignJSON {
			t.Helper()
			return ask(staff.Get(fmt.Sprintf("/campaigns/%d%s", id, query)), 200)
		}
		resume := func(id int64, more string) *apptest.Response {
			return staff.Post("/events/campaign-resume", fmt.Sprintf(`{"campaign_id":%d%s}`, id, more))
		}

		// R8: a test says what became of each message, and leaves no campaign.
		var tried struct {
			Results []struct {
				Email, Error string
				OK           bool
			}
		}
		staff.Post(apptest.PartyEvent+"/send", `{"test":true,"test_emails":["mary@example.org","partie@example.org"],"language":"en"}`).Want(200).JSON(&tried)
		if len(tried.Results) != 2 || !tried.Results[0].OK || tried.Results[1].OK || !strings.Contains(tried.Results[1].Error, "5.1.1") {
			t.Errorf("R8: the test answers %+v", tried)
		}
		for what, body := range map[string]string{
			"two that differ":         `{"from":"events@example.com","sender":"other@example.com"}`,
			"one that is not allowed": `{"sender":"other@example.com"}`, "null": `{"sender":null}`,
		} {
			if p := staff.Post(apptest.PartyEvent+"/send", body).Want(400).Problem(); len(p.Errors) != 1 || p.Errors[0].Field != "sender" &&
				p.Errors[0].Field != "from" {
				t.Errorf("R8: a sender of %s is refused for %v", what, p.Errors)
			}
		}
		staff.Get(apptest.PartyEvent + "/campaigns").Want(200).Has("[]")

		// R8, R10: nobody works yet, so that every state can be seen.
		first := ask(staff.Post(apptest.PartyEvent+"/send", `{"channel":"bulk","sender":"events@example.com","subject":"La fête"}`), 201)
		if first.Status != "sending" || first.Type != "event" || first.EventID != "fete-clients-2026" || first.ReminderOf != nil ||
			first.Counts.Pending != 4 ||
			first.Params.Subject != "La fête" || first.StartedAt == nil || first.FinishedAt != nil ||
			first.CreatedBy != a.World.People["events"].UserID {
			t.Errorf("R10: %+v", first)
		}
		refused(staff.Post(apptest.PartyEvent+"/send", `{}`), 409, "send_active")
		refused(resume(first.ID, ""), 409, "send_active")
		if c := ask(staff.Post(apptest.PartyEvent+"/send/pause", nil), 200); c.Status != "paused" {
			t.Errorf("paused: %+v", c)
		}
		refused(staff.Post(apptest.PartyEvent+"/send", `{}`), 409, "send_active")
		if c := ask(resume(first.ID, ""), 200); c.Status != "sending" || c.StartedAt == nil {
			t.Errorf("R12: resumed: %+v", c)
		}
		if c := ask(staff.Post(apptest.PartyEvent+"/send/cancel", nil), 200); c.Status != "cancelled" || c.FinishedAt == nil || c.Counts.Pending != 4 {
			t.Errorf("cancelled: %+v", c)
		}
		refused(resume(first.ID, ""), 409, "nothing_pending")
		refused(staff.Post(apptest.PartyEvent+"/send/pause", nil), 409, "no_send")
		refused(staff.Post(apptest.PartyEvent+"/send/cancel", nil), 409, "no_send")
		refused(resume(999999, ""), 404, "not_found")

		// R11: a worker sends; one is refused for good, of one nobody knows.
		a.Work(t)
		second := ask(staff.Post(apptest.PartyEvent+"/send", `{}`), 201)
		mailtest.UntilCampaign(t, a, second.ID, campaigns.Interrupted)
		c := read(second.ID, "")
		if n := c.Counts; n.Sent != 2 || n.Failed != 1 || n.Pending != 1 || n.Unconfirmed != 1 || len(c.Recipients) != 4 {
			t.Errorf("R11: %+v", c)
		}
		for _, r := range c.Recipients {
			want := map[string]string{"partie@example.org": "failed", "perdue@example.org": "pending"}[r.Email]
			if want == "" {
				want = "sent"
			}
			if r.Status != want || r.Unconfirmed != (want == "pending") || (r.SentAt != nil) != (want == "sent") ||
				!strings.Contains(r.RSVPURL, "/rsvp/fete-clients-2026") {
				t.Errorf("R11: %+v", r)
			}
		}
		lost := read(second.ID, "?status=unconfirmed").Recipients
		if len(lost) != 1 || lost[0].Email != "perdue@example.org" {
			t.Fatalf("unconfirmed: %+v", lost)
		}
		refused(resume(second.ID, ""), 409, "nothing_pending")
		refused(staff.Post(fmt.Sprintf("/campaigns/%d/unconfirmed", second.ID),
			fmt.Sprintf(`{"action":"mark_sent","recipient_ids":[%d]}`, c.Recipients[0].ID)), 409, "nothing_unconfirmed")
		again := ask(resume(second.ID, `,"include_unconfirmed":true`), 200)
		if again.Status != "sending" {
			t.Errorf("R12: %+v", again)
		}
		mailtest.UntilCampaign(t, a, second.ID, campaigns.Interrupted)
		done := ask(staff.Post(fmt.Sprintf("/campaigns/%d/unconfirmed", second.ID),
			fmt.Sprintf(`{"action":"mark_sent","recipient_ids":[%d]}`, lost[0].ID)), 200)
		if done.Status != "completed" || done.Counts.Sent != 3 || done.FinishedAt == nil {
			t.Errorf("R11: %+v", done)
		}

		// The report as a table: a line each, and the head.
		report := staff.Get(fmt.Sprintf("/campaigns/%d/report.csv", second.ID)).Want(200)
		if lines := strings.Count(strings.TrimSpace(string(report.Body)), "\n"); lines != 4 ||
			!strings.HasPrefix(report.Header.Get("Content-Type"), "text/csv") {
			t.Errorf("report.csv: %d lines, %s\n%s", lines, report.Header.Get("Content-Type"), report.Body)
		}
		report.Has("perdue@example.org", "5.1.1 No such user here")

		// R13: one opens, one follows the link; whom it reached and who has not answered is reminded.
		guest := a.As(apptest.Anonymous).On(t)
		a.Clock.Advance(3600 * 1e9)
		guest.Get(relay.Link(t, "mary@example.org", mailtest.PixelPath)).Want(http.StatusOK)
		guest.Get(relay.Link(t, "zoe@example.org", mailtest.ClickPath)).Want(http.StatusFound)
		var p struct {
			Count     int64
			Breakdown struct {
				NotOpened  int64 `json:"not_opened"`
				NotClicked int64 `json:"opened_not_clicked"`
				NotHere    int64 `json:"clicked_not_registered"`
			}
			Sample []struct{ Email string }
		}
		staff.Get(fmt.Sprintf("%s/reminder-preview?source=%d", apptest.PartyEvent, second.ID)).Want(200).JSON(&p)
		if b := p.Breakdown; p.Count != 3 || b.NotOpened != 1 || b.NotClicked != 1 || b.NotHere != 1 || len(p.Sample) != 3 {
			t.Errorf("R13: %+v", p)
		}
		refused(staff.Get(fmt.Sprintf("/events/gala-2026/reminder-preview?source=%d", second.ID)), 404, "not_found")
		reminder := ask(staff.Post(apptest.PartyEvent+"/reminder-send", fmt.Sprintf(`{"source":%d}`, second.ID)), 201)
		if reminder.ReminderOf == nil || *reminder.ReminderOf != second.ID || reminder.Counts.Total != 3 ||
			reminder.Params.From != "events@example.com" || reminder.Status != "sending" || reminder.StartedAt == nil {
			t.Errorf("R13: %+v", reminder)
		}
		mailtest.UntilCampaign(t, a, reminder.ID, campaigns.Interrupted)
		staff.Get("/campaigns?event_id=fete-clients-2026&status=cancelled").Want(200).Has(fmt.Sprintf(`"id":%d`,
			first.ID)).HasNot(fmt.Sprintf(`"id":%d`, second.ID))
	}, apptest.Mailing(relay))
}

// TestCampaigns_Webhook calls as the mail provider does (R9).
func TestCampaigns_Webhook(t *testing.T) {
	t.Parallel()
	relay := mailtest.NewRelay()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		provider, staff := a.As(apptest.Anonymous).On(t), a.As("events").On(t)
		with := "/webhooks/mailjet?token=" + url.QueryEscape(apptest.WebhookToken)
		mailtest.Invite(t, a, "fete-clients-2026", "Mary Smith")
		var c campaignJSON
		a.Work(t)
		staff.Post(apptest.PartyEvent+"/send", `{}`).Want(201).JSON(&c)
		mailtest.UntilCampaign(t, a, c.ID, campaigns.Completed)
		opened := `{"event":"open","time":1,"email":"mary@example.org","agent":"Mozilla/5.0","CustomID":"` + relay.Message("mary@example.org").ID +
			`"}`
		before := a.Rows()
		for name, answer := range map[string]*apptest.Response{
			"without a token":       provider.Post("/webhooks/mailjet", opened),
			"with a wrong token":    provider.Post(with+"x", opened),
			"with a wrong password": provider.Do(http.MethodPost, "/webhooks/mailjet", opened, "Authorization", basic("x")),
			"by whoever signs in":   staff.Post("/webhooks/mailjet", opened),
		} {
			if got := answer.Want(401).Problem(); got.Code != "unauthenticated" {
				t.Errorf("%s: %+v", name, got)
			}
		}
		for _, bad := range []string{"", "x", `"open"`, `[1]`, `{"event":`} {
			provider.Post(with, bad).Want(400)
		}
		provider.Post(with, strings.Repeat(" ", 3<<20)).Want(413)
		provider.Post(with, `[{"event":"spam","CustomID":"1.2.3@example.com"},{"event":"from another year"}]`).Want(200)
		a.Unchanged(t, before, "what is refused or unknown")
		provider.Post(with, opened).Want(200)
		provider.Do(http.MethodPost, "/webhooks/mailjet", "["+opened+","+opened+"]", "Authorization", basic(apptest.WebhookToken)).Want(200)
		if got, _ := a.Campaigns.Get(t.Context(), c.ID); got.Counts.Opened != 1 {
			t.Errorf("%+v", got.Counts)
		}
	}, apptest.Mailing(relay))
}

func basic(password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte("mailjet:"+password))
}
