package schedule

import (
	"context"
	"slices"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Kind is the kind of a planned shift in the audit log, and PublishedKind that of what is published for a crew.
const (
	Kind          = "planned_shift"
	PublishedKind = "schedule"
)

// Options are what the company has chosen.
type Options struct {
	Zone      *time.Location
	Now       func() time.Time
	Norm      *labourstandards.Norm
	BreakRule breakrules.Rule
	Overtime  labourstandards.Limits
}

// Service stores planned shifts. Those who may approve an employee's time plan for them; payroll and administrators plan for everybody.
// Employees see what is published for them, and take shifts that are open to their crew.
type Service struct {
	db *db.DB
	Options
}

// NewService makes the service.
func NewService(d *db.DB, o Options) *Service { return &Service{d, o} }

// Filter selects planned shifts (C7).
type Filter struct {
	After        int64
	Since        db.Instant
	Rows         int64
	From, To     db.Day // zero: any
	EmployeeID   int64  // 0: any
	SupervisorID int64  // of the crew; 0: any
}

func (s *Service) at() db.Instant { return db.InstantOf(s.Now()) }

// Today returns the day in the company's time zone.
func (s *Service) Today() db.Day { return db.DayOf(s.Now().In(s.Zone)) }

// Get returns a planned shift that the actor plans. One that is cancelled is found until that is published.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Shift, error) {
	return byID(ctx, s.db, by, id)
}

// Each calls each for the shifts that the actor plans, by id.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Shift) error) error {
	return list(ctx, s.db, by, f, each)
}

// Create adds a shift to the draft.
func (s *Service) Create(ctx context.Context, by auth.Actor, p Plan) (made Shift, err error) {
	faults := p.validate(s.Zone)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.check(ctx, tx, by, p, Shift{}, faults); err != nil {
			return err
		}
		list, err := insert(ctx, tx, s.at(), p)
		if err != nil {
			return err
		}
		made = list[0]
		return s.record(ctx, tx, by, "created", made, audit.Diff(nil, made))
	})
	return made, err
}

// check locks the people of a plan and of the shift whose place it takes (its zero value: none), and checks the plan: that the actor plans
// for them, that the code is one of shifts, and that the employee is employed on the day and has no other planned shift in this time.
func (s *Service) check(ctx context.Context, tx *db.Tx, by auth.Actor, p Plan, old Shift, faults errs.Fields) error {
	if err := tx.LockRows(ctx, "employees", p.EmployeeID, p.SupervisorID, old.EmployeeID, old.SupervisorID); err != nil {
		return err
	}
	codes, err := bankcodes.Live(ctx, tx)
	if err != nil {
		return err
	}
	if p.BankCodeID > 0 && p.BankCodeID != old.BankCodeID && !hasCode(codes, p.BankCodeID) {
		faults.Add("bank_code_id", "not_found", "There is no such pay code for shifts.")
	}
	if p.Open() {
		err = s.checkCrew(ctx, tx, by, p.SupervisorID, &faults)
	} else {
		err = checkEmployee(ctx, tx, by, p, old.ID, &faults)
	}
	if err != nil {
		return err
	}
	return fieldsError(faults)
}

// fieldsError returns the error of faults, with the code of the only one if it is that of an overlap.
func fieldsError(faults errs.Fields) error {
	err := faults.FirstPerField().Err()
	if e, ok := errs.Of(err); ok && len(faults) == 1 && faults[0].Code == "overlap" {
		e.Code, e.Detail = "overlap", faults[0].Detail
	}
	return err
}

func hasCode(codes []bankcodes.BankCode, id int64) bool {
	for _, c := range codes {
		if c.ID == id {
			return c.Category == bankcodes.ForShift
		}
	}
	return false
}

func (s *Service) checkCrew(ctx context.Context, tx *db.Tx, by auth.Actor, supervisor int64, faults *errs.Fields) error {
	if supervisor <= 0 {
		return nil
	}
	list, err := heads(ctx, tx, by, s.Today())
	for _, h := range list {
		if h.ID == supervisor {
			return err
		}
	}
	faults.Add("supervisor_id", "not_found", "There is no such team.")
	return err
}

func checkEmployee(ctx context.Context, tx *db.Tx, by auth.Actor, p Plan, self int64, faults *errs.Fields) error {
	person, ok, err := plannableEmployee(ctx, tx, by, p.EmployeeID)
	if err != nil {
		return err
	}
	if !ok || person.Archived {
		faults.Add("employee_id", "not_found", "There is no such employee.")
		return nil
	}
	if len(*faults) > 0 {
		return nil
	}
	if !person.Employed(p.Day) {
		faults.Add("start_time", "not_employed", "The employee is not employed on this day.")
		return nil
	}
	taken, err := overlaps(ctx, tx, p, self)
	if taken {
		faults.Add("start_time", "overlap", "The employee has another shift in this time.")
	}
	return err
}

// Update changes the draft of a shift. Cancelled ones do not change.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (next Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := s.lock(ctx, tx, by, id, expect)
		if err != nil {
			return err
		}
		if old.Cancelled {
			return errs.Conflict("shift_cancelled", "This shift has been removed. Restore it to change it.")
		}
		next = old
		next.Plan = old.Plan.withChanges(c)
		faults := next.Plan.validate(s.Zone)
		if next.Plan == old.Plan {
			return nil
		}
		if err := s.check(ctx, tx, by, next.Plan, old, faults); err != nil {
			return err
		}
		if err := save(ctx, tx, next, s.at()); err != nil {
			return err
		}
		if next, err = byID(ctx, tx, by, id); err != nil {
			return err
		}
		return s.record(ctx, tx, by, "updated", next, audit.Diff(old, next))
	})
	return next, err
}

