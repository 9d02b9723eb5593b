package payperiods

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/db"
)

// readWorked adds up the shifts of a range by employee. It does so week by week, because overtime is found in a week. Whole
// weeks are read from their stored totals; for the first and last week, if the range contains only a part of them, the shifts
// are read. The number of queries does not depend on the number of employees.
func readWorked(ctx context.Context, q db.Queryer, scope Scope, r shifts.Range, c Config) ([]shifts.Worked, error) {
	b := &snapshot{holidays: c.Norm.Holidays}
	if err := readCodes(ctx, q, b, readOptions{}); err != nil {
		return nil, err
	}
	credited, err := readCredit(ctx, q, b, scope, r, c)
	if err != nil {
		return nil, err
	}
	totals := map[int64]*shifts.Worked{}
	w := newWeekAccumulator(*c.Overtime, b.codes, credited, func(key employeeWeek, week workedWeek) {
		x := totals[key.employee]
		if x == nil {
			x = &shifts.Worked{EmployeeID: key.employee}
			totals[key.employee] = x
		}
		h := week.hours
		x.Regular, x.Evening, x.Emergency, x.Overtime = x.Regular+h.Regular, x.Evening+h.Evening, x.Emergency+h.Emergency, x.Overtime+h.Overtime
		x.Shifts += week.shifts
	})
	if err := readWholeWeeks(ctx, q, w, scope, r); err != nil {
		return nil, err
	}
	if err := readPartialWeeks(ctx, q, w, scope, r); err != nil {
		return nil, err
	}
	w.closeWeek()
	return readNames(ctx, q, totals)
}

func readWholeWeeks(ctx context.Context, q db.Queryer, w *weekAccumulator, scope Scope, r shifts.Range) error {
	var where db.Where
	where.And("shifts > 0 AND week BETWEEN ? AND ?", r.From.Add(6).Week(), r.To.Add(-6).Week())
	narrow(&where, scope, r)
	return readWeeks(w)(q.Query(ctx, `SELECT employee_id, week, bank_code_id, shifts, minutes`+w.dayColumns()+` FROM shift_weeks WHERE `+
		where.String()+` ORDER BY week, employee_id`, where.Args()...))
}

// readPartialWeeks reads the shifts of the first and the last week, unless the range contains them completely. The totals of weeks have
// fewer rows, so it reads no other week.
func readPartialWeeks(ctx context.Context, q db.Queryer, w *weekAccumulator, scope Scope, r shifts.Range) error {
	first, last := r.From.Week(), r.To.Week()
	head, tail := r.From != first, r.To != last.Add(6)
	switch {
	case !head && !tail:
		return nil
	case !head:
		first = last
	case !tail:
		last = first
	}
	var where db.Where
	where.And("archived_at IS NULL AND week IN (?, ?) AND day BETWEEN ? AND ?", first, last, r.From, r.To)
	narrow(&where, scope, r)
	return readWeeks(w)(q.Query(ctx, `SELECT employee_id, week, bank_code_id, COUNT(*), CAST(SUM(minutes) AS BIGINT)`+w.daySums(q.Dialect())+
		` FROM shifts WHERE `+where.String()+` GROUP BY week, employee_id, timesheet_id, bank_code_id ORDER BY week, employee_id`,
		where.Args()...))
}

// dayColumns are the columns of shift_weeks with the minutes of each day, if there is a daily limit; else none.
func (w *weekAccumulator) dayColumns() string {
	if w.overtime.Daily == 0 {
		return ""
	}
	return shifts.EachWeekday(", {day}")
}

// daySums are dayColumns, computed from shifts.
func (w *weekAccumulator) daySums(d db.Dialect) string {
	if w.overtime.Daily == 0 {
		return ""
	}
	return shifts.EachWeekday(", CAST(SUM(CASE WHEN " + d.Weekday("day") + " = {n} THEN minutes ELSE 0 END) AS BIGINT)")
}

// narrow restricts a query to the scope, and to the range's employee if there is one.
func narrow(where *db.Where, scope Scope, r shifts.Range) {
	if r.EmployeeID != 0 {
		where.And("employee_id = ?", r.EmployeeID)
	}
	where.Scope("employee_id", scope)
}

// readWeeks returns a function that adds the rows of a query to w: readWeeks(w)(q.Query(…)). The rows must be sorted by week
// and employee. Each distinct text of a week is parsed once, since thousands of rows have the same one.
func readWeeks(w *weekAccumulator) func(*sql.Rows, error) error {
	return func(rows *sql.Rows, err error) error {
		if err != nil {
			return err
		}
		var key employeeWeek
		var code, count, minutes int64
		var text, last string
		var days [7]int64
		into := []any{&key.employee, &text, &code, &count, &minutes}
		if w.overtime.Daily > 0 {
			for n := range days {
				into = append(into, &days[n])
			}
		}
		return db.ForEachRow(rows, func() error {
			if err := rows.Scan(into...); err != nil {
				return err
			}
			if text != last {
				if err := key.week.Scan(text); err != nil {
					return err
				}
				last = text
			}
			w.add(key, codeMinutes{code, minutes}, count, &days)
			return nil
		})
	}
}

// readCredit returns the minutes of leave in the range, of its employee if it has one, that count toward the weekly limit of overtime
// (W3), by employee and week. b has the bank codes.
func readCredit(ctx context.Context, q db.Queryer, b *snapshot, scope Scope, r shifts.Range, c Config) (map[employeeWeek]int64, error) {
	credited := map[employeeWeek]int64{}
	leave, err := readLeaveDays(ctx, q, b, scope, r, c)
	for _, l := range leave {
		if c.Overtime.Counts(b.codes[l.code].kind) {
			credited[employeeWeek{l.employee, l.day.Week()}] += l.credited
		}
	}
	return credited, err
}

// readLeaveDays returns the approved leave in the range, of its employee if it has one, day by day, with what is paid for holidays. b has
// the bank codes.
func readLeaveDays(ctx context.Context, q db.Queryer, b *snapshot, scope Scope, r shifts.Range, c Config) (list []leaveDay, err error) {
	start, end := db.InstantOf(r.From.In(c.Zone)), db.InstantOf(r.To.Add(1).In(c.Zone))
	if r.EmployeeID != 0 {
		scope = both(func(column string, n int) (string, []any) {
			return fmt.Sprintf("%s = $%d", column, n), []any{r.EmployeeID}
		}, scope)
	}
	err = leaverequests.EachLive(ctx, q, start, end, leaverequests.Scope(scope), func(l leaverequests.LeaveSpan) {
		if !l.Approved {
			return
		}
		leaverequests.Days(l.Start, l.End, c.Zone, r.From, r.To, func(day db.Day, minutes int64) {
			list = append(list, leaveDay{l.EmployeeID, l.BankCodeID, day, minutes, minutes})
		})
	})
	if err != nil {
		return nil, err
	}
	return b.withHolidayPay(ctx, q, list, scope, r.From, r.To)
}

// readNames adds the names of the employees, including archived ones, and returns the totals sorted by name.
func readNames(ctx context.Context, q db.Queryer, totals map[int64]*shifts.Worked) (list []shifts.Worked, err error) {
	rows, err := q.Query(ctx, `SELECT id, first_name || ' ' || last_name FROM employees WHERE id IN (`+q.Dialect().IDs("$1")+
		`) ORDER BY sort_name, id`,
		db.IDs(slices.Collect(maps.Keys(totals))))
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		x := *totals[id]
		x.Name = name
		list = append(list, x)
		return nil
	})
	return list, err
}
