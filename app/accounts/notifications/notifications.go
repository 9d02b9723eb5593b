// Package notifications notifies people of time and leave that wait for their decision, of decisions about their own records,
// and of answers and sends if they run events (W15). Features create notifications in the transaction of the change. People
// read them in the API's summary, on the notifications page, and immediately through a stream that works across replicas.
//
// The kinds of all features are declared here and not by the features, because they depend on each other. A submitted timesheet
// marks reminders of pay periods as read, and the approval of a whole period those of submitted timesheets. A topic, for which a
// person chooses when to get e-mail, contains kinds of several features, and the kinds of leave are in one of two topics,
// depending on who reads them. The data of all kinds have one stored form, and the list of topics has one order across both
// halves. If the features declared their kinds, a list made at the start would have to be passed to each service that notifies;
// now they call Notify in their transaction with a constant that the compiler checks. A new kind is a constant, a row of kinds
// with its text (messages.go), and its topic (topics.go).
package notifications

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/db"
)

// Kind is the kind of a notification.
type Kind string

// The kinds of the workforce half (W15), with their recipients.
const (
	SheetSubmitted Kind = "timesheet.submitted" // to the supervisor
	SheetApproved  Kind = "timesheet.approved"  // to the owner
	SheetChanged   Kind = "timesheet.changed"   // to the owner: the approval was withdrawn, or another person changed a submitted sheet
	ExpenseDecided Kind = "expense.decided"     // to the owner
	LeaveRequested Kind = "leave.requested"     // to the supervisor, and to the owner for whom another person requested it
	LeaveDecided   Kind = "leave.decided"       // to the owner, or to the supervisor when the owner cancels
	PeriodApproved Kind = "period.approved"     // to the owners of its sheets, one each
	SheetReminder  Kind = "timesheet.reminder"  // to employees who have not submitted their time (Remind)

	SchedulePublished Kind = "schedule.published" // to employees for whom a publication changes something (NotifySchedule)
	ShiftTaken        Kind = "schedule.taken"     // to the supervisor: an employee took an open shift

	// ApprovalsWaiting is to supervisors of whose team timesheets have been submitted for a while (RemindApprovers).
	ApprovalsWaiting Kind = "approvals.waiting"
	// ApprovalsOverdue tells the manager of a supervisor, or payroll, that approvals of this supervisor are overdue. Its record is the
	// employee record of the supervisor.
	ApprovalsOverdue Kind = "approvals.overdue"
)

// The kinds of the event half (W15).
const (
	AnswersReceived Kind = "rsvp.received"     // to people who run events, one unread for each event (NotifyRSVPs)
	SendProgress    Kind = "campaign.progress" // to people who run events, and who started it: at the start and each quarter (NotifySend)
	SendFinished    Kind = "campaign.finished" // to the same: it is completed, cancelled, or waits for staff (NotifySend)
	BouncesToDecide Kind = "address.bounces"   // to people who run events: addresses whose messages keep coming back (NotifyBounces)
)

// FactorsReset is the kind of the accounts (A5): to the person whose second factors an administrator has reset (NotifyFactorsReset).
const FactorsReset Kind = "account.factors_reset"

// WebhookTrouble is the kind of the webhooks (A6): to administrators, about an endpoint that gets nothing (NotifyWebhook).
const WebhookTrouble Kind = "webhook.failing"

// Event is a change that people are notified of. Its author is not notified.
type Event struct {
	At   db.Instant
	By   auth.Actor
	Kind Kind
	// Records are the timesheets, expenses, leave requests or planned shifts, sorted by id. The feature whose they are says what it knows of
	// them.
	Records []Record
	Data    Data
}

// Record is a record that an event is about.
type Record struct {
	ID, EmployeeID int64
	Period         db.Day // first day of the pay period; zero: of none
	SheetID        int64  // the timesheet, with an expense; 0 otherwise
}

// ids returns the ids of the records.
func (e Event) ids() []int64 {
	ids := make([]int64, len(e.Records))
	for i, r := range e.Records {
		ids[i] = r.ID
	}
	return ids
}

