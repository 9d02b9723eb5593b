package notifications

import (
	"cmp"
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// Reminder asks employees to submit their time for one pay period.
type Reminder struct {
	At         db.Instant
	Since      db.Instant // those whom the same RecordID has reminded since are not reminded again
	By         auth.Actor // who asks; zero: the program, before the period ends
	RecordID   int64      // the period, if somebody asks; 0: the program
	Start, End db.Day     // the period's first and last day
	Employees  []int64
}

// Remind inserts one reminder for each employee who can sign in, and returns the ids of those who were reminded. It is idempotent:
// stored reminders are checked first, under a lock, so restarts and concurrent replicas send no duplicates.
func Remind(ctx context.Context, tx *db.Tx, r Reminder) (reminded []int64, err error) {
	if err := tx.SerializeBy(ctx, signal); err != nil { // after waiting, the reminders of a concurrent call are visible
		return nil, err
	}
	people, err := peopleToRemind(ctx, tx, r)
	if err != nil || len(people) == 0 {
		return nil, err
	}
	list := make([]Notification, len(people))
	for i, p := range people {
		reminded = append(reminded, p.employee)
		list[i] = Notification{PersonID: p.person, Kind: SheetReminder, RecordID: r.RecordID, At: r.At,
			Data: Data{By: cmp.Or(r.By.Name, r.By.Email), Period: r.Start, Due: r.End}}
	}
	if err := insert(ctx, tx, kinds[SheetReminder].record, list); err != nil {
		return nil, err
	}
	return reminded, tx.Signal(ctx, signal)
}

// Reminded returns the ids of the employees who got a reminder with a RecordID since an instant.
func Reminded(ctx context.Context, q db.Queryer, recordID int64, since db.Instant) ([]int64, error) {
	return remindedEmployees(ctx, q, recordID, since)
}
