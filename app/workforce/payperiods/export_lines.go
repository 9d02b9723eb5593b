package payperiods

import (
	"cmp"
	"slices"

	"presence/app/workforce/worktime"
	"presence/db"
)

// Line is the time, money or distance of one employee under one bank code in one week, as payroll exports it (W13).
type Line struct {
	Employee Employee
	Week     db.Day // its Sunday
	CodeID   int64  // of the bank code, which stays the same when the code is renamed; 0: none
	BankCode string // empty for computed overtime when there is no bank code of type overtime
	Type     string // of the bank code, as written; "overtime" for computed overtime
	Part     Part
	Minutes  int64
	Cents    int64
	Distance int64 // 1/100 km
	Approved bool  // the timesheet or the leave is approved
}

// Part is the kind of a line: worked time, overtime, expenses or leave. The lines of a week are sorted by it.
type Part uint8

// The parts of a week.
const (
	Worked    Part = iota // shifts, without the minutes that became overtime
	FoundOver             // computed overtime: regular minutes above a limit (W3)
	Spent                 // expenses
	OnLeave               // approved leave
)

// lineItem is a line with ids and indexes instead of names.
type lineItem struct {
	employee int // index in people
	week     int
	part     Part
	pending  bool
	code     int64
	minutes  int64
	credited int64 // minutes of leave that count toward the weekly limit, also those of statutory holidays, which are not taken
	cents    int64
	distance int64

	days *[7]int64 // minutes of each day of Worked, if there is a daily limit of overtime
}

func (a lineItem) compare(b lineItem) int {
	return cmp.Or(cmp.Compare(a.employee, b.employee), cmp.Compare(a.week, b.week), cmp.Compare(a.part, b.part),
		cmp.Compare(a.code, b.code), compareBool(a.pending, b.pending))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// lines returns the export lines. Their minutes, cents and distances have the same totals as the overview.
func (b *snapshot) lines(approvedOnly bool) []Line {
	cells := merge(b.cells(approvedOnly))
	lines := make([]Line, 0, len(cells)+len(b.people))
	overtime := b.overtimeCode()
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && cells[n].employee == cells[0].employee && cells[n].week == cells[0].week {
			n++
		}
		week := b.withOvertime(slices.Clone(cells[:n]), overtime)
		for _, c := range week {
			if c.minutes != 0 || c.cents != 0 {
				lines = append(lines, b.line(c))
			}
		}
		cells = cells[n:]
	}
	return lines
}

func (b *snapshot) line(c lineItem) Line {
	code := b.codes[c.code]
	if c.part == FoundOver {
		code.kind = "overtime"
	}
	return Line{
		Employee: b.people[c.employee], Week: b.period.Weeks()[c.week], CodeID: c.code, BankCode: code.name, Type: code.kind, Part: c.part,
		Minutes: c.minutes, Cents: c.cents, Distance: c.distance, Approved: !c.pending,
	}
}

// cells returns the totals of the snapshot by employee, week and code; if approvedOnly, only those of approved sheets and
// leave.
func (b *snapshot) cells(approvedOnly bool) []lineItem {
	at := make(map[int64]int, len(b.people))
	for i, p := range b.people {
		at[p.ID] = i
	}
	cells := make([]lineItem, 0, len(b.shifts)+len(b.expenses)+len(b.leave))
	add := func(employee int64, c lineItem) {
		i, ok := at[employee] // not ok: leave alone, of a former employee
		if c.employee = i; ok && !(approvedOnly && c.pending) {
			cells = append(cells, c)
		}
	}
	for _, s := range b.shifts {
		sheet := b.sheets[s.sheet]
		c := lineItem{week: s.week, part: Worked, pending: sheet.State != Approved, code: s.code, minutes: s.amount}
		if b.overtime.Daily > 0 {
			days := s.days // a copy: merge adds to it
			c.days = &days
		}
		add(sheet.EmployeeID, c)
	}
	for _, s := range b.expenses {
		sheet := b.sheets[s.sheet]
		add(sheet.EmployeeID, lineItem{week: s.week, part: Spent, pending: sheet.State != Approved, code: s.code, cents: s.amount,
			distance: s.distance})
	}
	for _, l := range b.leave {
		add(l.employee, lineItem{week: b.week(l.day), part: OnLeave, code: l.code, minutes: b.taken(l), credited: l.credited})
	}
	return cells
}

// merge sorts items and adds up those of the same line.
func merge(cells []lineItem) []lineItem {
	slices.SortFunc(cells, lineItem.compare)
	out := cells[:0]
	for _, c := range cells {
		if n := len(out); n > 0 && out[n-1].compare(c) == 0 {
			last := &out[n-1]
			last.minutes, last.credited = last.minutes+c.minutes, last.credited+c.credited
			last.cents, last.distance = last.cents+c.cents, last.distance+c.distance
			if c.days != nil {
				for day, minutes := range c.days {
					last.days[day] += minutes
				}
			}
			continue
		}
		out = append(out, c)
	}
	return out
}

// withOvertime moves the overtime of one week from the regular minutes of its items to separate items. It takes minutes that are
// not approved first, so that approving more sheets does not turn approved overtime back into regular time, as far as there are
// such minutes. Among items of equal approval the last bank code loses minutes first.
func (b *snapshot) withOvertime(week []lineItem, overtimeCode int64) []lineItem {
	var work worktime.Week
	for _, c := range week {
		kind := b.codes[c.code].kind
		switch {
		case c.part == Worked:
			work.Hours.Add(worktime.ColumnOf(kind), c.minutes)
			if c.days != nil {
				work.AddDays(worktime.ColumnOf(kind), c.days)
			}
		case c.part == OnLeave && b.overtime.Counts(kind):
			work.Credited += c.credited
		}
	}
	left, _ := work.Overtime(b.overtime)
	for _, pending := range []bool{true, false} {
		over := lineItem{employee: week[0].employee, week: week[0].week, part: FoundOver, pending: pending, code: overtimeCode}
		for i := len(week) - 1; i >= 0; i-- {
			c := &week[i]
			if c.part != Worked || c.pending != pending || worktime.ColumnOf(b.codes[c.code].kind) != worktime.Regular {
				continue
			}
			moved := min(left, c.minutes)
			c.minutes, over.minutes, left = c.minutes-moved, over.minutes+moved, left-moved
		}
		week = append(week, over)
	}
	return merge(week)
}

// overtimeCode returns the id of the first live bank code for shifts of type overtime; 0 when there is none.
func (b *snapshot) overtimeCode() int64 {
	var first int64
	for id, c := range b.codes {
		if c.forShifts && worktime.ColumnOf(c.kind) == worktime.Overtime && (first == 0 || id < first) {
			first = id
		}
	}
	return first
}
