package events

import (
	"strconv"
	"strings"
	"time"

	"presence/db"
)

// fiftyTwoWeeks is how much later an event is repeated: a year later, on the same day of the week.
const fiftyTwoWeeks = 52 * 7

// repeated returns a new event like e a year later, or more years until it begins after now. The year is changed in its address
// and its titles as well. No guest can answer before it is published.
func repeated(e Event, now time.Time, zone *time.Location) Event {
	from := e.StartsAt.Time().In(zone)
	years := 1
	for !from.AddDate(0, 0, years*fiftyTwoWeeks).After(now) {
		years++
	}
	later := func(at db.Instant) db.Instant {
		return db.InstantOf(at.Time().In(zone).AddDate(0, 0, years*fiftyTwoWeeks))
	}
	before, after := strconv.Itoa(from.Year()), strconv.Itoa(later(e.StartsAt).Time().In(zone).Year())
	next := e
	next.ID, next.Source, next.State, next.Version, next.UpdatedAt = "", "", Draft, 0, 0
	next.Questions, next.StartsAt, next.EndsAt = e.Asked(), later(e.StartsAt), later(e.EndsAt)
	if e.Deadline != 0 {
		next.Deadline = later(e.Deadline)
	}
	next.Content.FR.Title = strings.ReplaceAll(e.Content.FR.Title, before, after)
	next.Content.EN.Title = strings.ReplaceAll(e.Content.EN.Title, before, after)
	if strings.Contains(e.ID, before) && before != after {
		next.ID = strings.ReplaceAll(e.ID, before, after)
	}
	return next
}
