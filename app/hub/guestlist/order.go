package guestlist

import (
	"context"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
)

// page is a part of the registrations of an event, by family name.
type page struct {
	event          events.Event
	headcount      int64 // of the event
	rows           []rsvp.RSVP
	first, total   int   // the position of the first row, from 1; of all
	previous, next int64 // the id after which the page before begins, and the page behind
	begins, ends   bool  // it is the first page, and the last
}

// byFamilyName returns up to n registrations of guests who are coming, by family name, from the one behind the registration with the
// id after; 0, or one that is gone: from the first. The names are read one by one, and few of them are kept, however many there are.
func byFamilyName(ctx context.Context, rsvps *rsvp.Service, eventID string, after int64, n int) (g page, err error) {
	err = rsvps.Within(ctx, eventID, func(ctx context.Context, x rsvp.Snapshot) error {
		g = page{event: x.Event, headcount: x.Taken.Headcount, first: 1}
		var cursor rsvp.Place
		if after != 0 {
			if err := x.Each(ctx, rsvp.Query{IDs: []int64{after}}, func(r rsvp.RSVP) error {
				cursor = rsvp.PlaceOf(r.ID, r.Name)
				return nil
			}); err != nil {
				return err
			}
		}
		behind := &rsvp.Smallest{N: n + 1, Compare: rsvp.Place.Compare}
		before := &rsvp.Smallest{N: n + 1, Compare: func(a, b rsvp.Place) int { return b.Compare(a) }}
		if err := x.EachName(ctx, func(id int64, name string) {
			g.total++
			switch p := rsvp.PlaceOf(id, name); {
			case cursor.ID != 0 && p.Compare(cursor) <= 0:
				g.first++
				before.Add(p)
			default:
				behind.Add(p)
			}
		}); err != nil {
			return err
		}
		rows, earlier := behind.Sorted(), before.Sorted()
		if g.begins = len(earlier) == 0; len(earlier) > n {
			g.previous = earlier[n].ID
		}
		if g.ends = len(rows) <= n; !g.ends {
			rows = rows[:n]
			g.next = rows[n-1].ID
		}
		g.rows, err = rsvp.ByPlaces(ctx, x, rows)
		return err
	})
	return g, err
}
