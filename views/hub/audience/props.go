// Package audience draws the builder of an event's main list: three ways in, what each would add, and the list.
package audience

import "presence/views/ui"

// Page is the builder.
type Page struct {
	Event     string
	Title     string
	Self      string // the page's address without a query
	Summary   Summary
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

// Summary is the list in figures.
type Summary struct {
	Total string
	Unit  string // "adresses"
	Empty bool
	Parts []Part
}

// Part is a kind of source with its share of the list.
type Part struct {
	Label, Count string
	X, W         string // of 100
	Class        string
}

// Filters is the form of the filters.
type Filters struct {
	Type                ui.Field
	Name, City, Monthly ui.Field
	Subscribed, Left    ui.Field
	Cities              []string
	Post                string // where the chosen are added
}

// Preview is whom the filters choose; before anybody has counted, Wait says where that is done.
type Preview struct {
	Wait    string
	Faults  ui.Faults
	New     string // the figure
	Any     bool   // there are entries to add
	Add     string // what the button says
	Parts   []Part
	Left    string // former customers left out, "" for none
	NoEmail []Person
	More    string // says that there are more without e-mail
	Sample  []Person
	Post    string
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
	Query              string // the search, to come back to
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
	Text        string // what was pasted
	Report      *Report
}

// Report is the result of checking or importing a CSV.
type Report struct {
	Title    string
	Good     bool
	Facts    []Person // figure by figure
	Rejected string   // how many lines were not taken, "" for none
	Lines    []Line
	More     string
	Import   string // after a check: what the button says that imports the same lines, "" where there is none
	Again    string // after a check: why the file must be chosen again first
}

// Line is one that was not taken.
type Line struct{ Number, Reason string }

// List is a part of the main list.
type List struct {
	Self    string
	Find    string
	Sources []ui.Option
	Source  string
	Empty   bool // there is nothing on the list at all
	Rows    []Row
	First   string // links
	Further string
}

// Row is one entry.
type Row struct {
	Name, Email, Customer, Language, Pays, Source string
	Remove, RemoveFor                             string
}

// Clear asks before the list is emptied.
type Clear struct {
	Ask   string // link
	Open  bool
	Post  string
	Text  string
	Label string
}
