// Package events renders the pages on which staff manage events: the list, and the editor of one event with the preview of
// the guests' page.
package events

import (
	"presence/views/layout"
	"presence/views/ui"
)

// List is all events: the coming ones, the next first, and the past ones, the latest first.
type List struct {
	New          string
	Coming, Past []Card
	Searchable   bool   // there are so many events that staff search
	Action       string // of the search
	Query        string
	Seasons      ui.Field
	Filtered     bool
}

// Card is one event in the list, and on Today.
type Card struct {
	ID, Title, Href string
	Weekday         string // of the date, in short
	Day, Month      string
	Year            string // empty: this year
	Date            string // in words
	Hours           string
	When, Where     string
	Place           string // the first line of Where
	Badge           *Badge // of a state other than open and over, which the list itself says; nil: none
	Palette         string // the class of its palette
	Gauge           *ui.Gauge
	People          string  // headcount of an event without a capacity, or that no guest was invited yet
	Note            string  // the deadline
	Waiting         string  // how many parties are on the waiting list; empty: none
	Act             *ui.Act // what to do next; nil: nothing
	Repeat          string  // the form for the same event a year later; empty: it is still to come
	Example         string  // the tag of an event that ships with the program; empty: it does not
}

// Badge is a state with its text.
type Badge struct {
	Tone  ui.Tone
	Text  string
	Usual bool // most events have it: the list does not say it
}

// Editor is the page of an event, or of a new one.
type Editor struct {
	Head         *layout.EventHead // nil: a new one
	Title        string            // of a new one
	Note         string            // that the event ships with the program; empty: it does not
	Action, Draw string
	Changed      bool // the form shows what was typed, not what is saved
	Discard      string
	Hidden       []ui.Hidden
	Faults       ui.Faults
	Slug         *ui.Field // nil: the event exists
	Pairs        []Pair
	When         []ui.Field
	Places       ui.Field
	Offers       []ui.Field // how places are offered to the waiting list
	Limit        ui.Field   // people of one answer
	Companions   ui.Field   // whether their names are asked for

	Questions      []Question
	QuestionsFault string     // validation error of the whole list: too many questions
	Archived       []ui.Field // archived questions, each with a checkbox that restores it

	Palettes      []Swatch
	PalettesFault string
	Template      ui.Field
	Blocks        string            // link to the editor of the blocks of its invitation; empty: of a new event
	Templates     string            // URL of the list of templates
	Clash         *ui.Clash         // nil: the event was not changed since the form was opened
	Sums          map[string]string // what is set in the parts of the form, by their id
	Kind          ui.Field          // whether the preview is of the page or of the e-mail
	Show          ui.Field          // the colours of the preview
	Languages     ui.Field          // the languages whose fields the form shows: fr, en or both
	Preview       string            // HTML document of the guest's page, for an iframe
	Mail          string            // address of the e-mail that is shown in its place; empty: it is not
	PreviewTitle  string            // of the iframe
	Files         *Files            // nil for a new event
	Picture       *Picture          // nil for a new event
	Ask           *Ask
	UpdateOffer   *UpdateOffer // nil: staff are not asked
}

// UpdateOffer is the form with which staff send guests what has changed.
type UpdateOffer struct {
	Text, Action string
	Hidden       []ui.Hidden
}

// Pair is a text in both languages.
type Pair struct {
	Name   string
	Lines  bool
	FR, EN ui.Field
}

// Question is the fields of one question that guests are asked.
type Question struct {
	Title, Summary      string // "Question 1", and its words; empty: there are none yet
	Open                bool
	Hidden              []ui.Hidden
	FR, EN              ui.Field
	Kind, Per, Required ui.Field
	Archive             *ui.Field // nil: it is a new one
	Options             []QuestionOption
	OptionsFault        string
}

// QuestionOption is the fields of one option of a question.
type QuestionOption struct {
	Hidden []ui.Hidden
	FR, EN OptionText
	Max    int // characters
}

// OptionText is an option in one language.
type OptionText struct{ Name, Label, Value, Placeholder, Error string }

// Swatch is one choice of palette.
type Swatch struct {
	Value, Label, Class string
	Checked             bool
}

// Picture is the fields of the cover picture.
type Picture struct {
	Sum          string      // whether there is one, in words
	Shown        *ui.Picture // nil: there is none
	File, Remove ui.Field
	Descriptions []ui.Field
}

// Files are the attachments.
type Files struct {
	Sum      string // how many there are, in words
	Rows     []File
	Room     string // how many more files fit
	Full     bool
	Action   string
	File     ui.Field
	Language ui.Field
	Faults   ui.Faults
}

// File is an attachment.
type File struct{ Name, About, Href, Remove, RemoveLabel string }

// Ask is the dialog that confirms deleting an event.
type Ask struct {
	Title, Text  string
	Consequences []string
	Action       string
	Hidden       []ui.Hidden
	Tell         *ui.Field // whether guests are told; nil: there are none to tell
	Do           string
}
