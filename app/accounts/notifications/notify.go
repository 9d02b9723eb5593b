package notifications

import (
	"cmp"
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/db"
)

// signal is the signal by which processes wake each other.
const signal = "notifications"

// Notify inserts the notifications of an event in the transaction that causes it, and wakes the streams when it commits. An unread
// notification of the same kind about the same record is replaced; one that requested this decision is marked as read; one of a
// decision that is taken back before its person learns of it is withdrawn, and the person is not notified (withdraw). It should be
// called last in the transaction (Tx.BeforeCommit does that), because it takes a lock that serializes all notifications until the
// commit: what the transaction does afterwards delays every other transaction that notifies, and if it then waits for a row of one of
// these, PostgreSQL ends one of the two with a deadlock, and db.DB.Write runs it again.
func Notify(ctx context.Context, tx *db.Tx, e Event) error {
	if len(e.Records) == 0 {
		return nil
	}
	told := webhookData{IDs: e.ids(), Data: e.Data}
	told.By = cmp.Or(e.By.Name, e.By.Email)
	if err := publishWebhooks(ctx, tx, e.Kind, e.At, told); err != nil {
		return err
	}
	k := kinds[e.Kind]
	if kind := e.resolves(); kind != "" {
		if err := resolve(ctx, tx, kind, e.ids(), e.At); err != nil {
			return err
		}
	}
	around, err := e.people(ctx, tx)
	if err != nil {
		return err
	}
	if e.Kind == SheetSubmitted {
		if err := resolveReminders(ctx, tx, around, e.At); err != nil {
			return err
		}
	}
	list := e.notifications(k, around)
	if len(list) == 0 {
		return nil
	}
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	if list, err = withdraw(ctx, tx, e, list); err != nil {
		return err
	}
	if len(list) > 0 && list[0].RecordID != 0 {
		if err := deleteUnread(ctx, tx, list); err != nil {
			return err
		}
	}
	return publish(ctx, tx, list)
}

// people returns the people of the records, in their order.
func (e Event) people(ctx context.Context, q db.Queryer) ([]recordPeople, error) {
	employees := make([]int64, len(e.Records))
	for i, r := range e.Records {
		employees[i] = r.EmployeeID
	}
	found, err := auth.PeopleOfEmployees(ctx, q, employees, auth.DayAt(e.At.Time(), httpx.InfoOf(ctx).Zone))
	var list []recordPeople
	for _, r := range e.Records {
		if people, is := found[r.EmployeeID]; is {
			list = append(list, recordPeople{r, people})
		}
	}
	return list, err
}

// resolves returns the kind of the notifications to which the event is the answer, for everybody; empty: none.
func (e Event) resolves() Kind {
	if e.Kind == SheetChanged && e.Data.Change == SheetReturned {
		return SheetSubmitted
	}
	return kinds[e.Kind].resolves
}

// publish inserts notifications of one kind, and wakes the streams when the transaction commits.
func publish(ctx context.Context, tx *db.Tx, list []Notification) error {
	if len(list) > 0 {
		if err := insert(ctx, tx, kinds[list[0].Kind].record, list); err != nil {
			return err
		}
	}
	return tx.Signal(ctx, signal)
}

// notifications returns one notification for each person concerned, except the author.
func (e Event) notifications(k kindSpec, around []recordPeople) (list []Notification) {
	notified := map[string]bool{}
	for _, c := range around {
		for _, person := range k.recipients(e, c) {
			n := Notification{PersonID: person, Kind: e.Kind, RecordID: c.ID, Data: e.Data, At: e.At}
			if e.Kind == PeriodApproved { // one for all sheets of a person
				n.RecordID = 0
				if notified[n.PersonID] {
					continue
				}
				notified[n.PersonID] = true
			} else {
				n.Data.Period, n.Data.Sheet = c.Period, c.SheetID
			}
			if n.PersonID == "" || n.PersonID == e.By.PersonID {
				continue
			}
			n.Data.By = cmp.Or(e.By.Name, e.By.Email)
			if n.PersonID != c.PersonID {
				n.Data.Employee = c.Name
			}
			if e.Kind == LeaveRequested && e.By.PersonID != c.PersonID {
				n.Data.Change = ForOther
			}
			list = append(list, n)
		}
	}
	return list
}
