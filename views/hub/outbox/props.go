// Package outbox draws the messages that are kept as files.
package outbox

import "presence/views/ui"

// Page is the list of the messages kept.
type Page struct {
	Tabs   []ui.Tab
	Groups []Group
	Older  string
	Newest string
	Mail   string // where e-mail is set up; empty: not by the viewer
}

// Group are the messages of one campaign; Href leads to its report.
type Group struct {
	Title, Href string
	Rows        []Kept
}

// Kept is one message of the outbox.
type Kept struct {
	Href, Subject, When, Size string
	To, From                  Address
}

// Address is an e-mail address with the name of its owner, if known.
type Address struct{ Name, Email string }

// Message holds the parts of one message.
type Message struct {
	Kept
	Crumbs []ui.Crumb
	HTML   string // the address of its frame; empty: it has none
	Text   string
	File   string
	Stop   string // its unsubscribe address
	Files  []File
}

// File is an attachment.
type File struct{ Name, Size, Href string }
