// Package payperiods renders the overview of a pay period, where supervisors and payroll review and approve it.
package payperiods

import (
	"presence/views/layout"
	"presence/views/ui"
)

// Page is the overview of one period.
type Page struct {
	Title    string
	Subtitle string
	Period   ui.PeriodNav
	Search   layout.Search
	Files    []File // what payroll exports; empty: the viewer may not
	Print    string // the page with every row, for paper; empty: this is it
	Printed  string // when this was printed, in words

	Done   *Done
	Tiles  Tiles
	Decide Decide
	Tabs   []ui.Tab
	Crew   Crew
	Weeks  []ui.Segment
	Table  Table
}

// Person is an employee who has no sheet for a period.
type Person struct {
	Title    string
	Subtitle string
	Crumbs   []ui.Crumb
	Empty    ui.Empty
	Enter    string // where the sheet is made; empty: it cannot be
	Profile  string
}

// File is one export.
type File struct{ Label, Href string }

// Tiles are the figures on top.
type Tiles struct {
	Stats    []ui.Stat // the approved ones first
	Approved ui.Gauge  // stands under the first
}

// Decide is the box with the next decision.
type Decide struct {
	Tone    ui.Tone
	Title   string
	Text    string
	Action  string // where approvals are posted
	Keep    []ui.Hidden
	Clean   *Batch   // the main button
	All     *Batch   // the second button, which asks first
	Confirm *Confirm // the question about All
}

// Batch is a button that approves several sheets.
type Batch struct {
	Label  string
	Sheets string // ids, as the form sends them
}

// Confirm is the dialog before everything is approved.
type Confirm struct {
	Href  string // the page that asks, without JavaScript
	Open  bool
	Title string
	Text  string
	Names []Reason // those among them that need a review
	Note  string
}

// Reason is a person, and why.
type Reason struct{ Name, Href, Why string }

// Done is what the last approval did.
type Done struct {
	Title   string
	Skipped string // how many were left aside
	Names   []Reason
	Undo    string // where the undo is posted
	Hidden  []ui.Hidden
}

// Crew chooses whose rows are shown: by links for a supervisor, by a list for payroll.
type Crew struct {
	Segments []ui.Segment
	Options  []ui.Option
	Value    string
	Action   string
	Keep     []ui.Hidden
}

// Table is the rows with their headings.
type Table struct {
	Weeks  bool // show each week's part of the hours
	Cols   Cols
	Groups []Group
	Total  Row
	Pages  *ui.Pages
	Clear  string // where an empty list leads to
}

// Cols are the headings that sort.
type Cols struct {
	Name                                   ui.Col
	Days                                   string
	Hours                                  [4]ui.Col
	Total, Expenses, Mileage, State, Other ui.Col
}

// Group is rows under one heading; without a title they stand alone.
type Group struct {
	Title string
	Count string
	Rows  []Row
}

// Row is one person.
type Row struct {
	ID       string // DOM id
	Name     string
	Href     string // the timesheet, or the empty time of the period; empty: a row of totals
	Focus    bool   // takes the focus when it comes by an answer to the script
	More     []File // further timesheets
	Spark    ui.Spark
	Hours    [4]string // regular, evening, emergency, overtime
	Week1    [4]string // the part of the first week
	Week2    [4]string
	Total    string
	Expenses string
	Mileage  string
	State    ui.State
	Label    string   // of the state, when its usual words do not fit
	Notes    []string // warnings
	Over     bool
	Approve  *RowButton
	Withdraw *RowButton
}

// RowButton is a button at the end of a row.
type RowButton struct {
	Action string
	Label  string // read out, with the person's name
	Hidden []ui.Hidden
}
