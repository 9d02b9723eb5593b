// Package notifications tells people what concerns them: that time or leave waits for them, what was decided about their own,
// and to those who run events how answers and sends proceed (W15). Features create notifications in the transaction of the
// change. People get them by the API's summary, on the page of notifications, and at once by a stream that works across
// replicas.
package notifications

import (
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// Kind says what happened.
type Kind string

// The kinds of the workforce half (W15), with whom each is told.
const (
	SheetSubmitted Kind = "timesheet.submitted" // to the supervisor
	SheetApproved  Kind = "timesheet.approved"  // to the owner
	SheetChanged   Kind = "timesheet.changed"   // to the owner: the approval was withdrawn, or what was handed in was corrected
	ExpenseDecided Kind = "expense.decided"     // to the owner
	LeaveRequested Kind = "leave.requested"     // to the supervisor
	LeaveDecided   Kind = "leave.decided"       // to the owner, or to the supervisor when the owner cancels
	PeriodApproved Kind = "period.approved"     // to the owners of its sheets, once each
	SheetReminder  Kind = "timesheet.reminder"  // to who has not handed in the time of a period that soon ends (Remind)
)

// The kinds of the event half (W15).
const (
	AnswersReceived Kind = "rsvp.received"     // to whoever runs events, one for each event until it is read (NotifyRSVPs)
	SendProgress    Kind = "campaign.progress" // to whoever runs events or started the send: when it begins and at each quarter (NotifySend)
	SendFinished    Kind = "campaign.finished" // to the same: it is complete, cancelled, or waits for staff (NotifySend)
)

// Event is a change that people are notified of. Its author is not.
type Event struct {
	At   db.Instant
	By   auth.Actor
	Kind Kind
	IDs  []int64 // the timesheets, expenses or leave requests that it is about
	Data Data
}

// Data holds what the text of a notification needs, in no language.
type Data struct {
	By        string     `json:"by,omitempty"`       // who did it
	Employee  string     `json:"employee,omitempty"` // whose record it is
	Period    db.Day     `json:"period,omitzero"`    // first day of the pay period
	Due       db.Day     `json:"due,omitzero"`       // its last day, with SheetReminder
	Sheet     int64      `json:"sheet,omitempty"`    // the timesheet, with an expense
	Change    Change     `json:"change,omitempty"`   // with SheetChanged and ExpenseDecided
	Approved  bool       `json:"approved,omitempty"` // with ExpenseDecided
	Cents     int64      `json:"cents,omitempty"`    // with ExpenseDecided
	LeaveType string     `json:"leave_type,omitempty"`
	Status    string     `json:"status,omitempty"` // of the leave
	Start     db.Instant `json:"start,omitempty"`  // of the leave
	End       db.Instant `json:"end,omitempty"`
	EventID   string     `json:"event_id,omitempty"` // with the kinds of the event half
	TitleFR   string     `json:"title_fr,omitempty"`
	TitleEN   string     `json:"title_en,omitempty"`
	Count     int64      `json:"count,omitempty"` // answers, with AnswersReceived
	Send      *Sending   `json:"send,omitempty"`  // with the kinds of a campaign
}

// Change says what happened to a sheet or an expense, where the Kind does not.
type Change string

// The changes.
const (
	ApprovalWithdrawn Change = "approval_withdrawn"
	LinesCorrected    Change = "lines_corrected"
	SheetReturned     Change = "returned"      // sent back instead of approved
	ReturnUndone      Change = "return_undone" // it waits for the approver again
	ExpenseRefused    Change = "refused"       // left unapproved, with the reason
	DecisionUndone    Change = "undone"        // the decision about the expense was taken back
)

// Notification is one event as one person is told of it.
type Notification struct {
	ID       int64
	PersonID string
	Kind     Kind
	RecordID int64 // 0 for a pay period
	Data     Data
	At       db.Instant
	ReadAt   db.Instant // zero: not yet
}

// Pending counts what waits for the decision of a person: sheets, what is on them, and leave.
type Pending struct{ Timesheets, Expenses, Leave, Shifts int64 }

// CountPending returns what waits for the decision of by. It is injected, since this package does not know the records.
type CountPending func(ctx context.Context, by auth.Actor) (Pending, error)

// kindSpec says what a kind of notification is about, and who gets it.
type kindSpec struct {
	record    string // the kind of record
	query     string // the query that finds the people of the records
	recipient func(Event, recordPeople) string
	// resolves is the kind that asked for this decision; its unread notifications are marked as read.
	resolves Kind
}

// recordPeople are the people concerned by one record.
type recordPeople struct {
	id                int64
	owner, supervisor string // person ids; above is empty without a live supervisor
	employee          string
	period            db.Day
	sheet             int64
}

func toOwner(_ Event, c recordPeople) string      { return c.owner }
func toSupervisor(_ Event, c recordPeople) string { return c.supervisor }

// toOtherParty is the owner, and the supervisor when the owner gives up what was asked for.
func toOtherParty(e Event, c recordPeople) string {
	if e.By.PersonID == c.owner && e.Data.Status == "Cancelled" {
		return c.supervisor
	}
	return c.owner
}

var kinds = map[Kind]kindSpec{
	SheetSubmitted: {"timesheet", peopleOfSheets, toSupervisor, ""},
	SheetApproved:  {"timesheet", peopleOfSheets, toOwner, SheetSubmitted},
	SheetChanged:   {"timesheet", peopleOfSheets, toOwner, ""},
	ExpenseDecided: {"expense", peopleOfExpenses, toOwner, ""},
	LeaveRequested: {"leave_request", peopleOfLeave, toSupervisor, ""},
	LeaveDecided:   {"leave_request", peopleOfLeave, toOtherParty, LeaveRequested},
	PeriodApproved: {"pay_period", peopleOfSheets, toOwner, SheetSubmitted},
	SheetReminder:  {record: "pay_period"},

	AnswersReceived: {record: "event"},
	SendProgress:    {record: "campaign"},
	SendFinished:    {record: "campaign"},
}
