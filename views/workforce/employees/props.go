// Package employees renders the team: the list, the tree, a profile and its forms.
package employees

import (
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// Head holds what the list and the tree have in common.
type Head struct {
	Title  string
	Count  string
	Tabs   []ui.Tab
	Filter ui.Filters
	New    string // the form of a new record; empty: the viewer may not
	Import string // the import of files; empty: the viewer may not
}

// List is a page of the list, live or archived.
type List struct {
	Head
	Kinds     []ui.Chip // in the archive: the other kinds of records; empty: the viewer sees none
	Archive   bool
	Above     bool    // a column names the supervisors
	SignIns   bool    // a column says when people were invited, in place of their day and hours
	Invite    string  // invites people of the list; empty: none of them can be invited
	Groups    []Group // empty: no one
	Pages     *ui.Pages
	InviteAll *InviteAll // nil: nothing is offered
	Empty     ui.Empty
	Clear     string // where an empty list leads to; empty: nowhere
}

// InviteAll offers to invite everyone who cannot sign in yet.
type InviteAll struct {
	Title, Text string
	Action      string   // invites them by e-mail; empty: none can be sent
	Links       string   // makes links to hand over
	LinksText   string   // explains them
	Again       ui.Field // the tick that makes links for those too who have a valid invitation
	Mail        string   // where e-mail is set up; empty: it is, or not by the viewer
}

// Slips is the page with the links that were just made, to be printed and handed over.
type Slips struct {
	Title, Note string
	Crumbs      []ui.Crumb
	More        string // says that others have no link yet; empty: all have one
	Again       string // makes the next ones
	File        string // the links as a CSV file: a data URL
	FileName    string
	List        []Slip
}

// Slip is what one person gets, in the person's language.
type Slip struct {
	Lang                i18n.Lang
	Name, Title, Scan   string
	Link, SignIn, Valid string
	QR                  ui.QRCode
	QRLabel             string
}

// Access tells how an employee signs in, with the viewer's actions.
type Access struct {
	Facts       []Fact
	Text        string // explains the buttons, or why there are none
	Invite      string // where an invitation is sent by e-mail; empty: nowhere
	InviteLabel string
	NewLink     string // where a link to copy is made; empty: not by the viewer
	Link        string // just made; empty: none
	Badge       string // where the badge number and the PIN are given
}

// Group is the rows of one supervisor.
type Group struct {
	Title string // empty: all rows are one group
	Rows  []Row
}

// Row is one employee on the list.
type Row struct {
	Name, Href string
	Note       string      // under the name
	Above      string      // the supervisor's name; shown in the archive and in the results of a search
	Today      ui.Status   // the state of today; its zero value: not known
	Flags      []ui.Status // what is missing of the hours
	Remind     *Remind     // asks for the timesheet that is not submitted; nil: it is, or they were reminded today
	Reminded   string      // says that they were reminded today
	Hours      string      // in the current period so far; empty: not employed in it
	Phone, Tel string      // as read, and as dialled
	Email      string
	Invitee    *ui.Invitee // nil unless SignIns
	Gone       string      // why and when it went to the archive
}

// Remind is the button that reminds one person to submit a timesheet.
type Remind struct {
	Action, Label, Spoken string
	Hidden                []ui.Hidden
}

// Tree is the team as a tree of supervisors and reports.
type Tree struct {
	Head
	Of    string // whose crew; empty: everyone
	Whole string // link to the whole tree
	Roots []Node
	Cut   string // says that there are more
	Found string // how many were found; empty: without a search
}

// Node is an employee with their reports.
type Node struct {
	Name, Href string
	Note       string // the role, else where the person lives
	Count      string // everyone below; empty: no one
	Spoken     string // the count in words
	Open       bool
	Reports    []Node
	More       string // link to the reports when this page does not show them
	MoreText   string
}

// Profile is one employee.
type Profile struct {
	Title, Subtitle string
	Crumbs          []ui.Crumb
	Own             bool
	Archived        string // why and when; empty: live
	Edit            string // the form; empty: the viewer may not
	AskLeave        string // the form of a leave request for this employee; empty: archived
	Restore         string
	Hidden          []ui.Hidden // the version that buttons expect

	Contact, Payroll []Fact
	Above            []Link
	AboveHref        string // where the supervisor is chosen; empty: not by the viewer
	Usual            string // the page of the usual week; empty: not for a record that is archived
	Cost             string // the page with the hourly costs; empty: not for this reader
	Reports          []Link
	AllReports       string
	Period           *Period
	Access           *Access // nil: the viewer does not see it
	Events           []Event
	Part             string // says that the history is longer
}

// Fact is a name with its value; Href makes it a link.
type Fact struct{ Name, Value, Href string }

// Link is a person, with a link when the viewer may see them; Note stands below the name.
type Link struct{ Name, Href, Note string }

// Period is the state of the current period.
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

// Form creates or changes a record.
type Form struct {
	Title   string
	Crumbs  []ui.Crumb
	Action  string
	Hidden  []ui.Hidden
	Faults  ui.Faults
	Who     []ui.Field // who they are
	Work    []ui.Field // for payroll
	Invite  *ui.Field  // the tick that sends an invitation; nil: none can be sent
	Save    string
	Cancel  string
	Boss    ui.Picker // the supervisor
	Leaving *Leaving
}

// Leaving is the form that archives a record.
type Leaving struct {
	Action string
	Hidden []ui.Hidden
	Day    ui.Field
	Delete string
}

// Supervisor is the page on which an employee's supervisor is chosen.
type Supervisor struct {
	Title  string
	Crumbs []ui.Crumb
	Action string
	Cancel string
	Hidden []ui.Hidden
	Boss   ui.Picker
}