// Data contains the values in the text of a notification, independent of the language.
type Data struct {
	By        string     `json:"by,omitzero"`       // name of the author
	Employee  string     `json:"employee,omitzero"` // name of the record's owner
	Period    db.Day     `json:"period,omitzero"`   // first day of the pay period
	Due       db.Day     `json:"due,omitzero"`      // its last day, with SheetReminder
	Late      bool       `json:"late,omitzero"`     // that day has passed, with SheetReminder
	Sheet     int64      `json:"sheet,omitzero"`    // the timesheet, with an expense
	Change    Change     `json:"change,omitzero"`   // with SheetChanged, ExpenseDecided and LeaveRequested
	Approved  bool       `json:"approved,omitzero"` // with ExpenseDecided
	Cents     int64      `json:"cents,omitzero"`    // with ExpenseDecided
	LeaveType string     `json:"leave_type,omitzero"`
	Status    string     `json:"status,omitzero"` // of the leave
	Start     db.Instant `json:"start,omitzero"`  // of the leave, or of the shift with ShiftTaken
	End       db.Instant `json:"end,omitzero"`
	From      db.Day     `json:"from,omitzero"`  // first day of what was published, with SchedulePublished
	Until     db.Day     `json:"until,omitzero"` // its last day
	Added     int        `json:"added,omitzero"` // shifts of the employee, with SchedulePublished
	Changed   int        `json:"changed,omitzero"`
	Cancelled int        `json:"cancelled,omitzero"`
	EventID   string     `json:"event_id,omitzero"` // with the kinds of the event half
	TitleFR   string     `json:"title_fr,omitzero"`
	TitleEN   string     `json:"title_en,omitzero"`
	// answers, with AnswersReceived; what waits, with ApprovalsWaiting and ApprovalsOverdue; addresses, with BouncesToDecide
	Count    int64    `json:"count,omitzero"`
	Days     int      `json:"days,omitzero"`     // working days that it has waited, with ApprovalsOverdue
	Send     *Sending `json:"send,omitzero"`     // with the kinds of a campaign
	Webhook  string   `json:"webhook,omitzero"`  // host of the endpoint, with WebhookTrouble
	Disabled string   `json:"disabled,omitzero"` // why the endpoint was disabled (webhooks.Reason); empty: it is enabled
	Own      bool     `json:"own,omitzero"`      // of the campaign: the person has started it
}

// Change says what happened to a sheet or an expense, in more detail than the Kind.
type Change string

// The changes.
const (
	ApprovalWithdrawn Change = "approval_withdrawn"
	LinesCorrected    Change = "lines_corrected"
	SheetReturned     Change = "returned"      // returned to its owner instead of approved
	ReturnUndone      Change = "return_undone" // it waits for the approver again
	ExpenseRefused    Change = "refused"       // not approved, with the reason
	ForOther          Change = "for_other"     // leave: requested by another person than its owner
	DecisionUndone    Change = "undone"        // the decision about the expense was undone
)

// Notification is one notification for one person.
type Notification struct {
	ID       int64
	PersonID string
	Kind     Kind
	RecordID int64 // 0 for a pay period, except in a reminder that a supervisor sends
	Data     Data
	At       db.Instant
	ReadAt   db.Instant // zero: unread
}

// Pending counts the open decisions of a person: sheets, the expenses and shifts on them, and leave.
type Pending struct{ Timesheets, Expenses, Leave, Shifts int64 }

// CountPending returns the open decisions of by. It is injected, because this package does not know the records.
type CountPending func(ctx context.Context, by auth.Actor) (Pending, error)

// kindSpec describes a kind of notification: its records, its recipients and its text.
type kindSpec struct {
	record     string // the kind of record
	published  string // the kind of the records whose ids webhooks get; empty: record
	recipients func(Event, recordPeople) []string
	// resolves is the kind that requested this decision; its unread notifications are marked as read.
	resolves Kind
	message  func(*Service, i18n.Lang, Notification) message
}

// recordPeople are the people of one record.
type recordPeople struct {
	Record
	auth.EmployeePeople
}

func toOwner(_ Event, c recordPeople) []string { return []string{c.PersonID} }
func toSupervisor(_ Event, c recordPeople) []string {
	return append([]string{c.Supervisor}, c.Deputies...)
}
func toBoth(e Event, c recordPeople) []string { return append(toSupervisor(e, c), c.PersonID) }

// toOtherParty returns the owner, or the supervisor if the owner cancels their own leave.
func toOtherParty(e Event, c recordPeople) []string {
	if e.By.PersonID == c.PersonID && e.Data.Status == "Cancelled" {
		return toSupervisor(e, c)
	}
	return toOwner(e, c)
}

var kinds = map[Kind]kindSpec{
	SheetSubmitted: {record: "timesheet", recipients: toSupervisor, message: sheetSubmitted},
	SheetApproved:  {record: "timesheet", recipients: toOwner, resolves: SheetSubmitted, message: sheetApproved},
	SheetChanged:   {record: "timesheet", recipients: toOwner, message: sheetChanged},
	ExpenseDecided: {record: "expense", recipients: toOwner, message: expenseDecided},
	LeaveRequested: {record: "leave_request", recipients: toBoth, message: leaveRequested},
	LeaveDecided:   {record: "leave_request", recipients: toOtherParty, resolves: LeaveRequested, message: leaveDecided},
	PeriodApproved: {record: "pay_period", published: "timesheet", recipients: toOwner, resolves: SheetSubmitted, message: periodApproved},
	SheetReminder:  {record: "pay_period", published: "employee", message: sheetReminder},

	SchedulePublished: {record: "employee", message: schedulePublished},
	ShiftTaken:        {record: "planned_shift", recipients: toSupervisor, message: shiftTaken},

	ApprovalsWaiting: {record: "person", message: approvalsWaiting},
	ApprovalsOverdue: {record: "employee", message: approvalsOverdue},

	AnswersReceived: {record: "event", message: answersReceived},
	SendProgress:    {record: "campaign", message: sending},
	SendFinished:    {record: "campaign", message: sending},
	BouncesToDecide: {record: "address", message: bouncesToDecide},

	FactorsReset:   {record: "person", message: factorsReset},
	WebhookTrouble: {record: "webhook", message: webhookTrouble},
}
