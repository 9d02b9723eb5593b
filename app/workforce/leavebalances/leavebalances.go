// Package leavebalances keeps the ledger of leave: what was earned, has expired or was entered by payroll. A balance is never stored.
// It is the sum of the entries up to a day, and of the leave that is taken, which is read from the requests (docs/adr/0062).
package leavebalances

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

// DayMinutes is a day of leave, as leave counts (W3).
const DayMinutes = 8 * 60

// Earning says by what leave is earned.
type Earning string

// The ways in which leave is earned.
const (
	ByHand   Earning = "none"   // payroll enters it
	ByWork   Earning = "worked" // a share of the hours of each approved timesheet
	ByPeriod Earning = "period" // a fixed amount for each pay period
	ByYear   Earning = "year"   // a fixed amount on the first day of each year of leave
)

// Earnings are the ways in which leave is earned, in the order in which they are offered.
var Earnings = []Earning{ByWork, ByYear, ByPeriod, ByHand}

// Everything is the limit of what carries over if there is none.
const Everything = -1

// Rule says how a kind of leave is earned, and what becomes of it at the end of a year. Amounts are minutes.
type Rule struct {
	LeaveType       string // one of leaverequests.Types
	From            db.Day // the balance counts nothing before it
	Earns           Earning
	Rate            int64 // of ByWork, in 1/100 %
	LaterRate       int64 // the rate after LaterYears of service
	LaterYears      int64 // 0: the rate never changes
	Minutes         int64 // of ByPeriod and ByYear
	PaidMinutes     int64 // the first ones of a year, which are paid; 0: no difference is made
	PaidAfterMonths int64 // of service
	YearStart       string
	CarryLimit      int64 // what is kept at the end of a year; Everything
	CarryMonths     int64 // after so many months what was carried over expires; 0: never
	RefuseBelowZero bool  // a request that is more than what is left is refused
	Version         int64
	UpdatedAt       db.Instant
}

// AuditFields implements audit.Auditable.
func (r Rule) AuditFields() audit.Fields {
	var limit any = r.CarryLimit
	if r.CarryLimit == Everything {
		limit = nil
	}
	return audit.Fields{"leave_type": r.LeaveType, "from_day": r.From.String(), "earns": string(r.Earns), "rate": float64(r.Rate) / 100,
		"later_rate": float64(r.LaterRate) / 100, "later_years": r.LaterYears, "minutes": r.Minutes, "paid_minutes": r.PaidMinutes,
		"paid_after_months": r.PaidAfterMonths, "year_start": r.YearStart, "carry_limit": limit, "carry_months": r.CarryMonths,
		"refuse_below_zero": r.RefuseBelowZero}
}

// content returns the rule without what changes by itself.
func (r Rule) content() Rule {
	r.Version, r.UpdatedAt = 0, 0
	return r
}

// The presets of Quebec's Act respecting labour standards. Companies change them to what they give.
var (
	// QuebecVacation is two weeks of vacation (4 %), and three (6 %) after three years of service (sections 66 to 69 and 74). What is not
	// taken does not expire, because the Act has it paid.
	QuebecVacation = Rule{LeaveType: "Vacation", Earns: ByWork, Rate: 400, LaterRate: 600, LaterYears: 3, YearStart: "05-01",
		CarryLimit: Everything}
	// QuebecSick is ten days a year, the first two of which are paid after three months of service (sections 79.7 and 79.16).
	QuebecSick = Rule{LeaveType: "Sick", Earns: ByYear, Minutes: 10 * DayMinutes, PaidMinutes: 2 * DayMinutes, PaidAfterMonths: 3,
		YearStart: "01-01", CarryLimit: 0}
)

const (
	maxRate    = 100_00 // 100 %
	maxMinutes = 366 * DayMinutes
	maxYears   = 60
	maxMonths  = 120
	maxCarried = 11 // months: what was carried over expires before the next year of leave begins
	maxNote    = 500
)

// firstFrom is the first day on which a rule may begin.
var firstFrom = db.MustDay("2000-01-01")

var monthDay = regexp.MustCompile(`^(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$`)

// Validate returns every error that shows without the database.
func (r Rule) Validate() errs.Fields {
	var faults errs.Fields
	if !slices.Contains(leaverequests.Types, r.LeaveType) {
		faults.Add("leave_type", "not_allowed", "Expected one of "+strings.Join(leaverequests.Types, ", ")+".")
	}
	if !slices.Contains(Earnings, r.Earns) {
		faults.Add("earns", "not_allowed", "Expected one of none, worked, period, year.")
	}
	switch {
	case r.From.IsZero():
		faults.Add("from_day", "required", "This field is required.")
	case r.From.Before(firstFrom):
		faults.Add("from_day", "out_of_range", "Expected a day from "+firstFrom.String()+" on.")
	}
	within := func(field string, v, most int64) {
		if v < 0 || v > most {
			faults.Add(field, "out_of_range", "The number is too large, or below zero.")
		}
	}
	within("rate", r.Rate, maxRate)
	within("later_rate", r.LaterRate, maxRate)
	within("later_years", r.LaterYears, maxYears)
	within("minutes", r.Minutes, maxMinutes)
	within("paid_minutes", r.PaidMinutes, maxMinutes)
	within("paid_after_months", r.PaidAfterMonths, maxMonths)
	within("carry_months", r.CarryMonths, maxCarried)
	within("carry_limit", r.CarryLimit-Everything, maxMinutes-Everything)
	if !monthDay.MatchString(r.YearStart) {
		faults.Add("year_start", "format", "Expected a month and a day up to the 28th, such as 05-01.")
	}
	return faults
}

