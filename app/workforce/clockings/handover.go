package clockings

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Limits of what an employee hands over.
const (
	maxWaiting = 100 // refused stamps and clockings that wait to be settled before more is taken over
	maxOfDay   = 100 // stamps that are taken of one day; further ones are refused
)

// HandOver stores the stamps that a device kept while it was offline, and applies them to the employee's clock in the order of their times,
// in one transaction. Each stamp takes effect once, however often it is handed over. One that the clock refuses is kept with the reason,
// until it is settled. It returns the stamps in the order in which they were handed over, as they are stored.
func (s *Service) HandOver(ctx context.Context, by auth.Actor, h HandOver) (list []Stamp, err error) {
	if err := checkEmployee(by); err != nil {
		return nil, err
	}
	if h.EmployeeID != by.EmployeeID {
		return nil, errs.Forbidden("stamps_of_another", "These clock times belong to another person, who must sign in to send them.")
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "employees", by.EmployeeID); err != nil {
			return err
		}
		stored, err := stampsByKey(ctx, tx, by.EmployeeID, h.Stamps)
		if err != nil {
			return err
		}
		if err := s.apply(ctx, tx, by, h, stored); err != nil {
			return err
		}
		list = list[:0]
		for _, x := range h.Stamps {
			list = append(list, stored[x.Key])
		}
		return nil
	})
	return list, err
}

// apply applies those of the stamps that are not stored, and adds them to stored.
func (s *Service) apply(ctx context.Context, tx *db.Tx, by auth.Actor, h HandOver, stored map[string]Stamp) error {
	stamps := h.notStored(s.second(), s.at(), stored)
	if len(stamps) == 0 {
		return nil
	}
	if err := checkWaiting(ctx, tx, by.EmployeeID); err != nil {
		return err
	}
	last, err := lastBegun(ctx, tx, by.EmployeeID)
	if err != nil {
		return err
	}
	tasks, err := taskCodes(ctx, tx, by.EmployeeID)
	if err != nil {
		return err
	}
	taken, err := s.takenByDay(ctx, tx, by.EmployeeID, stamps)
	if err != nil {
		return err
	}
	clock := newClockState(last, tasks)
	clock.take(stamps, taken, s.Zone)
	if err := s.store(ctx, tx, by, clock); err != nil {
		return err
	}
	if err := insertStamps(ctx, tx, stamps); err != nil {
		return err
	}
	var refused []Stamp
	for _, x := range stamps {
		stored[x.Key] = x
		if x.Refusal != "" {
			refused = append(refused, x)
		}
	}
	return s.recordStamps(ctx, tx, by, "refused", refused...)
}

// notStored returns the dated stamps that are not stored, and adds them to stored, so that each key is there once.
func (h HandOver) notStored(now, received db.Instant, stored map[string]Stamp) (list []Stamp) {
	for _, x := range h.dated(now, received) {
		if _, known := stored[x.Key]; !known {
			list = append(list, x)
			stored[x.Key] = x
		}
	}
	return list
}

// checkWaiting fails if so much waits to be settled that nothing more is taken over.
func checkWaiting(ctx context.Context, tx *db.Tx, employee int64) error {
	waiting, err := countWaiting(ctx, tx, employee)
	if err == nil && waiting >= maxWaiting {
		err = errs.Conflict("stamps_waiting",
			"Too many clock times need review. Review them first. Those on this device stay here until then.")
	}
	return err
}

// take applies the stamps to the clock, and sets in those that it does not take why not. taken has how many were taken of each day.
func (s *clockState) take(stamps []Stamp, taken map[db.Day]int, zone *time.Location) {
	for i := range stamps {
		x := &stamps[i]
		day := db.DayOf(x.At.Time().In(zone))
		switch {
		case x.Refusal != "":
		case taken[day] >= maxOfDay:
			x.Refusal = "stamps_of_day"
		default:
			if err := s.apply(x); err != nil {
				x.Refusal = code(err)
			} else {
				taken[day]++
			}
		}
		if _, err := chooseTask(s.tasks, x.BankCodeID); err != nil {
			x.BankCodeID = 0 // there is no such code
		}
	}
}

