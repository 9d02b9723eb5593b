package events

import (
	"testing"
	"time"

	"presence/app/platform/i18n"
	"presence/db"
)

func TestRepeated(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) db.Instant {
		t.Helper()
		moment, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return db.InstantOf(moment)
	}
	gala := Event{ID: "gala-2026", State: Closed, StartsAt: at("2026-12-12 18:00"), EndsAt: at("2026-12-12 23:00"), Deadline: at("2026-12-01 17:00"),
		Capacity: new(int64(40)), Palette: "nuit", EmailTemplate: "event-a", Version: 7,
		Content: Contents{FR: Content{Title: "Gala 2026", Intro: "Depuis 2026"}, EN: Content{Title: "The 2026 gala"}}}
	for _, x := range []struct {
		name, now string
		start     string
		change    func(*Event)
	}{
		{"a year later, on the same day of the week and at the same hour", "2026-11-20 12:00", "Sat 2027-12-11 18:00", nil},
		{"as many years later as it takes to be in the future", "2028-12-25 12:00", "Sat 2029-12-08 18:00", nil},
		{"at the same hour on the other side of a clock change", "2026-11-20 12:00", "Sun 2027-03-14 18:00",
			func(e *Event) { e.StartsAt, e.EndsAt = at("2026-03-15 18:00"), at("2026-03-15 23:00") }},
	} {
		t.Run(x.name, func(t *testing.T) {
			e := gala
			if x.change != nil {
				x.change(&e)
			}
			next := repeated(e, at(x.now).Time(), zone)
			if got := next.StartsAt.Time().In(zone).Format("Mon 2006-01-02 15:04"); got != x.start {
				t.Errorf("it starts at %s, want %s", got, x.start)
			}
			if next.EndsAt-next.StartsAt != db.Instant(5*time.Hour/time.Millisecond) {
				t.Errorf("it lasts %d ms", next.EndsAt-next.StartsAt)
			}
		})
	}
	t.Run("the year is changed in the address and the titles, not in the texts", func(t *testing.T) {
		next := repeated(gala, at("2026-11-20 12:00").Time(), zone)
		if next.ID != "gala-2027" || next.Content.FR.Title != "Gala 2027" || next.Content.EN.Title != "The 2027 gala" ||
			next.Content.FR.Intro != "Depuis 2026" {
			t.Errorf("%+v", next)
		}
	})
	t.Run("an address without the year is left to choose", func(t *testing.T) {
		e := gala
		e.ID = "gala"
		if next := repeated(e, at("2026-11-20 12:00").Time(), zone); next.ID != "" {
			t.Errorf("%q", next.ID)
		}
	})
	t.Run("it is a draft that was never saved, with the deadline, the places and the look", func(t *testing.T) {
		next := repeated(gala, at("2026-11-20 12:00").Time(), zone)
		if next.State != Draft || next.Version != 0 || *next.Capacity != 40 || next.Palette != "nuit" || next.EmailTemplate != "event-a" ||
			next.Deadline != at("2027-11-30 17:00") {
			t.Errorf("%+v", next)
		}
	})
}

func TestSeasonOf(t *testing.T) {
	for day, want := range map[string]string{
		"2026-12-01": "Winter 2026–2027 2027-winter", "2027-02-28": "Winter 2026–2027 2027-winter", "2027-03-01": "Spring 2027 2027-spring",
		"2027-05-31": "Spring 2027 2027-spring", "2027-06-01": "Summer 2027 2027-summer", "2027-08-31": "Summer 2027 2027-summer",
		"2027-09-01": "Fall 2027 2027-autumn", "2027-11-30": "Fall 2027 2027-autumn",
	} {
		t.Run(day+" is in "+want, func(t *testing.T) {
			at, err := time.Parse(time.DateOnly, day)
			if err != nil {
				t.Fatal(err)
			}
			s := seasonOf(at)
			if got := s.label(i18n.EN) + " " + s.key(); got != want {
				t.Error(got)
			}
		})
	}
}
