// Package door renders the page on which guests are checked in.
package door

import "presence/views/ui"

// Page is the page of an event.
type Page struct {
	Title, Subtitle string // the event's name, and when it takes place
	Event           string // link to the registrations
	EventName       string
	Totals          Totals
	Self            string // the address of this page
	Post            string // where taps are sent
	Query           string
	Now             *Party // the party of the last tap, on top; nil: none
	List            List
	WalkIn          WalkIn
}

// Totals are how many people are there, and how many are expected; they are polled.
type Totals struct {
	Refresh string // the address that they are polled from
	Arrived string
	Of      string // "of 120 expected"
	Gauge   ui.Gauge
}

// List is the parties that were found.
type List struct {
	Post    string
	Parties []Party
	Empty   ui.Empty // shown when there are none
	More    string   // a sentence that there are more; empty: these are all
}

// Party is one registration.
type Party struct {
	ID, Key  string
	Name     string
	Note     string // what tells it apart from others of the same name
	State    ui.Tone
	Status   string // "2 of 4 arrived"
	Last     string // who counted last, and when; empty: none has arrived
	All      string // label of the button that counts everyone in who is missing; empty: none
	Missing  string // how many that are
	Primary  bool   // that is the main action
	Stepper  bool   // one more or one less can be counted
	Down     bool   // one less can
	Undo     string // the id of the arrival that can be taken back; empty: none
	Question *Question
}

// Question asks before a tap is counted, or a walk-in is registered.
type Question struct {
	Title, Text string
	Yes         string // label of the button that does it
	Name, Value string // what the button adds to the form; empty: nothing
	Cancel      string // link back
}

// WalkIn is the form for a party that is not registered.
type WalkIn struct {
	Action   string
	Key      string
	Open     bool
	Name     ui.Field
	People   ui.Field
	Faults   ui.Faults
	Question *Question // above the capacity
	Banner   string    // why it was not saved; empty: no error
}
