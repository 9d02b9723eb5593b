package door

import (
	"slices"
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
	for _, x := range []struct{ name, text, want, helper string }{
		{name: "says nothing without a search"},
		{name: "says nothing where the name has the text", text: "andré"},
		{"shows the customer number, but not to a helper", "c-1", "C-1", ""},
		{name: "says nothing of companions, whom the note names", text: "CARON"},
		{"names the customer on file, but not to a helper", "hebert", "On file: Gestion Hébert", ""},
		{"shows the address where the note is the customer number, but not to a helper", "@example", "andre@example.com", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := (presenter{lang: i18n.EN}).why(r, x.text); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if got := (presenter{lang: i18n.EN, helper: true}).why(r, x.text); got != x.helper {
				t.Errorf("to a helper %q, want %q", got, x.helper)
			}
		})
	}
}

// A party is known by its name and its companions. A customer number, email or phone tells apart only those of equal names.
func TestPresenter_list_of_names(t *testing.T) {
	party := func(name, number string) Party {
		return Party{RSVP: rsvp.RSVP{Answer: rsvp.Answer{Name: name, Email: number + "@example.com", CustomerNumber: number}}}
	}
	found := []Party{party("Ann Roy", "C-1"), party("Ben Roy", "C-2"), party("BEN  ROY", "C-3")}
	found[0].Companions, found[1].Companions = []string{"Al Roy", "Max Roy"}, []string{"Luc Roy"}
	for _, x := range []struct {
		name, text string
		want       []string
	}{
		{"has the companions, after the number that tells equal names apart", "", []string{"With Al Roy, Max Roy", "C-2 · With Luc Roy", "C-3"}},
		{"has the companions first that a search found", "max", []string{"With Max Roy, Al Roy", "C-2 · With Luc Roy", "C-3"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			v := presenter{lang: i18n.EN, zone: time.UTC, helper: true, shared: map[string]bool{"ben roy": true}}
			for _, p := range v.list("gala", x.text, found, false).Parties {
				got = append(got, p.Note)
			}
			if !slices.Equal(got, x.want) {
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
