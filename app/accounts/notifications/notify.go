package notifications

import (
	"cmp"
	"context"

	"presence/db"
)

// signal is the name under which processes wake each other.
const signal = "notifications"

// Notify keeps what people are to be told, in the transaction of the event, and wakes their streams once it is on disk.
// It is one statement for whom the event concerns and one for many rows, however many there are. What somebody has not
// read yet about the same record gives way to the newer of its kind; what asked for the decision is read by it. Call it last: until the end of the transaction
// nobody else tells anything.
func Notify(ctx context.Context, tx *db.Tx, e Event) error {
	if len(e.IDs) == 0 {
		return nil
	}
	k := kinds[e.Kind]
	if k.resolves != "" {
		if err := resolve(ctx, tx, k.resolves, e.IDs, e.At); err != nil {
			return err
		}
	}
	around, err := findPeople(ctx, tx, k.query, e.IDs)
	if err != nil {
		return err
	}
	list := e.notifications(k, around)
	if len(list) == 0 {
		return nil
	}
	if err := tx.InOrder(ctx, signal); err != nil {
		return err
	}
	if list[0].RecordID != 0 {
		if err := deleteUnread(ctx, tx, list); err != nil {
			return err
		}
	}
	if err := insert(ctx, tx, k.record, list); err != nil {
		return err
	}
	return tx.Signal(ctx, signal)
}

// notifications are what each person is told.
func (e Event) notifications(k kindSpec, around []recordPeople) (list []Notification) {
	told := map[string]bool{}
	for _, c := range around {
		n := Notification{PersonID: k.recipient(e, c), Kind: e.Kind, RecordID: c.id, Data: e.Data, At: e.At}
		if e.Kind == PeriodApproved { // one for all the sheets that somebody has in it
			n.RecordID = 0
			if told[n.PersonID] {
				continue
			}
			told[n.PersonID] = true
		} else {
			n.Data.Period, n.Data.Sheet = c.period, c.sheet
		}
		if n.PersonID == "" || n.PersonID == e.By.PersonID {
			continue
		}
		n.Data.By = cmp.Or(e.By.Name, e.By.Email)
		if n.PersonID != c.owner {
			n.Data.Employee = c.employee
		}
		list = append(list, n)
	}
	return list
}
