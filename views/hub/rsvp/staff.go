package rsvp

import "presence/views/ui"

// Head is what the staff's pages of one event share.
type Head struct {
	Title string
	Event Place
	Tabs  []ui.Tab
}

// Place is a page above this one.
type Place struct{ Name, Href string }

// List is the page of all registrations of an event.
type List struct {
	Head
	Subtitle string
	Add, CSV string // links
	Public   string // the guests' page; empty: guests do not see it
	Stats    []ui.Stat
	Gauge    *ui.Gauge
	Refresh  string // the URL of this page, from which the figures are polled
	Filters  []ui.Segment
	Action   string // of the search
	Query    string
	Keep     []ui.Hidden
	Rows     []Row
	Older    string // link to the rows before; empty: none
	Newest   string // link back; empty: these are they
	Filtered bool   // no rows, but there would be some
	Clear    string
}

// Sure is a confidence with its reason.
type Sure struct {
	Tone  ui.Tone
	Icon  ui.Icon
	Name  string
	Signs string // in a few words; empty: none
	Why   string
}

// Row is one registration in the list.
type Row struct {
	Name, Href, Note                        string
	People                                  string
	Sure                                    Sure
	Phone, Tel, Email, Number               string
	Allergies, Language, Code, When, Moment string
}

// One is a registration with its history.
type One struct {
	Head
	Subtitle  string
	Answer    []Line
	Sure      Sure
	Who       []Line
	Revisions []Revision
	Edit      string // link to the form that corrects it
	Ask       string // link that asks before it is deleted
	Asked     bool
	AskTitle  string
	AskText   string
	Delete    string // where that is posted
	Version   string
	Back      string
}

// Revision is an earlier answer.
type Revision struct {
	Title   string
	Notes   []string
	Changes []Change // what the next answer changed
	Restore string   // where that is posted
	Label   string   // of the button, read out
	Hidden  []ui.Hidden
}

// Change is a value before and after.
type Change struct{ Name, Before, After string }

// Entry is the form of an answer, given on somebody's behalf or corrected.
type Entry struct {
	Head
	Person *Place // whose registration it is; nil: a new one
	Lead   string
	Action string
	Hidden []ui.Hidden
	Fields []ui.Field
	Lines  ui.Field // of several lines
	Faults ui.Faults
	Save   string // label of the button
	List   string // link to the registrations
	Back   string
	Banner string // why it could not be saved; empty: it was not refused
	Other  string // link to the registration that does; empty: none
	Clash  *ui.Clash
}
