package notifications

import (
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
)

// Topic is a group of notifications for which a person chooses a mode, and whether they get notices on their devices.
type Topic string

// The topics, with the notifications that they contain.
const (
	SheetChanges     Topic = "timesheet.changed"  // own timesheets that another person has returned or changed
	SheetApprovals   Topic = "timesheet.approved" // own timesheets and periods that are approved
	SheetReminders   Topic = "timesheet.reminder" // own timesheets that are not submitted
	ExpenseDecisions Topic = "expense.decided"    // own expenses
	LeaveDecisions   Topic = "leave.decided"      // own leave: decided, or requested by another person
	OwnSchedule      Topic = "schedule.published" // own schedule: published, or changed since
	ShiftsTaken      Topic = "schedule.taken"     // open shifts of the team that somebody takes
	SheetsSubmitted  Topic = "timesheet.submitted"
	LeaveRequests    Topic = "leave.requested"   // of the team: requested, or cancelled by its owner
	SheetsWaiting    Topic = "approvals.waiting" // timesheets of the team that have been submitted for a while
	OverdueApprovals Topic = "approvals.overdue" // supervisors below who have decided nothing for too long
	RSVPs            Topic = "rsvp.received"
	OwnCampaigns     Topic = "campaign.own"    // that the person has started: they ended or are paused
	OtherCampaigns   Topic = "campaign.others" // campaigns that others have started: they ended or are paused
	CampaignProgress Topic = "campaign.progress"
	AddressBounces   Topic = "address.bounces"
	Webhooks         Topic = "webhook.failing"
	AccountSecurity  Topic = "account.security" // always sent at once
)

// Mode is when a person gets notifications by e-mail.
type Mode string

// The modes.
const (
	Now    Mode = "now"    // after sendDelay
	Digest Mode = "digest" // together, in the morning of a working day
	Never  Mode = "never"
)

// Modes are all modes, in the order in which they are listed.
var Modes = []Mode{Now, Digest, Never}

func (m Mode) valid() bool { return slices.Contains(Modes, m) }

// topicSpec describes a topic.
type topicSpec struct {
	topic   Topic
	initial Mode // of people who have not chosen one
	phone   bool // people who have not chosen get notices on their devices
	fixed   bool // neither can be changed
	group   i18n.Text
	offered func(by auth.Actor) bool // reports whether the actor may get such notifications
	label   i18n.Text                // on the page, and in the morning summary
	subject i18n.Text                // of a message: without names, amounts and types of leave
	open    i18n.Text                // the button of a message
}

func hasRecord(by auth.Actor) bool   { return by.EmployeeID != 0 }
func supervises(by auth.Actor) bool  { return by.Supervises || len(by.StandsInFor) > 0 }
func approves(by auth.Actor) bool    { return supervises(by) || by.SeesAll() }
func runsEvents(by auth.Actor) bool  { return by.RunsEvents() }
func administers(by auth.Actor) bool { return by.Role == auth.Admin }
func anyone(auth.Actor) bool         { return true }

