// Package approvals brings together what one person has to decide: timesheets that were submitted, leave that was asked
// for, and expenses on their own. It keeps no records: every decision is made by the service of the record it is about,
// one at a time, also when many are made at once (W7, C11).
//
// The queue holds sheets and leave. A sheet's approval covers its shifts and expenses, so these do not wait a second
// time; whoever looks at expenses one by one finds those of waiting sheets under a kind of their own.
package approvals

import (
	"strconv"
	"strings"
	"time"

	"presence/app/platform/audit"
	"presence/app/workforce/mytime"
	"presence/db"
)

// Tab is one view of the queue.
type Tab string

// The tabs, in the order of the page. What is decided leaves its tab after thirty days.
const (
	Waiting  Tab = "waiting"  // everything that waits for a decision (Open), oldest first
	Changed  Tab = "changed"  // of these the sheets that changed since an approval that was withdrawn (W7), oldest first
	Approved Tab = "approved" // newest first
	Refused  Tab = "refused"  // newest first
)

// Tabs are all of them.
var Tabs = []Tab{Waiting, Changed, Approved, Refused}

// decidedFor is how long decided items are listed.
const decidedFor = 30 * 24 * time.Hour

// isDecided reports whether the tab holds what was decided already.
func (t Tab) isDecided() bool { return t == Approved || t == Refused }

// Kind is what an item is a decision about.
type Kind string

// The kinds; Main is the queue as it opens.
const (
	Main    Kind = "" // sheets and leave
	Sheet   Kind = "sheet"
	Leave   Kind = "leave"
	Expense Kind = "expense"
)

// Kinds are the choices of the page.
var Kinds = []Kind{Main, Sheet, Leave, Expense}

func (k Kind) holds(one Kind) bool { return k == one || k == Main && one != Expense }

// Ref names an item: sheet-12. The zero Ref names none.
type Ref struct {
	Kind Kind
	ID   int64
}

// String is the Ref as addresses and forms carry it.
func (r Ref) String() string {
	if r.ID == 0 {
		return ""
	}
	return string(r.Kind) + "-" + strconv.FormatInt(r.ID, 10)
}

// ParseRef reads what String writes; ok is false for anything else.
func ParseRef(s string) (r Ref, ok bool) {
	kind, id, found := strings.Cut(s, "-")
	n, err := strconv.ParseInt(id, 10, 64)
	switch Kind(kind) {
	case Sheet, Leave, Expense:
		if found && err == nil && n > 0 {
			return Ref{Kind(kind), n}, true
		}
	}
	return Ref{}, false
}

// State is how far an item is.
type State string

// The states of an item. Escalated is pending at a supervisor further up.
const (
	Open      State = "open" // a sheet that its owner has not submitted
	Pending   State = "pending"
	Escalated State = "escalated"
	Accepted  State = "approved"
	Declined  State = "refused"
	Cancelled State = "cancelled"
)

// Item is one line of the queue.
type Item struct {
	Ref
	Version    int64
	EmployeeID int64
	Name       string
	State      State
	Changed    bool       // since an approval that was withdrawn; of a sheet
	At         db.Instant // since when it waits, or when it was decided
	Comment    string     // the approver's; the asker's and the approver's of leave

	Day     db.Day // of an expense; the first of the period of a sheet that the pages keep
	Minutes int64  // on the sheet
	Cents   int64  // spent on the sheet, or the expense

	LeaveType  string
	Start, End db.Instant // of leave

	Description string // of an expense
	SheetID     int64  // of an expense
}

// key orders the queue without ties.
type key struct {
	at   db.Instant
	kind Kind
	id   int64
}

func (i Item) key() key { return key{i.At, i.Kind, i.ID} }

// String is the key as an address carries it.
func (k key) String() string {
	return strconv.FormatInt(int64(k.at), 10) + "." + Ref{k.kind, k.id}.String()
}

// parseKey reads what String writes; anything else is the start.
func parseKey(s string) *key {
	at, ref, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(at, 10, 64)
	r, ok := ParseRef(ref)
	if err != nil || !ok {
		return nil
	}
	return &key{db.Instant(n), r.Kind, r.ID}
}

// Context is an item with what is needed to decide about it.
type Context struct {
	Item
	Trail []audit.Entry // newest first

	Fortnight *mytime.PeriodView // of a sheet, and of the sheet of an expense: the days and weeks around it
	Sheet     mytime.Sheet       // the sheet itself

	LeaveMinutes int64  // what leave takes of working days (W3)
	Away         []Away // who else is away then
	AwayMore     int    // how many more than these
}

// Away is leave of another employee on the same days.
type Away struct {
	Name       string
	Start, End db.Instant
	Approved   bool // else it is asked for
}
