// Package archives renders the pages of archived records: the lists and one record.
package archives

import (
	"presence/views/ui"
)

// List is a page of the records of one kind.
type List struct {
	Tabs  []ui.Tab
	Kinds []ui.Chip

	Action   string
	Keep     []ui.Hidden
	Search   ui.Field
	From, To ui.Field
	Faults   ui.Faults
	Clear    string // the list without filters; empty: there are none

	Rows   []Row
	Older  string // the next page; empty: there is none
	Latest string // the first page; empty: this is it
	Empty  ui.Empty
}

// Row is one archived record.
type Row struct {
	Icon    ui.Icon
	Name    string // of the employee
	Href    string
	What    string
	Note    string // empty: none
	Value   string // hours or dollars; empty: none
	When    string // when it was archived
	Short   string // why it cannot be restored, in a few words; empty: it can
	Why     string // why it cannot be restored; empty: it can
	Restore string // where it is restored (POST); empty: it cannot be
	Hidden  []ui.Hidden
	Spoken  string // read out for the button
}

// Record is one archived record with its lines and history.
type Record struct {
	Row
	Title    string
	Archived string // when and why it was archived
	Crumbs   []ui.Crumb
	Employee string // address of the employee
	Sheet    string // address of the timesheet; empty: none
	Code     string // the pay code; empty: none
	Lines    []Row
	Events   []Event
	Part     string // says that the history is longer than shown
}

// Event is one entry of the history.
type Event struct {
	Who, Did, When string
	Icon           ui.Icon
}