// topics are all topics, in the order in which they are listed.
var topics = []topicSpec{
	{topic: SheetChanges, initial: Now, phone: true, group: i18n.PrefOwn, offered: hasRecord,
		label: i18n.PrefSheetChanges, subject: i18n.PrefSheetChangesSubject, open: i18n.PrefOpenSheet},
	{topic: ExpenseDecisions, initial: Now, phone: true, group: i18n.PrefOwn, offered: hasRecord,
		label: i18n.PrefExpenses, subject: i18n.PrefExpensesSubject, open: i18n.PrefOpenSheet},
	{topic: LeaveDecisions, initial: Now, phone: true, group: i18n.PrefOwn, offered: hasRecord,
		label: i18n.PrefLeave, subject: i18n.PrefLeaveSubject, open: i18n.PrefOpenLeave},
	{topic: SheetApprovals, initial: Digest, group: i18n.PrefOwn, offered: hasRecord,
		label: i18n.PrefApproved, subject: i18n.PrefApprovedSubject, open: i18n.PrefOpenSheet},
	{topic: SheetReminders, initial: Digest, phone: true, group: i18n.PrefOwn, offered: hasRecord,
		label: i18n.PrefReminders, subject: i18n.PrefRemindersSubject, open: i18n.PrefOpenTime},
	{topic: OwnSchedule, initial: Now, phone: true, group: i18n.PrefOwn, offered: hasRecord,
		label: i18n.PrefSchedule, subject: i18n.PrefScheduleTitle, open: i18n.PrefOpenSchedule},
	{topic: SheetsSubmitted, initial: Digest, group: i18n.PrefTeam, offered: supervises,
		label: i18n.PrefSubmitted, subject: i18n.PrefSubmittedSubject, open: i18n.PrefOpenSheet},
	{topic: LeaveRequests, initial: Digest, phone: true, group: i18n.PrefTeam, offered: supervises,
		label: i18n.PrefRequests, subject: i18n.PrefRequestsSubject, open: i18n.PrefOpenRequest},
	{topic: ShiftsTaken, initial: Digest, group: i18n.PrefTeam, offered: supervises,
		label: i18n.PrefTaken, subject: i18n.PrefTakenTitle, open: i18n.PrefOpenTeamSchedule},
	{topic: SheetsWaiting, initial: Digest, group: i18n.PrefTeam, offered: supervises,
		label: i18n.PrefWaiting, subject: i18n.PrefWaitingSubject, open: i18n.PrefOpenApprovals},
	{topic: OverdueApprovals, initial: Digest, group: i18n.PrefTeam, offered: approves,
		label: i18n.PrefOverdue, subject: i18n.PrefOverdueSubject, open: i18n.PrefOpenApprovals},
	{topic: RSVPs, initial: Digest, group: i18n.PrefEvents, offered: runsEvents,
		label: i18n.PrefRSVPs, subject: i18n.PrefRSVPsSubject, open: i18n.PrefOpenRSVPs},
	{topic: OwnCampaigns, initial: Now, phone: true, group: i18n.PrefEvents, offered: runsEvents,
		label: i18n.PrefOwnCampaigns, subject: i18n.PrefCampaignSubject, open: i18n.PrefOpenCampaign},
	{topic: OtherCampaigns, initial: Digest, group: i18n.PrefEvents, offered: runsEvents,
		label: i18n.PrefOtherCampaigns, subject: i18n.PrefCampaignSubject, open: i18n.PrefOpenCampaign},
	{topic: CampaignProgress, initial: Never, group: i18n.PrefEvents, offered: runsEvents,
		label: i18n.PrefProgress, subject: i18n.PrefProgressSubject, open: i18n.PrefOpenCampaign},
	{topic: AddressBounces, initial: Digest, group: i18n.PrefEvents, offered: runsEvents,
		label: i18n.PrefBounces, subject: i18n.PrefBouncesSubject, open: i18n.PrefOpenBounces},
	{topic: Webhooks, initial: Now, phone: true, group: i18n.PrefAccount, offered: administers,
		label: i18n.PrefWebhooks, subject: i18n.PrefWebhooksSubject, open: i18n.PrefOpenWebhook},
	{topic: AccountSecurity, initial: Now, phone: true, fixed: true, group: i18n.PrefAccount, offered: anyone,
		label: i18n.PrefSecurity, subject: i18n.PrefSecuritySubject, open: i18n.PrefOpenSecurity},
}

// specOf returns the description of a topic; nil for an unknown one.
func specOf(t Topic) *topicSpec {
	i := slices.IndexFunc(topics, func(x topicSpec) bool { return x.topic == t })
	if i < 0 {
		return nil
	}
	return &topics[i]
}

// topic returns the topic of a notification.
func (n Notification) topic() Topic {
	team := n.Data.Employee != "" // it is about the record of another person
	switch n.Kind {
	case SheetSubmitted:
		return SheetsSubmitted
	case SheetApproved, PeriodApproved:
		return SheetApprovals
	case SheetChanged:
		return SheetChanges
	case SheetReminder:
		return SheetReminders
	case ExpenseDecided:
		return ExpenseDecisions
	case SchedulePublished:
		return OwnSchedule
	case ShiftTaken:
		return ShiftsTaken
	case ApprovalsWaiting:
		return SheetsWaiting
	case ApprovalsOverdue:
		return OverdueApprovals
	case AnswersReceived:
		return RSVPs
	case SendProgress:
		return CampaignProgress
	case BouncesToDecide:
		return AddressBounces
	case WebhookTrouble:
		return Webhooks
	case SendFinished:
		if n.Data.Own {
			return OwnCampaigns
		}
		return OtherCampaigns
	case LeaveRequested, LeaveDecided:
		if team {
			return LeaveRequests
		}
		return LeaveDecisions
	}
	return AccountSecurity
}
