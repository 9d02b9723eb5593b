package clockings

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Options are what the service needs beside the database.
type Options struct {
	Periods *payperiods.Service
	Shifts  *shifts.Service
	Zone    *time.Location
	Step    int // minutes to which the times of shifts are rounded: one of Steps
	Now     func() time.Time
}

// Service keeps clockings. Everybody with an employee record stamps their own; they, their supervisors, payroll and administrators see
// them and settle those that became no shift.
type Service struct {
	Options
	db *db.DB
}

// NewService makes the service.
func NewService(d *db.DB, o Options) *Service { return &Service{o, d} }

// States by which clockings are listed.
const (
	StateRunning = "running" // not clocked out
	StateRefused = "refused" // ended, but could not become a shift
)

// Filter selects clockings; zero values select all.
type Filter struct {
	After      int64 // only larger ids
	Rows       int64 // at most this many
	EmployeeID int64
	State      string
}

// Each calls each for the clockings in the actor's scope, sorted by id.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Clocking) error) error {
	return list(ctx, s.db, by, f, each)
}

// Get returns a clocking in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Clocking, error) {
	return byID(ctx, s.db, by, id)
}

// Names returns the names of the employees whose clockings these are, in the actor's scope, by the ids of the clockings.
func (s *Service) Names(ctx context.Context, by auth.Actor, ids []int64) (map[int64]string, error) {
	return names(ctx, s.db, by, ids)
}

// Task is a bank code that one can work on.
type Task struct {
	ID   int64
	Type string // lower case
	Code string
	Used db.Instant // when the employee last began to work on it; 0: not lately
}

// Clock is what an employee's clock shows.
type Clock struct {
	EmployeeID int64
	Name       string
	Running    *Clocking  // nil: not clocked in
	Refused    []Clocking // to be settled, the first ones, the oldest first
	More       int        // further ones to be settled
	Tasks      []Task     // the latest used first
	Stamps     []Stamp    // refused when a device handed them over, to be settled, the oldest first
	Handed     Handed     // the last handover, while it is news
	Now        db.Instant

	Jobs Jobs // of a clock that runs: what a change of task may choose beside the task
}

// Jobs are the customers and activities that a change of task offers.
type Jobs struct {
	Activities []activities.Activity // live ones, and that of the running clocking
	Recent     []activities.Customer // that the employee used last
	Customers  bool                  // there are customers to choose from
	Customer   activities.Customer   // of the running clocking
}

// Forgotten reports whether the employee has forgotten to clock out.
func (c Clock) Forgotten() bool { return c.Running != nil && c.Running.Forgotten(c.Now) }

// Idle reports whether the clock neither runs nor has anything to settle.
func (c Clock) Idle() bool { return c.Running == nil && len(c.Refused) == 0 && len(c.Stamps) == 0 }

// Clock returns what the actor's clock shows.
func (s *Service) Clock(ctx context.Context, by auth.Actor) (c Clock, err error) {
	if err := checkEmployee(by); err != nil {
		return c, err
	}
	c.EmployeeID, c.Name, c.Now = by.EmployeeID, by.Name, s.second()
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		list, err := open(ctx, q, by.EmployeeID, refusedShown)
		if err != nil {
			return err
		}
		for i, x := range list {
			if x.Running() {
				c.Running = &list[i]
			} else {
				c.Refused = append(c.Refused, x)
			}
		}
		if len(c.Refused) == refusedShown {
			n, err := countRefused(ctx, q, by.EmployeeID)
			if err != nil {
				return err
			}
			c.More = n - refusedShown
		}
		if c.Tasks, err = taskCodes(ctx, q, by.EmployeeID); err != nil {
			return err
		}
		err = listStamps(ctx, q, by, StampFilter{EmployeeID: by.EmployeeID, Waiting: true, Rows: refusedShown}, func(x Stamp) error {
			c.Stamps = append(c.Stamps, x)
			return nil
		})
		if err != nil {
			return err
		}
		if c.Running != nil {
			if c.Jobs, err = readJobs(ctx, q, *c.Running); err != nil {
				return err
			}
		}
		c.Handed, err = lastHanded(ctx, q, by.EmployeeID, c.Now.Add(-handedShown))
		return err
	})
	return c, err
}

// Handed is what an employee's device handed over together last; the zero value if that was long ago.
type Handed struct {
	At    db.Instant
	Taken int
	Ahead int64 // Stamp.Ahead
}

