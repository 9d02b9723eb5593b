// Package rsvp stores the answers of guests. It resolves personal links, gives out the places of an event without overbooking,
// matches answers with the customer directory without revealing the result to guests, and keeps every earlier answer (R16–R19).
//
//	             one answer of a guest
//
//	Service.Submit (submit.go)               validates; TakeOffer (below) enters at answer
//	  Service.answer (submit.go)
//	    ├─ Service.prepareAnswer (save.go)  whose answer it is: match, claimsOf (matching.go, identity.go)
//	    └─ one transaction
//	         ├─ lockTally                    the row of the event's totals, locked until the commit: the lock of its places
//	         ├─ Service.saveAnswer (save.go)
//	         │    ├─ tally.checkCapacity (seats.go)  fails with booking_full unless the places are free or held for the guest
//	         │    ├─ Service.register (save.go): the first answer; or Service.answerAgain (save.go): the earlier one becomes a revision
//	         │    └─ Service.applyChange (seats.go)  saves the tally, offers places that became free, notifies staff
//	         └─ Service.confirmAttendance (submit.go): the guest comes; or Service.confirmDecline (submit.go)
//	              ├─ issueCode               the check-in code of an answer whose guest comes (codes.go); package door reads it by
//	              │                          Service.ByCode (codes.go)
//	              └─ Service.confirm (confirm.go)  queues the confirmation
//
// Staff enter, correct, restore and delete registrations under the same lock: Service.Correct (correct.go),
// Service.Restore (service.go), Service.Delete (service.go), Service.DecideMatch (match_decision.go).
//
//	             one party of a waiting list (waiting.go, waiting_offers.go)
//
//	Service.Join (waiting.go)
//	      │                Service.promote (waiting_offers.go): places are free; by applyChange and Service.OfferPlaces (waiting_offers.go),
//	      │                which is called every few seconds; or staff offer them: Service.ChangeParty (waiting_offers.go)
//	      ▼                     │
//	   waiting ─────────────────┴──────────────────▶ offered ── Service.TakeOffer (waiting_offers.go) ──▶ taken
//	      │                                            │ │
//	      │        OfferedUntil has passed: promote ◀──┘ └── Service.Leave (waiting.go), or an answer without people ──▶ left
//	      │                           │
//	      │                           └──▶ expired
//	      ├── the guest answers with enough people: Party.stateAfter (waiting_offers.go) ──▶ taken
//	      └── Leave, or staff remove it: ChangeParty ──▶ left
//
// A party that is expired or left can join again, or staff put it back: it is waiting again.
//
// The tally counts the people who come, those for whom places are held, and the parties that wait (Seats). Each change of a
// party's state goes through tally.countParty (waiting.go).
//
//	             a change of the event that is sent to guests (updates.go)
//
//	Service.SendUpdates (updates.go)         staff agree: the tally gets the version to send
//	Service.QueueUpdates (updates.go)          in the background, 100 guests at a time:
//	  └─ Service.queueUpdateStep (updates.go)       composes and encrypts their messages, and then stores them in a transaction
//	                                         that saves how far it has come
package rsvp

import (
	"net/url"
	"reflect"
	"strings"

	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/db"
)

// Confidence says how certain it is that a registration belongs to the customer it names (R17).
type Confidence string

// The levels of confidence.
const (
	Confirmed Confidence = "confirmed" // two signals or more agree on one account
	Probable  Confidence = "probable"  // one signal
	Unknown   Confidence = "none"
)

// Signal is a value of an answer that agrees with the directory.
type Signal string

// The signals, in the order in which they are listed (R17). The name counts only together with another one.
const (
	ByEmail  Signal = "email"
	ByPhone  Signal = "phone"
	ByNumber Signal = "customer_number"
	ByName   Signal = "name"
)

// Answer is the content of an answer, by a guest or by staff on a guest's behalf.
type Answer struct {
	Name           string    `json:"name"`
	CustomerNumber string    `json:"customer_number"`
	Phone          string    `json:"phone"`
	Email          string    `json:"email"`
	People         int64     `json:"people"` // 1 to 20; 0: the guest is not coming
	Allergies      string    `json:"allergies"`
	Language       i18n.Lang `json:"language"`
	Details
}

