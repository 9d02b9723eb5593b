package approvals

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/paths"
	"presence/app/workforce/mytime"
)

// Around returns the items before and after a timesheet in the queue of items that await the actor's decision, in the order of
// the page. It returns the zero Place when the sheet is not in the queue.
func (s *Service) Around(ctx context.Context, by auth.Actor, sheet int64) (p mytime.Place, err error) {
	open := Ref{Sheet, sheet}
	if _, err := findOne(ctx, s.db, by, Waiting, open); err != nil {
		if errs.KindOf(err) == errs.KindNotFound {
			return p, nil
		}
		return p, err
	}
	items, err := s.waiting(ctx, by, View{Tab: Waiting})
	at := indexOf(items, open)
	if err != nil || at < 0 {
		return p, err
	}
	if err := complete(ctx, s.db, by, items[max(at-1, 0):min(at+2, len(items))]); err != nil {
		return p, err
	}
	p.Position, p.Total = at+1, len(items)
	if at > 0 {
		p.Previous = place(items[at-1])
	}
	if at+1 < len(items) {
		p.Next = place(items[at+1])
	}
	return p, nil
}

func indexOf(list []Item, r Ref) int {
	return slices.IndexFunc(list, func(i Item) bool { return i.Ref == r })
}

func place(i Item) mytime.Waiting { return mytime.Waiting{Item: i.Ref.String(), Name: i.Name} }

// PageOf returns the address at which an item such as sheet-12 is decided about; "" when there is no such item.
func (s *Service) PageOf(item string) string {
	r, ok := parseRef(item)
	switch {
	case !ok:
		return ""
	case r.Kind == Sheet:
		return paths.Timesheet(r.ID)
	}
	v := View{Tab: Waiting}
	return v.href(func(v *View) { v.Open = r })
}
