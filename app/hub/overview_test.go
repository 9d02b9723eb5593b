package hub_test

import (
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// TestOverview is the page that says how an event stands.
func TestOverview(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const event = "/staff/events/fete-clients-2026"
		staff, guest := a.Browser("events"), a.As(apptest.Anonymous).On(t)
		t.Run("leads from an event without an audience to the audience", func(t *testing.T) {
			doc := staff.On(t).Get(event+"/overview").Want(200).Has("No invitations sent", "/ 220").HasNot("chart-plot").Doc()
			if to := htmltest.One(t, doc, ".task .btn-primary").AttrOr("href", ""); to != event+"/audience" {
				t.Errorf("it leads to %s", to)
			}
		})
		guest.Form(party+"/submit", "name=Jeanne&people=3&email=jeanne%40example.com").Want(200)
		guest.Form(party+"/submit", "name=Luc&email=luc%40example.com&attending=no").Want(200)
		t.Run("has the figures and the days of the registrations", func(t *testing.T) {
			doc := staff.On(t).Get(event+"/overview").Want(200).Has("chart-plot", "217 spots left").HasNot("chart-before").Doc()
			if got := htmltest.Text(doc.Find(".stat-value")); got != "3 / 2201 1" {
				t.Errorf("the figures are %q", got)
			}
		})
		t.Run("compares the days with those of the event before", func(t *testing.T) {
			staff.On(t).Form("/staff/events", "id=apres&content.fr.title=Apres&starts_at=2027-02-01T18:00&ends_at=2027-02-01T20:00&status=open").Want(303)
			guest.On(t).Form("/rsvp/apres/submit", "name=Jeanne&people=1&email=jeanne%40example.com").Want(200)
			staff.On(t).Get("/staff/events/apres/overview").Want(200).HasNot("chart-before").Has("at this point for the previous event", "?chart=total#days")
			staff.On(t).Get("/staff/events/apres/overview?chart=total").Want(200).Has("chart-before", "at this point for the previous event").HasNot("chart-bar")
		})
		t.Run("is where the list of events leads", func(t *testing.T) {
			staff.On(t).Get("/staff/events").Want(200).Has(`href="` + event + `/overview"`)
		})
		t.Run("does not find an event that does not exist", func(t *testing.T) {
			staff.On(t).Get("/staff/events/none/overview").Want(404)
		})
	})
}
