// Package employees renders the team: the list, the tree, a profile and its forms.
package employees

import (
	"presence/views/layout"
	"presence/views/ui"
)

// Head is what the list and the tree have in common.
type Head struct {
	Title  string
	Count  string
	Tabs   []ui.Tab
	Search *layout.Search
	New    string // the form of a new record; empty: the viewer may not
}

// List is a page of the list, live or archived.
type List struct {
	Head
	Action  string      // where the filters are sent
	Keep    []ui.Hidden // what they keep
	Filters []ui.Field  // selects
	Archive bool
	Rows    []Row
	Pages   *ui.Pages
	Empty   ui.Empty
	Clear   string // where an empty list leads to; empty: nowhere
}

// Row is one employee on the list.
type Row struct {
	Name, Href string
	Note       string // under the name
	Above      string // the supervisor's name
	Company    string
	Payroll    string
	Phone, Tel string // as read, and as dialled
	Email      string
	Crew       string // how many report; empty: nobody
	Gone       string // why and when it went to the archive
}

// Tree is the team by who supervises whom.
type Tree struct {
	Head
	Of    string // whose crew; empty: everyone
	Whole string // back to everyone
	Roots []Node
	Cut   string // says that there are more
}

// Node is an employee with their reports.
type Node struct {
	Name, Href string
	Count      string // everyone below; empty: nobody
	Spoken     string // the count in words
	Open       bool
	Reports    []Node
	More       string // where the reports are shown, when they are not here
	MoreText   string
}

// Profile is one employee.
type Profile struct {
	Title, Subtitle string
	Crumbs          []ui.Crumb
	Own             bool
	Archived        string // why and when; empty: live
	Edit            string // the form; empty: the viewer may not
	Restore         string
	Hidden          []ui.Hidden // the version that buttons expect

	Contact, Payroll []Fact
	Above            []Link
	AboveHref        string // where the supervisor is chosen; empty: not by the viewer
	Reports          []Link
	AllReports       string
	Period           *Period
	Events           []Event
	Part             string // says that the history is longer
}

// Fact is one thing to know; Href makes it a link.
type Fact struct{ Name, Value, Href string }

// Link is a person, linked when the viewer may look at them.
type Link struct{ Name, Href string }

// Period is where the current period stands.
type Period struct {
	Name  string
	State ui.State
	Label string // of the state, when its usual words do not fit
	Text  string
	Href  string // the sheet; empty: there is none
	Link  string
}

// Event is one entry of the history.
type Event struct {
	Who, Did, When string
	Icon           ui.Icon
	Changes        []Change
}

// Change is a field before and after; either may be empty.
type Change struct{ Field, Before, After string }

// Form makes or changes a record.
type Form struct {
	Title   string
	Crumbs  []ui.Crumb
	Action  string
	Hidden  []ui.Hidden
	Faults  ui.Faults
	Who     []ui.Field // who they are
	Work    []ui.Field // for payroll
	Save    string
	Cancel  string
	Leaving *Leaving
}

// Leaving is how a record goes to the archive.
type Leaving struct {
	Action string
	Hidden []ui.Hidden
	Day    ui.Field
	Delete string
}

// Supervisor is where somebody's supervisor is chosen.
type Supervisor struct {
	Title  string
	Crumbs []ui.Crumb
	Action string
	Query  string
	Hidden []ui.Hidden
	Fault  string
	None   bool // there is one, which can be taken away
	Rows   []Candidate
	More   bool
}

// Candidate is somebody who may be chosen.
type Candidate struct {
	ID, Name, Note string
	Now            bool
	Label          string // of the button, read out
}
