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
	{SheetChanges, Now, true, false, i18n.PrefOwn, hasRecord, i18n.PrefSheetChanges, i18n.PrefSheetChangesSubject, i18n.PrefOpenSheet},
	{ExpenseDecisions, Now, true, false, i18n.PrefOwn, hasRecord, i18n.PrefExpenses, i18n.PrefExpensesSubject, i18n.PrefOpenSheet},
	{LeaveDecisions, Now, true, false, i18n.PrefOwn, hasRecord, i18n.PrefLeave, i18n.PrefLeaveSubject, i18n.PrefOpenLeave},
	{SheetApprovals, Digest, false, false, i18n.PrefOwn, hasRecord, i18n.PrefApproved, i18n.PrefApprovedSubject, i18n.PrefOpenSheet},
	{SheetReminders, Digest, true, false, i18n.PrefOwn, hasRecord, i18n.PrefReminders, i18n.PrefRemindersSubject, i18n.PrefOpenTime},
	{OwnSchedule, Now, true, false, i18n.PrefOwn, hasRecord, i18n.PrefSchedule, i18n.PrefScheduleTitle, i18n.PrefOpenSchedule},
	{SheetsSubmitted, Digest, false, false, i18n.PrefTeam, supervises, i18n.PrefSubmitted, i18n.PrefSubmittedSubject, i18n.PrefOpenSheet},
	{LeaveRequests, Digest, true, false, i18n.PrefTeam, supervises, i18n.PrefRequests, i18n.PrefRequestsSubject, i18n.PrefOpenRequest},
	{ShiftsTaken, Digest, false, false, i18n.PrefTeam, supervises, i18n.PrefTaken, i18n.PrefTakenTitle, i18n.PrefOpenTeamSchedule},
	{SheetsWaiting, Digest, false, false, i18n.PrefTeam, supervises, i18n.PrefWaiting, i18n.PrefWaitingSubject, i18n.PrefOpenApprovals},
	{OverdueApprovals, Digest, false, false, i18n.PrefTeam, approves, i18n.PrefOverdue, i18n.PrefOverdueSubject, i18n.PrefOpenApprovals},
	{RSVPs, Digest, false, false, i18n.PrefEvents, runsEvents, i18n.PrefRSVPs, i18n.PrefRSVPsSubject, i18n.PrefOpenRSVPs},
	{OwnCampaigns, Now, true, false, i18n.PrefEvents, runsEvents, i18n.PrefOwnCampaigns, i18n.PrefCampaignSubject, i18n.PrefOpenCampaign},
	{OtherCampaigns, Digest, false, false, i18n.PrefEvents, runsEvents, i18n.PrefOtherCampaigns, i18n.PrefCampaignSubject,
		i18n.PrefOpenCampaign},
	{CampaignProgress, Never, false, false, i18n.PrefEvents, runsEvents, i18n.PrefProgress, i18n.PrefProgressSubject, i18n.PrefOpenCampaign},
	{AddressBounces, Digest, false, false, i18n.PrefEvents, runsEvents, i18n.PrefBounces, i18n.PrefBouncesSubject, i18n.PrefOpenBounces},
	{Webhooks, Now, true, false, i18n.PrefAccount, administers, i18n.PrefWebhooks, i18n.PrefWebhooksSubject, i18n.PrefOpenWebhook},
	{AccountSecurity, Now, true, true, i18n.PrefAccount, anyone, i18n.PrefSecurity, i18n.PrefSecuritySubject, i18n.PrefOpenSecurity},
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
