package notifications

import (
	"context"
	"slices"

	"presence/db"
)

// undone returns the kinds of the notifications about the decision that the event takes back, after which the records are as they were
// before it; none for any other event.
func (e Event) undone() []Kind {
	switch {
	case e.Kind == SheetChanged && e.Data.Change == ApprovalWithdrawn:
		return []Kind{SheetApproved, PeriodApproved}
	case e.Kind == SheetChanged && e.Data.Change == ReturnUndone,
		e.Kind == ExpenseDecided && !e.Data.Approved && e.Data.Change != ExpenseRefused,
		e.Kind == LeaveDecided && e.Data.Status == "Pending":
		return []Kind{e.Kind}
	}
	return nil
}

// withdraw deletes the notifications about the decision that the event takes back, of people who have neither read theirs nor got it
// by email. It returns those of list, the notifications of the event itself, that are for other people.
func withdraw(ctx context.Context, tx *db.Tx, e Event, list []Notification) (rest []Notification, err error) {
	kinds := e.undone()
	if kinds == nil {
		return list, nil
	}
	unknown, err := unknownTo(ctx, tx, kinds, personIDs(list, func(n Notification) string { return n.PersonID }))
	if err != nil {
		return nil, err
	}
	var gone []int64
	for _, n := range list {
		i := slices.IndexFunc(unknown, func(x Notification) bool { return x.PersonID == n.PersonID && x.announces(n) })
		if i < 0 {
			rest = append(rest, n)
			continue
		}
		gone = append(gone, unknown[i].ID)
	}
	if len(gone) == 0 {
		return list, nil
	}
	return rest, deleteByID(ctx, tx, gone)
}

// announces reports whether n is about the decision that back, to the same person, says was taken back.
func (n Notification) announces(back Notification) bool {
	switch {
	case n.Kind == PeriodApproved:
		return n.Data.Period == back.Data.Period
	case back.Data.Change == ReturnUndone && n.Data.Change != SheetReturned:
		return false // of another change of the sheet
	}
	return n.RecordID == back.RecordID
}
