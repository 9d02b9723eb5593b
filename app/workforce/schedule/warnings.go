package schedule

import (
	"cmp"
	"slices"

	"presence/app/workforce/bankcodes"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/worktime"
	"presence/db"
)

// Warning is something to look at before a draft is published. It blocks nothing.
type Warning struct {
	Kind       WarningKind
	EmployeeID int64 // 0: of OnHoliday
	Day        db.Day
	Notice     labourstandards.Notice // of Standard
	Minutes    int64                  // of the overtime, or left out
	People     int                    // of OnHoliday: how many work
	Approved   bool                   // of OnLeave: the leave
}

// WarningKind is what a warning is about.
type WarningKind uint8

// The kinds.
const (
	Standard       WarningKind = iota // a labour standard, by Notice
	OnLeave                           // a shift in the time of leave
	OnHoliday                         // shifts on a statutory holiday
	WeeklyOvertime                    // Day is the first of the week
	DailyOvertime
	LeftOut     // minutes of a week above a limit that are no overtime (worktime.Week.Overtime); Day is the first of the week
	NotEmployed // a shift of somebody who is not employed on the day, as after they have left
)

// ofWeek reports whether the warning is about a week, whose first day is Day.
func (w Warning) ofWeek() bool {
	return w.Kind == WeeklyOvertime || w.Kind == LeftOut || w.Kind == Standard && w.Notice.Kind == labourstandards.WeeklyRest
}

// lastDay returns the last of the days that the warning is about.
func (w Warning) lastDay() db.Day {
	if w.ofWeek() {
		return w.Day.Add(6)
	}
	return w.Day
}

// warn finds the warnings about the draft, from today on. list has the shifts of the days around those of the board.
func (b *Board) warn(s *Service, list []Shift) {
	b.overtime = map[employeeDay]int64{}
	first := b.Range.From
	if today := s.Today(); first.Before(today) {
		first = today
	}
	drafts, perHoliday := map[int64][]Shift{}, map[db.Day]map[int64]bool{}
	for _, x := range list {
		if x.Cancelled || x.Open() {
			continue
		}
		drafts[x.EmployeeID] = append(drafts[x.EmployeeID], x)
	}
	for _, h := range b.Holidays {
		perHoliday[h.Day] = map[int64]bool{}
	}
	for _, p := range b.People {
		b.warnOf(s, p, drafts[p.ID], first)
		for _, x := range drafts[p.ID] {
			if who := perHoliday[x.Day]; who != nil {
				who[p.ID] = true
			}
		}
	}
	for _, h := range b.Holidays {
		if n := len(perHoliday[h.Day]); n > 0 && !h.Day.Before(first) {
			b.Warnings = append(b.Warnings, Warning{Kind: OnHoliday, Day: h.Day, People: n})
		}
	}
	slices.SortStableFunc(b.Warnings, func(x, y Warning) int { return cmp.Compare(x.Day.Sub(y.Day), 0) })
}

// warnOf adds the warnings about the shifts of one employee, of those that concern a day from first on.
func (b *Board) warnOf(s *Service, p Person, drafts []Shift, first db.Day) {
	x := b.workloadOf(drafts)
	list := b.addLeave(s, p.ID, &x)
	var warned db.Day // drafts are by time
	for _, d := range drafts {
		if !p.Employed(d.Day) && b.Range.Contains(d.Day) && d.Day != warned {
			list = append(list, Warning{Kind: NotEmployed, Day: d.Day})
			warned = d.Day
		}
	}
	for _, n := range s.Norm.Notices(x.spans, x.days, s.Zone) {
		list = append(list, Warning{Kind: Standard, Day: n.Day, Notice: n})
	}
	list = append(list, b.weeklyOvertime(s, p.ID, x)...)
	list = append(list, x.dailyOvertime(s.Overtime.Daily)...)
	for _, w := range list {
		if last := w.lastDay(); !last.Before(first) {
			w.EmployeeID = p.ID
			b.Warnings = append(b.Warnings, w)
		}
	}
}

// workload is what is planned for one employee. The lists have an item for each day of the board.
type workload struct {
	drafts []Shift // by time, also those of the days around
	spans  []labourstandards.Span
	days   []labourstandards.Day
	weeks  []worktime.Week
}

