// Package hours renders the page of the hours over time.
package hours

import "presence/views/ui"

// Page is the report with its form.
type Page struct {
	Subtitle string
	Tabs     []ui.Tab // of payroll; empty: the viewer is a supervisor
	Crumbs   []ui.Crumb
	Printed  string // what this is, when it was printed and by whom, in words
	Files    []File // empty: there is nothing to export
	Print    string // the page with every line, for paper; empty: this is it

	Form   Form
	Groups []ui.Segment
	Chart  ui.Chart
	Table  Table
	Empty  *ui.Empty // nothing was worked; nil: Chart and Table show it
}

// File is one export.
type File struct{ Label, Href string }

// Form chooses the days and the team.
type Form struct {
	Action   string
	Keep     []ui.Hidden
	Faults   ui.Faults
	From, To ui.Field
	Team     *ui.Field // nil: there is no choice
	Search   *ui.Field // of people by name; nil: the report is of one person
	Clear    string    // shows everyone again; empty: everyone is shown
}

// Table is the lines with their heading.
type Table struct {
	Head  string
	Note  string // how the lines are grouped, where it is not evident
	Rows  []Row
	Total Row
	Pages *ui.Pages
}

// Row is one line; Href leads to the same report, of the line's subject.
type Row struct {
	Name, Href                                   string
	Regular, Evening, Emergency, Overtime, Total string
}
