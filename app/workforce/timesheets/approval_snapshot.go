package timesheets

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"presence/db"
)

// The kinds of line of a sheet.
const (
	KindShift   = "shift"
	KindExpense = "expense"
)

// Line is a shift or an expense with the fields that an approval covers.
type Line struct {
	Kind        string     `json:"kind"`
	ID          int64      `json:"id"`
	BankCodeID  int64      `json:"bank_code_id"`
	Day         db.Day     `json:"date"`
	Start       db.Instant `json:"start,omitzero"`       // of a shift
	End         db.Instant `json:"end,omitzero"`         // of a shift
	Minutes     int64      `json:"minutes,omitzero"`     // of a shift
	Breaks      string     `json:"breaks,omitzero"`      // of a shift: shifts.Breaks
	Amount      int64      `json:"amount,omitzero"`      // of an expense, in cents
	Description string     `json:"description,omitzero"` // of an expense
	CustomerID  int64      `json:"customer_id,omitzero"`
	ActivityID  int64      `json:"activity_id,omitzero"`
}

// LineChange is a line that differs from what the last approval covered.
type LineChange struct {
	Kind          string // KindShift or KindExpense
	ID            int64
	Before, After *Line // Before is nil for a new line, After for a deleted one
}

// approvalSnapshot is the content that an approval covers, as stored in timesheet_approvals.
type approvalSnapshot struct {
	Version int    `json:"v"`
	Lines   []Line `json:"lines"`
}

// snapshotVersion is the version of the stored format. A new format gets the next number, and its reader must still read this
// one.
const snapshotVersion = 1

func encodeSnapshot(lines []Line) (string, error) {
	b, err := json.Marshal(approvalSnapshot{snapshotVersion, sortLines(lines)})
	return string(b), err
}

func decodeSnapshot(text string) ([]Line, error) {
	var c approvalSnapshot
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return nil, err
	}
	if c.Version != snapshotVersion {
		return nil, fmt.Errorf("timesheets: approval content of version %d", c.Version)
	}
	return c.Lines, nil
}

func sortLines(lines []Line) []Line {
	slices.SortFunc(lines, compareLines)
	return lines
}

func compareLines(a, b Line) int {
	return cmp.Or(cmp.Compare(b.Kind, a.Kind), cmp.Compare(a.ID, b.ID)) // by kind descending, so that shifts come first
}

// diffLines returns the differences between two states of a sheet, shifts first, sorted by id.
func diffLines(before, after []Line) []LineChange {
	var changes []LineChange
	b, a := sortLines(before), sortLines(after)
	for len(b) > 0 || len(a) > 0 {
		switch {
		case len(a) == 0 || len(b) > 0 && compareLines(b[0], a[0]) < 0:
			changes = append(changes, LineChange{b[0].Kind, b[0].ID, &b[0], nil})
			b = b[1:]
		case len(b) == 0 || compareLines(b[0], a[0]) > 0:
			changes = append(changes, LineChange{a[0].Kind, a[0].ID, nil, &a[0]})
			a = a[1:]
		default:
			if b[0] != a[0] {
				changes = append(changes, LineChange{a[0].Kind, a[0].ID, &b[0], &a[0]})
			}
			b, a = b[1:], a[1:]
		}
	}
	return changes
}
