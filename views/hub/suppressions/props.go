// Package suppressions draws the list of the addresses that nothing is sent to.
package suppressions

import "presence/views/ui"

// Page is the list of the suppressed addresses.
type Page struct {
	Tabs     []ui.Tab
	Count    string
	Faults   ui.Faults
	Email    ui.Field
	Query    string
	Asked    string // how many addresses staff are to decide about, in words; empty: none
	AskMore  string
	Ask      []Undecided
	Rows     []Address
	First    string
	Next     string
	Filtered bool
}

// Address is one suppressed address.
type Address struct {
	Email, Reason, Since string
	From                 string // the event whose message led to it, or staff
	Remove               string // the name of the button to remove it
	Why, Server          string // of a bounce: the cause, and the words of the mail server
}

// Undecided is an address that staff are to keep or exclude.
type Undecided struct {
	Email, Count, Since, Why, Server string
	Keep, Drop                       string // the names of the buttons
}
