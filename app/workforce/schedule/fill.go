package schedule

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/crews"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/usualweeks"
	"presence/db"
)

// Source is what empty days are filled from.
type Source string

// The sources.
const (
	UsualWeeks Source = "usual" // the usual weeks of the employees
	WeekBefore Source = "week"  // the week before the first day, for each week
)

// Fill adds shifts to the draft of a crew on those of some days on which an employee has none, has no leave, and is employed; of open
// shifts, on days without open ones. It adds nothing on days before today, on statutory holidays, and to those for whom the actor does not
// plan, such as a deputy themselves, and no shift that overlaps another or whose code is archived.
func (s *Service) Fill(ctx context.Context, by auth.Actor, c crews.Crew, r Range, from Source) (made []Shift, err error) {
	faults := r.validate()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.checkPlanned(ctx, tx, by, c, &faults); err != nil {
			return err
		}
		if err := faults.Err(); err != nil {
			return err
		}
		plans, err := s.plansToAdd(ctx, tx, by, c, r, from)
		if err != nil {
			return err
		}
		if made, err = insert(ctx, tx, s.at(), plans...); err != nil || len(made) == 0 {
			return err
		}
		return s.recordAll(ctx, tx, by, "created", made, func(x Shift) audit.Changes { return audit.Diff(nil, x) })
	})
	return made, err
}

// plansToAdd returns what Fill adds. It locks the people.
func (s *Service) plansToAdd(ctx context.Context, tx *db.Tx, by auth.Actor, c crews.Crew, r Range,
	from Source) (list []Plan, err error) {
	around := Range{r.From.Week().Add(-7), r.To.Add(2)}
	people, err := members(ctx, tx, c, around)
	if err != nil {
		return nil, err
	}
	planned, err := plannable(ctx, tx, by, idsOf(people))
	if err != nil {
		return nil, err
	}
	people = slices.DeleteFunc(people, func(p Person) bool { return !slices.Contains(planned, p.ID) })
	ids := idsOf(people)
	if err := tx.LockRows(ctx, "employees", append([]int64{c.Supervisor()}, ids...)...); err != nil {
		return nil, err
	}
	known, err := ofCrew(ctx, tx, ids, c, around)
	if err != nil {
		return nil, err
	}
	// One that is published as open to this crew may be open to another one in the draft.
	known = slices.DeleteFunc(known, func(x Shift) bool { return x.Cancelled || x.Open() && x.SupervisorID != c.Supervisor() })
	codes, err := bankcodes.Live(ctx, tx)
	if err != nil {
		return nil, err
	}
	away, err := s.daysAway(ctx, tx, ids, r)
	if err != nil {
		return nil, err
	}
	var usual map[int64]usualweeks.Week
	if from == UsualWeeks {
		if usual, err = usualweeks.Of(ctx, tx, ids); err != nil {
			return nil, err
		}
	}
	f := filling{s: s, known: map[int64][]Shift{}, added: map[int64][]Plan{}, away: away, closed: map[db.Day]bool{},
		fits: func(id int64) bool { return hasCode(codes, id) }}
	for _, x := range known {
		f.known[x.EmployeeID] = append(f.known[x.EmployeeID], x)
	}
	for _, h := range s.Norm.In(r.From, r.To) {
		f.closed[h.Day] = true
	}
	source := r.From.Week().Add(-7)
	for _, p := range append([]Person{{First: r.From}}, people...) { // the open shifts first
		for d := r.From; !d.After(r.To); d = d.Add(1) {
			if from == UsualWeeks {
				f.add(p, d, s.usualPlans(usual[p.ID], p.ID, d))
			} else {
				f.add(p, d, f.copies(p.ID, source.Add(int(d.Weekday())), d))
			}
		}
	}
	return f.list, nil
}

func idsOf(people []Person) []int64 {
	ids := make([]int64, len(people))
	for i, p := range people {
		ids[i] = p.ID
	}
	return ids
}

func idsOfShifts(list []Shift) []int64 {
	ids := make([]int64, len(list))
	for i, x := range list {
		ids[i] = x.ID
	}
	return ids
}