// refusedShown is how many refused stamps the clock shows at most, and handedShown for how long it shows the last handover.
const (
	refusedShown = 20
	handedShown  = 12 * time.Hour
)

// Present is an employee who has clocked in.
type Present struct {
	Clocking
	Name string
	Task Task
}

// readJobs reads the activities and customers that can be chosen with another task.
func readJobs(ctx context.Context, q db.Queryer, running Clocking) (j Jobs, err error) {
	if j.Activities, err = activities.All(ctx, q); err != nil {
		return j, err
	}
	j.Activities = slices.DeleteFunc(j.Activities, func(a activities.Activity) bool { return a.Archived && a.ID != running.Job.ActivityID })
	if j.Customers, err = activities.HasCustomers(ctx, q); err != nil || !j.Customers {
		return j, err
	}
	if j.Recent, err = activities.RecentCustomers(ctx, q, running.EmployeeID); err != nil || running.Job.CustomerID == 0 {
		return j, err
	}
	found, err := activities.Customers(ctx, q, []int64{running.Job.CustomerID})
	j.Customer = found[running.Job.CustomerID]
	return j, err
}

// customerTyped returns the id of the only customer that a text means; 0 for an empty one.
func (s *Service) customerTyped(ctx context.Context, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	found, err := activities.FindCustomers(ctx, s.db, text)
	var faults errs.Fields
	if id := activities.OnlyCustomer(&faults, found); err == nil && id != 0 {
		return id, nil
	}
	return 0, errors.Join(err, faults.Err())
}

// presentRows is how many people a page of Present has.
const presentRows = 50

// Present returns a page, from 1, of those who have clocked in and are not on a break, in the actor's scope and without the actor: first
// those who seem to have forgotten to clock out, then the others, each by name.
func (s *Service) Present(ctx context.Context, by auth.Actor, page int64) ([]Present, error) {
	return s.present(ctx, by, false, page)
}

// Paused returns those on a break, to the length of a page of Present, in the same order.
func (s *Service) Paused(ctx context.Context, by auth.Actor) ([]Present, error) {
	return s.present(ctx, by, true, 1)
}

func (s *Service) present(ctx context.Context, by auth.Actor, paused bool, page int64) ([]Present, error) {
	return present(ctx, s.db, by, paused, s.second().Add(-longest), presentRows, (page-1)*presentRows)
}

// CountPresent counts all who have clocked in, in the actor's scope and without the actor, and those among them who are on a break.
func (s *Service) CountPresent(ctx context.Context, by auth.Actor) (all, paused int, err error) {
	return countPresent(ctx, s.db, by)
}

// ClockIn starts a clocking of the actor on a task; code 0 is the one that they used last.
func (s *Service) ClockIn(ctx context.Context, by auth.Actor, code int64) (c Clocking, err error) {
	if err := checkEmployee(by); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		switch old, err := lockRunning(ctx, tx, by.EmployeeID); {
		case err == nil && old.Forgotten(s.second()):
			return old.checkStamp(s.second())
		case err == nil:
			return errs.Conflict("clock_running", "You’ve already clocked in.")
		case errs.KindOf(err) != errs.KindNotFound:
			return err
		}
		c, err = s.start(ctx, tx, by, Choice{BankCodeID: code}, s.second())
		return err
	})
	return c, err
}

// start starts a clocking at a time; the actor's clock is locked.
func (s *Service) start(ctx context.Context, tx *db.Tx, by auth.Actor, x Choice, at db.Instant) (c Clocking, err error) {
	tasks, err := taskCodes(ctx, tx, by.EmployeeID)
	if err != nil {
		return c, err
	}
	if x.BankCodeID, err = chooseTask(tasks, x.BankCodeID); err != nil {
		return c, err
	}
	var faults errs.Fields
	if err := errors.Join(activities.CheckJob(ctx, tx, &faults, x.Job, activities.Job{}), faults.Err()); err != nil {
		return c, err
	}
	c = Clocking{EmployeeID: by.EmployeeID, BankCodeID: x.BankCodeID, Job: x.Job, Start: at, StartKiosk: by.Kiosk}
	if c, err = insert(ctx, tx, c, s.at()); err != nil {
		return c, err
	}
	return c, s.recordAudit(ctx, tx, by, "clocked_in", c, audit.Diff(nil, c))
}

