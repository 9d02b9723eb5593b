// Package payroll renders the pages of payroll: pay periods to export, exports and their layouts.
package payroll

import "presence/views/ui"

// Page is the periods and the exports.
type Page struct {
	Note     string // why a period that was asked for is not offered for export; empty: none was, or it is offered
	NoteLink *File  // its export; nil: none
	Empty    bool   // no hours were entered yet
	Periods  []Group
	Older    string        // link to earlier periods
	Newest   string        // link to the newest; empty: this page shows them
	Dialog   *ExportDialog // confirms the export of a period; nil: closed
	Exports  []Export
	More     string // link to earlier exports
	Recent   string // link to the newest; empty: this page shows them
}

// Group is the periods in which the same is to be done.
type Group struct {
	Title   string // empty: there is one group alone
	Periods []Period
}

// Period is one row of the periods.
type Period struct {
	Name    string
	Range   string
	Href    string // its overview
	HrefFor string // read out
	Gauge   *ui.Gauge
	Missing *File  // employees who have entered nothing, to find them; nil: none, it is exported, or Open counts them
	Export  *File  // its export; nil: not exported yet
	Nothing bool   // it has nothing that could be exported
	Ready   bool   // it is over, and everything in it is approved
	Over    bool   // it is over
	Main    bool   // its export is the main button of the page
	Open    []File // how many of its timesheets are not approved, by what they wait for, once it is over
	Holds   string // what its export would have now: people, hours and dollars; empty: nothing, or it is exported
	Ask     string // link to the page with the dialog; empty: it cannot be exported
	AskFor  string // read out
}

// File is a link to an export.
type File struct{ Label, Href string }

// ExportDialog is the dialog before a period is exported.
type ExportDialog struct {
	Title, Text string
	Nothing     string // why there is nothing to export; empty: there is
	Sums        []Fact // what the file would add up to
	Missing     *File  // employees who have entered nothing; nil: none
	Notice      *Notice
	Action      string
	Hidden      []ui.Hidden
	Presets     ui.Field
	Formats     ui.Field
	Do          string // label of the button: "Export 202 lines"
}

// Notice warns of what an export would lack; it has to be ticked.
type Notice struct {
	Title, Text string
	Tick        ui.Field
}

// Export is one row of the exports.
type Export struct {
	Label, Href      string
	Period           string
	When, By         string
	Lines            string
	Hours, Leave     string // worked; of leave
	Money            string
	Withdrawn        bool
	Compare          string // read out
	File, Downloaded string // link, and its accessible name
}

// Comparison is the difference of an export from what it would contain now.
type Comparison struct {
	Same   bool
	Tone   ui.Tone
	Text   string
	Href   string // where the differences are; empty: there are none
	Spoken string // read out for the link
}

// ExportPage is an export with its manifest.
type ExportPage struct {
	Title, Subtitle string
	File            string
	Receipts        string // address of the receipts; empty: the export has no expenses
	Ask             string // link to the page that confirms the withdrawal; empty: it cannot be withdrawn
	AskOpen         bool   // the dialog is open
	AskTitle        string
	Withdraw        string // URL that withdraws it
	Withdrawn       bool
	Facts           []Fact
	Hash            string // SHA-256 of the file
	Stats           []ui.Stat
	Codes           []Total // by pay code
	People          []Total
	PeopleNote      string // how many there are, or that there are more
	Lines           []Line // the first ones of the file
	LinesNote       string // says that there are more; empty: these are all
	Changes         []Change
	ChangesCut      string // says that there are more; empty: these are all
	Corrections     []Correction
	CorrectionsCut  string
}

// Fact is one value of the manifest; the note may be empty.
type Fact struct{ Name, Value, Note string }

// Total is what lines add up to; figures that are zero are blank.
type Total struct{ Name, Hours, Money, Distance string }

// Line is one line of the file.
type Line struct {
	Total
	Week, Code string
}

// Change is one figure that has changed.
type Change struct {
	Person, Week, Code, Column string
	Before, Now, Difference    string
	Waits                      bool
}

// Correction is one line that corrects an earlier export.
type Correction struct {
	Person, Week, Code string
	Figures            string
	Corrects           File
}

// Presets is the layouts, and the form of one of them when it is open.
type Presets struct {
	AddColumns, AddADP string // the page with the form of a new one
	Rows               []Preset
	Form               *PresetForm
}

// Preset is one layout; without a link it is built in.
type Preset struct{ Name, Kind, Holds, Href, Edit string }

// PresetForm is a new layout, or one being changed.
type PresetForm struct {
	Title   string
	Action  string
	Hidden  []ui.Hidden
	Fields  []ui.Field
	Lines   *ui.Field // a field of several lines; nil: none
	Columns []PresetColumn
	Sample  string // lines of a file with the ticked columns
	Faults  ui.Faults
	Archive string // URL that archives it; empty: it is new
}

// PresetColumn is one column that a layout can have.
type PresetColumn struct {
	Name, Label string // in the file, and for people
	Checked     bool
	Up, Down    string // what the buttons that move it are called
	Moved       string // "up" or "down": that button was pressed
	Samples     string // its values in the lines of the sample, separated by |
}
