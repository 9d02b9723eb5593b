// Package events draws the events of staff: the list, and the page of one with its editor and the preview of what guests
// will see.
package events

import "presence/views/ui"

// List is every event: those to come, the next first, and those that are over, the latest first.
type List struct {
	New          string
	Coming, Past []Card
}

// Card is one event in the list, and on Today.
type Card struct {
	ID, Title, Href string
	Day, Month      string // of the leaf of the calendar
	When, Where     string
	Badge           Badge
	Palette         string // the class of its palette
	Gauge           *ui.Gauge
	People          string // where there is no capacity
	Note            string // until when answers are taken, or that it ships with the program
}

// Badge is a state in words.
type Badge struct {
	Tone ui.Tone
	Icon ui.Icon
	Text string
}

// Editor is the page of one event, or of one that is not there yet.
type Editor struct {
	Title, Subtitle string
	Badge           *Badge // nil: a new one
	Tabs            []ui.Tab
	Saved           bool // a version of staff, which can be deleted
	Action, Draw    string
	Guest           string // the page as guests see it; empty: they do not
	Copy            string
	AskDelete       string
	Hidden          []ui.Hidden
	Faults          ui.Faults
	Slug            *ui.Field // nil: it is there already
	Pairs           []Pair
	When            []ui.Field
	Places          ui.Field
	State           ui.Field
	Palettes        []Swatch
	PalettesFault   string
	Template        ui.Field
	Templates       string // their page
	Clash           *ui.Clash
	Look            ui.Field // the language of the preview
	Preview         string   // the guest's page, whole
	Shows           string   // in which language
	Files           *Files   // nil: a new event has none
	Ask             *Ask
}

// Pair is a text in both languages, side by side.
type Pair struct {
	Name   string
	Lines  bool
	Long   bool // one line, which may be longer than half the form
	FR, EN ui.Field
}

// Swatch is a palette to choose.
type Swatch struct {
	Value, Label, Class string
	Checked             bool
}

// Files are the attachments.
type Files struct {
	Rows     []File
	Room     string // how many more there may be
	Full     bool
	Action   string
	File     ui.Field
	Language ui.Field
	Faults   ui.Faults
}

// File is an attachment.
type File struct{ Name, About, Href, Remove, RemoveLabel string }

// Ask is the question before an event is deleted.
type Ask struct {
	Title, Text  string
	Consequences []string
	Action       string
	Hidden       []ui.Hidden
	Do           string
}
