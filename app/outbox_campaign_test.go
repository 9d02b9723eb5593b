package app_test

import (
	"fmt"
	"net/http"
	"testing"

	"presence/app/apptest"
	"presence/app/hub/campaigns"
)

// TestCampaign_KeptInTheOutbox shows that messages which no channel took to anybody are not called sent.
func TestCampaign_KeptInTheOutbox(t *testing.T) {
	a := apptest.New(t)
	staff := a.Browser("events").On(t)
	const event = "fete-clients-2026"
	invite(t, a, event, "Ada Roy", "Bob Roy")
	staff.Form("/staff/events/"+event+"/send", "people=2&count=2").Want(http.StatusSeeOther)
	a.Work(t)
	list, err := a.Campaigns.Newest(t.Context(), event, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	id := comesTo(t, a, list[0].ID, campaigns.Completed).ID
	report := staff.Get(fmt.Sprintf("/staff/campaigns/%d", id)).Want(http.StatusOK)
	report.Has("No channel was configured: the messages are in the outbox, and nobody has received them.", "In the outbox 2",
		"<span>In outbox</span>", `data-label="Date"`).HasNot("Sent 2", "2 sent", `data-label="Sent"`)
	staff.Get("/staff/campaigns").Want(http.StatusOK).Has("Invitation · In the outbox")
	staff.Get("/staff/notifications").Want(http.StatusOK).Has("2 kept in the outbox").HasNot("2 sent")
}
