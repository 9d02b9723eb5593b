// Package imports takes over the records that a company brings with it, from CSV and XLSX files. The lines of a file are stored and
// checked first: each is new, changes a record, changes nothing, or is wrong, and a wrong cell can be corrected in place. Then all
// of them are saved in one transaction, or none, by the rules of the feature that keeps the records. For a day it can be undone.
package imports

import (
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/tablereader"
	"presence/db"
)

// Kind is the type of the records in a file.
type Kind string

// The kinds.
const (
	Employees Kind = "employees"
	Customers Kind = "customers"
	Shifts    Kind = "shifts"
	Expenses  Kind = "expenses"
	Leave     Kind = "leave"
)

// Kinds are all kinds, in the order in which they are offered.
var Kinds = []Kind{Employees, Customers, Shifts, Expenses, Leave}

// State is the state of an import: the step that it has reached.
type State string

// The states, in their order.
const (
	Reading  State = "reading"  // the file is being read
	Mapping  State = "mapping"  // waits until a person assigns fields to the columns
	Checking State = "checking" // the lines are being checked
	Checked  State = "checked"  // every line has a verdict
	Applying State = "applying" // the lines are being saved
	Applied  State = "applied"
	Undone   State = "undone"

	discarded State = "dead" // given up before it was saved: no longer shown, and deleted by Sweep
)

// Running reports whether a process works on the import.
func (s State) Running() bool { return s == Reading || s == Checking || s == Applying }

// Verdict says what saving a line would do.
type Verdict string

// The verdicts.
const (
	New       Verdict = "new"
	Changed   Verdict = "changed"
	Unchanged Verdict = "unchanged"
	Wrong     Verdict = "wrong"
)

// Verdicts are all verdicts, in the order in which they are shown.
var Verdicts = []Verdict{Wrong, New, Changed, Unchanged}

// Limits of a file.
const (
	MaxUpload = 100 << 20 // bytes
	maxLines  = 20_000    // all of them are saved in one transaction
	maxRow    = 64 << 10  // bytes of a line
	maxText   = 256 << 20 // bytes of all lines: a small workbook may have one text in many cells
)

// undoTime is how long an import can be undone, and its lines are kept after it was saved.
const undoTime = 24 * time.Hour

// keepTime is how long the lines of a file are kept that is not saved.
const keepTime = 14 * 24 * time.Hour

// Import is one file.
type Import struct {
	ID            int64
	Kind          Kind
	File          string // its name; empty: it has none
	State         State
	Headings      []string
	Fields        []string // of each column; "" for a column that is left out
	DayOrder      DayOrder
	Company       int64 // of new employees, where the file has no column for it; 0: it has one
	Lines         int64
	Done          int64 // lines that the step under way has done
	Count         map[Verdict]int64
	Problem       string // the code of what ended the last step; empty: nothing
	CreatedAt     db.Instant
	CreatedByName string
	AppliedAt     db.Instant // 0: never
	AppliedByName string
	UndoneAt      db.Instant // 0: never

	worker string
}

// Undoable reports whether it is early enough to undo the import.
func (im Import) Undoable(now time.Time) bool {
	return im.State == Applied && now.Sub(im.AppliedAt.Time()) < undoTime
}

// Savable returns the number of lines that saving would write.
func (im Import) Savable() int64 { return im.Count[New] + im.Count[Changed] }

// Row is one line of a file.
type Row struct {
	Line    int
	Cells   []string // as written
	Verdict Verdict  // empty: not checked yet
	Faults  errs.Fields
	Changes []Change

	RecordID int64  // that exists, or that was created
	Version  int64  // of the record: when it was checked, or after it was saved
	former   string // JSON: what undoing needs
	fault    string // why the line has no cells
}

// Change is a field that saving the line changes.
type Change struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Column is a column that files of a kind have.
type Column struct {
	tablereader.Column
	Label    i18n.Text
	Key      bool      // finds the record; a file without it cannot be read
	Required bool      // of a new record
	Example  i18n.Text // of a sample file; three lines, separated by line breaks
	day      bool      // its cells are days
	whole    bool      // its cells are whole numbers
	access   bool      // decides who may do what: reauthentication is required before an import changes it in records (A5)
}

// errOutdated ends saving a file whose records have changed since it was checked.
func errOutdated() error {
	return errs.Conflict("import_outdated", "The records have changed. The file is being checked again.")
}