// chooseTask returns the code if it is one of the tasks, and the first task if it is 0.
func chooseTask(tasks []Task, code int64) (int64, error) {
	for _, t := range tasks {
		if code == 0 || t.ID == code {
			return t.ID, nil
		}
	}
	return 0, errs.InvalidField("bank_code_id", "not_found", "There is no such pay code.")
}

// StartBreak starts a break of the actor.
func (s *Service) StartBreak(ctx context.Context, by auth.Actor) (Clocking, error) {
	return s.stamp(ctx, by, "break_started", Clocking.startBreak)
}

// EndBreak ends it.
func (s *Service) EndBreak(ctx context.Context, by auth.Actor) (Clocking, error) {
	return s.stamp(ctx, by, "break_ended", Clocking.endBreak)
}

func (s *Service) stamp(
	ctx context.Context, by auth.Actor, action string, change func(Clocking, db.Instant) (Clocking, error),
) (c Clocking, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := s.lockOwn(ctx, tx, by)
		if err != nil {
			return err
		}
		if c, err = change(old, s.second()); err != nil {
			return err
		}
		return s.save(ctx, tx, by, action, old, &c, "")
	})
	return c, err
}

// ClockOut ends the actor's clocking, which becomes a shift on their timesheet. If the shift is refused, because the sheet is approved or
// another shift overlaps, the clocking ends all the same, so that what was stamped is not lost, and waits to be settled.
func (s *Service) ClockOut(ctx context.Context, by auth.Actor) (Clocking, error) {
	return s.end(ctx, by, "clocked_out", s.second(), nil)
}

// Choice is what an employee goes on with: a bank code, and for whom and for what, which may be left out.
type Choice struct {
	BankCodeID int64
	Job        activities.Job
}

// ChangeTask ends the actor's clocking and starts one with another choice, without time between them. It returns the new one.
func (s *Service) ChangeTask(ctx context.Context, by auth.Actor, x Choice) (next Clocking, err error) {
	at := s.second()
	_, err = s.end(ctx, by, "task_changed", at, func(ctx context.Context, tx *db.Tx, old Clocking) error {
		if old.BankCodeID == x.BankCodeID && old.Job == x.Job {
			return errSameTask()
		}
		next, err = s.start(ctx, tx, by, x, at)
		return err
	})
	return next, err
}

// end ends the actor's clocking at a time, and calls next in the same transaction.
func (s *Service) end(
	ctx context.Context, by auth.Actor, action string, at db.Instant, next func(context.Context, *db.Tx, Clocking) error,
) (c Clocking, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := s.lockOwn(ctx, tx, by)
		if err != nil {
			return err
		}
		if c, err = old.stop(at); err != nil {
			return err
		}
		c.EndKiosk = by.Kiosk
		if n, ok := c.Shift(s.Step, s.Zone); ok {
			if err := s.createShifts(ctx, tx, by, []shifts.New{n}, []*Clocking{&c}); err != nil {
				return err
			}
		}
		if err := s.save(ctx, tx, by, action, old, &c, ""); err != nil || next == nil {
			return err
		}
		return next(ctx, tx, old)
	})
	return c, err
}

// createShifts creates the shifts that clockings of the actor become, and sets in those what became of them, or why not. A refusal is no
// error, because the clocking is stored all the same.
func (s *Service) createShifts(ctx context.Context, tx *db.Tx, by auth.Actor, list []shifts.New, of []*Clocking) error {
	created, refusals, err := s.Shifts.CreateMany(ctx, tx, by, by.EmployeeID, list, func(day db.Day) (db.Day, error) {
		p, err := s.Periods.PeriodOn(day)
		return p.Start, err
	})
	if err != nil {
		return err
	}
	for i, c := range of {
		if c.became(created[i]); refusals[i] != nil {
			c.Refusal = code(refusals[i])
		}
	}
	return nil
}

// code returns the code of a refusal: that of the first field, if it names fields.
func code(err error) string {
	if fields := errs.FieldsOf(err); len(fields) > 0 {
		return fields[0].Code
	}
	e, _ := errs.Of(err)
	return e.Code
}

