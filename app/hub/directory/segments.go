package directory

import (
	"context"
	"slices"
	"sync"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// Segment is a part of the directory by one property of the customers.
type Segment struct {
	Kind string // a key of segmentConditions, or "city"
	City string // as it is written; of the kind "city"
	Size int64
}

const cityKind = "city"

// The kinds of segments other than cities.
const (
	Individuals     = "individual"
	Companies       = "company"
	HasSubscription = "subscribed"
	NoSubscription  = "unsubscribed"
	Left            = "cancelled"
)

const (
	shownCities  = 12
	shownRecent  = 6
	segmentLimit = 50 // customers on one page
)

// segmentCache keeps the segments of one generation: counting them reads the whole directory.
type segmentCache struct {
	mu       sync.Mutex
	gen      int64
	segments []Segment
}

func (v *segmentCache) get(ctx context.Context, q db.Queryer, gen int64) ([]Segment, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.segments != nil && v.gen == gen {
		return v.segments, nil
	}
	kinds, err := countKinds(ctx, q, gen)
	if err != nil {
		return nil, err
	}
	cities, err := largestCities(ctx, q, shownCities)
	if err != nil {
		return nil, err
	}
	v.segments, v.gen = slices.Concat(kinds, cities), gen
	return v.segments, nil
}

// Used says which properties any customer of the directory has, so that pages leave out filters and columns that say nothing.
type Used struct {
	Subscriptions bool // an active one
	Left          bool // a customer who has left
}

// Used returns the properties that are used. The directory is read once for each generation.
func (s *Service) Used(ctx context.Context) (u Used, err error) {
	gen, err := Generation(ctx, s.db)
	if err != nil {
		return u, err
	}
	segments, err := s.segments.get(ctx, s.db, gen)
	for _, x := range segments {
		u.Subscriptions = u.Subscriptions || x.Kind == HasSubscription
		u.Left = u.Left || x.Kind == Left
	}
	return u, err
}

// Overview returns the segments of the directory that have customers, the largest cities last, and the customers that were added or
// changed last.
func (s *Service) Overview(ctx context.Context) (segments []Segment, recent []Match, err error) {
	gen, err := Generation(ctx, s.db)
	if err != nil {
		return nil, nil, err
	}
	if segments, err = s.segments.get(ctx, s.db, gen); err != nil {
		return nil, nil, err
	}
	recent, err = bySegment(ctx, s.db, gen, segmentPage{limit: shownRecent})
	return segments, recent, err
}

// Segment returns a page of the customers of a segment, those that were added or changed last first, with the row to continue below;
// 0: there are no more. before is that of the page above, 0 for the first.
func (s *Service) Segment(ctx context.Context, of Segment, before int64) (list []Match, next int64, err error) {
	page := segmentPage{where: segmentConditions[of.Kind], before: before, limit: segmentLimit + 1}
	if of.Kind == cityKind {
		page.city = contact.Fold(of.City)
	}
	if page.where == "" || of.Kind == cityKind && page.city == "" {
		return nil, 0, errs.NotFound("segment")
	}
	gen, err := Generation(ctx, s.db)
	if err != nil {
		return nil, 0, err
	}
	list, err = bySegment(ctx, s.db, gen, page)
	if len(list) > segmentLimit {
		list = list[:segmentLimit]
		next = list[segmentLimit-1].row
	}
	return list, next, err
}