// lock locks a planned shift, and returns it if it has the version that the caller expects.
func (s *Service) lock(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64) (Shift, error) {
	if err := tx.LockRows(ctx, "planned_shifts", id); err != nil {
		return Shift{}, err
	}
	x, err := byID(ctx, tx, by, id)
	if err == nil && expect != nil && *expect != x.Version {
		err = errs.Stale()
	}
	return x, err
}

// Delete cancels a shift in the draft. If it is published, employees see it until that is published too.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		x, err := s.lock(ctx, tx, by, id, expect)
		if err != nil || x.Cancelled {
			return err
		}
		if err := tx.LockRows(ctx, "employees", x.EmployeeID, x.SupervisorID); err != nil {
			return err
		}
		if err := setCancelled(ctx, tx, true, s.at(), id); err != nil {
			return err
		}
		return s.record(ctx, tx, by, "deleted", x, audit.Diff(x, nil))
	})
}

// Restore takes back that a shift is cancelled, if its employee has no other shift in its time by now.
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (x Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "planned_shifts", id); err != nil {
			return err
		}
		if x, err = cancelledByID(ctx, tx, by, id); err != nil {
			return err
		}
		if expect != nil && *expect != x.Version {
			return errs.Stale()
		}
		if err := s.check(ctx, tx, by, x.Plan, x, nil); err != nil {
			return err
		}
		if err := setCancelled(ctx, tx, false, s.at(), id); err != nil {
			return err
		}
		if x, err = byID(ctx, tx, by, id); err != nil {
			return err
		}
		return s.record(ctx, tx, by, "restored", x, nil)
	})
	return x, err
}

// owner returns the employee who has the shift, or the supervisor of the crew that it is open to.
func (p Plan) owner() int64 { return max(p.EmployeeID, p.SupervisorID) }

func (s *Service) record(ctx context.Context, tx *db.Tx, by auth.Actor, action string, x Shift, changes audit.Changes) error {
	return s.recordAll(ctx, tx, by, action, []Shift{x}, func(Shift) audit.Changes { return changes })
}

func (s *Service) entry(by auth.Actor, action string, x Shift, changes audit.Changes) audit.Entry {
	return audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: Kind, RecordID: strconv.FormatInt(x.ID, 10), Changes: changes}
}

// recordAll records a change of several shifts: of employees, and open to crews.
func (s *Service) recordAll(ctx context.Context, tx *db.Tx, by auth.Actor, action string, list []Shift,
	changes func(Shift) audit.Changes) error {
	var of, open []audit.Entry
	var employees, crews []int64
	for _, x := range list {
		entry := s.entry(by, action, x, changes(x))
		if x.Open() {
			open, crews = append(open, entry), append(crews, x.SupervisorID)
		} else {
			of, employees = append(of, entry), append(employees, x.EmployeeID)
		}
	}
	if err := auth.RecordFor(ctx, tx, by, employees, of...); err != nil {
		return err
	}
	return auth.RecordForCrews(ctx, tx, by, crews, open...)
}

// GetPublished returns a published shift that the actor sees.
func (s *Service) GetPublished(ctx context.Context, by auth.Actor, id int64) (PublishedShift, error) {
	return publishedByID(ctx, s.db, by, id)
}

// EachPublished calls each for the published shifts that the actor sees, by id.
func (s *Service) EachPublished(ctx context.Context, by auth.Actor, f Filter, each func(PublishedShift) error) error {
	return eachPublished(ctx, s.db, by, f, each)
}

// Named returns the names of planned shifts that the actor plans, for the audit log.
func (s *Service) Named(ctx context.Context, by auth.Actor, ids []int64) ([]timesheets.Named, error) {
	return named(ctx, s.db, by, ids)
}

// personOf returns an employee for whom the actor plans, also one who has left; the zero value if there is none.
func (s *Service) personOf(ctx context.Context, by auth.Actor, id int64) (Person, error) {
	p, _, err := plannableEmployee(ctx, s.db, by, id)
	return p, err
}

// peopleOf returns the ids of the employees of shifts, in the draft and as they are published, each once.
func peopleOf(list []Shift) (ids []int64) {
	for _, x := range list {
		ids = append(ids, x.EmployeeID)
		if x.Published != nil {
			ids = append(ids, x.Published.EmployeeID)
		}
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id int64) bool { return id == 0 })
}

// withPeopleOf returns people with those employees of shifts who are not among them, such as one of another crew to whom a shift was given.
func withPeopleOf(ctx context.Context, q db.Queryer, people []Person, list []Shift) ([]Person, error) {
	known := idsOf(people)
	others := slices.DeleteFunc(peopleOf(list), func(id int64) bool { return slices.Contains(known, id) })
	if len(others) == 0 {
		return people, nil
	}
	more, err := employeesByID(ctx, q, others)
	return slices.Concat(people, more), err
}

// behind reports whether a shift of the draft is that of one of some people who is not employed on its day: they left after it was planned.
func behind(people []Person) func(Shift) bool {
	of := make(map[int64]Person, len(people))
	for _, p := range people {
		of[p.ID] = p
	}
	return func(x Shift) bool {
		p, known := of[x.EmployeeID]
		return known && !x.Cancelled && !p.Employed(x.Day)
	}
}