// yearOf returns the first day of the year of leave that a day is in.
func (r Rule) yearOf(day db.Day) db.Day {
	year, _, _ := day.Date()
	if r.YearStart > day.String()[5:] {
		year--
	}
	return r.startIn(year)
}

// nextYear returns the first day of the year of leave after the one that begins on a day.
func (r Rule) nextYear(start db.Day) db.Day {
	year, _, _ := start.Date()
	return r.startIn(year + 1)
}

// postedSince returns the day from which the daily task posts: the beginning of the last year of leave, or of the rule.
func (r Rule) postedSince(today db.Day) db.Day {
	return db.MaxDay(r.From, r.yearOf(r.yearOf(today).Add(-1)))
}

// postsElsewhere reports whether a rule posts for other causes, or on other days, than the one before.
func (r Rule) postsElsewhere(before Rule) bool {
	return r.From != before.From || r.Earns != before.Earns || r.YearStart != before.YearStart
}

// grant is a fixed amount of a rule. Each employee gets it who is employed on a day of the time, from its first day on or from their own.
type grant struct {
	cause       string
	from, until db.Day
	due         db.Day // from which it is posted
}

// grants returns the fixed amounts of a rule, whose time ends after one day and begins until another. ends returns the last days of the
// pay periods that end after one day and until another.
func (r Rule) grants(since, until db.Day, ends func(after, until db.Day) []db.Day) (list []grant) {
	since = db.MaxDay(since, r.From)
	switch r.Earns {
	case ByPeriod:
		for _, last := range ends(since.Add(-1), until) {
			list = append(list, grant{"period:" + last.String(), last, last, last.Add(1)})
		}
	case ByYear:
		for year := r.yearOf(since); !year.After(until); year = r.nextYear(year) {
			from := db.MaxDay(year, r.From)
			list = append(list, grant{yearCause(year), from, r.nextYear(year).Add(-1), from})
		}
	}
	return list
}

func (r Rule) startIn(year int) db.Day {
	month, day := int(r.YearStart[0]-'0')*10+int(r.YearStart[1]-'0'), int(r.YearStart[3]-'0')*10+int(r.YearStart[4]-'0')
	return dayOf(year, month, day)
}

// yearCause is the cause of the fixed amount of a year of leave, which begins on a day.
func yearCause(year db.Day) string { return "year:" + year.String() }

// Kind says what an entry of the ledger is.
type Kind string

// The kinds of entries. Taken and Asked are not stored: they are requests for leave.
const (
	Opening  Kind = "opening"  // payroll's balance at the beginning
	Earned   Kind = "earned"   // posted by the rule
	Expired  Kind = "expired"  // posted at the end of a year
	Adjusted Kind = "adjusted" // payroll's correction
	Taken    Kind = "taken"    // approved leave
	Asked    Kind = "asked"    // leave that is not decided
)

// Entry is one line of the ledger of an employee.
type Entry struct {
	ID         int64
	EmployeeID int64
	LeaveType  string
	Day        db.Day // from which it counts
	Kind       Kind
	Minutes    int64 // below zero: taken away
	SheetID    int64 // the timesheet whose hours earned it; 0: none
	RequestID  int64 // the leave of Taken and Asked; 0: none
	Note       string
	MadeBy     string // empty: the program
	CreatedAt  db.Instant
}

// AuditFields implements audit.Auditable.
func (e Entry) AuditFields() audit.Fields {
	return audit.Fields{"employee_id": e.EmployeeID, "leave_type": e.LeaveType, "day": e.Day.String(), "entry": string(e.Kind),
		"minutes": e.Minutes, "note": e.Note}
}

// New is an entry of payroll: an opening balance or a correction, with its reason.
type New struct {
	LeaveType string
	Day       db.Day
	Kind      Kind
	Minutes   int64
	Note      string
}

// Validate trims the note and returns every error that shows without the database.
func (n *New) Validate() errs.Fields {
	var faults errs.Fields
	if !slices.Contains(leaverequests.Types, n.LeaveType) {
		faults.Add("leave_type", "not_allowed", "Expected one of "+strings.Join(leaverequests.Types, ", ")+".")
	}
	if n.Kind != Opening && n.Kind != Adjusted {
		faults.Add("entry", "not_allowed", "Expected opening or adjusted.")
	}
	if n.Day.IsZero() {
		faults.Add("day", "required", "This field is required.")
	}
	if n.Minutes == 0 || n.Minutes < -maxMinutes || n.Minutes > maxMinutes {
		faults.Add("minutes", "out_of_range", "Expected minutes other than zero, of at most 366 days.")
	}
	n.Note = strings.TrimSpace(n.Note)
	switch length := utf8.RuneCountInString(n.Note); {
	case length == 0:
		faults.Add("note", "required", "Give the reason.")
	case length > maxNote:
		faults.Add("note", "length", "Expected at most 500 characters.")
	default:
		faults.Line("note", n.Note)
	}
	return faults
}

// byType sorts rules as the kinds of leave are sorted everywhere.
func byType(a, b Rule) int {
	return cmp.Compare(slices.Index(leaverequests.Types, a.LeaveType), slices.Index(leaverequests.Types, b.LeaveType))
}
