// Package audience renders the builder of an event's main list: the three ways to add entries, what each would add, and the
// list.
package audience

import (
	"presence/views/layout"
	"presence/views/ui"
)

// Page is the builder.
type Page struct {
	Head      layout.EventHead
	Open      string // id of the way to add that is open; empty: none
	Add       string // the page's address, to which the id of a way is appended that it opens
	Self      string // the page's address without a query
	Summary   Summary
	Sent      *Sent // nil: nothing was sent to the list yet
	Filters   Filters
	Preview   Preview
	Customers bool   // the directory has customers
	Directory string // link to the directory
	Pick      Pick
	Else      Else
	Table     Table
	List      List
	Clear     Clear
}

// The ways to add entries, by the ids of their sections.
const (
	WayChoose = "choose" // customers, by filters
	WayPick   = "pick"   // one person
	WayTable  = "table"  // a CSV
)

// Sent tells what became of the invitation that was sent to the list.
type Sent struct {
	Title  string
	State  ui.Status
	Chips  []ui.Chip // recipients by what became of them
	Report string    // link
}

// Summary holds the figures of the list.
type Summary struct {
	Total string
	Unit  string // "adresses"
	Empty bool
	Parts []Part

	Overlap bool   // a source brought addresses that were listed before
	Send    string // the page from which the invitation is sent
}

// Part is a source, or a kind of them, with its share of the list.
type Part struct {
	Label, Count string
	More         string // what else it brought, which is not counted; empty: nothing
	X, W         string // of 100
	Class        string
}

// Filters is the form of the filters.
type Filters struct {
	Type                ui.Field
	Name, City, Monthly ui.Field
	Subscribed, Left    ui.Field
	ShowPlans, ShowLeft bool // whether any customer has a subscription, or has left
	Cities              []string
	Post                string // URL that adds the chosen customers
}

// Preview shows whom the filters choose. Before the figures are known, Wait is the URL that returns them.
type Preview struct {
	Wait    string
	Faults  ui.Faults
	Chips   []Chip // the filters that are set
	New     string // the figure
	Any     bool   // there are entries to add
	Add     string // what the button says
	Parts   []Part
	Left    string // number of former customers left out; empty: none
	NoEmail []Person
	More    string // text: there are more without an e-mail address
	Sample  []Person
	Post    string
}

// Chip is a filter that is set, with the link to the page without it.
type Chip struct{ Label, Href string }

// kind returns the emphasis of the button that adds: it is not the page's main one while no filter is set.
func (p Preview) kind() ui.Kind {
	if len(p.Chips) > 0 {
		return ui.Primary
	}
	return ui.Secondary
}

// Person is one line of a short list of people.
type Person struct{ Name, Note string }

// Pick is the search in the directory.
type Pick struct {
	Self  string
	Query string
	Note  string // instead of results
	Found []Found
}

// Found is a customer that a search found.
type Found struct {
	Number, Name, Note string
	Left               bool
	Listed             bool
	Silent             bool // has no address
	Post               string
	Query              string // the search, to return to it
	AddFor             string // read out
}

// Else is the form for a person who is not in the directory.
type Else struct {
	Open   bool
	Post   string
	Faults ui.Faults
	Fields []ui.Field
	Lang   ui.Field
}

// Table is the import.
type Table struct {
	Post, Check string
	Fault       string
	Text        string // the pasted text
	Report      *Report
}

// Report is the result of checking or importing a CSV.
type Report struct {
	Title    string
	Good     bool
	Facts    []Person // one per figure
	Warning  string   // about languages that are not known; empty: none
	Rejected string   // number of lines rejected; empty: none
	Lines    []Line
	More     string
	Import   string // after a check: what the button says that imports the same lines, "" where there is none
	Again    string // after a check: why the file must be chosen again first
}

// Line is a rejected line.
type Line struct{ Number, Reason string }

// List is a part of the main list.
type List struct {
	Self    string
	Find    string
	Sources []ui.Option
	Source  string
	Empty   bool // the list has no entries at all
	Rows    []Row
	Mixed   bool   // the rows may differ in their source, which is shown then
	First   string // links
	Further string
}

// Row is one entry.
type Row struct {
	Name, Email, Customer, Language, Pays, Source string
	Remove, RemoveFor                             string
}

// Clear is the dialog that confirms emptying the list.
type Clear struct {
	Ask   string // link
	Open  bool
	Post  string
	Text  string
	Label string
}
