// Package campaigns sends an event's invitations and reminders: each guest of the audience gets one message, whatever
// dies meanwhile. The recipients are the queue: every step of a message is a committed row before it is taken, so that
// retryAfter a crash it is known what was certainly sent, what was certainly not, and what nobody can know (R8–R13).
package campaigns

import (
	"time"

	"presence/app/platform/mail"
	"presence/db"
)

// Status is where a campaign stands (R10).
type Status string

// The statuses of a campaign.
const (
	Scheduled   Status = "scheduled"   // reserved; a worker is about to take it up
	Sending     Status = "sending"     // a worker is at it
	Paused      Status = "paused"      // staff or a rule stopped it; Reason says which
	Interrupted Status = "interrupted" // rows are pending and nobody works on them; staff resume it
	Completed   Status = "completed"   // nothing is pending any more
	Cancelled   Status = "cancelled"   // staff gave it up; what was pending stays so
)

// Active tells whether the campaign keeps others of its event from starting (R8).
func (s Status) Active() bool { return s == Scheduled || s == Sending || s == Paused }

// The reasons for which a campaign is paused or interrupted.
const (
	ByStaff         = "staff"          // paused
	SignInFailed    = "sign_in_failed" // paused: the relay refuses the account (535)
	ManyFailures    = "many_failures"  // paused: too many of the last messages were refused
	RelayDown       = "relay_down"     // paused: nothing went through for a long time
	TemplateBroken  = "look_broken"    // paused: the template or the event cannot be written any more
	Stopped         = "stopped"        // interrupted: the program ended, and does not take up by itself
	Restored        = "restored"       // paused or interrupted: the database is a restored backup, after which guests may have been written to
	UnconfirmedLeft = "unconfirmed"    // interrupted: only messages are left of which nobody knows whether they arrived
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
	OutboxOnly bool // its messages are kept in the outbox, since no channel was configured: nobody receives them
	Counts     Counts
	CreatedAt  db.Instant
	CreatedBy  string // a person's id
	StartedAt  db.Instant
	FinishedAt db.Instant
	Version    int64

	Salt            []byte
	FirstID, LastID int64
	notified        int64 // how much of it staff have been told (tell)
}

// Params are how a campaign is sent; a resumed one reads them again.
type Params struct {
	Channel  string // Bulk or Mailbox
	From     string // one of the allowed senders, as settings spell it
	Subject  string // empty: the look's own
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

// State is where a recipient stands (R11).
type State int64

// The states of a recipient, as they are stored.
const (
	Pending State = iota
	Sent
	Failed
	Excluded
)

// States are all states with their names, in the order in which they are stored.
var States = [...]string{"pending", "sent", "failed", "excluded"}

func (s State) String() string { return States[s] }

// The phases of a pending recipient, as they are stored.
const (
	phaseWaiting     = iota // for its turn, or for the next attempt
	phaseClaimed            // a worker is about to send it
	phaseInFlight           // marked: from here on it may have been handed over
	phaseUnconfirmed        // it may have been handed over, and nobody ever heard the answer
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

// The retries of R11.
const (
	firstRetry  = 15 * time.Second
	lastRetry   = time.Hour
	maxAttempts = 8
)

// retryDelay is how long to wait after the nth attempt failed, n from 1.
func retryDelay(n int64) time.Duration {
	d := firstRetry
	for i := int64(1); i < n && d < lastRetry; i++ {
		d *= 2
	}
	return min(d, lastRetry)
}

// outcome is what became of one attempt to send.
type outcome struct {
	id            int64
	kind          outcomeKind
	text          string        // what the other side said
	retryAfter    time.Duration // how long it asks to wait
	attempt       int64         // which attempt it was, from 1
	noSuchAddress bool          // refused because nobody has the address
}

type outcomeKind int

const (
	outcomeSent     outcomeKind = iota
	outcomeRefused              // for good
	outcomeDeferred             // to be tried again
	outcomeUnknown              // nobody knows
	outcomeNotTried             // certainly not handed over, and no fault of the message: back to where it was
)

// outcomeOf reads what a session said. marked tells whether the row may have been handed over.
func outcomeOf(id, n int64, err error, marked bool) outcome {
	o := outcome{id: id, attempt: n, kind: outcomeNotTried}
	if err == nil {
		o.kind = outcomeSent
		return o
	}
	f := mail.FailureOf(err)
	if f == nil {
		if marked {
			o.kind, o.text = outcomeUnknown, "the answer never came"
		}
		return o
	}
	o.text, o.retryAfter = f.Text, f.After
	switch f.Kind {
	case mail.Refused:
		o.kind, o.noSuchAddress = outcomeRefused, f.NoSuchAddress
	case mail.Retry:
		if o.kind = outcomeDeferred; n >= maxAttempts {
			o.kind = outcomeRefused
		}
	case mail.Unknown:
		if marked {
			o.kind = outcomeUnknown
		}
	}
	return o
}
