// Package payroll renders the pages of payroll: pay periods to export, exports and their layouts.
package payroll

import "presence/views/ui"

// Page is the periods and the exports.
type Page struct {
	Periods []Period
	Older   string        // link to earlier periods
	Newest  string        // link back to the present ones; empty: these are they
	Dialog  *ExportDialog // asks before a period is exported; nil: closed
	Exports []Export
	More    string // link to earlier exports
	Recent  string // link back to the newest; empty: these are they
}

// Period is one row of the periods.
type Period struct {
	Name    string
	Range   string
	Note    string // "under way"
	Href    string // its overview
	HrefFor string // read out
	Gauge   *ui.Gauge
	Export  *File  // its export; nil: not exported yet
	Ready   bool   // something in it is approved
	Ask     string // link to the page with the dialog; empty: it cannot be exported
	AskFor  string // read out
}

// File is a link to an export.
type File struct{ Label, Href string }

// ExportDialog is the dialog before a period is exported.
type ExportDialog struct {
	Title   string
	Notes   []string
	Action  string
	Hidden  []ui.Hidden
	Presets ui.Field
	Formats ui.Field
}

// Export is one row of what was handed over.
type Export struct {
	Label, Href      string
	Period           string
	When, By         string
	Lines, Hours     string
	Money            string
	Withdrawn        bool
	Compare          string // read out
	File, Downloaded string // link, and what is read out for it
}

// Comparison is the difference of an export from what it would contain now.
type Comparison struct {
	Same bool
	Text string
}

// ExportPage is an export with its manifest.
type ExportPage struct {
	Title, Subtitle string
	File            string
	Ask             string // link to the page that asks before it is withdrawn; empty: it cannot be
	AskOpen         bool   // the question is open
	AskTitle        string
	Withdraw        string // where that is posted
	Withdrawn       bool
	Facts           []Fact
	Hash            []string // in pieces, between which a line may break
	Stats           []ui.Stat
	Changes         []Change
	ChangesCut      string // says that there are more; empty: these are all
	Corrections     []Correction
	CorrectionsCut  string
}

// Fact is one line of the manifest.
type Fact struct{ Name, Value string }

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
	Lines   *ui.Field  // a field of several lines; nil: none
	Ranks   []ui.Field // the place of each column
	Faults  ui.Faults
	Archive string // where its archiving is posted; empty: it is new
}
