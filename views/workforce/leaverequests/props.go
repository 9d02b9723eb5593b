// Package leaverequests renders leave: who is away in a month, the viewer's own requests, and the form of a new one.
package leaverequests

import "presence/views/ui"

// Page is leave as one person sees it.
type Page struct {
	Month Month
	Own   *Own  // nil: the viewer has no employee record
	Form  *Form // nil: the viewer may request leave for no one
}

// Month is the calendar.
type Month struct {
	Title string // "November 2026"
	Label string // "Who is away in November 2026"
	Prev  string
	Next  string
	Now   string // link to the present month; empty: this is it
	Days  []Day
	Away  string // heads the counts of those who are away
	Rows  []Row
	Empty string // text shown when no one is away
	Pages *ui.Pages
	List  []ListMark // the same, a line each, for a phone
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
	Before bool // it began in an earlier month
	After  bool // it goes on in the next month
}

// ListMark is one leave of the month in one line.
type ListMark struct {
	Name  string
	Href  string
	When  string
	Note  string
	Asked bool // not yet approved
	Now   bool // it lies on today
}

// Preview says what a typed request would take; empty: it is not complete.
type Preview struct {
	Takes  string // "5 working days · 40 h"
	Others string // who else is away; empty: no one in the viewer's scope
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
