// Package approvals renders the queue of items that wait for a decision, with the selected item beside it.
package approvals

import (
	"slices"
	"strings"

	"presence/views/ui"
	"presence/views/workforce/review"
)

// Page is the queue as one person sees it.
type Page struct {
	Tabs   []ui.Chip
	Kinds  []ui.Chip
	Note   string // about the content of the list; empty: none
	Rows   []Row
	Legend []ui.StripKey // of the bars of the days
	Age    string        // "Items received 11 days ago", if that is so of all rows and they have no headings; empty: the rows say it
	Start  string        // link to the first part of the list; empty: this is it
	More   string        // link to the next part; empty: the last
	Bulk   *Bulk         // nil: nothing here can be approved together
	Item   *Item         // nil: the queue is empty
	Chosen bool          // the item was asked for: a phone shows it instead of the list
	List   string        // link to the list alone
	Focus  bool          // the item came after a decision, and takes the focus
	Empty  ui.Empty
}

// Bulk is the form that approves the ticked items.
type Bulk struct {
	Action string
	Hidden []ui.Hidden
	All    string // labels the checkbox that ticks the rows with TickedByAll; empty: there are none
	Ask    *Ask   // the question about the ticked items; nil: there is none
}

// Ask is the question before items are approved together of which some need a review.
type Ask struct {
	Title  string
	Names  []review.Reason // those that need a review
	Hidden []ui.Hidden     // the ticked items, confirmed
}

// Ready approves all items of the part that needs no review.
type Ready struct {
	Action, Label string
	Leaves        bool // its answer is another page
	Hidden        []ui.Hidden
}

// Row is one item of the list. Of a sheet it has the days and the reasons to look at it.
type Row struct {
	review.Row
	ID            string // "sheet-12"; the DOM ids of the row, its link and its checkbox begin with row-, q- and tick-
	Heading       string // of the part of the list that begins with the row; empty: none
	Ready         *Ready // beside the heading; nil: none
	HeadingCount  string
	HeadingPeriod string // "Timesheets 2026-24", if all of the part are of it; empty: the rows say theirs
	HeadingAge    string // "11 days ago", if all of the part came then; empty: the rows say it
	What          string // "Vacation · Feb 1–5"
	Amount        string // of an expense, in a column of its own; empty: What says it
	When          string // "4 days ago"; empty: not long ago
	Icon          ui.Icon
	State         ui.State // empty: the tab says it
	Label         string   // of the state
	Tick          string   // value of its checkbox; empty: none
	TickFor       string   // read out for it
	Minutes       int64    // the row's part of the sums of the ticked rows
	Cents         int64
	Ticked        bool
	Check         bool // it needs a review
	TickedByAll   bool // by the checkbox for all
	Current       bool // it is the item beside the list
}

// Item is the selected item.
type Item struct {
	Title   string // name of the person
	Kind    string // what
	Icon    ui.Icon
	State   ui.State
	Label   string // of the state; empty: its usual words
	When    string
	Link    string // link to its own page
	LinkFor string

	Short    string // says of leave how much is asked for, and that it is more than what is left; empty: it is not
	Facts    []Fact
	Receipts review.Receipts // of an expense, beside its amount
	Timed    bool            // Sheet has days and weeks
	Sheet    review.Sheet
	History  []Event
	Decide   *review.Decide   // nil: nothing to decide
	Nav      *review.QueueNav // leads to the neighbours in the list, where that is hidden; nil: the item is not in it
}

// Fact is a named value.
type Fact struct {
	Name   string
	Values []string
}

// Event is one entry of the history.
type Event struct {
	Who, Did, When string
	Icon           ui.Icon
}

// hasHeadings reports whether the list is in parts.
func (p Page) hasHeadings() bool {
	return slices.ContainsFunc(p.Rows, func(r Row) bool { return r.Heading != "" })
}

// reasons returns what stands below the name, of which a narrow list shows the beginning.
func (r Row) reasons() string {
	var list []string
	if r.State != "" {
		list = append(list, r.Label)
	}
	for _, f := range r.Flags {
		list = append(list, f.Text)
	}
	return strings.Join(list, " · ")
}
