// Package campaigns creates an event's invitations and reminders, pauses, resumes and cancels them, and reports on them. A
// campaign has one recipient row for each guest of the audience. These rows are also the send queue: package sender sends their
// messages, and package tracking records their delivery, opens and clicks (R8–R13).
//
// All statements that change the state of a recipient are here (store_moves.go), although most are called by package sender alone: staff,
// the reports of providers and the guests' clicks move the same rows, and each transition has to leave the others' conditions true. When
// a transition is made is decided by its caller. MoveRecipients (moves.go) keeps the counts of campaigns in step with all of them.
//
//	             the states of a campaign
//
//	from          to            by
//
//	(new)         sending       Service.Send (reserve.go), Service.Remind (reserve.go): it begins at once
//	(new)         scheduled     the same: it begins later; Service.schedule (schedule.go)
//	scheduled     sending       Service.BeginDue (schedule.go): its time has come; Service.StartNow (schedule.go): staff;
//	                            both by Service.launch (reserve.go)
//	scheduled     paused        Service.hold (schedule.go): it cannot begin, and staff decide
//	paused        scheduled     Service.Reschedule (schedule.go), if it has not begun
//	paused        sending       Service.StartNow (schedule.go), if it has not begun; else Service.Resume (pause_resume.go)
//	sending       paused        Service.PauseCampaign (pause_resume.go): staff; or a rule
//	sending       completed     FinishSending: every recipient has an outcome
//	sending       interrupted   FinishSending: only unconfirmed recipients are left; or the program ended while AUTO_RESUME is off;
//	                            or a backup was restored
//	interrupted   sending       Service.Resume (pause_resume.go)
//	interrupted   completed     staff have decided about the unconfirmed recipients (unconfirmed.go)
//	scheduled, sending, paused
//	              cancelled     Service.CancelCampaign (pause_resume.go)
//
// A rule pauses a campaign: package sender, when the relay refuses the account or too many messages or is down for long, when no process
// has the channel any more, when the sender is no longer allowed, and when the event is hidden or has begun as the campaign is taken up;
// Service.PauseOnError (pause_resume.go), when its messages can no longer be composed. Campaign.Reason says which. ChangeState and
// FinishSending (store_state_changes.go) are the statements. Quiet hours change no state: Service.HeldUntil (quiet_hours.go) says until
// when a campaign that is being sent waits. Nor does a test of two subjects, after which Service.ChooseDue (subjects.go) lets the rest go
// out.
package campaigns

import (
	"cmp"

	"presence/app/hub/suppressions"
	"presence/app/platform/mail"
	"presence/db"
)

// Changed is the signal (db.Tx.Signal) that is sent when a campaign begins, is stopped or ends.
const Changed = "campaigns"

// State is the state of a campaign (R10).
type State string

// The states of a campaign.
const (
	Scheduled   State = "scheduled"   // begins by itself at StartsAt
	Sending     State = "sending"     // a worker sends it
	Paused      State = "paused"      // stopped by staff or by a rule; Reason says which
	Interrupted State = "interrupted" // recipients are pending and no worker sends to them; staff resume it
	Completed   State = "completed"   // no recipient is pending any more
	Cancelled   State = "cancelled"   // given up by staff; pending recipients stay pending
)

// Active reports whether the campaign prevents another one of its event from beginning (R8): it has begun, and is being sent or
// paused.
func (c Campaign) Active() bool {
	return c.Type != TypeMessage && (c.State == Sending || c.State == Paused && !c.Unstarted())
}

// Unstarted reports whether the campaign is still to begin: it is scheduled, or its start was stopped and staff decide (Reason).
func (c Campaign) Unstarted() bool {
	return c.StartsAt != 0 && c.StartedAt == 0 && (c.State == Scheduled || c.State == Paused)
}

// Began returns when the campaign began, or is to begin.
func (c Campaign) Began() db.Instant {
	if c.StartsAt == 0 {
		return c.CreatedAt
	}
	return cmp.Or(c.StartedAt, c.StartsAt)
}

