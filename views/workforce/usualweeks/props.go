// Package usualweeks renders the usual week of an employee.
package usualweeks

import (
	"presence/views/layout"
	"presence/views/ui"
)

// Page is the usual week of an employee: a form, or what it says for those who may not change it.
type Page struct {
	Title   string
	Section layout.Section
	Crumbs  []ui.Crumb
	Action  string
	Cancel  string
	MaySet  bool
	Two     bool // two weeks alternate
	Choices []ui.Segment
	First   ui.Field
	Now     string // says which of two weeks this is
	Weeks   []Week
	Hidden  []ui.Hidden
	Faults  ui.Faults
}

// Week is a week of the cycle.
type Week struct {
	Title string
	Rows  []Row  // of the form
	Lines []Line // without it
}

// Row is a shift in the form.
type Row struct {
	Day                      string
	Second                   bool // another shift of the same day
	Open                     bool // false: stands folded
	Idle                     bool // the day has no shift: its name stands on the fold
	Start, End, Code, Breaks ui.Field
	Hidden                   []ui.Hidden
}

// Line is a shift as text.
type Line struct{ Day, Times, Breaks string }