// takenByDay returns how many stamps of the employee are taken, by the days on which the stamps that are handed over were made.
func (s *Service) takenByDay(ctx context.Context, tx *db.Tx, employee int64, stamps []Stamp) (map[db.Day]int, error) {
	first := db.DayOf(stamps[0].At.Time().In(s.Zone)) // they are in the order of their times
	times, err := takenSince(ctx, tx, employee, db.InstantOf(first.In(s.Zone)))
	taken := map[db.Day]int{}
	for _, at := range times {
		taken[db.DayOf(at.Time().In(s.Zone))]++
	}
	return taken, err
}

// store stores the clockings that changed, the shifts that they became, and the audit entries. It sets in the stamps which clockings they
// changed.
func (s *Service) store(ctx context.Context, tx *db.Tx, by auth.Actor, clock *clockState) error {
	list, of := clock.shifts(s.Step, s.Zone)
	if err := s.createShifts(ctx, tx, by, list, of); err != nil {
		return err
	}
	if err := saveReplayed(ctx, tx, clock.changed); err != nil {
		return err
	}
	entries, owners := make([]audit.Entry, len(clock.steps)), make([]int64, len(clock.steps))
	for i, step := range clock.steps {
		step.stamp.ClockingID = step.of.ID
		step.after.ID = step.of.ID
		if !step.after.Running() {
			step.after = step.of.Clocking
		}
		changes := audit.Diff(nil, step.after)
		if step.before != nil {
			step.before.ID = step.of.ID
			changes = audit.Diff(*step.before, step.after)
		}
		changes["handed_over_at"] = [2]any{nil, step.stamp.ReceivedAt.String()} // of each, also where an earlier stamp of it was handed over
		if step.stamp.Ahead != 0 {
			changes["device_ahead_seconds"] = [2]any{nil, step.stamp.Ahead}
		}
		entries[i], owners[i] = s.entry(by, step.action, step.after, changes), by.EmployeeID
	}
	return auth.RecordFor(ctx, tx, by, owners, entries...)
}

// recordStamps writes an audit entry for each of the stamps, as they are stored.
func (s *Service) recordStamps(ctx context.Context, tx *db.Tx, by auth.Actor, action string, list ...Stamp) error {
	entries, owners := make([]audit.Entry, len(list)), make([]int64, len(list))
	for i, x := range list {
		entries[i] = audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: StampKind, RecordID: strconv.FormatInt(x.ID, 10),
			Changes: audit.Diff(nil, x)}
		owners[i] = x.EmployeeID
	}
	return auth.RecordFor(ctx, tx, by, owners, entries...)
}

// StampFilter selects stamps; zero values select all.
type StampFilter struct {
	After      int64 // only larger ids
	Rows       int64 // at most this many
	EmployeeID int64
	Except     int64 // not those of this employee
	Waiting    bool  // only those that were refused and are not settled
}

// EachStamp calls each for the stamps in the actor's scope, sorted by id.
func (s *Service) EachStamp(ctx context.Context, by auth.Actor, f StampFilter, each func(Stamp) error) error {
	return listStamps(ctx, s.db, by, f, each)
}

// Stamp returns a stamp in the actor's scope.
func (s *Service) Stamp(ctx context.Context, by auth.Actor, id int64) (Stamp, error) {
	return stampByID(ctx, s.db, by, id)
}

// StampNames returns the names of the employees whose stamps these are, in the actor's scope, by the ids of the stamps.
func (s *Service) StampNames(ctx context.Context, by auth.Actor, ids []int64) (map[int64]string, error) {
	return stampNames(ctx, s.db, by, ids)
}

// SettleStamp marks a refused stamp as settled, with a reason. The caller has corrected the hours beforehand where that was necessary.
func (s *Service) SettleStamp(ctx context.Context, by auth.Actor, id int64, reason string) (x Stamp, err error) {
	var faults errs.Fields
	if reason = CheckReason(&faults, reason); faults.Err() != nil {
		return x, faults.Err()
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := lockStamp(ctx, tx, by, id)
		switch {
		case err != nil:
			return err
		case !old.Waits():
			return errs.Conflict("clock_settled", "There is nothing to settle: the stamp was taken, or somebody has settled it.")
		}
		x = old
		x.SettledAt = s.at()
		if err := settleStamp(ctx, tx, x); err != nil {
			return err
		}
		changes := audit.Diff(old, x)
		changes["reason"] = [2]any{nil, reason}
		return auth.RecordFor(ctx, tx, by, []int64{x.EmployeeID}, audit.Entry{At: s.at(), Who: by.Who(), Action: "settled", Kind: StampKind,
			RecordID: strconv.FormatInt(x.ID, 10), Changes: changes})
	})
	return x, err
}
