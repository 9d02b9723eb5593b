// Package campaigns reserves an event's invitations and reminders, pauses, resumes and cancels them, and reports on them.
// A campaign has a recipient for each guest of the audience; the recipients are also the queue, which package sender works
// off, and package tracking records what becomes of the messages (R8–R13).
package campaigns

import "presence/db"

// Changed is the name that is signalled when a campaign begins, is stopped or ends (db.Tx.Signal).
const Changed = "campaigns"

// Status is the state of a campaign (R10).
type Status string

// The statuses of a campaign.
const (
	Scheduled   Status = "scheduled"   // reserved; a worker is about to take it up
	Sending     Status = "sending"     // a worker is at it
	Paused      Status = "paused"      // staff or a rule stopped it; Reason says which
	Interrupted Status = "interrupted" // recipients are pending and no worker sends to them; staff resume it
	Completed   Status = "completed"   // nothing is pending any more
	Cancelled   Status = "cancelled"   // staff gave it up; what was pending stays so
)

// Active reports whether the campaign keeps others of its event from starting (R8).
func (s Status) Active() bool { return s == Scheduled || s == Sending || s == Paused }

// The reasons for which a campaign is paused or interrupted.
const (
	ByStaff         = "staff"          // paused
	SignInFailed    = "sign_in_failed" // paused: the relay refuses the account (535)
	ManyFailures    = "many_failures"  // paused: too many of the last messages were refused
	RelayDown       = "relay_down"     // paused: nothing went through for a long time
	TemplateBroken  = "look_broken"    // paused: the template or the event cannot be written any more
	Stopped         = "stopped"        // interrupted: the program ended, and AUTO_RESUME is off
	Restored        = "restored"       // paused or interrupted: the database is a restored backup, after which guests may have been written to
	UnconfirmedLeft = "unconfirmed"    // interrupted: only unconfirmed messages are left
)

// Campaign is one send to an audience.
type Campaign struct {
	ID           int64
	EventID      string
	Type         string // "event"
	ReminderOf   int64  // the send that it reminds of; 0: it is no reminder
	Status       Status
	Reason       string // of a pause or an interruption
	ReasonDetail string // what the relay said, for staff
	Params
	Tracked    bool // its messages tell whether they are opened and followed
	OutboxOnly bool // its messages are kept as files in the outbox, since no channel is configured
	Counts     Counts
	CreatedAt  db.Instant
	CreatedBy  string // a person's id
	StartedAt  db.Instant
	FinishedAt db.Instant
	Version    int64

	Salt            []byte
	FirstID, LastID int64
	notified        int64 // how much of it staff have been notified of; see notify.go
}

// Params are how a campaign is sent; a resumed one reads them again.
type Params struct {
	Channel  string // Bulk or Mailbox
	From     string // one of the allowed senders, as settings spell it
	Subject  string // empty: that of the template
	Template string // empty: the festive invitation
}

// The kinds of way out (R9).
const (
	Bulk    = "bulk"    // a relay or a bulk provider; opens and clicks are tracked
	Mailbox = "mailbox" // a person's mailbox; untracked
)

// Counts are how many recipients are in each state. Total is pending, sent, failed and excluded together.
type Counts struct {
	Total, Pending, Sent, Failed, Excluded int64
	Unconfirmed                            int64 // of those pending
	Opened, Clicked                        int64 // by people, not by programs
	Registered                             int64
}

// CountsChange is by how much the counts of a campaign change.
type CountsChange struct{ Pending, Sent, Failed, Excluded, Unconfirmed, Opened, Clicked int64 }

// Plus is the sum of two changes.
func (c CountsChange) Plus(d CountsChange) CountsChange {
	return CountsChange{
		Pending: c.Pending + d.Pending, Sent: c.Sent + d.Sent, Failed: c.Failed + d.Failed, Excluded: c.Excluded + d.Excluded,
		Unconfirmed: c.Unconfirmed + d.Unconfirmed, Opened: c.Opened + d.Opened, Clicked: c.Clicked + d.Clicked,
	}
}

// State is the state of a recipient (R11), as it is stored.
type State int64

// The states of a recipient.
const (
	Pending State = iota
	Sent
	Failed
	Excluded
)

// States are the names of all states, indexed by state.
var States = [...]string{"pending", "sent", "failed", "excluded"}

func (s State) String() string { return States[s] }

// Phase is the step of sending that a pending recipient is at, as it is stored. Recipients that are not pending have PhaseWaiting.
type Phase int64

// The phases of a pending recipient.
const (
	PhaseWaiting     Phase = iota // for its first or next attempt
	PhaseClaimed                  // leased to a worker that is about to send its message
	PhaseInFlight                 // leased; its message may have been handed over
	PhaseUnconfirmed              // its message may have been handed over, and no answer came
)

// The reasons for which a recipient is excluded, beside those of a suppression.
const (
	Unsubscribed      = "unsubscribed"
	Bounced           = "bounced"
	Complained        = "complained"
	Registered        = "registered" // a reminder is for those who did not answer
	CustomerCancelled = "resiliated" // the customer has left since filters without such customers chose them
	Duplicate         = "duplicate"  // the same customer is on the list with a later entry
)

// Recipient is one guest of a campaign.
type Recipient struct {
	ID           int64
	State        State
	Unconfirmed  bool
	Reason       string // of an exclusion, a failure or the last failed attempt
	Email        string
	FirstName    string
	LastName     string
	Language     string // "fr" or "en"
	CustomerID   string
	Attempts     int64
	SentAt       db.Instant
	OpenedAt     db.Instant
	ClickedAt    db.Instant
	ScannedAt    db.Instant // the first time that a program looked
	RegisteredAt db.Instant // when the guest answered
	RSVPURL      string
}

// Status is the state in words.
func (r Recipient) Status() string { return r.State.String() }
