package approvals

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/paths"
	"presence/app/workforce/mytime"
	"presence/db"
)

// Around returns the items before and after a timesheet in the queue of items that await the actor's decision, in the order of
// the page. It returns the zero Place when the sheet is not in the queue, and only the next item when the sheet is beyond the
// first page.
func (s *Service) Around(ctx context.Context, by auth.Actor, sheet int64) (p mytime.Place, err error) {
	open := Ref{Sheet, sheet}
	var items []Item
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		own, err := findIn(ctx, q, by, Waiting, open)
		if err != nil {
			return err
		}
		if p.Total, err = count(ctx, q, by, Waiting, Main, 0); err != nil {
			return err
		}
		v := View{Tab: Waiting}
		if items, err = list(ctx, q, by, v, 0, pageItems+1); err != nil || indexOf(items, open) >= 0 {
			return err
		}
		p.Beyond, v.From = true, &key{own.At, Sheet, own.ID - 1}
		items, err = list(ctx, q, by, v, 0, pageItems+1)
		return err
	})
	if errs.KindOf(err) == errs.KindNotFound {
		return mytime.Place{}, nil
	}
	if err != nil {
		return p, err
	}
	page := items[:min(len(items), pageItems)] // the first of the next page stays last
	if err := s.addRows(ctx, by, Waiting, page); err != nil {
		return p, err
	}
	at := indexOf(items, open)
	if p.Position = at + 1; at > 0 && !p.Beyond {
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
	r, ok := ParseRef(item)
	switch {
	case !ok:
		return ""
	case r.Kind == Sheet:
		return paths.Timesheet(r.ID)
	}
	v := View{Tab: Waiting}
	return v.href(func(v *View) { v.Open = r })
}