// addShift puts the shift of a clocking that ended on the sheet of its pay period, unless its times round to nothing. reason is why it is
// settled; empty: it ended as stamped.
func (s *Service) addShift(ctx context.Context, tx *db.Tx, by auth.Actor, c *Clocking, reason string) error {
	n, ok := c.Shift(s.Step, s.Zone)
	if !ok {
		return nil
	}
	period, err := s.Periods.PeriodOn(n.Day)
	if err != nil {
		return err
	}
	sheet, err := timesheets.FindOrCreate(ctx, tx, by, c.EmployeeID, period.Start, s.at())
	if err != nil {
		return err
	}
	n.TimesheetID, n.Reason = sheet.ID, reason
	x, err := s.Shifts.CreateIn(ctx, tx, by, n)
	c.became(x)
	return err
}

// Settlement says how a clocking that became no shift is settled.
type Settlement struct {
	End     db.Instant // when the work ended; 0: as stamped
	Discard bool       // no shift is made of it
	Reason  string     // for the audit log
}

// Settle settles a clocking whose end was forgotten, or whose shift was refused: it becomes a shift with the end that is told, or none.
func (s *Service) Settle(ctx context.Context, by auth.Actor, id int64, expect *int64, x Settlement) (c Clocking, err error) {
	var faults errs.Fields
	x.Reason = CheckReason(&faults, x.Reason)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := lock(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if expect != nil && *expect != old.Version {
			return errs.Stale()
		}
		if c, err = old.settle(x, s.second(), faults); err != nil {
			return err
		}
		action := "discarded"
		if !x.Discard {
			action = "settled"
			if err = s.addShift(ctx, tx, by, &c, x.Reason); err != nil {
				return err
			}
		}
		return s.save(ctx, tx, by, action, old, &c, x.Reason)
	})
	return c, err
}

// settle returns the clocking with its end, to become a shift or none. faults are those of the settlement itself.
func (c Clocking) settle(x Settlement, now db.Instant, faults errs.Fields) (Clocking, error) {
	if c.Refusal == "" && !c.Forgotten(now) {
		return c, errs.Conflict("clock_settled", "There is nothing to settle: it became a shift, was discarded or goes on.")
	}
	switch {
	case x.Discard && c.Running():
		c.End = c.Start
	case x.Discard || x.End == 0 && !c.Running():
	case x.End == 0:
		faults.Add("end_time", "required", "This field is required.")
	case x.End <= c.Start:
		faults.Add("end_time", "end_before_start", "A shift ends after it starts.")
	case x.End > now:
		faults.Add("end_time", "future", "The work cannot end in the future.")
	default:
		c.End = x.End
	}
	c.paused = c.Break != 0 || c.Breaks != ""
	c.Break, c.Breaks, c.Refusal = 0, c.Breaks.Until(c.End), ""
	return c, faults.Err()
}

// lockOwn locks the actor's clock and returns the clocking that goes on.
func (s *Service) lockOwn(ctx context.Context, tx *db.Tx, by auth.Actor) (Clocking, error) {
	if err := checkEmployee(by); err != nil {
		return Clocking{}, err
	}
	c, err := lockRunning(ctx, tx, by.EmployeeID)
	if errs.KindOf(err) == errs.KindNotFound {
		err = errNotRunning()
	}
	return c, err
}

func checkEmployee(by auth.Actor) error {
	if by.EmployeeID == 0 {
		return errs.Forbidden("no_employee_record", "Clocking in requires an employee record. Ask payroll to create one.")
	}
	return nil
}

// save stores the clocking and its audit entry, with the reason of a correction unless it is empty.
func (s *Service) save(ctx context.Context, tx *db.Tx, by auth.Actor, action string, old Clocking, c *Clocking, reason string) (err error) {
	if *c, err = save(ctx, tx, *c, s.at()); err != nil {
		return err
	}
	changes := audit.Diff(old, *c)
	if reason != "" {
		changes["reason"] = [2]any{nil, reason}
	}
	return s.recordAudit(ctx, tx, by, action, *c, changes)
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, c Clocking, changes audit.Changes) error {
	return auth.RecordFor(ctx, tx, by, []int64{c.EmployeeID}, s.entry(by, action, c, changes))
}

// entry returns the audit entry of a change of a clocking.
func (s *Service) entry(by auth.Actor, action string, c Clocking, changes audit.Changes) audit.Entry {
	return audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: Kind, RecordID: strconv.FormatInt(c.ID, 10), Changes: changes}
}

func (s *Service) at() db.Instant { return db.InstantOf(s.Now()) }

// second is the time that is stamped now: the last whole second.
func (s *Service) second() db.Instant { return db.InstantOf(s.Now().Truncate(time.Second)) }
