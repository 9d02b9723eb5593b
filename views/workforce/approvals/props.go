// Package approvals renders the queue of what waits for somebody's decision, with the item at hand beside it.
package approvals

import "presence/views/ui"

// Page is the queue as one person looks at it.
type Page struct {
	Tabs   []ui.Tab
	Kinds  []ui.Segment
	Note   string // about what the list holds; empty: nothing to say
	Rows   []Row
	Start  string // link to the first part of the list; empty: this is it
	More   string // link to the next part; empty: the last
	Bulk   *Bulk  // nil: nothing here can be approved together
	Item   *Item  // nil: nothing to look at
	Chosen bool   // the item was asked for: a phone shows it instead of the list
	List   string // link to the list alone
	Focus  bool   // the item came after a decision, and takes the focus
	Empty  ui.Empty
}

// Bulk approves what is ticked.
type Bulk struct {
	Action string
	Hidden []ui.Hidden
}

// Row is one item of the list.
type Row struct {
	ID      string // "sheet-12"; the DOM ids of the row, its link and its checkbox begin with row-, q- and tick-
	Href    string
	Name    string
	What    string // "Vacation · Feb 1 – 5"
	When    string // "2 days ago"
	Icon    ui.Icon
	State   ui.State // empty: the tab says it
	Label   string   // of the state
	Tick    string   // value of its checkbox; empty: none
	TickFor string   // read out for it
	Minutes int64    // what the row adds to the sums of what is ticked
	Cents   int64
	Current bool // it is the item beside the list
}

// Item is what is looked at.
type Item struct {
	Title   string // whose
	Kind    string // what
	Icon    ui.Icon
	State   ui.State
	Label   string // of the state; empty: its usual words
	When    string
	Link    string // where all of it is
	LinkFor string

	Facts   []Fact
	Weeks   *Weeks // hours; nil: none to show
	Lines   []Line // expenses
	More    string // how many lines are not shown
	Changes []Change
	Comment []string // in paragraphs
	Trail   []Event
	Decide  *Decide // nil: nothing to decide
}

// Fact is a named value.
type Fact struct {
	Name   string
	Values []string
}

// Weeks is a table of hours: a row a week and one for both, a column for each sort of hours that there are.
type Weeks struct {
	Caption string
	Cols    []string
	Rows    []Week
}

// Week is one row.
type Week struct {
	Name  string
	Cells []Cell
}

// Cell is a figure; Over sets overtime apart.
type Cell struct {
	Text string
	Over bool
}

// Line is one expense.
type Line struct{ What, Value, Note string }

// Change is a line that is no longer what was approved.
type Change struct {
	Tone          ui.Tone
	Icon          ui.Icon
	What          string
	Before, After string // empty: there was, or is, none
}

// Event is one entry of the history.
type Event struct {
	Who, Did, When string
	Icon           ui.Icon
}

// Decide is the form of the decision.
type Decide struct {
	About  string // whom it is about
	What   string
	Spoken string // the main button as it is read out: with the name
	Action string
	Hidden []ui.Hidden
	Note   ui.Field
	Verbs  []Verb // the main one first
}

// Verb is one of its buttons.
type Verb struct {
	Value string
	Label string
	Icon  ui.Icon
	Kind  ui.Kind
	Main  bool // the key a presses it
}
