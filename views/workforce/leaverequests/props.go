// Package leaverequests renders leave: who is away in a month, the own requests, and the form of a new one.
package leaverequests

import "presence/views/ui"

// Page is leave as one person looks at it.
type Page struct {
	Month Month
	Own   *Own  // nil for who has no employee record
	Form  *Form // nil likewise
}

// Month is the calendar.
type Month struct {
	Title string // "November 2026"
	Label string // "Who is away in November 2026"
	Prev  string
	Next  string
	Now   string // link to the present month; empty: this is it
	Days  []Day
	Rows  []Row
	Empty string // said where nobody is away
	Pages *ui.Pages
	List  []ListDay // the same by day, for a phone
}

// Day is a column.
type Day struct {
	Letter  string // of its weekday
	Number  string
	Spoken  string
	Weekend bool
	Today   bool
	Away    string // how many are away; empty: nobody
}

// Row is a person.
type Row struct {
	Name string
	Own  bool
	Runs []Run
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
	Label  string
	Spoken string
	Asked  bool // not yet approved
}

// ListDay is a day with who is away.
type ListDay struct {
	Name  string
	Today bool
	Marks []ListMark
}

// ListMark is one of them.
type ListMark struct {
	Name  string
	Href  string
	Note  string
	Asked bool
}

// Own is what the viewer asked for.
type Own struct {
	Requests []Request
	Part     string // says that there are more; empty: these are all
}

// Request is one of them.
type Request struct {
	ID      string // DOM id
	Kind    string
	When    string
	Hours   string
	State   ui.State
	Label   string
	Comment []string
	Moves   []Move
}

// Move is what its owner can do with it.
type Move struct {
	Action string
	Label  string
	Spoken string
	Icon   ui.Icon
	Hidden []ui.Hidden
}

// Form asks for leave.
type Form struct {
	Action  string
	Faults  ui.Faults
	Kind    ui.Field
	Code    ui.Field
	From    ui.Field
	To      ui.Field
	Span    ui.Field
	Start   ui.Field
	End     ui.Field
	Comment ui.Field
	NoCodes string // why nothing can be asked for; empty: it can
}
