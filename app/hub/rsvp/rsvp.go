// Package rsvp takes the answers of guests: it knows whose personal link it is, gives out the places without ever giving
// one twice, holds answers against the customer directory without telling anybody what it found, and keeps every earlier
// answer (R16–R19).
package rsvp

import (
	"strings"

	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/db"
)

// Confidence says how sure it is that a registration is of the customer it names (R17).
type Confidence string

// The levels of confidence.
const (
	Confirmed Confidence = "confirmed" // two signals or more agree on one account
	Probable  Confidence = "probable"  // one signal
	Unknown   Confidence = "none"
)

// Signal is something of an answer that the directory knows.
type Signal string

// The signals, in the order in which they are told (R17). The name only counts beside another one.
const (
	ByEmail  Signal = "email"
	ByPhone  Signal = "phone"
	ByNumber Signal = "customer_number"
	ByName   Signal = "name"
)

// Answer is what a guest, or staff for a guest, answered.
type Answer struct {
	Name           string    `json:"name"`
	CustomerNumber string    `json:"customer_number"`
	Phone          string    `json:"phone"`
	Email          string    `json:"email"`
	People         int64     `json:"people"` // 1 to 20
	Allergies      string    `json:"allergies"`
	Language       i18n.Lang `json:"language"`
}

// AuditFields implements audit.Auditable.
func (a Answer) AuditFields() audit.Fields {
	return audit.Fields{
		"name": a.Name, "customer_number": a.CustomerNumber, "phone": a.Phone, "email": a.Email, "people": a.People, "allergies": a.Allergies,
		"language": a.Language,
	}
}

// Submission is an answer as it arrives.
type Submission struct {
	Answer        // Language may be empty: that of the link, else of the visitor
	Token  string // of the personal link; empty: none
}

// Visitor is what the HTTP request tells of the person who sends a submission.
type Visitor struct {
	IP       string    // R20
	Language i18n.Lang // that the browser asks for
}

// Outcome is what became of a submission. Confirmed chooses the thank-you and must not leave as anything else.
type Outcome struct {
	ID        int64
	Updated   bool // an earlier answer gave way to this one
	Language  i18n.Lang
	Confirmed bool
}

// Attribution is whose answer it is, as far as it is known, and what says so.
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
	EnteredBy   string // person id of staff who answered for the guest; empty: the guest
	RecipientID int64  // whose personal link it came by; 0: none
	CreatedAt   db.Instant
	RespondedAt db.Instant // of the latest answer
	Version     int64

	identity           string
	emailKey, phoneKey string
}

// Revision is an earlier answer of a registration.
type Revision struct {
	Version int64 // the registration's at that time
	Answer
	Attribution
	IP          string
	EnteredBy   string
	RespondedAt db.Instant
	ReplacedAt  db.Instant
	ReplacedBy  string // person id of staff; empty: the guest
	Replacer    string // the name of that person
}

// Seats are the places of an event that are taken.
type Seats struct {
	Headcount     int64 // people
	Registrations int64
}

func joinSignals(list []Signal) string {
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
