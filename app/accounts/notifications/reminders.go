package notifications

import (
	"context"

	"presence/db"
)

// Reminder asks employees to hand in the time of one pay period before it ends.
type Reminder struct {
	At         db.Instant
	Since      db.Instant // when the period began: who was reminded after it is not reminded again
	Start, End db.Day     // its first and its last day
	Employees  []int64
}

// Remind inserts one reminder for each employee and returns how many. It is idempotent: stored reminders are checked first,
// under a lock, so restarts and concurrent replicas send no duplicates.
func Remind(ctx context.Context, tx *db.Tx, r Reminder) (int, error) {
	if err := tx.SerializeBy(ctx, signal); err != nil { // whoever waited here sees what the other told
		return 0, err
	}
	people, err := peopleToRemind(ctx, tx, r.Employees, r.Since)
	if err != nil || len(people) == 0 {
		return 0, err
	}
	list := make([]Notification, len(people))
	for i, id := range people {
		list[i] = Notification{PersonID: id, Kind: SheetReminder, At: r.At, Data: Data{Period: r.Start, Due: r.End}}
	}
	if err := insert(ctx, tx, kinds[SheetReminder].record, list); err != nil {
		return 0, err
	}
	return len(list), tx.Signal(ctx, signal)
}
