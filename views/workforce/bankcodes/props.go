// Package bankcodes renders the page of the bank codes.
package bankcodes

import "presence/views/ui"

// Page is the codes, and the form of one of them when it is open.
type Page struct {
	Add  string // the page with the form of a new code
	Rows []Row
	Form *Form

	Starters []ui.Option // sets of usual codes, offered while there is no code
}

// Row is one code.
type Row struct{ Code, Type, Use, Modifier, Href, Edit string }

// Form is a new code, or one being changed.
type Form struct {
	Title   string
	Action  string
	Hidden  []ui.Hidden
	Fields  []ui.Field // code, type, use, modifier
	Faults  ui.Faults
	Archive string // URL that archives it; empty: it is new
}
