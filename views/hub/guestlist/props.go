// Package guestlist renders what is printed of the registrations of an event: the guest list, the totals of the answers, and the
// name badges.
package guestlist

import "presence/views/ui"

// Head holds what the pages of one event have in common.
type Head struct {
	Event    string // its title
	Href     string // its page
	Back     string // its registrations
	Subtitle string
}

// GuestList is the list to print, by family name.
type GuestList struct {
	Head
	Badges string // link to the name badges
	Rows   []Expected
	Pages  *ui.Pages // nil: there is one page
}

// Expected is one registration on the list to print.
type Expected struct {
	Last, First      string
	People           int
	Count, Allergies string
	Companions       string // names; empty: none
	Answers          []Text // to the questions of the event
}

// Text is a name with a text.
type Text struct{ Name, Value string }

// Totals are the totals of the answers to the questions of an event.
type Totals struct {
	Head
	File      string // link
	Questions []Total
	Allergies []Text // a party, its allergies
	More      string // link to all registrations with allergies; empty: these are all
}

// Total is the total of one question.
type Total struct {
	Title, Note string
	Parties     bool   // it is answered once for each party
	Sum         string // of a number; empty: it is none
	Rows        []TotalRow
}

// TotalRow is how often an option was chosen.
type TotalRow struct{ Name, Answers, People string }

// Badges are name badges to print.
type Badges struct {
	Head
	Paper  string // letter or a4
	Papers []ui.Segment
	People []NameBadge
	Pages  *ui.Pages // nil: there is one page
}

// NameBadge is the badge of one person. Without a name, it has a line to write on.
type NameBadge struct{ Name, With string }
