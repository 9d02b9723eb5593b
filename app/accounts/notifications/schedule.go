package notifications

import (
	"cmp"
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// Schedule is the publication of a schedule, for the employees for whom something has changed.
type Schedule struct {
	At          db.Instant
	By          auth.Actor
	From, Until db.Day
	Of          []ScheduleOf // one for each employee
}

// ScheduleOf says what has changed for one employee.
type ScheduleOf struct {
	EmployeeID                int64
	Added, Changed, Cancelled int
}

// NotifySchedule notifies each employee of a publication once, in its transaction. It should be called last in it (see Notify).
func NotifySchedule(ctx context.Context, tx *db.Tx, s Schedule) error {
	if len(s.Of) == 0 {
		return nil
	}
	ids := make([]int64, len(s.Of))
	for i, x := range s.Of {
		ids[i] = x.EmployeeID
	}
	d := Data{By: cmp.Or(s.By.Name, s.By.Email), From: s.From, Until: s.Until}
	if err := publishWebhooks(ctx, tx, SchedulePublished, s.At, webhookData{IDs: ids, Data: d}); err != nil {
		return err
	}
	people, err := personOfEmployees(ctx, tx, ids)
	if err != nil {
		return err
	}
	var list []Notification
	for _, x := range s.Of {
		if person := people[x.EmployeeID]; person != "" && person != s.By.PersonID {
			d.Added, d.Changed, d.Cancelled = x.Added, x.Changed, x.Cancelled
			list = append(list, Notification{PersonID: person, Kind: SchedulePublished, RecordID: x.EmployeeID, At: s.At, Data: d})
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	return publish(ctx, tx, list)
}