// equal reports whether two answers have the same content.
func (a Answer) equal(b Answer) bool { return reflect.DeepEqual(a, b) }

// Declines reports whether the guest is not coming.
func (a Answer) Declines() bool { return a.People == 0 }

// AuditFields implements audit.Auditable.
func (a Answer) AuditFields() audit.Fields {
	companions, answers := a.audit()
	return audit.Fields{
		"name": a.Name, "customer_number": a.CustomerNumber, "phone": a.Phone, "email": a.Email, "people": a.People, "allergies": a.Allergies,
		"language": a.Language, "companions": companions, "answers": answers,
	}
}

// Submission is an answer as a guest sends it.
type Submission struct {
	Answer        // Language may be empty: then that of the link, else of the visitor
	Token  string // of the personal link; empty: none

	form    url.Values // that has the details; nil: they are in the answer
	shown   int64      // how many people the form had fields for
	keep    bool       // fields left blank keep the values of the earlier answer of the same link
	code    string     // check-in code of the answer that this one changes; empty: it came not from the page after that answer
	changes bool       // sent by the form that the thank-you page opens to change the answer
}

// Visitor is what the HTTP request says about the person who sends a submission.
type Visitor struct {
	IP       string    // R20
	Language i18n.Lang // preferred by the browser
}

// Outcome is the result of a submission. Confirmed selects the text of the thank-you page and must not be sent to the guest in
// any other form.
type Outcome struct {
	ID        int64
	Name      string // the guest's, as it was sent
	Updated   bool   // the answer replaced an earlier one
	Declined  bool   // the guest is not coming
	Language  i18n.Lang
	Confirmed bool
	Code      string // the check-in code of this answer; empty: it is in the confirmation alone, or the guest is not coming
	MailedTo  string // the address that a confirmation is on its way to; empty: none is

	answer Answer // as it was sent, cleaned
	linked bool   // by a personal link: the page may say that there was an answer before
}

// Attribution is the customer to whom an answer belongs, as far as known, with the signals for it.
type Attribution struct {
	Confidence Confidence `json:"confidence"`
	Signals    []Signal   `json:"signals"`
	CustomerID string     `json:"customer_id"` // of the link or of the match; empty: unknown
	AccountID  string     `json:"account_id"`
	NameOnFile string     `json:"name_on_file"`
}

// RSVP is one registration (R19).
type RSVP struct {
	ID      int64
	EventID string
	Answer
	Attribution
	IP          string // of the visitor; empty: entered by staff
	EnteredBy   string // id of the person of staff who answered for the guest; empty: the guest did
	RecipientID int64  // the recipient whose personal link was used; 0: none
	WalkIn      bool   // registered at the door
	Arrived     int64  // people of the party who are there (package door)
	CreatedAt   db.Instant
	RespondedAt db.Instant // of the latest answer
	ChangedAt   db.Instant // when it, or Arrived, last changed
	Version     int64

	identity           string
	emailKey, phoneKey string
}

// Revision is an earlier answer of a registration.
type Revision struct {
	Version int64 // the registration's version at that time
	Answer
	Attribution
	IP          string
	EnteredBy   string
	RespondedAt db.Instant
	ReplacedAt  db.Instant
	ReplacedBy  string // id of a person of staff; empty: the guest
	Replacer    string // the name of that person
}

// Seats are the taken places of an event.
type Seats struct {
	Headcount     int64 // people who are coming
	Registrations int64
	Declined      int64 // those of the registrations whose guests are not coming
	Held          int64 // people of parties that are offered places, which count as taken
	Waiting       int64 // parties that wait for an offer
}

// Taken returns the places that are taken or held.
func (x Seats) Taken() int64 { return x.Headcount + x.Held }

// JoinSignals returns signals as they are stored and exported, separated by commas.
func JoinSignals(list []Signal) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = string(s)
	}
	return strings.Join(words, ",")
}

func splitSignals(s string) []Signal {
	list := []Signal{}
	for word := range strings.SplitSeq(s, ",") {
		if word != "" {
			list = append(list, Signal(word))
		}
	}
	return list
}