// The values of Campaign.Reason: why a campaign is paused or interrupted.
const (
	ByStaff         = "staff"           // paused
	SignInFailed    = "sign_in_failed"  // paused: the relay refuses the account (535)
	ManyFailures    = "many_failures"   // paused: too many of the last messages were refused
	RelayDown       = "relay_down"      // paused: nothing went through for a long time
	NotSaved        = "not_saved"       // paused: the database refuses to save what became of its messages
	TemplateBroken  = "look_broken"     // paused: the messages can no longer be composed from the template or the event
	ChannelRemoved  = "channel_removed" // paused: no process has its channel any more, only the outbox
	SenderRemoved   = "sender_removed"  // paused: its sender is no longer allowed
	Stopped         = "stopped"         // interrupted: the program ended, and AUTO_RESUME is off
	Restored        = "restored"        // paused or interrupted: a backup was restored; messages may have been sent after it was taken
	UnconfirmedLeft = "unconfirmed"     // interrupted: only unconfirmed messages are left
)

// The further values of Campaign.Reason of a campaign that is paused because it could not begin (see Unstarted). Except for
// Missed and ChannelAdded, they are also the codes of the conflicts with which Service.StartNow fails. EventHidden and EventStarted also
// pause a campaign that has begun, when it is taken up again.
const (
	Missed        = "missed"          // its time passed more than maxDelay ago
	ChannelAdded  = "channel_added"   // it was scheduled for the outbox, and its channel is configured now: it would really be sent (ADR 48)
	EventHidden   = "event_hidden"    // the event is a draft, or deleted
	EventStarted  = "event_started"   // the event has begun
	EventMoved    = "event_moved"     // it is frozen, and the time or place of the event has changed since
	NoChannel     = "channel_missing" // its channel is no longer configured
	NoSender      = "sender_missing"  // its sender is no longer allowed
	NoPostal      = "postal_missing"  // the mailing address of the sender is missing
	AudienceEmpty = "audience_empty"  // the audience has no entries
)

// Campaign is one send to an audience.
type Campaign struct {
	ID           int64
	EventID      string
	Type         string      // TypeEvent or TypeMessage
	Message      MessageKind // with TypeMessage
	Follows      int64       // the id of the invitation that it sends to those added to the list since; 0: to all of them
	ReminderOf   int64       // the id of the send that this reminder follows; 0: it is no reminder
	State        State
	Reason       string // of a pause or an interruption
	ReasonDetail string // what the relay said, for staff
	Params
	Tracked    bool // its messages record opens and clicks
	OutboxOnly bool // its messages are kept as files in the outbox, since no channel was configured when it began, or was scheduled (ADR 48)
	Counts     Counts
	CreatedAt  db.Instant
	CreatedBy  string // a person's id
	StartedAt  db.Instant
	FinishedAt db.Instant
	Version    int64

	StartsAt db.Instant // when it begins by itself; 0: it began when it was created
	Frozen   bool       // with StartsAt: its recipients and texts are those of its creation, not those of its start
	Late     bool       // it is sent even though the event has begun
	Draft    bool       // it is sent even though the event is a draft, which it was when staff sent it

	Chosen   string          // with SubjectB: the subject of the rest, ChosenA or ChosenB; empty: not chosen yet
	ChooseAt db.Instant      // with SubjectB: when it is chosen; 0: the campaign has not begun, or has no groups
	Groups   [2]SubjectGroup // with SubjectB: those who get the first subject, and the second; only from Service.Get and lists

	Salt            []byte
	FirstID, LastID int64
	notified        int64 // the last progress that staff were notified of; see notify.go
}

// The types of campaigns.
const (
	TypeEvent   = "event"   // an invitation or a reminder
	TypeMessage = "message" // a message before or after an event
)

// Params say how a campaign is sent. They are stored, and a campaign that is resumed uses the same ones.
type Params struct {
	Channel   string // Bulk or Mailbox
	From      string // the address of one of the allowed senders, spelled as in the settings
	Subject   string // empty: that of the template, in each language
	SubjectEN string // in English; empty: Subject
	Template  string // empty: the festive invitation
	SubjectTest
}

