// Package home draws Today, where staff land.
package home

import "presence/views/ui"

// Page is what waits for one person.
type Page struct {
	Title   string
	Date    string
	Overdue *Overdue
	Approve []Approve
	Others  *Others // nil: nothing else waits for a decision
	Done    *Done
	Sheet   *Sheet
	Nothing bool // nothing above waits

	Events    []Event // the next ones; none: not shown
	AllEvents string
	Sends     []Send // none: not shown
}

// Send is an invitation or a reminder that is under way, or stands still.
type Send struct {
	Title, Kind, Href string
	Gauge             ui.Gauge
	Moves             bool
}

// Event is one that guests are invited to.
type Event struct {
	Title, Href, When string
	Gauge             *ui.Gauge // headcount against capacity; nil: no limit
	People            string    // where there is no limit
}

// Overdue is a sheet that should have been handed in.
type Overdue struct{ Title, Text, Href string }

// Others is what waits for a decision beside the periods.
type Others struct {
	Parts []string // "1 leave request"
	Href  string
}

// Approve is a period with something left to approve.
type Approve struct {
	Title  string
	Period string
	Ready  string
	Look   string
	Button string
	Label  string // of the button, read out
	Href   string
	First  bool
	Gauge  ui.Gauge
	Facts  []Fact
}

// Fact is a figure with its name.
type Fact struct{ Name, Value string }

// Done is a period in which everything is approved.
type Done struct {
	Title, Href string
	Gauge       ui.Gauge
}

// Sheet is the own time of the period under way.
type Sheet struct {
	Period string
	State  ui.State
	Label  string // of the state, when its usual words do not fit
	Hours  string
	Weeks  []ui.Gauge
	Notes  []Note
	Button string
	Href   string
	Main   bool // the one thing to do on this page
}

// Note is something to know about the sheet.
type Note struct {
	Icon ui.Icon
	Tone ui.Tone
	Text string
}
