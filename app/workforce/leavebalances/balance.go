package leavebalances

import (
	"time"

	"presence/db"
)

// Balance is the balance of one employee in one kind of leave on a day. Amounts are minutes. Those from CarriedOver to Expired are of the
// year of leave that the day is in, and add up to Left.
type Balance struct {
	EmployeeID int64
	Name       string
	Supervisor string
	LeaveType  string
	Day        db.Day

	CarriedOver int64 // what was left when the year before ended
	Opening     int64
	Earned      int64
	Adjusted    int64
	Taken       int64 // above zero
	Expired     int64 // above zero
	Left        int64
	Asked       int64 // requests that are not decided; they are not deducted from Left
	PaidLeft    int64 // the part of Left that is paid; 0 if the rule does not count paid days apart
}

// cut is a day from which the amounts are added up apart.
type cut struct {
	day    db.Day
	year   bool // a year of leave begins
	expire bool // what was carried over expires
}

// cutsUntil returns the days that divide the time from the beginning of the rule to a day, in order: the year in which the day is, and all
// that the program will post after today.
func (r Rule) cutsUntil(today, day db.Day) []cut {
	cuts := []cut{{day: r.From}}
	add := func(c cut) {
		if c.day.After(r.From) && !c.day.After(day) {
			cuts = append(cuts, c)
		}
	}
	current := r.yearOf(day)
	for year := db.MinDay(current, r.yearOf(today)); !year.After(current); year = r.nextYear(year) {
		if year == current || year.After(today) {
			add(cut{day: year, year: true})
		}
		if end := addMonths(year, int(r.CarryMonths)); r.CarryMonths > 0 && end.After(today) && end.Before(r.nextYear(year)) {
			add(cut{day: end, expire: true})
		}
	}
	return cuts
}

// sums are the amounts by kind in each part of the time, as cutsUntil divides it.
type sums []map[Kind]int64

func (s sums) add(part int, kind Kind, minutes int64) {
	if s[part] == nil {
		s[part] = map[Kind]int64{}
	}
	s[part][kind] += minutes
}

// partOf returns the part of the time in which a day lies.
func partOf(cuts []cut, day db.Day) (part int) {
	for part+1 < len(cuts) && !day.Before(cuts[part+1].day) {
		part++
	}
	return part
}

// gets reports whether an employee gets a fixed amount, and from which day on it counts. onceEarned has the same condition.
func (e employee) gets(g grant) (day db.Day, does bool) {
	return db.MaxDay(e.firstDay, g.from), !e.archived && !e.firstDay.After(g.until) && (e.lastDay.IsZero() || !e.lastDay.Before(g.from))
}

// loses reports whether what an employee has left may expire on a day: not once they have left.
func (e employee) loses(day db.Day) bool {
	if e.lastDay.IsZero() {
		return !e.archived
	}
	return !day.After(e.lastDay)
}

// balance adds up what the ledger has, and what it will have: the fixed amounts that are not posted yet, and what will expire after today.
// posted says that the ledger has the amount of today's year of leave. Those of pay periods are posted when they are over.
func (r Rule) balance(e employee, today, day db.Day, cuts []cut, s sums, grants []grant, posted bool) (b Balance) {
	for _, g := range grants {
		from, gets := e.gets(g)
		if gets && !(posted && g.cause == yearCause(r.yearOf(today))) && !from.After(day) {
			s.add(partOf(cuts, from), Earned, r.Minutes)
		}
	}
	b = Balance{EmployeeID: e.id, Name: e.name, Supervisor: e.supervisor, LeaveType: r.LeaveType, Day: day}
	for i, c := range cuts {
		if c.year {
			b = Balance{EmployeeID: b.EmployeeID, Name: b.Name, Supervisor: b.Supervisor, LeaveType: b.LeaveType, Day: b.Day,
				CarriedOver: b.Left, Left: b.Left, Asked: b.Asked}
			if c.day.After(today) && !e.archived && e.loses(c.day) {
				b.post(Expired, -r.lostAtYearEnd(b.Left))
			}
		}
		if c.expire && !e.archived && e.loses(c.day) {
			b.post(Expired, -lostOfCarried(b))
		}
		for kind, minutes := range s[i] {
			b.post(kind, minutes)
		}
	}
	if r.PaidMinutes > 0 && !addMonths(e.firstDay, int(r.PaidAfterMonths)).After(day) {
		b.PaidLeft = min(max(0, r.PaidMinutes-b.Taken), max(0, b.Left))
	}
	return b
}

// post adds an amount; those of Taken and Asked are above zero.
func (b *Balance) post(kind Kind, minutes int64) {
	switch kind {
	case Opening:
		b.Opening += minutes
	case Earned:
		b.Earned += minutes
	case Adjusted:
		b.Adjusted += minutes
	case Expired:
		b.Expired -= minutes
	case Taken:
		b.Taken += minutes
		minutes = -minutes
	case Asked:
		b.Asked += minutes
		return
	}
	b.Left += minutes
}

// lostAtYearEnd returns how much of what is left expires when a year ends.
func (r Rule) lostAtYearEnd(left int64) int64 {
	if r.CarryLimit == Everything {
		return 0
	}
	return max(0, left-r.CarryLimit)
}

// lostOfCarried returns how much of what was carried over has not been taken in the year.
func lostOfCarried(b Balance) int64 {
	return min(max(0, b.CarriedOver-b.Expired-b.Taken), max(0, b.Left))
}

func dayOf(year, month, day int) db.Day { return db.NewDay(year, time.Month(month), day) }

// addMonths returns the day some months later: the last of the month, where that has no such day.
func addMonths(day db.Day, months int) db.Day {
	year, month, d := day.Date()
	last := db.NewDay(year, month+time.Month(months)+1, 1).Add(-1)
	first := db.NewDay(year, month+time.Month(months), 1)
	return db.MinDay(first.Add(d-1), last)
}
