// Package schedule renders the schedule of a team as a grid, the form of a planned shift, and the schedule of an employee as a list.
package schedule

import (
	"presence/views/layout"
	"presence/views/ui"
)

// Nav leads to other weeks, and to the other schedule of those who plan and have their own.
type Nav struct {
	Range           string
	Prev, Now, Next string // Now is empty on the page of today
	Weeks           []ui.Segment
	State           string       // "Published"; empty: there are changes to publish, or no shifts
	Views           []ui.Segment // empty: there is one schedule
}

// Page is the schedule of a team.
type Page struct {
	Nav
	Title    string
	Team     string
	Crews    *ui.Field   // the teams to choose from; nil: there is one
	Choose   []ui.Hidden // of the form that chooses a team
	View     []ui.Hidden // of every form: the days and the team that are shown
	Add      string
	Unseen   string // what is not published; empty: nothing
	Told     string // whom its publication notifies
	Detail   string // of what kinds that is
	Publish  *Post  // nil: there is nothing to publish
	Fill     Post
	Copy     Post
	Warnings []Warning
	Warned   string // how many warnings there are
	More     string // how many are not listed; empty: none
	NoPeople bool
	NoShifts bool
	Key      []Key
	Weeks    []Week
	Move     string // the beginning of the address at which a shift is moved
}

// Post is a button that sends a form.
type Post struct {
	Action, Label string
	Hidden        []ui.Hidden
}

// Warning is something to look at before publishing.
type Warning struct{ Who, Day, Date, Href, Text string }

// Key explains a mark of the grid.
type Key struct{ Class, Text string }

// Week is a week of the grid.
type Week struct {
	ID    string
	Title string
	Shown int // the day that a phone shows, 0 for Sunday
	Days  []Day
	Rows  []Row    // the open shifts first
	Idle  []string // by day: how many people have nothing on it
	Full  []int    // the days on which everyone has something
	Sum   string
}

// Day is a column.
type Day struct {
	Date    string // 2026-11-30
	Name    string // Mon 30
	Spoken  string // Monday, November 30
	Holiday string
	Today   bool
	Weekend bool
	Sum     string

	Weekday, Number string // Mon, 30: of the strip
	Short           string // Sum in whole hours: of the strip
	Pick            string // shows the day on a phone
}

// Row is an employee, or the open shifts.
type Row struct {
	ID       string
	Employee string // the value of the field of the form: an id, or "open"
	Name     string
	Left     string // says that the employee has left, or leaves in the week; empty: neither
	Add      string // leads to the form of a new shift; empty: there is none for someone who has left
	AddLabel string
	Cells    []Cell
	Off      []int // the days without shift and leave
	Sum      string
	Over     string // says that there is overtime; empty: none
}

// Cell is a day of a row.
type Cell struct {
	Leave  []Leave
	Shifts []Chip
}

// Leave is leave of the employee.
type Leave struct {
	Name  string
	Asked bool // not decided
}

// Chip is a shift in a cell.
type Chip struct {
	ID, Version int64
	Href        string
	From, To    string
	Code        string // empty: regular time
	Note        string
	Mark        string // how it differs from what is published; empty: it does not
	Class       string
	Gone        bool
}

// Form is the page of a planned shift.
type Form struct {
	Title  string
	Crumbs []ui.Crumb
	Action string
	Cancel string
	Hidden []ui.Hidden
	Faults ui.Faults
	Person ui.Field
	Day    ui.Field
	Start  ui.Field
	End    ui.Field
	Breaks ui.Field
	Code   ui.Field
	Note   ui.Field
	Delete string // where it is cancelled; empty: it is new
	Gone   *Post  // restores it; nil: it is not cancelled
}

// Mine is the schedule of an employee.
type Mine struct {
	Nav
	Title string
	Open  []Offer
	Weeks []MyWeek
}

// Offer is a shift that can be taken.
type Offer struct {
	When, Times, Note string
	Take              Post
	Spoken            string
}

// MyWeek is a week of the schedule of an employee.
type MyWeek struct {
	Title, Sum string
	Days       []MyDay
}

// MyDay is a day on which there is something.
type MyDay struct {
	Name, Number, Spoken string
	Today                bool
	Holiday              string
	Leave                []Leave
	Shifts               []MyShift
}

// MyShift is a shift of an employee.
type MyShift struct{ Times, Hours, Code, Note string }

// section is the entry of the rail that the pages belong to.
const section = layout.Schedule
