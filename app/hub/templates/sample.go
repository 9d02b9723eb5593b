package templates

import (
	"time"

	"presence/app/hub/events"
	"presence/app/platform/palette"
	"presence/db"
)

// sampleEvent returns the event of a template's preview. Guests never see it.
func sampleEvent(now time.Time) events.Event {
	day := now.AddDate(0, 1, 0).Truncate(24 * time.Hour)
	return events.Event{
		ID: "event", State: events.Open, StartsAt: db.InstantOf(day.Add(23 * time.Hour)), EndsAt: db.InstantOf(day.Add(27 * time.Hour)),
		Palette: palette.Default,
		Content: events.Contents{
			FR: events.Content{
				Title: "Soirée des clients", Intro: "Une soirée pour vous remercier de votre **confiance**.",
				Address: "Salle des Érables, 12, rue du Moulin, Québec",
				Details: "- Bouchées et vin chaud\n- Musique à compter de 19 h",
			},
			EN: events.Content{
				Title: "Customer evening", Intro: "An evening to thank you for your **loyalty**.",
				Details: "- Small bites and mulled wine\n- Music from 7 p.m.",
			},
		},
	}
}
