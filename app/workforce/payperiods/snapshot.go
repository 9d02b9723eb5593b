package payperiods

import (
	"cmp"
	"fmt"
	"slices"

	"presence/app/platform/holidays"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/worktime"
	"presence/db"
)

// snapshot is what the store reads of one period in one transaction. The number of queries does not depend on the number of
// employees.
type snapshot struct {
	period    Period
	ends      db.Instant // the midnight after the period, in the company's zone
	codes     map[int64]bankCode
	people    []Employee  // sorted by name
	shifts    []weekTotal // minutes
	expenses  []weekTotal // cents and distance
	sheets    map[int64]Sheet
	leave     []leaveDay // approved
	undecided []leaveDay // requested, and not decided yet
	coming    []coming   // expenses of days after today; only with the days of the weeks
	holidays  holidays.Calendar
	overtime  labourstandards.Limits
}

// coming is a day after today with an expense.
type coming struct {
	employee int64
	day      db.Day
}

// bankCode is a bank code with the fields that the hours need.
type bankCode struct {
	kind         string // its type, as written
	name         string // as the bank spells it
	forShifts    bool   // live and of category shift
	perKilometre int64  // 1/10,000 $, of mileage; 0 for other types
}

// weekTotal is a total of one sheet under one bank code in one week, which may have several.
type weekTotal struct {
	week     int // 0 or 1
	sheet    int64
	code     int64
	amount   int64 // minutes or cents
	distance int64 // 1/100 km, for expenses

	days [7]int64 // minutes of each day, if they were read
}

// leaveDay is the leave of one employee on one day.
type leaveDay struct {
	employee int64
	code     int64
	day      db.Day
	minutes  int64
	credited int64 // of minutes, those that count toward the weekly limit of overtime if leave of its code does
}

// week returns in which week of the period the day is: 0 or 1.
func (b *snapshot) week(d db.Day) int { return d.Sub(b.period.Start) / 7 }

// overview adds up the totals by employee and computes the overtime of each week (W3, W4, W5).
func (b *snapshot) overview() Overview {
	rows := make([]Row, len(b.people))
	for i, p := range b.people {
		rows[i].Employee = p
	}
	row := b.rowFinder(rows)
	long := map[*Week]*worktime.Week{} // the days of the weeks, if there is a daily limit
	for _, s := range b.shifts {
		w, column := &row(b.sheets[s.sheet].EmployeeID).Weeks[s.week], worktime.ColumnOf(b.codes[s.code].kind)
		w.Hours.Add(column, s.amount)
		if b.overtime.Daily > 0 {
			if long[w] == nil {
				long[w] = new(worktime.Week)
			}
			long[w].AddDays(column, &s.days)
		}
	}
	for _, s := range b.expenses {
		r := row(b.sheets[s.sheet].EmployeeID)
		r.Cents, r.Distance = r.Cents+s.amount, r.Distance+s.distance
	}
	for _, l := range b.leave {
		r := row(l.employee)
		if r == nil {
			continue
		}
		w := &r.Weeks[b.week(l.day)]
		w.Leave += b.taken(l)
		r.away[l.day.Sub(b.period.Start)] = l.minutes > 0
		if b.overtime.Counts(b.codes[l.code].kind) {
			w.Credited += l.credited
		}
	}
	for _, l := range b.undecided {
		if r := row(l.employee); r != nil {
			r.undecided[l.day.Sub(b.period.Start)] = l.minutes > 0
		}
	}
	for _, s := range b.sheets {
		r := row(s.EmployeeID)
		r.Sheets = append(r.Sheets, s)
	}
	for i := range rows {
		rows[i].computeOvertime(b.overtime, long)
	}
	return Overview{b.period, rows}
}

// taken returns the minutes of a day of leave that are taken, and so exported: none on a statutory holiday (W3).
func (b *snapshot) taken(l leaveDay) int64 {
	if !leaverequests.Takes(b.holidays, l.day, b.codes[l.code].kind) {
		return 0
	}
	return l.minutes
}

// rowFinder returns a function that finds the row of an employee; nil for one who has nothing but leave in the period, and is not employed
// (W5). Whose time it is has a row (checkOwners).
func (b *snapshot) rowFinder(rows []Row) func(employee int64) *Row {
	at := make(map[int64]*Row, len(rows))
	for i := range rows {
		at[rows[i].Employee.ID] = &rows[i]
	}
	return func(employee int64) *Row { return at[employee] }
}

// checkOwners fails if the employee of a timesheet was not read. Whoever has a shift or an expense in the period is among the people (W5):
// without a row, their time would be missing from the period and from payroll.
func (b *snapshot) checkOwners() error {
	read := make(map[int64]bool, len(b.people))
	for _, p := range b.people {
		read[p.ID] = true
	}
	for _, s := range b.sheets {
		if !read[s.EmployeeID] {
			return fmt.Errorf("payperiods: employee %d of timesheet %d has time in %s, and was not read", s.EmployeeID, s.ID, b.period.Name())
		}
	}
	return nil
}

// computeOvertime computes the overtime of each week, after all minutes were added, and sorts the sheets. days has the days of the weeks
// if there is a daily limit.
func (r *Row) computeOvertime(l labourstandards.Limits, days map[*Week]*worktime.Week) {
	for i := range r.Weeks {
		w := &r.Weeks[i]
		work := worktime.Week{Hours: w.Hours, Credited: w.Credited}
		if long := days[w]; long != nil {
			work.Days = long.Days
		}
		_, w.LeftOut = work.Overtime(l)
		w.Hours = work.Paid(l)
	}
	slices.SortFunc(r.Sheets, func(a, b Sheet) int { return cmp.Compare(a.ID, b.ID) })
}

// activeSheets returns the sheets with a shift or an expense in the period (W6), sorted by id.
func (b *snapshot) activeSheets() []int64 {
	ids := make([]int64, 0, len(b.people))
	var last int64
	for _, sums := range [][]weekTotal{b.shifts, b.expenses} {
		for _, s := range sums {
			if s.sheet != last {
				ids, last = append(ids, s.sheet), s.sheet
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// withoutSheet returns the employees of whom no sheet was read so far. readSheets calls it when it has read those with shifts or expenses.
func (b *snapshot) withoutSheet() []int64 {
	busy := make(map[int64]bool, len(b.sheets))
	for _, s := range b.sheets {
		busy[s.EmployeeID] = true
	}
	var list []int64
	for _, p := range b.people {
		if !busy[p.ID] {
			list = append(list, p.ID)
		}
	}
	return list
}