// The kinds of channel that a campaign can use (R9).
const (
	Bulk    = "bulk"    // a relay or a bulk provider; opens and clicks are tracked
	Mailbox = "mailbox" // a person's mailbox; untracked
)

// Counts are the numbers of recipients by state. Total = Pending + Sent + Failed + Excluded.
type Counts struct {
	Total, Pending, Sent, Failed, Excluded int64
	Unconfirmed                            int64 // part of Pending
	Opened, Clicked                        int64 // by people, not by programs
	Registered                             int64 // recipients whose guest has answered
	Declined                               int64 // part of Registered: their guest is not coming
	Bounced                                int64 // part of Failed: came back, or were refused for the address
	Complained                             int64 // part of Sent: reported as spam
}

// Delivered returns how many messages have been delivered so far: those that were sent and neither came back nor were reported as
// spam. Some of them may still come back.
func (c Counts) Delivered() int64 { return c.Sent - c.Complained }

// CountsChange is what a transaction adds to the counts of a campaign; a field may be negative.
type CountsChange struct {
	Pending, Sent, Failed, Excluded, Unconfirmed, Opened, Clicked, Bounced, Complained int64

	Resolved int64 // recipients that were unconfirmed and are no longer; at least 0, and not part of Counts
}

// Plus returns the sum of two changes.
func (c CountsChange) Plus(d CountsChange) CountsChange {
	return CountsChange{
		Pending: c.Pending + d.Pending, Sent: c.Sent + d.Sent, Failed: c.Failed + d.Failed, Excluded: c.Excluded + d.Excluded,
		Unconfirmed: c.Unconfirmed + d.Unconfirmed, Opened: c.Opened + d.Opened, Clicked: c.Clicked + d.Clicked,
		Bounced: c.Bounced + d.Bounced, Complained: c.Complained + d.Complained, Resolved: c.Resolved + d.Resolved,
	}
}

// RecipientState is the state of a recipient (R11), as it is stored.
type RecipientState int64

// The states of a recipient.
const (
	Pending RecipientState = iota
	Sent
	Failed
	Excluded
)

// RecipientStates are the names of the states, indexed by State.
var RecipientStates = [...]string{"pending", "sent", "failed", "excluded"}

func (s RecipientState) String() string { return RecipientStates[s] }

// Phase is the step that a pending recipient has reached, as it is stored. Recipients that are not pending have PhaseWaiting.
type Phase int64

// The phases of a pending recipient.
const (
	PhaseWaiting     Phase = iota // waits for its first or next attempt
	PhaseClaimed                  // leased to a worker that will send its message
	PhaseInFlight                 // leased to a worker; its message may have been handed over
	PhaseUnconfirmed              // its message may have been handed over, and no answer was received
)

// Reasons for which a recipient is excluded. The reasons of a suppression, and those of leftOut, are further ones.
const (
	Unsubscribed = suppressions.Unsubscribed
	Bounced      = suppressions.Bounced
	Complained   = suppressions.Complained
	Registered   = "registered"   // has answered already, so needs no reminder; or otherwise, before a message to those who come or decline
	Unregistered = "unregistered" // has no registration any more, so gets no message before or after the event
	NoReminders  = "no_reminders" // wants invitations, but no reminders
)

// Recipient is one guest of a campaign.
type Recipient struct {
	ID           int64
	State        RecipientState
	Unconfirmed  bool
	Reason       string // of an exclusion, a failure or the last failed attempt
	Email        string
	FirstName    string
	LastName     string
	Language     string // "fr" or "en"
	CustomerID   string
	Attempts     int64
	SubjectB     bool // its message has the second subject; only of recipients that are claimed
	SentAt       db.Instant
	OpenedAt     db.Instant
	ClickedAt    db.Instant
	ScannedAt    db.Instant // the first time that a program, not a person, fetched a link of the message
	RegisteredAt db.Instant // when the guest answered
	Declined     bool       // with RegisteredAt: the guest is not coming
	BouncedAt    db.Instant // when its message came back, or was refused for the address
	BounceCause  mail.Cause // with BouncedAt
	ComplainedAt db.Instant // when its guest reported the message as spam
	RSVPURL      string
}
