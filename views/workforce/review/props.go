// Package review renders what a supervisor approves: a person's hours of a pay period in the row of a list, in the approval queue
// and on the page of a timesheet, everywhere with the same parts.
package review

import (
	"cmp"
	"slices"
	"strings"

	"presence/views/ui"
)

// Row is a person's period in one line of a list.
type Row struct {
	Name     string
	Href     string
	Flags    []Flag
	Strip    ui.DayStrip
	Total    string // hours; empty: none
	Over     string // of these, overtime in words; empty: none
	Plan     string // how many were planned; empty: none, or as many
	Expenses string // empty: none
	Mileage  string // empty: none
}

// Spends reports whether the row has expenses or kilometres.
func (r Row) Spends() bool { return r.Expenses != "" || r.Mileage != "" }

// Flag is one reason to look at the row before it is approved.
type Flag struct {
	Text string
	Tone ui.Tone
}

// Reason is a person, and why they need a review.
type Reason struct{ Name, Href, Why string }

// Sheet is what one decides about: the warnings, the days, the weeks, the expenses and the comment.
type Sheet struct {
	Checks      []Check
	None        string  // text for a sheet without points to check; empty: no text is shown
	Differences []Check // from the schedule
	Planned     string  // how many hours were planned and worked; empty: there is no schedule
	Norms       []Check
	Why         string // what the norms are
	Days        []Day
	Named       string // names the days
	Legend      []ui.StripKey
	Weeks       Weeks
	Delta       string // compares with the period before; empty: nothing to compare
	Lines       []Line
	More        string // how many lines are not shown
	Changes     []Change
	Since       string   // the title of the changes: after which approval they were made
	Comment     []string // in paragraphs
}

// Check is one point that the approver should check.
type Check struct {
	On        string // the day as YYYY-MM-DD, by which points are sorted; empty: the point is about the whole period
	Day, Href string // name of the day and URL of its details; empty: the point is about the whole period
	Text      string
}

// remark is a Check with its mark.
type remark struct {
	Check
	icon ui.Icon
	tone ui.Tone
}

// remarks returns the points to check, the differences from the schedule and the notices of the labour standards, together by day; those
// about the whole period first.
func (s Sheet) remarks() (days [][]remark) {
	var list []remark
	for _, x := range s.Checks {
		list = append(list, remark{x, ui.IconWarning, ui.Warn})
	}
	for _, x := range s.Differences {
		list = append(list, remark{x, ui.IconSchedule, ui.Neutral})
	}
	for _, x := range s.Norms {
		list = append(list, remark{x, ui.IconInfo, ui.Neutral})
	}
	slices.SortStableFunc(list, func(a, b remark) int { return cmp.Or(strings.Compare(a.On, b.On), strings.Compare(a.Day, b.Day)) })
	for i, x := range list {
		if i == 0 || x.Day != list[i-1].Day {
			days = append(days, nil)
		}
		days[len(days)-1] = append(days[len(days)-1], x)
	}
	return days
}

// Day is one day of the period.
type Day struct {
	Name, Date string      // "Mon", "16"
	Title      string      // in full, read out
	Text       string      // hours; empty: none
	Href       string      // the day on the page of the sheet; empty: none
	Bar        ui.StripDay // its bar in the chart of the period
	Weekend    bool
	Today      bool
}

// Weeks is a table of hours: a row for each week and one for both, a column for each kind of hours that there is.
type Weeks struct {
	Caption string
	Head    string // names the first column
	Cols    []string
	Rows    []Week
}

// Week is one row.
type Week struct {
	Name  string
	Cells []Cell
}

// Cell is a figure; Over marks overtime.
type Cell struct {
	Text string
	Over bool
}

// Line is one expense.
type Line struct {
	What, Value, Note string
	Receipts          Receipts
}

// Receipts are what is shown of the receipts of an expense.
type Receipts struct {
	Title   string // names the list
	Missing string // says that one is needed and missing; empty: it is not
	List    []Receipt
}

// Receipt is a photo or a PDF, which opens in a tab of its own.
type Receipt struct {
	Href   string
	Small  string // address of its small picture; empty: a PDF
	Name   string
	Spoken string
	Remove *Removal // nil: it cannot be removed here
}

// Removal is the button that removes a receipt.
type Removal struct {
	Action, Label, Spoken string
	Hidden                []ui.Hidden
}

// Change is a line that has changed since the approval.
type Change struct {
	Tone          ui.Tone
	Icon          ui.Icon
	What          string
	Before, After string // empty: there was, or is, none
}

// Decide is the form of the decision, which stays in sight.
type Decide struct {
	AboutID string // DOM id of what says whom it is about; empty: none
	About   string // whom it is about
	What    string
	Action  string
	Swap    string // id of the element that the htmx answer replaces; empty: the whole page answers
	Hidden  []ui.Hidden
	Note    ui.Field
	Figures []Figure // totals beside the buttons
	Verbs   []Verb   // the main one first
}

// Ask is a dialog with the note of a decision that needs one.
type Ask struct {
	Title string
	Note  ui.Field
}

// QueueNav leads to what stands before and after the page's item among what waits for a decision, or in a list of a pay period.
type QueueNav struct {
	Label          string // of the links, read out
	List           string // address of the queue
	Place          string // "3 of 15"
	Previous, Next QueueLink
}

// QueueLink leads to an item; Href is empty when there is none.
type QueueLink struct{ Href, Label string }

// State is a state with its words; without words the usual ones.
type State struct {
	State ui.State
	Words string
	Note  string // beside it; empty: none
}

// Figure is one named number; Over marks overtime.
type Figure struct {
	Label, Value string
	Over         bool
}

// Verb is one button of the decision.
type Verb struct {
	Value  string
	Action string // where it sends the form; empty: to its action
	Label  string
	Spoken string // read out instead of the label, with the person's name; empty: the label
	Icon   ui.Icon
	Kind   ui.Kind
	Main   bool // the key a presses it
	Ask    *Ask // the dialog in which a phone asks for the note that the verb needs; nil: it needs none
	Apart  bool // it stands beside the note: on a phone in the text, while the other verbs stay in sight
}