// workloadOf returns the workload of an employee with these drafts, without their leave.
func (b *Board) workloadOf(drafts []Shift) workload {
	n := b.Range.To.Sub(b.Range.From) + 1
	x := workload{drafts: drafts, spans: make([]labourstandards.Span, len(drafts)), days: make([]labourstandards.Day, n),
		weeks: make([]worktime.Week, (n+6)/7)}
	for i := range x.days {
		x.days[i].Date = b.Range.From.Add(i)
	}
	for i, d := range drafts {
		x.spans[i] = labourstandards.Span{Start: d.Start, End: d.End}
		if b.Range.Contains(d.Day) {
			n := d.Day.Sub(b.Range.From)
			x.days[n].Minutes += b.minutes[d.ID]
			week, column := &x.weeks[n/7], worktime.ColumnOf(b.Codes[d.BankCodeID].Type)
			week.Hours.Add(column, b.minutes[d.ID])
			week.Days[n%7].Add(column, b.minutes[d.ID])
		}
	}
	return x
}

// addLeave adds the leave of an employee to their workload, with what they are paid for holidays, and returns the warnings about shifts in
// its time. Leave that covers a holiday and does not take it is not counted beside the pay.
func (b *Board) addLeave(s *Service, employee int64, x *workload) (list []Warning) {
	paid := b.addHolidayPay(s, employee, x)
	for _, leave := range b.Leave {
		if leave.EmployeeID != employee {
			continue
		}
		for d := range leave.days(s, b.Range) {
			x.days[d.Sub(b.Range.From)].Away = true
		}
		if leave.Approved && s.Overtime.Counts(leave.kind) {
			leaverequests.Days(leave.Start, leave.End, s.Zone, b.Range.From, b.Range.To, func(d db.Day, minutes int64) {
				if paid[d] && !leaverequests.Takes(s.Norm.Holidays, d, leave.kind) {
					return
				}
				x.weeks[d.Sub(b.Range.From)/7].Credited += minutes
			})
		}
		var warned db.Day // drafts are by time
		for _, d := range x.drafts {
			if d.Start < leave.End && d.End > leave.Start && b.Range.Contains(d.Day) && d.Day != warned {
				list = append(list, Warning{Kind: OnLeave, Day: d.Day, Approved: leave.Approved})
				warned = d.Day
			}
		}
	}
	return list
}

// addHolidayPay adds what an employee is paid for holidays to their workload, where it counts toward the weekly limit, and returns the
// days. Work on a holiday counts in place of its pay.
func (b *Board) addHolidayPay(s *Service, employee int64, x *workload) map[db.Day]bool {
	paid := map[db.Day]bool{}
	for _, p := range b.paid {
		if p.employee != employee {
			continue
		}
		paid[p.day] = true
		if !s.Overtime.Counts(p.kind) {
			continue
		}
		left := p.minutes
		for _, d := range x.drafts {
			if d.Day == p.day && b.Codes[d.BankCodeID].Type != bankcodes.Overtime {
				left -= b.minutes[d.ID]
			}
		}
		x.weeks[p.day.Sub(b.Range.From)/7].Credited += max(left, 0)
	}
	return paid
}

// weeklyOvertime keeps the overtime of each week of an employee, and returns the warnings about the weeks above the weekly limit, and about
// those with time above a limit that is no overtime.
func (b *Board) weeklyOvertime(s *Service, employee int64, x workload) (list []Warning) {
	for n, week := range x.weeks {
		day := x.days[7*n].Date
		found, leftOut := week.Overtime(s.Overtime)
		b.overtime[employeeDay{employee, day}] = found
		if found > 0 && week.Counted() > s.Overtime.Weekly {
			list = append(list, Warning{Kind: WeeklyOvertime, Day: day, Minutes: found})
		}
		if leftOut > 0 {
			list = append(list, Warning{Kind: LeftOut, Day: day, Minutes: leftOut})
		}
	}
	return list
}

// dailyOvertime returns the warnings about days with regular minutes above a limit; 0: there is none.
func (x workload) dailyOvertime(limit int64) (list []Warning) {
	for n := range x.days {
		if over := x.weeks[n/7].Days[n%7].Above(limit); limit > 0 && over > 0 {
			list = append(list, Warning{Kind: DailyOvertime, Day: x.days[n].Date, Minutes: over})
		}
	}
	return list
}
