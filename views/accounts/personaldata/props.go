// Package personaldata renders the page of what is held of a person.
package personaldata

import "presence/views/ui"

// Page is the page: a field for an address or a number and, once one is given, what was found.
type Page struct {
	Tabs   []ui.Tab
	Who    ui.Field
	Faults ui.Faults
	Found  *Found // nil: nobody was looked up
}

// Found is what is held of a person.
type Found struct {
	Title    string
	Who      string   // as it was typed
	About    []string // the addresses and numbers that belong together
	Others   string   // other customers with the same address; empty: none
	Erased   string   // when, and by whom; empty: never
	Why      string   // of that erasure
	File     string   // address of the file; empty: nothing is held
	Groups   []Group
	Erasable bool
	Reason   ui.Field
	Confirm  ui.Field
}

// Group is what one table holds.
type Group struct {
	ID, Name, Count string
	Fate            string // what an erasure does with it
	More            string // how many are shown, if not all
	Rows            []Row
}

// Row is one row of a table.
type Row struct{ When, Event, What, Href string }
