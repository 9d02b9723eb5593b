// Package mytime renders the pay period of one person: the grid in which time is entered, and a timesheet under review.
package mytime

import (
	"presence/views/layout"
	"presence/views/ui"
	"presence/views/workforce/review"
)

// Page is the pay period of one person.
type Page struct {
	Title    string
	TabTitle string // of the browser's tab, where it says more than Title
	Head     *Head  // on the page of another person's sheet
	Subtitle string
	Section  layout.Section
	Crumbs   []ui.Crumb
	Period   ui.PeriodNav
	Links    []Link // beside the title
	Printed  string // on paper: the person, the period, and who printed it when

	NotYet  *NotYet // stands in place of the days; nil: they are shown
	State   State
	Weeks   [2]Week
	Views   []ui.Segment // the list of the period and the picture of a week
	Picture *Picture     // of a week, in place of the weeks; nil: the list
	Entry   *Entry       // the form that is open in the dialog of the picture
	Checks  Checks
	Bar     Bar
	Review  *Review          // on the page of a timesheet
	Queue   *review.QueueNav // leads to the neighbours of a timesheet that waits for the viewer; nil: it does not
}

// Head is the state of another person's sheet, which stands below their name.
type Head struct {
	Hours Figure
	State review.State
}

// NotYet says when a person begins to work, in a period that is over before.
type NotYet struct {
	Title, Text string
	Href, Label string // of the period in which they begin
}

// Link is a link to another page.
type Link struct {
	Label, Href string
	Icon        ui.Icon
	Whole       bool // loads the page, of which otherwise a part is replaced
}

// State describes the state of the sheets as a whole.
type State struct {
	Banners []ui.BannerProps
	Changes []Difference // since the approval
	Title   string       // of the changes
}

// Difference is one line that has changed since the approval.
type Difference struct {
	Tone          ui.Tone
	Icon          ui.Icon
	What          string // added, removed, changed
	Before, After string // empty: there was, or is, none
}

// Week is seven days with their totals.
type Week struct {
	ID                     string // DOM id of its heading
	Title                  string
	Range                  string
	Spoken                 string   // names its totals
	Listed                 string   // names its days
	Spent, Distance, Total string   // dollars, kilometres, and hours worked; the first two are empty for none
	Planned                         // hours of its schedule
	Figures                []Figure // the other totals
	Over                   string   // the overtime it causes, in words; empty: none
	Copy                   *Post
	Fill                   *Post  // fills the empty days of the period with the usual week
	Days                   []Day  // from the first work day on; the week is shown if there are any
	Fold                   string // says that the week is over and opens its days, which are folded; empty: they are not
}

// Planned is the number of hours that are published on the schedule: as it stands beside the hours worked, and as it is read out; empty:
// none.
type Planned struct{ Scheduled, ScheduledSpoken string }

// Figure is one named number.
type Figure struct {
	Label, Value string
	Over         bool   // is overtime, and stands out
	Column       string // of the weeks, under which it stands in the bar: "spent" or "distance"; empty: none
}

// Post is a button that posts.
type Post struct {
	Action string
	Label  string
	Spoken string // read out instead of the label
	Hidden []ui.Hidden
}

// Day is one row; open, it has an editor beneath.
type Day struct {
	ID      string // DOM id
	Weekday string
	Date    string
	Href    string // opens the day, or closes it; empty: nothing in it can change
	Spoken  string // read out for Href
	Open    bool
	Focus   bool // its link gets the focus
	Today   bool
	Weekend bool
	Locked  string // why nothing can change; empty: it can
	Lines   []Line // the entries: summarized while the day is closed, a line each with its link while it is open
	Leave   []Leave
	Note    string // what is missing or unusual
	Plan    string // what was planned; empty: nothing, or it was worked so
	Total   string // hours of the day; empty: none
	Sum     bool   // the total is of several lines, and stands below them
	Fill    *Post  // fills the day as it was scheduled, or as usual
	Copy    *Post  // fills the day like the last one with hours
	Form    *Form  // open in the editor
	Add     *Add   // the links of the editor; nil: nothing can be added
}

// Add is the links to add entries to a day; an empty address is not shown.
type Add struct {
	Shift, ShiftSpoken     string // href, and its accessible name
	Expense, ExpenseSpoken string
}

