package rsvp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// GuestPage is a page of the registrations of an event, by family name.
type GuestPage struct {
	Rows           []RSVP
	First, Total   int   // the position of the first row, from 1; of all
	Previous, Next int64 // the id after which the page before begins, and the page behind
	Begins, Ends   bool  // it is the first page, and the last
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

// ByFamilyName returns up to n registrations of guests who are coming, by family name, from the one behind the registration with the
// id after; 0, or one that is gone: from the first. The names are read one by one, and few of them are kept, however many there are.
func (s *Service) ByFamilyName(ctx context.Context, eventID string, after int64, n int) (g GuestPage, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		g = GuestPage{First: 1}
		var cursor place
		if after != 0 {
			r, err := byID(ctx, q, eventID, after)
			if err != nil && errs.KindOf(err) != errs.KindNotFound {
				return err
			}
			if err == nil {
				cursor = placeOf(r.ID, r.Name)
			}
		}
		behind := &smallest{n: n + 1, compare: place.compare}
		before := &smallest{n: n + 1, compare: func(a, b place) int { return b.compare(a) }}
		if err := eachName(ctx, q, eventID, func(id int64, name string) {
			g.Total++
			switch p := placeOf(id, name); {
			case cursor.id != 0 && p.compare(cursor) <= 0:
				g.First++
				before.add(p)
			default:
				behind.add(p)
			}
		}); err != nil {
			return err
		}
		page, earlier := behind.sorted(), before.sorted()
		if g.Begins = len(earlier) == 0; len(earlier) > n {
			g.Previous = earlier[n].id
		}
		if g.Ends = len(page) <= n; !g.Ends {
			page = page[:n]
			g.Next = page[n-1].id
		}
		g.Rows, err = byPlaces(ctx, q, eventID, page)
		return err
	})
	return g, err
}

// byPlaces returns the registrations of the places, in their order.
func byPlaces(ctx context.Context, q db.Queryer, eventID string, page []place) ([]RSVP, error) {
	ids, at := make([]int64, len(page)), map[int64]int{}
	for i, p := range page {
		ids[i], at[p.id] = p.id, i
	}
	rows, err := byIDs(ctx, q, eventID, ids)
	slices.SortFunc(rows, func(a, b RSVP) int { return cmp.Compare(at[a.ID], at[b.ID]) })
	return rows, err
}
