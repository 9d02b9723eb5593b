package mailtest

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/hub/campaigns"
	"presence/db/dbtest"
)

// Guests are the names of people who can be invited. The relay refuses the message to the eighth, and loses the ninth.
var Guests = []string{"Élise Côté", "Normand Lévesque", "Mary Smith", "Thérèse Bourgault", "Jean-Sébastien Vaillancourt-Desrosiers",
	"Liam O’Connor", "Fatima Benali", "Partie Ailleurs", "Perdue Envol", "Marc-Antoine Gélinas", "Zoé Tremblay", "Stop Merci"}

// Address returns the e-mail address of a guest: élise@… without the accent.
func Address(name string) string {
	first, _, _ := strings.Cut(name, " ")
	return strings.NewReplacer("é", "e", "è", "e", "î", "i", "É", "e", "é", "e").Replace(strings.ToLower(first)) + "@example.org"
}

// Invite puts guests on the main list of an event, most of them in French.
func Invite(t *testing.T, a *apptest.App, event string, names ...string) {
	t.Helper()
	var entries []string
	for i, name := range names {
		first, last, _ := strings.Cut(name, " ")
		entries = append(entries, fmt.Sprintf(`{"email":%q,"firstname":%q,"lastname":%q,"language":%q}`, Address(name), first, last,
			[]string{"fr", "en"}[i%3/2]))
	}
	a.As("events").On(t).Post("/events/"+event+"/audience/entries",
		`{"source":"manual","entries":[`+strings.Join(entries, ",")+`]}`).Want(http.StatusOK)
}

// Confirmations are the fields of all the boxes that staff may have to check before a campaign is sent. Those that the page does
// not show have no effect.
const Confirmations = "&ack_outbox=true&ack_untested_fr=true&ack_untested_en=true&ack_draft=true&ack_closed=true&confirm_late=true&ack_french=true"

// SendForm returns the fields by which the form of a page repeats which recipients it showed: people=3&seen=….
func SendForm(staff *apptest.Client, page string) string {
	form := staff.Get(page).Want(http.StatusOK).Doc().Find("#send")
	value := func(name string) string { return form.Find("[name="+name+"]").AttrOr("value", "") }
	return "people=" + value("people") + "&seen=" + value("seen")
}

// Send posts the form of a page that sends: to as many recipients as count says, with every box checked and more fields ("&from=…").
func Send(staff *apptest.Client, page string, count int, more ...string) {
	fields := fmt.Sprintf("%s&count=%d%s%s", SendForm(staff, page), count, Confirmations, strings.Join(more, ""))
	staff.Form(page, fields).Want(http.StatusSeeOther)
}

// UntilCampaign waits until a campaign has a state, and returns it.
func UntilCampaign(t *testing.T, a *apptest.App, id int64, want campaigns.State) (c campaigns.Campaign) {
	t.Helper()
	dbtest.Until(t, fmt.Sprintf("campaign %d is %s", id, want), func() bool {
		var err error
		if c, err = a.Campaigns.Get(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		return c.State == want
	})
	return c
}

// SendInvitation invites the Guests to the party: the message to one is refused, that to another is lost, and a third one wants
// no e-mail. Three open it, one clicks. From then on {sent} is the id of the campaign, {kept} the name of a message in the
// outbox, and {stop} the token of a link that ends the invitations.
func SendInvitation(t *testing.T, a *apptest.App, relay *Relay) {
	t.Helper()
	const event = "fete-clients-2026"
	staff := a.Browser("events").On(t)
	staff.Form("/staff/settings/suppressions", "email=stop@example.org").Want(http.StatusSeeOther)
	Invite(t, a, event, Guests...)
	a.Work(t)
	Send(staff, "/staff/events/"+event+"/send", 11)
	list, err := a.Campaigns.Newest(t.Context(), event, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	sent := UntilCampaign(t, a, list[0].ID, campaigns.Interrupted)
	guest := a.As(apptest.Anonymous).On(t)
	for i, name := range []string{"Élise Côté", "Mary Smith", "Zoé Tremblay"} {
		a.Clock.Advance(time.Duration(2+i) * time.Hour)
		guest.Get(relay.Link(t, Address(name), PixelPath)).Want(http.StatusOK)
	}
	guest.Get(relay.Link(t, Address("Élise Côté"), ClickPath)).Want(http.StatusFound)
	staff.Form("/staff/events/{event}/send/test", "channel=mailbox&lang=fr&emails=rosalie@example.org").Want(http.StatusSeeOther)
	kept, _, err := a.Outbox.List("", 1)
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	a.World.IDs, a.World.Names = maps.Clone(a.World.IDs), maps.Clone(a.World.Names)
	a.World.IDs["sent"], a.World.Names["kept"] = sent.ID, kept[0].Name
	a.World.Names["stop"] = strings.TrimPrefix(relay.Link(t, Address("Élise Côté"), unsubscribePath), "/u/")
}
