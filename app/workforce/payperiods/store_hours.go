package payperiods

import (
	"context"
	"slices"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/workforce/crews"
	"presence/app/workforce/shifts"
	"presence/app/workforce/worktime"
	"presence/db"
)

// readHours adds up the stored totals of the filter's weeks, by employee and by week.
func readHours(ctx context.Context, q db.Queryer, scope Scope, f HoursFilter, c Config) (r HoursReport, err error) {
	r.Crews, scope, err = supervisorsOf(ctx, q, scope, f.Crew)
	if err != nil {
		return r, err
	}
	people, err := readSelected(ctx, q, scope, f)
	if err != nil {
		return r, err
	}
	if f.Employee != 0 {
		r.Employee = people[0].Name
	}
	at := make(map[int64]int, len(people))
	for i, p := range people {
		at[p.ID] = i
	}
	for week := f.From; week.Before(f.To); week = week.Add(7) {
		r.Weeks = append(r.Weeks, WeekHours{Week: week})
	}
	b := &snapshot{holidays: c.Norm.Holidays}
	if err := readCodes(ctx, q, b, readOptions{}); err != nil {
		return r, err
	}
	days := shifts.Range{From: f.From, To: f.To, EmployeeID: f.Employee}
	credited, err := readCredit(ctx, q, b, scope, days, c)
	if err != nil {
		return r, err
	}
	codes := codeTotals{codes: b.codes, overtime: b.overtimeCode(), hours: map[int64]worktime.Hours{}}
	w := newWeekAccumulator(*c.Overtime, b.codes, credited, func(key employeeWeek, week workedWeek) {
		i, selected := at[key.employee]
		if !selected {
			return
		}
		person, total := &people[i], &r.Weeks[key.week.Sub(f.From)/7]
		person.Hours, total.Hours = person.Hours.Plus(week.hours), total.Hours.Plus(week.hours)
		codes.add(week)
	})
	if err := readWholeWeeks(ctx, q, w, scope, days); err != nil {
		return r, err
	}
	w.closeWeek()
	r.Codes = codes.list()
	r.People = slices.DeleteFunc(people, func(p PersonHours) bool { return p.Hours == worktime.Hours{} })
	return r, nil
}

// supervisorsOf returns the supervisors among the employees of a scope, and the scope restricted to the members of a crew.
func supervisorsOf(ctx context.Context, q db.Queryer, scope Scope, crew crews.Crew) ([]Supervisor, Scope, error) {
	list, err := supervisors(ctx, q, scope)
	if err == nil {
		scope, err = ofCrew(scope, list, crew)
	}
	return list, scope, err
}

// ofCrew restricts a scope to the members of a crew, whose supervisor must be in the list of. It fails with NotFound if they are not.
func ofCrew(scope Scope, of []Supervisor, c crews.Crew) (Scope, error) {
	switch {
	case c == crews.Everyone:
		return scope, nil
	case !slices.ContainsFunc(of, func(s Supervisor) bool { return s.ID == c.Supervisor() }):
		return scope, errs.NotFound("supervisor")
	}
	return both(scope, c.Members), nil
}

// readSelected returns the employees that the filter selects, including archived ones, sorted by name, without their hours. It fails
// if the filter's employee is not in the scope.
func readSelected(ctx context.Context, q db.Queryer, scope Scope, f HoursFilter) (list []PersonHours, err error) {
	var where db.Where
	where.Scope("e.id", scope)
	if f.Employee != 0 {
		where.And("e.id = ?", f.Employee)
	}
	rows, err := q.Query(ctx, `SELECT e.id, e.first_name || ' ' || e.last_name, COALESCE(s.id, 0),
			COALESCE(s.first_name || ' ' || s.last_name, '')
		FROM employees e LEFT JOIN employees s ON s.id = e.supervisor_id WHERE `+where.String()+` ORDER BY e.sort_name, e.id`, where.Args()...)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(contact.Fold(f.Name))
	err = db.ForEachRow(rows, func() error {
		var p PersonHours
		err := rows.Scan(&p.ID, &p.Name, &p.SupervisorID, &p.Supervisor)
		if matchesName(p.Name, words) {
			list = append(list, p)
		}
		return err
	})
	if err == nil && f.Employee != 0 && len(list) == 0 {
		err = errs.NotFound("employee")
	}
	return list, err
}

// both returns the scope of the employees who are in a and in b.
func both(a, b Scope) Scope {
	return func(column string, n int) (string, []any) {
		first, args := a(column, n)
		second, more := b(column, n+len(args))
		return first + " AND " + second, slices.Concat(args, more)
	}
}
