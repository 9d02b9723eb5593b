// Package configuration renders the company's settings.
package configuration

import "presence/views/ui"

// Page is a form of settings.
type Page struct {
	Title  string
	Tabs   []ui.Tab
	Action string
	Hidden []ui.Hidden
	Faults ui.Faults
	Groups []Group
	Save   string
	Failed string // why the test of the typed values failed; empty: it did not
	Anyway string // label of the button that saves them nevertheless
}

// Group is a part of the form with a title.
type Group struct {
	Title, Note string
	Fields      []ui.Field
	Copy        *Copy // nil: none
}

// Copy is a text to copy into the settings of another system.
type Copy struct {
	Label, Text string
}
