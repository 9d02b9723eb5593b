// Package companydata renders the page that exports all records of the company, and imports them.
package companydata

import "presence/views/ui"

// Page is the page of the export.
type Page struct {
	Tabs    []ui.Tab
	Command string // that imports the file
	File    ui.Field
	Faults  ui.Faults
	NotNew  string   // why nothing can be imported here; empty: it can
	Ready   bool     // the reader has come for the file
	Archive *Archive // that was uploaded; nil: none
}

// Archive is an uploaded archive.
type Archive struct {
	ID            string
	Self          string // address of the page that shows it
	About         string // company, time and version
	Parts         []Fact // all rows, by what they are
	Total         string
	Settings      []Fact       // the first ones
	Administrator ui.Field     // who goes on as the reader; without options the archive has none
	Import        string       // label of the button
	Failure       string       // of the last attempt; empty: none
	Running       *ui.Progress // nil: it is not being imported
}

// Fact is a name with its value.
type Fact struct{ Name, Value string }
