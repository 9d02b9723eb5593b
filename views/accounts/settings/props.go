// Package settings renders the settings: people and roles, the user's own tokens and sessions, the audit log.
package settings

import "presence/views/ui"

// Head holds what the pages have in common.
type Head struct {
	Tabs    []ui.Tab
	Warning string // for administrators; empty: none
}

// People is a page of those who can sign in.
type People struct {
	Head
	Count  string
	New    string
	Filter ui.Filters
	Invite string // invites people of the list; empty: none of them can be invited
	Rows   []Row
	Pages  *ui.Pages
}

// Row is one person.
type Row struct {
	Name, Email, Href string
	Role              string
	Special           bool // the role is not the usual one, that of employees
	Language          string
	State             State
	Invitee           ui.Invitee
}

// State tells whether a person can sign in.
type State struct {
	Usual bool // nothing to do, and nothing to notice: lists show it without a badge
	Tone  ui.Tone
	Icon  ui.Icon
	Text  string
}

// Form creates or changes an account.
type Form struct {
	Title   string
	Crumbs  []ui.Crumb
	Action  string
	Faults  ui.Faults
	Fields  []ui.Field
	Selects []ui.Field
	Invite  *ui.Field // the tick that sends an invitation; nil: none can be sent
	Save    string
	Cancel  string
}

// Person is an account with what can be done about it.
type Person struct {
	Title        string
	Crumbs       []ui.Crumb
	State        State
	Since        string
	Access       []Fact // how the person signs in
	Record       string // the profile; empty: no employee record
	Log          string
	Gone         bool // the record is in the archive
	Form         Form
	Link         string // to choose a password, just made; empty: none
	NewLink      string // where one is made; empty: this person cannot sign in
	Invite       string // where an invitation is sent by e-mail; empty: none can be sent
	InviteLabel  string
	LinkText     string // explains the buttons above
	Factors      string // the second factors, in words
	ResetFactors string // where they are reset; empty: there are none
	Disable      string // one of the two
	Enable       string
}

// Fact is a name with its value.
type Fact struct{ Name, Value string }

// Tokens is the page of the person's own tokens.
type Tokens struct {
	Head
	Secret *Secret // the token just created
	Faults ui.Faults
	Name   ui.Field
	Days   ui.Field
	List   []Token
}

// Secret is a token, shown once.
type Secret struct{ Label, Token string }

// Token is a valid token.
type Token struct{ ID, Name, Made, Used, Expires, Revoke string }

// Sessions is the page of the person's own sessions.
type Sessions struct {
	Head
	List   []Session
	Others bool // there is one besides this
}

// Session is one browser.
type Session struct {
	Key, Device, Address, Since, Seen string
	End                               string // the button, read out
	This                              bool
}

// OwnPassword is the form for the person's own password.
type OwnPassword struct {
	Head
	Has          bool   // without a password there is no form
	Email        string // for password managers
	Refused      string // empty: the form was not refused
	Faults       ui.Faults
	Current, New ui.Field
}

// Security is the page of the person's own second factors.
type Security struct {
	Head
	Enrol       bool     // nothing else opens before there is one
	GoOn        bool     // there is one now
	Refused     string   // why the last act was refused; empty: it was not
	Codes       []string // recovery codes that were just made
	Faults      ui.Faults
	HasPasskeys bool   // browsers offer passkeys at this address
	Options     string // for making a passkey
	New         ui.Field
	Passkeys    []Passkey
	CodesSince  string // empty: one-time codes are not set up
	CodesUsed   string
	Any         bool // there is a second factor, and so recovery codes
	Left        int  // of the recovery codes
}

// Passkey is one of the person's passkeys.
type Passkey struct {
	Name, Made, Used string
	Field            ui.Field // its name, to change
	Action, Rename   string   // where it is renamed, and the button, read out
	RemoveAt, Remove string
}

// CodeApp is a new key for one-time codes.
type CodeApp struct {
	Crumbs   []ui.Crumb
	Faults   ui.Faults
	QR       ui.QRCode
	Key      string // sealed
	Secret   string // to type
	Replaces bool   // there is an app already
	Code     ui.Field
}

// FactorRoles are the roles whose people must have a second factor, as checkboxes.
type FactorRoles struct {
	Head
	Roles []ui.Field
}

// Log is a part of the audit log.
type Log struct {
	Head
	Action string
	Keep   []ui.Hidden
	Fields []LogField
	Clear  string // empty: no filters are set
	Only   string // the record that the entries are about, if the search is for one
	Days   []LogDay
	Older  string
	Newest string
}

// LogField is a field of the search; Choose holds the choices of a list.
type LogField struct {
	ui.Field
	Choose bool
}

// LogDay is a day of the log, the newest entry first.
type LogDay struct {
	ID, Title string
	List      []Act
}

// Act is a sentence about who did what, and folded under it what it changed.
type Act struct {
	When, Who, Did string // Did ends with the space before Record
	Record, Href   string // what the act is about; it may have no page
	Fold           string // what Parts are folded under
	Parts          []Part
	From           string // by what way, and from which address
	History        string // the address of all entries about the record; empty: the act is about several
}

// Part is what an act changed in one record; the title is empty if the sentence names it.
type Part struct {
	Record, Href string
	Changes      []Change
}

// Change is a field before and after; either may be empty.
type Change struct{ Field, Before, After string }

// System is the page about the state of the installation.
type System struct {
	Head
	Verdict       string        // that all is well, or how much needs attention; empty: Checks say all
	Attention     []SystemLink  // what needs attention and is no check, each with a link to its part of the page; empty: nothing does
	Checks        []SystemCheck // those that found something
	Passed        []Fact        // checks that found nothing wrong, each with its result
	PassedSum     string        // how many those are
	Facts         []Fact
	Queues        []FigureRow // name, how many wait, age of the oldest, failed
	Tables        []FigureRow // name, and a figure for each of TableHeadings
	TableHeadings []string
	Servers       []SystemServer
	Failures      []SystemFailure
}

// FigureRow is a name with its figures.
type FigureRow struct {
	Cells []string
	Part  bool // it is part of the row before it
}

// SystemLink names something that needs attention.
type SystemLink struct{ Name, Text, Href string }

// SystemCheck is the result of a check.
type SystemCheck struct {
	ID                 string // of its row
	State              State
	Name, Text, Remedy string
	Act                *ui.Act // the button that is shown in place of Remedy; nil: none
}

// SystemServer is a process that serves the company, or was killed within the last day.
type SystemServer struct {
	Version, Since, Seen, Channels string
	State                          State
}

// SystemFailure are the failed requests of one kind on one route.
type SystemFailure struct {
	Kind, Route, Count, Last string
	IDs                      []string // of the newest requests
}
