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
	for year := minDay(current, r.yearOf(today)); !year.After(current); year = r.nextYear(year) {
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

// balance adds up what the ledger has, and what it will have: grants, and what will expire, at the beginning of years after today. periods
// returns the number of pay periods that end after one day and until another.
func (r Rule) balance(e employee, today, day db.Day, cuts []cut, s sums, periods func(after, until db.Day) int64) (b Balance) {
	b = Balance{EmployeeID: e.id, Name: e.name, Supervisor: e.supervisor, LeaveType: r.LeaveType, Day: day}
	for i, c := range cuts {
		if c.year {
			b = Balance{EmployeeID: b.EmployeeID, Name: b.Name, Supervisor: b.Supervisor, LeaveType: b.LeaveType, Day: b.Day,
				CarriedOver: b.Left, Left: b.Left, Asked: b.Asked}
			if c.day.After(today) {
				lost := r.lostAtYearEnd(b.Left)
				b.Expired, b.Left = lost, b.Left-lost
				if r.Earns == ByYear && !e.firstDay.After(c.day) {
					b.Earned, b.Left = r.Minutes, b.Left+r.Minutes
				}
			}
		}
		if c.expire {
			lost := lostOfCarried(b)
			b.Expired, b.Left = b.Expired+lost, b.Left-lost
		}
		for kind, minutes := range s[i] {
			b.post(kind, minutes)
		}
		until := day
		if i+1 < len(cuts) {
			until = cuts[i+1].day.Add(-1)
		}
		if after := maxDay(today, c.day.Add(-1)); r.Earns == ByPeriod && until.After(after) {
			b.post(Earned, r.Minutes*periods(after, until))
		}
	}
	if r.PaidMinutes > 0 && !addMonths(e.firstDay, int(r.PaidAfterMonths)).After(day) {
		b.PaidLeft = max(0, r.PaidMinutes-b.Taken)
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
	return minDay(first.Add(d-1), last)
}

func minDay(a, b db.Day) db.Day {
	if b.Before(a) {
		return b
	}
	return a
}

func maxDay(a, b db.Day) db.Day {
	if b.After(a) {
		return b
	}
	return a
}
