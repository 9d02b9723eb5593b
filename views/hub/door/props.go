// Package door renders the page on which guests are checked in.
package door

import (
	"slices"

	"presence/app/platform/i18n"
	"presence/views/ui"
)

// Page is the page of an event.
type Page struct {
	Title, Subtitle string // the event's name, and when it takes place
	Event           string // link to the registrations
	Early           string // in how many days the event takes place; empty: today, or it is over
	EventName       string
	Totals          Totals
	Self            string // the address of this page
	Post            string // where taps are sent
	Query           string
	Links           string // the address of the check-in links
	Device          Device
	Offline         bool // the page that devices keep for when there is no network; its script fills it in
	Held            Held
	Now             *Party // the party of the last tap, on top; nil: none
	List            List
	WalkIn          WalkIn
}

// Device is what the script needs to go on without a network.
type Device struct {
	Event   string // the event's slug
	Shell   string // the address of the page without a network
	Parties string // the address of the list of the parties
	Kept    string // where kept taps are handed over
	Probe   string // an address that answers when the network is back
	Worker  string // the address of the service worker
	Scopes  string // the paths that it is for, separated by spaces
	Texts   string // the texts of the script by their names, as JSON
}

// blankParty is a party with everything that one can have, which the script fills in.
var blankParty = Party{ID: "0", Key: "0", Name: "–", Family: "–", Note: "–", Why: "–", Status: "–", Short: "–", State: ui.Neutral,
	Last: "–", All: "–", Missing: "0", One: "–", Fewer: "–", Undo: "0"}

// Held are the arrivals that staff decide about; they are polled.
type Held struct {
	Refresh string // the address that they are polled from
	Post    string // where a decision is sent
	List    []HeldArrival
}

// HeldArrival is an arrival that was counted without a network, of a party that another device has counted.
type HeldArrival struct {
	ID, Name    string
	Already     string // "Already in: 2 of 2 at 7:04 p.m. by Entrance B."
	Counted     string // what is held: who counted how many, and when
	Count, Drop string // labels of the buttons
}

// Links is the page of the check-in links of an event.
type Links struct {
	Title     string
	EventName string
	Event     string // link to the registrations
	Door      string // link to the check-in page
	Action    string // of the form
	Until     string // a sentence that says when the links end
	Over      bool   // the event is over: there are no new links
	Name      ui.Field
	Faults    ui.Faults
	Refused   string   // why there is no new link; empty: no error
	New       *NewLink // shown once
	List      []Link
}

// NewLink is a link that was just created.
type NewLink struct {
	Title, URL string
	QR         ui.QRCode
}

// Link is a check-in link.
type Link struct {
	Name, Made string
	Revoke     string // where it is revoked
	RevokeOf   string // the name of that button
}

// Code is the page behind a check-in code.
type Code struct {
	Lang    i18n.Lang
	Palette string    // the class of the colours
	QR      ui.QRCode // without a path: no registration has the code; only staff see this
	SignIn  string    // link for staff who are not signed in
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
	OnlyTop bool     // the only party that was found is on top of the page
}

// Party is one registration.
type Party struct {
	First    string // names before the family name, with a space after them; empty: none
	Family   string // the last word of Name
	ID, Key  string
	Name     string
	Note     string // who comes along, after what tells it apart from others of the same name
	Why      string // what the search found, where name and note do not show it; empty: they do
	State    ui.Tone
	Status   string // "2 of 4 arrived"
	Short    string // the part of All that has room on a phone, before anyone has arrived; empty: all of it
	Last     string // who counted last, and when; empty: none has arrived
	All      string // label of the button that checks in everyone of the party who has not arrived; empty: there is no button
	Missing  string // how many of the party have not arrived
	Primary  bool   // the button All is the main action of the page
	One      string // label of the button that checks in one person more; empty: there is no button
	Fewer    string // label of the button that takes one person off; empty: there is no button
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

// Without returns the list without the party on top of the page; nil: there is none.
func (l List) Without(top *Party) List {
	if top != nil {
		n := len(l.Parties)
		l.Parties = slices.DeleteFunc(slices.Clone(l.Parties), func(p Party) bool { return p.ID == top.ID })
		l.OnlyTop = n > 0 && len(l.Parties) == 0
	}
	return l
}
