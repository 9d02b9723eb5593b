package door

import (
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/db"
)

func TestPresenter_why(t *testing.T) {
	r := rsvp.RSVP{Answer: rsvp.Answer{Name: "André Leblanc", Email: "andre@example.com", CustomerNumber: "C-1",
		Details: rsvp.Details{Companions: []string{"Sophie Caron", "", "Marc Caron", "Luc Roy"}}}}
	r.NameOnFile = "Gestion Hébert"
	for _, x := range []struct{ name, text, want string }{
		{"says nothing without a search", "", ""},
		{"says nothing where the name has the text", "andré", ""},
		{"says nothing where the note has the text", "c-1", ""},
		{"names the companions that were found", "CARON", "With Sophie Caron, Marc Caron"},
		{"names the customer on file", "hebert", "On file: Gestion Hébert"},
		{"shows the address where the note is the customer number", "@example", "andre@example.com"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := (presenter{lang: i18n.EN}).why(r, x.text); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// Before its day, the page says in how many days the event takes place, by the days of the company's zone.
func TestPresenter_early(t *testing.T) {
	zone := time.FixedZone("", -5*3600)
	e := events.Event{StartsAt: db.InstantOf(time.Date(2026, 12, 21, 18, 0, 0, 0, zone))}
	for _, x := range []struct {
		name string
		now  time.Time
		want string
	}{
		{"weeks before", time.Date(2026, 11, 27, 9, 0, 0, 0, zone), "The event is in 24\u00a0days."},
		{"the evening before, which is the same day in UTC", time.Date(2026, 12, 20, 23, 0, 0, 0, zone), "The event is tomorrow."},
		{"the day itself", time.Date(2026, 12, 21, 0, 30, 0, 0, zone), ""},
		{"afterwards", time.Date(2026, 12, 22, 0, 30, 0, 0, zone), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := (presenter{lang: i18n.EN, zone: zone}).early(e, x.now); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
