// Package leaverequests renders leave: who is away in five weeks, the viewer's own requests, and the form of a new one.
package leaverequests

import "presence/views/ui"

// Page is leave as one person sees it.
type Page struct {
	Calendar Calendar
	Waiting  *ui.Task  // the requests that the viewer is to decide; nil: none
	Balances *Balances // nil: there are none
	Own      *Own      // nil: the viewer has no employee record
	None     bool      // the viewer sees their own leave only, and has none
	Holiday  string    // the next statutory holiday; empty: none is near
	Form     *Form     // nil: the viewer may request leave for no one
}

// Calendar shows who is away in some weeks.
type Calendar struct {
	Title    string // "Nov 22 – Dec 26, 2026"
	Label    string // "Who is away: Nov 22 – Dec 26, 2026"
	Prev     string
	Next     string
	Now      string // link to the weeks from today's on; empty: these are they
	Months   []Month
	Days     []Day
	Away     string // heads the counts of those who are away; empty: they are not shown
	Rows     []Row
	Empty    string // text shown when no one is away
	Pages    *ui.Pages
	Holidays []Holiday  // the statutory holidays of the weeks
	List     []ListMark // the same, a line each, for a phone
}

// Holiday is a statutory holiday: "Christmas Day", "Dec 25".
type Holiday struct{ Name, When string }

// Month heads the days of a month.
type Month struct {
	Name string
	Days int
}

// Day is a column.
type Day struct {
	Letter  string // of its weekday
	Number  string
	Spoken  string
	Weekend bool
	Today   bool
	Away    string // how many are away, by leave that is approved; empty: no one
	Asked   string // how many more have requested leave, in parentheses; empty: no one
	Holiday string // the name of the statutory holiday; empty: none
}

// Row is a person.
type Row struct {
	Name  string
	Href  string // the leave that is not decided, else the first
	Own   bool
	Kinds []string // the leave whose bars have no room for a text
	Runs  []Run
}

// Run is days in a row with the same leave, or one without any.
type Run struct {
	Days    int
	Weekend bool
	Today   bool
	Marks   []Mark
}

// Mark is leave in the calendar.
type Mark struct {
	Href   string
	Label  string // empty: the bar is too short
	Spoken string
	Asked  bool // not yet approved
	Before bool // it began before the first day of the calendar
	After  bool // it goes on after the last
}

// ListMark is one leave of the calendar in one line, or a statutory holiday.
type ListMark struct {
	Holiday bool // it has a name and a day
	Name    string
	Href    string
	When    string
	Note    string
	Asked   bool // not yet approved
	Now     bool // it lies on today
}

// Preview says what a typed request would take; empty: it is not complete.
type Preview struct {
	Takes    string // "5 working days · 40 h"
	Holidays string // the statutory holidays that are not counted; empty: none
	Balance  string // "12.5 days left on Aug 3, 2027; 9.5 after this request"; empty: the kind has no balance
	Short    string // says that it is more than what is left; empty: it is not
	Others   string // who else is away; empty: no one in the viewer's scope
}

// Balances are the viewer's own balances.
type Balances struct {
	On   string // "Balances on Nov 20, 2026"
	Href string // the ledger
	Rows []Balance
}

// Balance is the balance of one kind of leave, in days.
type Balance struct {
	Kind, Left string
	Sum        string // "8 to start + 0.72 earned · 2 of them paid"
	Below      bool   // Left is below zero
}

// Own is the list of the viewer's own requests.
type Own struct {
	Requests []Request
	Part     string // says that there are more; empty: these are all
}

// Request is one of the viewer's own requests.
type Request struct {
	ID      string // DOM id
	Kind    string
	When    string
	Hours   string
	State   ui.State
	Label   string
	By      string // "Requested by …"; empty: by its owner
	Comment []string
	Moves   []Move
}

// Move is an action that its owner can take.
type Move struct {
	Action string
	Label  string
	Spoken string
	Icon   ui.Icon
	Hidden []ui.Hidden
}

// Form is the form of a new request.
type Form struct {
	Action   string
	Faults   ui.Faults
	Title    string
	For      string     // id of the employee for whom it is, who was chosen before; empty: Employee asks
	Employee *ui.Picker // for whom; nil: the viewer requests leave for themselves only
	Kind     ui.Field
	Code     ui.Field // asked only with options
	From     ui.Field
	To       ui.Field
	Span     ui.Field
	Start    ui.Field
	End      ui.Field
	Comment  ui.Field
	Check    string // where the form is sent to be checked first
	Preview  Preview
	Open     bool
	NoCodes  string // why no leave can be requested; empty: it can
}
