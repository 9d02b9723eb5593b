// Package approvals shows everything that one person has to decide: submitted timesheets, requested leave, and single expenses.
// It stores no records: every decision is made by the service of the record it is about, one at a time, even when many are made
// with one click (W7, C11).
//
// The main queue contains sheets and leave. The approval of a sheet covers its shifts and expenses, so these are not in the
// main queue; the expenses of waiting sheets are listed under the kind Expense, for approvers who decide about them one by one.
package approvals

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/audit"
	"presence/app/workforce/leavebalances"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// Tab is one view of the queue.
type Tab string

// The tabs, in the order of the page. Decided items are listed for thirty days.
const (
	Waiting  Tab = "waiting"  // everything that waits for a decision (OpenCounts), in the order of compareWaiting
	Changed  Tab = "changed"  // the waiting sheets that changed since an approval that was withdrawn (W7), in the same order
	Approved Tab = "approved" // newest first
	Refused  Tab = "refused"  // newest first
)

// Tabs are all tabs.
var Tabs = []Tab{Waiting, Changed, Approved, Refused}

// decidedFor is how long decided items are listed.
const decidedFor = 30 * 24 * time.Hour

// isDecided reports whether the tab contains decided items.
func (t Tab) isDecided() bool { return t == Approved || t == Refused }

// Kind is the kind of record that an item is about.
type Kind string

// The kinds; Main is the default view of the queue.
const (
	Main    Kind = "" // sheets and leave
	Sheet   Kind = "sheet"
	Leave   Kind = "leave"
	Expense Kind = "expense"
)

// Kinds are the choices of the page.
var Kinds = []Kind{Main, Sheet, Leave, Expense}

func (k Kind) holds(one Kind) bool { return k == one || k == Main && one != Expense }

// Ref identifies an item, such as sheet-12. The zero Ref identifies none.
type Ref struct {
	Kind Kind
	ID   int64
}

// String formats the Ref for addresses and forms.
func (r Ref) String() string {
	if r.ID == 0 {
		return ""
	}
	return string(r.Kind) + "-" + strconv.FormatInt(r.ID, 10)
}

// parseRef parses what String returns; ok is false for anything else.
func parseRef(s string) (r Ref, ok bool) {
	kind, id, _ := strings.Cut(s, "-")
	n, err := strconv.ParseInt(id, 10, 64)
	switch Kind(kind) {
	case Sheet, Leave, Expense:
		if err == nil && n > 0 {
			return Ref{Kind(kind), n}, true
		}
	}
	return Ref{}, false
}

// State is the state of an item.
type State string

// The states of an item. Escalated leave waits for a supervisor further up.
const (
	Open      State = "open" // a sheet that is not submitted
	Pending   State = "pending"
	Escalated State = "escalated"
	Accepted  State = "approved"
	Declined  State = "refused"
	Cancelled State = "cancelled"
)

// Item is one row of the queue.
type Item struct {
	Ref
	Version    int64
	EmployeeID int64
	Name       string
	State      State
	Changed    bool       // a sheet changed since an approval that was withdrawn
	At         db.Instant // the time since which it waits, or at which it was decided
	Comment    string     // by the approver; for leave, also by the requester

	Day     db.Day // of an expense; for a sheet of the staff pages, the first day of its period
	Minutes int64  // on the sheet
	Cents   int64  // the expenses of the sheet, or the single expense

	LeaveType  string
	Start, End db.Instant // of leave

	Description string // of an expense
	SheetID     int64  // of an expense

	Row    *payperiods.Row // the owner's period, of a waiting sheet of the staff pages; nil: not read
	rank   int             // of the row among those of its period that are read with it, in the order of the overview
	Labour payperiods.LabourWarnings
}

// part is a part of the waiting items.
type part int

// The parts, in the order of the page.
const (
	toCheck part = iota // sheets with a warning, and those for which no warnings were computed
	others              // leave and expenses: few, and leave begins on a day
	ready               // sheets that can be approved without a review
)

func (i *Item) part() part {
	switch {
	case i.Kind != Sheet:
		return others
	case i.Row == nil || !i.Row.Clean():
		return toCheck
	default:
		return ready
	}
}

// compareWaiting orders the items that wait: by their parts; sheets by their periods, the oldest first, and in a period as its overview
// has them; leave and expenses by how long they wait.
func compareWaiting(a, b *Item) int {
	return cmp.Or(cmp.Compare(a.part(), b.part()), a.Day.Compare(b.Day), cmp.Compare(a.rank, b.rank), cmp.Compare(a.At, b.At),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
}

// Context is an item with the data that its approver needs.
type Context struct {
	Item
	History []audit.Entry // newest first

	Fortnight *mytime.PeriodView // of a sheet, or of the sheet of an expense
	Previous  int64              // minutes that the owner worked in the period before
	Sheet     mytime.Sheet       // the sheet itself

	Takes    leaverequests.Taken   // by leave (W3)
	Balance  leavebalances.Balance // of the leave's kind on its first day, without this leave
	Balanced bool                  // the kind of leave has a balance
	Away     []Away                // others who are away at the same time
	AwayMore int                   // number of further ones
}

// Away is leave of another employee on the same days.
type Away struct {
	Name       string
	Start, End db.Instant
	Approved   bool // false: requested
}
