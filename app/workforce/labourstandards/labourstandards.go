// Package labourstandards holds the labour standards of jurisdictions as data – rests, meal breaks, minimum pay for reporting to work,
// overtime and statutory holidays, each with its article in plain words – and finds where work does not follow them. It has no records.
package labourstandards

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"presence/app/platform/holidays"
	"presence/app/platform/i18n"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

//go:embed norms/*.json
var files embed.FS

// Norm is what the law of a jurisdiction asks for. Its methods take a nil Norm as one without rules.
type Norm struct {
	ID       string            `json:"-"` // the value of LABOUR_STANDARDS
	Name     i18n.Text         `json:"name"`
	Act      i18n.Text         `json:"act"`
	Rules    map[Kind]Rule     `json:"rules"` // a rule that the jurisdiction does not have is absent
	Overtime Overtime          `json:"overtime"`
	Holidays holidays.Calendar `json:"holidays"`
}

// Kind is what a rule is about, as it is written in files, addresses and the API.
type Kind string

// The kinds, in the order in which notices are shown.
const (
	StatutoryHoliday Kind = "statutory_holiday" // what is paid for a statutory holiday
	WeeklyRest       Kind = "weekly_rest"       // the longest uninterrupted rest that a week has at least
	DailyRest        Kind = "daily_rest"        // the longest uninterrupted rest that a day has at least
	ShiftRest        Kind = "shift_rest"        // the rest between two shifts
	ReportingPay     Kind = "reporting_pay"     // minimum pay for an employee who is called in
	MealBreak        Kind = "meal_break"        // maximum work without a meal break
)

// Kinds are all kinds, in the order in which notices are shown.
var Kinds = []Kind{StatutoryHoliday, WeeklyRest, DailyRest, ShiftRest, ReportingPay, MealBreak}

// Source is where a rule stands, and what it says in plain words.
type Source struct {
	Section string    `json:"section"` // empty: the act alone
	Act     i18n.Text `json:"act"`     // of the section, if it is not the act of the norm
	Text    i18n.Text `json:"text"`
}

// Rule is one rule of a norm.
type Rule struct {
	Source
	Minutes int64 `json:"minutes"` // the minimum; of MealBreak the maximum

	Pause       int64 `json:"pause"`        // of MealBreak: the minutes of a break that is long enough
	UnlessTotal int64 `json:"unless_total"` // of ShiftRest: not asked for between shifts with at most these minutes together; 0: always
	Weeks       int   `json:"weeks"`        // of StatutoryHoliday: the complete weeks before its week whose work is counted
	Divisor     int64 `json:"divisor"`      // of StatutoryHoliday: it is paid this part of the work of those weeks, and of the leave below

	Leave []string `json:"leave"` // of StatutoryHoliday: types of bank codes: approved leave of these types in those weeks is counted, too
}

// Overtime says from where on work is overtime.
type Overtime struct {
	Source
	Limits
}

// Limits are those of regular work, above which it is overtime. If there are two of them, the one counts that gives more overtime.
type Limits struct {
	Weekly int64    `json:"weekly"` // minutes of a week
	Daily  int64    `json:"daily"`  // minutes of a day; 0: days are not looked at
	Leave  []string `json:"leave"`  // types of bank codes: approved leave of these types counts toward the weekly limit like work
}

// PaidLeave are the types of leave that count toward the weekly limit where the law has leave counted.
var PaidLeave = []string{"vacation", "holiday", "statutory_holiday"}

// Counts reports whether approved leave of this bank code type counts toward the weekly limit; case is ignored.
func (l Limits) Counts(bankCodeType string) bool { return among(l.Leave, bankCodeType) }

// Counts reports whether approved leave of this bank code type is counted for the pay of a holiday; case is ignored.
func (r Rule) Counts(bankCodeType string) bool { return among(r.Leave, bankCodeType) }

func among(types []string, bankCodeType string) bool {
	return slices.Contains(types, bankcodes.Fold(bankCodeType))
}

// Default is the norm of a company that has chosen none.
const Default = "quebec"

// all are the norms, in the order in which they are offered.
var all = func() (list []*Norm) {
	for _, id := range []string{Default, "canada", "ontario"} {
		list = append(list, read(id))
	}
	return list
}()

// read panics when a file cannot be read: the files are part of the program.
func read(id string) *Norm {
	n := &Norm{ID: id}
	text, err := files.ReadFile("norms/" + id + ".json")
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err = d.Decode(n)
	}
	for kind := range n.Rules {
		if !slices.Contains(Kinds, kind) {
			err = fmt.Errorf("unknown rule %s", kind)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("labour standards of %s: %v", id, err))
	}
	return n
}

// All returns the norms, in the order in which they are offered.
func All() []*Norm { return all }

// Find returns a norm by its id; false if there is none.
func Find(id string) (*Norm, bool) {
	i := slices.IndexFunc(all, func(n *Norm) bool { return n.ID == id })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// Quebec returns the norm of a company that has chosen none.
func Quebec() *Norm { return all[0] }

// Rule returns the rule of a kind; false if the norm has none.
func (n *Norm) Rule(kind Kind) (Rule, bool) {
	if n == nil {
		return Rule{}, false
	}
	r, ok := n.Rules[kind]
	return r, ok
}

// In returns the statutory holidays between two days, both included.
func (n *Norm) In(from, to db.Day) []holidays.Holiday {
	if n == nil {
		return nil
	}
	return n.Holidays.In(from, to)
}

// Article names the article of a source in brief: its section, or its act if the section is not known.
func (n *Norm) Article(l i18n.Lang, s Source) string {
	if s.Section == "" {
		return n.ActOf(l, s)
	}
	return l.F(i18n.NormSection, s.Section)
}

// FullArticle names the article of a source with its act.
func (n *Norm) FullArticle(l i18n.Lang, s Source) string {
	if s.Section == "" {
		return n.ActOf(l, s)
	}
	return l.F(i18n.NormSectionOf, s.Section, n.ActOf(l, s))
}

// ActOf names the act of a source.
func (n *Norm) ActOf(l i18n.Lang, s Source) string {
	if s.Act == (i18n.Text{}) {
		return l.T(n.Act)
	}
	return l.T(s.Act)
}

// Title names the jurisdiction with its act.
func (n *Norm) Title(l i18n.Lang) string { return l.T(n.Name) + " – " + l.T(n.Act) }

// Reference returns the first and last day of the complete weeks before the week of a holiday, from whose work it is paid.
func (r Rule) Reference(holiday db.Day) (from, to db.Day) {
	week := holiday.Week()
	return week.Add(-7 * r.Weeks), week.Add(-1)
}

// Indemnity returns what is paid for a holiday, in minutes, for the minutes worked in its reference weeks without overtime, rounded to the
// nearest. It equals the indemnity in pay if there is one rate of pay.
func (r Rule) Indemnity(worked int64) int64 {
	if r.Divisor == 0 {
		return 0
	}
	return (worked + r.Divisor/2) / r.Divisor
}
