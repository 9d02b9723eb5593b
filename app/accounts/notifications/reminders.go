package notifications

import (
	"cmp"
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/db"
)

// Reminder asks employees to submit their time for one pay period.
type Reminder struct {
	At         db.Instant
	Since      db.Instant // employees who got a reminder of the same RecordID since then get no other
	Late       bool       // the period has ended
	By         auth.Actor // the author; zero: the program, before the period ends
	RecordID   int64      // the period, if By is a person; 0: the program
	Start, End db.Day     // the period's first and last day
	Employees  []int64

	SingleSignOn bool // everybody can sign in with an account of the company, also for the first time
}

// ReminderResult says what became of a Reminder.
type ReminderResult struct {
	Employees    []int64 // who were reminded
	CannotSignIn int     // how many others were not, because they cannot sign in yet
}

// Remind inserts one reminder for each employee who can sign in. It is idempotent: stored reminders are checked first, under a lock, so
// restarts and concurrent replicas send no duplicates.
func Remind(ctx context.Context, tx *db.Tx, r Reminder) (done ReminderResult, err error) {
	if err := tx.SerializeBy(ctx, signal); err != nil { // after waiting, the reminders of a concurrent call are visible
		return done, err
	}
	people, err := peopleToRemind(ctx, tx, r)
	if err != nil {
		return done, err
	}
	canSignIn, err := auth.PeopleWithAccess(ctx, tx, personIDs(people, func(p employeePerson) string { return p.person }))
	if err != nil {
		return done, err
	}
	d := Data{By: cmp.Or(r.By.Name, r.By.Email), Period: r.Start, Due: r.End, Late: r.Late}
	var list []Notification
	for _, p := range people {
		if _, ok := canSignIn[p.person]; !ok && !r.SingleSignOn {
			done.CannotSignIn++
			continue
		}
		done.Employees = append(done.Employees, p.employee)
		list = append(list, Notification{PersonID: p.person, Kind: SheetReminder, RecordID: r.RecordID, At: r.At, Data: d})
	}
	if len(list) == 0 {
		return done, nil
	}
	if err := publishWebhooks(ctx, tx, SheetReminder, r.At, webhookData{IDs: done.Employees, Data: d}); err != nil {
		return done, err
	}
	if err := deleteReminders(ctx, tx, r, list); err != nil {
		return done, err
	}
	return done, publish(ctx, tx, list)
}

// personIDs returns the ids of the people of a list.
func personIDs[T any](list []T, id func(T) string) []string {
	ids := make([]string, len(list))
	for i, x := range list {
		ids[i] = id(x)
	}
	return ids
}

// deleteReminders deletes the unread reminders of the same period and RecordID that the people of the list have: new ones replace them.
func deleteReminders(ctx context.Context, tx *db.Tx, r Reminder, list []Notification) error {
	found, err := unreadOf(ctx, tx, SheetReminder, personIDs(list, func(n Notification) string { return n.PersonID }))
	if err != nil {
		return err
	}
	var before []int64
	for _, n := range found {
		if n.RecordID == r.RecordID && n.Data.Period == r.Start {
			before = append(before, n.ID)
		}
	}
	if len(before) == 0 {
		return nil
	}
	return deleteByID(ctx, tx, before)
}

// Reminded returns the ids of the employees who got a reminder with a RecordID since an instant.
func Reminded(ctx context.Context, q db.Queryer, recordID int64, since db.Instant) ([]int64, error) {
	return remindedEmployees(ctx, q, recordID, since)
}

// ApproverReminder tells people of what waits for approval.
type ApproverReminder struct {
	Kind    Kind // ApprovalsWaiting or ApprovalsOverdue
	At      db.Instant
	Since   db.Instant // what people were told since then, they are not told again
	Days    int        // with ApprovalsOverdue: the working days after which approvals are overdue
	Waiting []Waiting

	SingleSignOn bool // as in Reminder
}

// Waiting counts what waits for approval.
type Waiting struct {
	PersonID string // who is told
	Count    int64

	// With ApprovalsOverdue, the employee for whose decision it waits.
	SupervisorID int64
	Supervisor   string
}

// RemindApprovers notifies people of what waits for approval. It replaces their unread reminders of the same. People who cannot sign in
// are left out, and what they were notified of since r.Since, so that restarts and concurrent replicas send no duplicates. It should be
// called last in the transaction (see Notify).
func RemindApprovers(ctx context.Context, tx *db.Tx, r ApproverReminder) error {
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	reminded, err := remindedApprovers(ctx, tx, r.Kind, r.Since)
	if err != nil {
		return err
	}
	canSignIn, err := auth.PeopleWithAccess(ctx, tx, personIDs(r.Waiting, func(w Waiting) string { return w.PersonID }))
	if err != nil {
		return err
	}
	var list []Notification
	d := Data{Days: r.Days}
	for _, w := range r.Waiting {
		if _, ok := canSignIn[w.PersonID]; !ok && !r.SingleSignOn || slices.Contains(reminded, personRecord{w.PersonID, w.SupervisorID}) {
			continue
		}
		d.Count += w.Count
		list = append(list, Notification{PersonID: w.PersonID, Kind: r.Kind, RecordID: w.SupervisorID, At: r.At,
			Data: Data{Count: w.Count, Employee: w.Supervisor, Days: r.Days}})
	}
	if len(list) == 0 {
		return nil
	}
	if err := publishWebhooks(ctx, tx, r.Kind, r.At, webhookData{Data: d}); err != nil {
		return err
	}
	for _, same := range byRecord(list) {
		if err := deleteUnreadOf(ctx, tx, same); err != nil {
			return err
		}
	}
	return publish(ctx, tx, list)
}

// byRecord returns the notifications about each record.
func byRecord(list []Notification) map[int64][]Notification {
	of := map[int64][]Notification{}
	for _, n := range list {
		of[n.RecordID] = append(of[n.RecordID], n)
	}
	return of
}

// resolveReminders marks the reminders of timesheets that are submitted now as read: there is nothing left to remind of.
func resolveReminders(ctx context.Context, tx *db.Tx, submitted []recordPeople, at db.Instant) error {
	periods, owners := map[string][]db.Day{}, make([]string, 0, len(submitted))
	for _, c := range submitted {
		if !c.Period.IsZero() {
			periods[c.PersonID] = append(periods[c.PersonID], c.Period)
			owners = append(owners, c.PersonID)
		}
	}
	found, err := unreadOf(ctx, tx, SheetReminder, owners)
	if err != nil {
		return err
	}
	var done []int64
	for _, n := range found {
		if slices.Contains(periods[n.PersonID], n.Data.Period) {
			done = append(done, n.ID)
		}
	}
	if len(done) == 0 {
		return nil
	}
	return setReadByID(ctx, tx, done, at)
}
