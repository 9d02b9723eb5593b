package guestlist

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/contact"
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

// place is the sort key of a registration in the guest list: family name, first name, id.
type place struct {
	last, first string // folded
	id          int64
}

func placeOf(id int64, name string) place {
	last, first := familyName(name)
	return place{contact.Fold(last), contact.Fold(first), id}
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.last, q.last), cmp.Compare(p.first, q.first), cmp.Compare(p.id, q.id))
}

// familyName splits a name into its last word and the words before.
func familyName(name string) (last, first string) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return "", ""
	}
	return words[len(words)-1], strings.Join(words[:len(words)-1], " ")
}

// smallest keeps the n smallest places that are added, in no order until sorted.
type smallest struct {
	n       int
	compare func(a, b place) int
	list    []place
}

func (s *smallest) add(p place) {
	if s.list = append(s.list, p); len(s.list) >= 2*s.n {
		s.sorted()
	}
}

func (s *smallest) sorted() []place {
	slices.SortFunc(s.list, s.compare)
	s.list = s.list[:min(len(s.list), s.n)]
	return s.list
}

// byFamilyName returns up to n registrations of guests who are coming, by family name, from the one behind the registration with the
// id after; 0, or one that is gone: from the first. The names are read one by one, and few of them are kept, however many there are.
func byFamilyName(ctx context.Context, rsvps *rsvp.Service, eventID string, after int64, n int) (g page, err error) {
	err = rsvps.Within(ctx, eventID, func(ctx context.Context, x rsvp.Snapshot) error {
		g = page{event: x.Event, headcount: x.Taken.Headcount, first: 1}
		var cursor place
		if after != 0 {
			if err := x.Each(ctx, rsvp.Filter{IDs: []int64{after}}, func(r rsvp.RSVP) error {
				cursor = placeOf(r.ID, r.Name)
				return nil
			}); err != nil {
				return err
			}
		}
		behind := &smallest{n: n + 1, compare: place.compare}
		before := &smallest{n: n + 1, compare: func(a, b place) int { return b.compare(a) }}
		if err := x.EachName(ctx, func(id int64, name string) {
			g.total++
			switch p := placeOf(id, name); {
			case cursor.id != 0 && p.compare(cursor) <= 0:
				g.first++
				before.add(p)
			default:
				behind.add(p)
			}
		}); err != nil {
			return err
		}
		rows, earlier := behind.sorted(), before.sorted()
		if g.begins = len(earlier) == 0; len(earlier) > n {
			g.previous = earlier[n].id
		}
		if g.ends = len(rows) <= n; !g.ends {
			rows = rows[:n]
			g.next = rows[n-1].id
		}
		g.rows, err = byPlaces(ctx, x, rows)
		return err
	})
	return g, err
}

// byPlaces returns the registrations of the places, in their order.
func byPlaces(ctx context.Context, x rsvp.Snapshot, places []place) (rows []rsvp.RSVP, err error) {
	ids, at := make([]int64, len(places)), map[int64]int{}
	for i, p := range places {
		ids[i], at[p.id] = p.id, i
	}
	err = x.Each(ctx, rsvp.Filter{IDs: ids}, func(r rsvp.RSVP) error {
		rows = append(rows, r)
		return nil
	})
	slices.SortFunc(rows, func(a, b rsvp.RSVP) int { return cmp.Compare(at[a.ID], at[b.ID]) })
	return rows, err
}
