// Package payperiods renders the overview of a pay period, where supervisors and payroll review and approve it.
package payperiods

import (
	"slices"
	"unicode/utf8"

	"presence/views/ui"
	"presence/views/workforce/review"
)

// Page is the overview of one period.
type Page struct {
	Title    string
	TabTitle string
	Subtitle string
	Period   ui.PeriodNav
	Filter   ui.Filters
	Files    []File // what payroll exports; empty: the viewer may not
	Norms    string // the report about the labour standards
	Print    string // the page with every row, for paper; empty: this is it
	Printed  string // which period this is, when it was printed and by whom, in words

	Earlier *File // to the oldest period before that has work for the viewer; nil: none

	Done   *Done
	Tiles  Tiles
	Decide Decide
	Tabs   []ui.Chip
	Crew   []ui.Segment // by which a supervisor chooses whose rows are shown; empty: there is no choice
	Weeks  []ui.Segment
	Table  Table
}

// Person is an employee who has no sheet for a period.
type Person struct {
	Title    string
	Subtitle string
	Crumbs   []ui.Crumb
	Empty    ui.Empty
	Enter    string // link that creates the sheet; empty: it cannot be created
	Remind   *RowButton
	Profile  string
	Nav      *review.QueueNav // within the list from which the page was opened; nil: none
}

// File is one export, or another link with its text.
type File struct{ Label, Href string }

// Tiles are the figures on top.
type Tiles struct {
	Stats    []ui.Stat // that of the approved timesheets first
	Approved ui.Gauge  // stands under the first
}

// Decide is the box with the next decision.
type Decide struct {
	Tone    ui.Tone
	Title   string
	Text    string
	Action  string // where approvals are posted
	Keep    []ui.Hidden
	Clean   *Batch     // the main button
	All     *Batch     // the second button, which asks first
	Confirm *Confirm   // the question about All
	Remind  *RowButton // reminds everyone who has not submitted; nil: no one to remind

	Reminded string // how many of them were reminded today; empty: none
	Next     *File  // where those who export go on when all is approved
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
	Names Reasons // those among them that need a review
	Note  string
}

// Reasons are the first people of a list, and how many more there are; the table below the list has them all.
type Reasons struct {
	First []review.Reason
	More  string // empty: First is the whole list
}

// Done is what the last approval did.
type Done struct {
	Title   string
	Skipped string // how many were skipped
	Names   Reasons
	Undo    string // URL that undoes the approval
	Hidden  []ui.Hidden
}

// Table is the rows with their headings.
type Table struct {
	Weeks  bool  // show each week's part of the hours instead of the days and the buttons
	Kinds  []int // with Weeks: the kinds of hours that occur, as indexes of Cols.Kinds
	Cols   Cols
	Groups []Group
	Legend []ui.StripKey // of the bars of the days
	Total  Row
	Pages  *ui.Pages
	Clear  string // link of an empty list
	Nobody bool   // there are no employees in the period
	Add    string // with Nobody: the page that adds an employee; empty: the viewer may not
}

// overtime is the index of overtime in Cols.Kinds.
const overtime = 0

// weekColumns returns how many columns the table has by week.
func (t Table) weekColumns() int {
	n := 3 + 2*len(t.Kinds)
	if t.sumsWeeks() {
		n += 2
	}
	return n
}

// sumsWeeks reports whether the total of each week has a column. With one kind of hours the columns of the kind say it.
func (t Table) sumsWeeks() bool { return len(t.Kinds) > 1 }

// widest returns the longest sum of a week.
func (t Table) widest() string {
	sums := append(slices.Clone(t.Total.Sums[:]), "00.00")
	for _, k := range t.Kinds {
		sums = append(sums, t.Total.Parts[k][:]...)
	}
	return slices.MaxFunc(sums, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
}

// large reports whether the sums are so long that the columns may have no room at a desk.
func (t Table) large() bool { return utf8.RuneCountInString(t.widest()) > 8 }

// oneKind reports whether all hours of the row are of one kind.
func (r Row) oneKind() bool {
	kinds := 0
	for _, x := range r.Parts {
		if x != [2]string{} {
			kinds++
		}
	}
	return kinds == 1
}

// Cols are the headings that sort.
type Cols struct {
	Name                                          ui.Col
	Days                                          string
	Kinds                                         [4]ui.Col // overtime, regular, evening, emergency
	Hours, Total, Expenses, Mileage, State, Other ui.Col
}

// Group is rows under one heading; without a title there is no heading.
type Group struct {
	Title string
	Count string
	Same  bool // the title says the state of each of its rows, which show none
	Rows  []Row
}

// Row is one person. Its Href is the timesheet, or the empty time of the period; of the row of totals it is empty.
type Row struct {
	review.Row
	ID       string       // DOM id
	Why      string       // why to look at it, where it has no flags; a phone shows the overtime itself; empty: Flags say it, or nothing is
	Focus    bool         // takes the focus when it arrives in an htmx answer
	More     []File       // further timesheets
	Parts    [4][2]string // with Table.Weeks, by kind as in Cols.Kinds: the first week and the second; empty: none
	Sums     [2]string    // with Table.Weeks: all hours of the first week and of the second; empty: none
	Toggle   string       // address that opens the row, or closes it; empty: it has no details
	ToggleOf string       // read out for Toggle
	Open     bool
	Detail   *review.Sheet // the days and the weeks; nil: closed
	State    ui.State
	Label    string // of the state, when its usual words do not fit
	Approve  *RowButton
	Withdraw *RowButton
	Review   *File      // leads to the sheet, where it is approved; in place of Approve
	Remind   *RowButton // stands in place of Review, which goes into the menu
	Quiet    bool       // nothing is late: the reminder is in the menu as well
	Reminded string     // says that the person was reminded today; empty: not
}

// RowButton is a button that posts.
type RowButton struct {
	Action string
	Label  string // read out, with the person's name
	Hidden []ui.Hidden
}

// StandardsPage is the report of a period about the labour standards.
type StandardsPage struct {
	Subtitle string
	Crumbs   []ui.Crumb
	Period   ui.PeriodNav
	Rules    []ui.Chip        // by which the lines are narrowed, with their counts
	Groups   []StandardsGroup // by rule, those about pay and rest first
	Pages    *ui.Pages
	Files    []File
	Empty    *ui.Empty // there are no lines; nil: Groups shows them
	Articles []Article
	Why      string // whose standards these are, and that they block nothing
}

// StandardsRow is what there is about one employee and one rule.
type StandardsRow struct {
	Name, Href, What string
	When             string   // the day, or how many there are and from when to when
	Days             []string // each of several days with its hours; nil: there is one day
}

// StandardsGroup is what there is about one rule.
type StandardsGroup struct {
	Name, Count string
	Article     string
	Rows        []StandardsRow
}

// Article is what a rule says in plain words, and where it stands.
type Article struct{ Name, Text, Source string }
