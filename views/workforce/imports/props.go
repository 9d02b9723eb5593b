// Package imports renders the pages of the import of files.
package imports

import "presence/views/ui"

// List is the page with the form and the recent imports.
type List struct {
	Faults ui.Faults
	Kind   ui.Field
	Team   bool // the employees are chosen, on the way from the team
	File   ui.Field
	Kinds  []Kind
	Rows   []Item
}

// Kind says what a file of a kind contains.
type Kind struct {
	Value, Name      string
	Needed, Optional string // the columns
	Note             string
	Files            []File // samples
}

// File is a link to a file.
type File struct{ Label, Full, Href string }

// Item is a recent import.
type Item struct {
	Name, Href  string
	Kind, Lines string
	When, By    string
	Status      Status
}

// Status is the step of an import.
type Status struct {
	Tone ui.Tone
	Icon ui.Icon
	Text string
}

// ImportPage is the page of an import.
type ImportPage struct {
	Title, Subtitle string
	Team            bool   // of employees
	Self            string // address of the page as it is shown
	Status          Status
	Running         *ui.Progress   // a step is under way
	Problem         string         // why the last step did not finish; empty: it did
	Again           string         // the file was checked again; empty: it was not
	Columns         *ui.ColumnForm // the columns can be chosen
	Order           *Order         // some dates can mean two days
	Apply           *Apply         // the lines can be saved
	Periods         []Period       // of the imported records, the newest first
	Invite          *Invite        // the imported employees can be invited to sign in
	Undo            *Undo          // the import can be undone
	Common          []string       // faults that most lines have
	Obstacles       []string       // why it cannot
	More            string         // how many further obstacles there are
	Delete          string         // where the file is given up; empty: it cannot be
	Nothing         ui.BannerProps // why there is nothing to save; no title: there is
	Chips           []ui.Chip      // the results, each leads to its lines
	Rows            []Row
	First, Further  string // addresses of the first and the next lines; empty: none
}

// Order says how the dates are read that can mean two days, or asks.
type Order struct {
	Tone    ui.Tone
	Text    string
	Post    string
	Choices []ui.Option
}

// Apply are the buttons that save the lines.
type Apply struct {
	Post  string
	Label string // empty: there is nothing to save
	Skip  string // what becomes of the wrong lines, which the button skips; empty: there are none
	Error string

	Submit  *ui.Field // the choice to submit timesheets; nil: there is none
	Company string    // which company new employees get; empty: the file says it
}

// Period leads to a pay period.
type Period struct{ Label, Href string }

// Invite leads to the employees who cannot sign in yet.
type Invite struct {
	Href  string // the list of them, where they are invited by email
	Links string // where links for them are created, to hand out
}

// Undo is the button that undoes the import.
type Undo struct{ Post, Text string }

// Row is one line.
type Row struct {
	Line    string
	Name    string
	Href    string // of the record; empty: none
	Status  Status
	Lines   []string // changes, or errors of the whole line
	Post    string   // where the cells are corrected; empty: they cannot be
	Inputs  []ui.Field
	FixName string // the name of the button that corrects them
}