// usualPlans returns the usual shifts of an employee on a day.
func (s *Service) usualPlans(w usualweeks.Week, employee int64, d db.Day) (list []Plan) {
	for _, x := range w.OfDay(d) {
		if start, end, ok := x.At(d, s.Zone); ok {
			list = append(list, Plan{EmployeeID: employee, BankCodeID: x.BankCodeID, Day: d, Start: start, End: end, Breaks: x.Breaks,
				ByRule: x.ByRule})
		}
	}
	return list
}

// filling collects the plans that are added to a draft.
type filling struct {
	s      *Service
	known  map[int64][]Shift // by employee; those of 0 are open
	added  map[int64][]Plan  // by employee, as known
	away   map[employeeDay]bool
	closed map[db.Day]bool
	fits   func(code int64) bool
	list   []Plan // all that is added, in its order
}

type employeeDay struct {
	employee int64
	day      db.Day
}

// copies returns the shifts of an employee on a day, or the open ones (0), on another day.
func (f *filling) copies(employee int64, from, to db.Day) (list []Plan) {
	for _, x := range f.known[employee] {
		if x.Day != from {
			continue
		}
		if p, ok := x.Plan.on(to, f.s.Zone); ok {
			list = append(list, p)
		}
	}
	return list
}

// add adds plans of an employee, or open ones, on a day that is empty.
func (f *filling) add(of Person, d db.Day, plans []Plan) {
	if len(plans) == 0 || f.closed[d] || d.Before(f.s.Today()) || f.away[employeeDay{of.ID, d}] || of.ID != 0 && !of.Employed(d) {
		return
	}
	if slices.ContainsFunc(f.known[of.ID], func(x Shift) bool { return x.Day == d }) {
		return
	}
	for _, p := range plans {
		overlap := slices.ContainsFunc(f.known[of.ID], func(x Shift) bool { return x.overlaps(p) }) ||
			slices.ContainsFunc(f.added[of.ID], func(x Plan) bool { return x.overlaps(p) })
		if f.fits(p.BankCodeID) && (p.Open() || !overlap) {
			f.added[of.ID], f.list = append(f.added[of.ID], p), append(f.list, p)
		}
	}
}

// daysAway returns the days of employees with leave, approved or asked for.
func (s *Service) daysAway(ctx context.Context, q db.Queryer, employees []int64, r Range) (map[employeeDay]bool, error) {
	leave, err := leaveOf(ctx, q, employees, db.InstantOf(r.From.In(s.Zone)), db.InstantOf(r.To.Add(1).In(s.Zone)))
	found := map[employeeDay]bool{}
	for _, x := range leave {
		for d := range x.days(s, r) {
			found[employeeDay{x.EmployeeID, d}] = true
		}
	}
	return found, err
}

// days yields the days of a range on which the leave falls, in whole or in part.
func (x Leave) days(s *Service, r Range) func(yield func(db.Day) bool) {
	first, last := leaverequests.LeaveRequest{Start: x.Start, End: x.End}.Days(s.Zone)
	return func(yield func(db.Day) bool) {
		for d := r.From; !d.After(r.To); d = d.Add(1) {
			if !d.Before(first) && !d.After(last) && !yield(d) {
				return
			}
		}
	}
}

// TakeBack cancels shifts that Fill has added, each unless it was changed since, and returns how many.
func (s *Service) TakeBack(ctx context.Context, by auth.Actor, made []Shift) (n int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := unchanged(ctx, tx, by, made)
		if err != nil {
			return err
		}
		if err := tx.LockRows(ctx, "planned_shifts", idsOfShifts(list)...); err != nil {
			return err
		}
		if list, err = unchanged(ctx, tx, by, list); err != nil {
			return err
		}
		if n = len(list); n == 0 {
			return nil
		}
		owners := make([]int64, n)
		for i, x := range list {
			owners[i] = x.owner()
		}
		if err := tx.LockRows(ctx, "employees", owners...); err != nil {
			return err
		}
		if err := setCancelled(ctx, tx, true, s.at(), idsOfShifts(list)...); err != nil {
			return err
		}
		return s.recordAll(ctx, tx, by, "deleted", list, func(x Shift) audit.Changes { return audit.Diff(x, nil) })
	})
	return n, err
}
