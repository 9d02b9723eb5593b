// Package outgoingmail sends transactional e-mail: to people who have an account, and to guests about their own answers. A message is
// stored in the transaction of the act that it belongs to, so that there is never one without the other, and sent afterwards by a worker
// in every replica (ADR 25), those that a person waits for before those that may wait (see Kind.priority). Its
// content is encrypted in the database, because it may contain a link with which a person signs in, and erased as soon as it is sent.
package outgoingmail

import (
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
	"presence/views/emails"
)

// Kind is what a message is about.
type Kind string

// The kinds of message.
const (
	Invitation   Kind = "invitation"
	Forgotten    Kind = "forgotten_password"
	Security     Kind = "security"     // what the person is notified of about the security of their account
	Notification Kind = "notification" // what the person is notified of, at once
	Digest       Kind = "digest"       // what the person has not read, in the morning
	Confirmation Kind = "confirmation" // what a guest has answered
	EventUpdate  Kind = "event_update" // what has changed of an event that a guest comes to
	WaitingList  Kind = "waiting_list" // a guest is on the waiting list of an event
	Offer        Kind = "offer"        // places of an event are offered to a guest on its waiting list
)

// priority is the order in which due messages leave: those of a smaller one first.
type priority int64

// The priorities.
const (
	accountAccess priority = 1 // without it a person cannot sign in, or does not learn who can
	awaited       priority = 2 // an answer to what a person has just done, or a message that needs an answer in time
	routine       priority = 3 // many at once, about what may wait an hour
)

// priorities are in the order in which messages leave.
var priorities = []priority{accountAccess, awaited, routine}

// priority returns that of a message of the kind.
func (k Kind) priority() priority {
	switch k {
	case Invitation, Forgotten, Security:
		return accountAccess
	case Digest, EventUpdate:
		return routine
	}
	return awaited
}

// Mail is one message as it is sent.
type Mail struct {
	PersonID       string // empty: the recipient is a guest
	Kind           Kind
	To             mail.Address
	Key            string // the address of a guest in the form by which addresses are compared
	About          string // the id of the event that a message to a guest is about
	Once           string // a message with the same value is queued only once; empty: no other is compared
	Lang           i18n.Lang
	Subject        string // stored readable: it must contain no secret
	Text, HTML     string
	Stop           string     // the address of List-Unsubscribe; empty: none
	Calendar       []byte     // the event as an .ics file; nil: none
	CalendarMethod string     // of the file: REQUEST, CANCEL; empty: PUBLISH
	Image          []byte     // a PNG that the HTML shows as mail.ImageURL; nil: none
	Expires        db.Instant // it is not sent from then on
	Refused        string     // why it is only recorded, and not sent; empty: it is sent
}

// Letter is a message to one person who has an account.
type Letter struct {
	PersonID string
	Kind     Kind
	To       mail.Address
	Lang     i18n.Lang
	Subject  string // stored readable: it must contain no secret
	Title    string
	Text     []string // paragraphs before the button
	Lists    []List   // lists between the paragraphs and the button
	Button   Button
	Notes    []string   // paragraphs after the button
	Why      string     // why the person receives the message, at its foot
	Stop     Button     // unsubscribes at the foot, and by a POST of RFC 8058; zero: such messages cannot be stopped
	Expires  db.Instant // it is not sent from then on
}

// Button is the link of a message.
type Button struct{ Label, URL string }

// List is a list in a message, with its title and links.
type List = emails.List

// Item is an entry of a list.
type Item = emails.Item

// State is what became of a message.
type State string

// The states of a message. Only a queued one will still be sent.
const (
	Queued      State = "queued"
	Sent        State = "sent"
	Refused     State = "refused"     // permanently, by the mail server, or because the address takes no mail
	Expired     State = "expired"     // it could not be sent in time
	Unconfirmed State = "unconfirmed" // handed over twice, and no answer was heard
	Cancelled   State = "cancelled"   // what it says was replaced or became invalid before
)

// Message is a message without its content.
type Message struct {
	State     State
	Reason    string // the last answer of the mail server that was not an acceptance
	To        string
	CreatedAt db.Instant
	SentAt    db.Instant // 0: not sent
	ExpiresAt db.Instant
}

// The times of a message.
const (
	leaseTime   = 2 * time.Minute // until another worker may take a message that was claimed
	sendTimeout = time.Minute     // for one attempt: less than leaseTime
	firstRetry  = 15 * time.Second
	lastRetry   = time.Hour
	retention   = 90 * 24 * time.Hour // of the record of a message
)

// maxUnanswered is how often a message is handed over at most without an answer being heard.
const maxUnanswered = 2
