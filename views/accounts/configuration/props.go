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
}

// Group is a part of the form with a title.
type Group struct {
	Title, Note string
	Fields      []ui.Field
}
