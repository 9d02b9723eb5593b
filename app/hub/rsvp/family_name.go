package rsvp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"presence/app/platform/contact"
)

// Place is the sort key of a registration in a list of guests: family name, first name, id.
type Place struct {
	last, first string // folded
	ID          int64
}

// PlaceOf returns the place of a registration with a name.
func PlaceOf(id int64, name string) Place {
	last, first := FamilyName(name)
	return Place{contact.Fold(last), contact.Fold(first), id}
}

// Compare orders places.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.last, q.last), cmp.Compare(p.first, q.first), cmp.Compare(p.ID, q.ID))
}

// FamilyName splits a name into its last word and the words before.
func FamilyName(name string) (last, first string) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return "", ""
	}
	return words[len(words)-1], strings.Join(words[:len(words)-1], " ")
}

// Smallest keeps the N smallest places that are added, in no order until Sorted.
type Smallest struct {
	N       int
	Compare func(a, b Place) int
	list    []Place
}

// Add adds a place.
func (s *Smallest) Add(p Place) {
	if s.list = append(s.list, p); len(s.list) >= 2*s.N {
		s.Sorted()
	}
}

// Sorted returns the places that are kept, in their order.
func (s *Smallest) Sorted() []Place {
	slices.SortFunc(s.list, s.Compare)
	s.list = s.list[:min(len(s.list), s.N)]
	return s.list
}

// ByPlaces returns the registrations of the places, in their order.
func ByPlaces(ctx context.Context, x Snapshot, places []Place) (rows []RSVP, err error) {
	ids, at := make([]int64, len(places)), map[int64]int{}
	for i, p := range places {
		ids[i], at[p.ID] = p.ID, i
	}
	err = x.Each(ctx, Query{IDs: ids}, func(r RSVP) error {
		rows = append(rows, r)
		return nil
	})
	slices.SortFunc(rows, func(a, b RSVP) int { return cmp.Compare(at[a.ID], at[b.ID]) })
	return rows, err
}
