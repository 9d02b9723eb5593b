// Package templates renders the e-mail templates: their list, and the editor with both languages side by side.
package templates

import "presence/views/ui"

// Page is the list.
type Page struct {
	Add  string
	Rows []Row
}

// Row is one template.
type Row struct{ Name, Subject, UsedBy, Changed, Href, Edit string }

// Editor is the page that creates or changes a template.
type Editor struct {
	Title, Action string
	Hidden        []ui.Hidden
	Faults        ui.Faults
	Clash         *ui.Clash
	Name          *ui.Field // of a new template; nil: the template has its name
	French        []Text
	English       []Text
	Languages     ui.Field // the languages whose fields the form shows: fr, en or both
	Codes         []PlaceGroup
	Draft         string // where the form goes for a preview
	Sample        string // the preview at first; empty: none yet
	Create        string // label of the button of a new one; empty: it exists
	Delete        string // empty: it is new
}

// Text is a field whose placeholders are chosen from a menu; its ID is set.
type Text struct {
	ui.Field
	Groups []PlaceGroup // the placeholders that fit into it
	Reads  string       // what a guest reads in place of it; empty: what it says
	AsRead string       // the id of the element with Reads
}

// PlaceGroup is what placeholders are about: the guest, the event, the links.
type PlaceGroup struct {
	Name   string
	Places []Place
}

// Place is a placeholder.
type Place struct{ Code, Means string }