// Line is a shift or an expense, or several shifts in a row.
type Line struct {
	Spent    bool    // an expense: Main is an amount, and Value a distance
	Icon     ui.Icon // of the code; NoIcon: a plain shift
	Main     string  // its times, or its amount
	Code     string  // empty: the usual one
	Notes    []string
	Value    string          // hours, or kilometres
	Edit     string          // href; empty: it cannot change
	Spoken   string          // read out for Edit
	Locked   string          // why it cannot change
	Receipts review.Receipts // of an expense
	Other    *Link           // the sheet it lies on, when that is another than the page's
}

// Leave is leave on the day.
type Leave struct {
	Label   string
	Value   string
	Pending string // empty: approved
	Holiday bool   // it is what is paid for a statutory holiday
	Act     *Post  // nil: none
}

// Form enters or changes a line, in its day.
type Form struct {
	Title    string
	Head     string // names the day above the fields; not in a dialog, which has a title
	Action   string
	Hidden   []ui.Hidden
	Fields   []ui.Field // inputs; one with Options is a list
	Details  *Details   // nil: none
	Hint     string
	Help     *Help  // nil: none
	Fault    string // an error that belongs to no field
	Save     string
	Next     string // saves and opens the next day; empty: there is none
	More     string // saves and opens an empty shift on the same day; empty: the form is not of a new shift
	Cancel   string // href
	Expense  bool
	Drive    *Drive          // nil: not of a distance
	Kinds    []ui.Segment    // of a new expense: an amount or a distance; in a dialog, also a shift
	KindsOf  string          // names Kinds
	InDialog bool            // Cancel closes the dialog
	Delete   *Post           // deletes the line; nil: it is a new one
	File     *ui.Field       // takes receipts; nil: it is a shift
	Receipts review.Receipts // that it has
}

// Details are the fields of a form that most lines leave empty. A phone folds them.
type Details struct {
	Title  string
	Open   bool
	Fields []ui.Field
}

// Help explains how a form is filled in. It is open after an error.
type Help struct {
	Title, Text string
	Open        bool
}

// Drive is what the script needs to say what a distance comes to while it is typed.
type Drive struct {
	Rates string // JSON: dollars per kilometre by the value of the code
	Rate  string // says the rate, %s
	Paid  string // says the distance, the rate and the amount: %s, %s, %s
}

// Checks is the list of warnings before the sheet is submitted or approved.
type Checks struct {
	Show  bool
	Title string
	None  string
	List  []Check
	Left  string // the working days from today on without hours, in words; empty: none

	NormsTitle, NormsWhy string
	Norms                []Check // the notices of the labour standards
}

// Check is the warning about one day.
type Check struct{ Day, Href, Text string }

// Bar is the sticky bar with the totals and the next action.
type Bar struct {
	Label    string
	Total    Figure
	Figures  []Figure
	State    ui.State
	Words    string // text of the state, where the default text does not fit
	Submit   *Post
	Next     *Link    // to the first day to fill in, before the sheet is submitted; nil: they all are
	Confirm  *Confirm // asks before it submits; nil: submits at once
	Withdraw *Post
}

// Confirm is the dialog before a sheet with warnings is submitted.
type Confirm struct {
	Href  string // the page that asks, without JavaScript
	Open  bool
	Title string
	Text  string
}

// Review is a timesheet's decision and history.
type Review struct {
	Sheet   review.Sheet   // with Decide
	Decide  *review.Decide // nil: the viewer may not decide
	Lines   *Lines         // with Decide; nil: there is none
	History []Event
	Part    string // says that the history is longer than shown
}

// decides reports whether the viewer decides about the page's sheet.
func (r *Review) decides() bool { return r != nil && r.Decide != nil }

// Event is one entry of the history.
type Event struct {
	Who, Did, When string
	Icon           ui.Icon
	Times          int      // in a row
	Notes          []string // what it was about, or what changed
}

// Lines are the shifts and expenses of a sheet, which are approved one by one.
type Lines struct {
	Action   string
	Hidden   []ui.Hidden
	Open     bool // all are shown; else there is a link to that
	OpenHref string
	Locked   bool   // the sheet is approved, and its lines with it
	Count    string // how many there are and how many are approved, in words
	Approved int    // how many are approved by themselves
	List     []LineChoice
}

// LineChoice is a shift or an expense.
type LineChoice struct {
	Icon             ui.Icon
	Day, Main, Value string
	Item             string // the value of its checkbox
	Spoken           string // names it
	Approved         bool   // by itself
	State            string // who approved it, in words; empty: it is not
}
