// Package clockings renders the clock on Today, the page that settles a clocking, and the page of who has clocked in.
package clockings

import "presence/views/ui"

// Clock is the card of a person's clock.
type Clock struct {
	Title   string
	State   string // "Clocked in since 8:02 a.m."; empty: not clocked in
	Note    string // the task, and how times are rounded
	OnBreak bool
	Waiting []Waiting // clockings to settle, the oldest first
	Main    *Act      // the large button; nil: a clocking must be settled first
	Other   *Act      // a second button; nil: none
	Tasks   *ui.Field // the tasks to choose from; nil: there is one, or none can be chosen now
	Switch  *Act      // goes on with the task that is chosen; nil: the task is chosen with Main
	Primary bool      // Main is the main button of the page
}

// Act is a button that stamps.
type Act struct {
	Label, Action string
	Icon          ui.Icon
}

// Waiting is a clocking that must be settled.
type Waiting struct{ Title, Text, Href, Button string }

// Settle is the page that settles a clocking.
type Settle struct {
	Title, Text string
	Done        bool // nothing is left to settle: Text says what became of it
	Action      string
	Version     string
	Faults      ui.Faults
	End, Reason ui.Field
	Save, Drop  string // buttons
}

// Present is the page of who has clocked in.
type Present struct {
	Address string // of this page of the list
	Count   string // of all people
	Rows    []Person
	Pages   *ui.Pages // nil: all are on one page
}

// Person has clocked in.
type Person struct {
	Name, Href, Since, Task string
	State                   ui.Status
}
