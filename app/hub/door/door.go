// Package door checks guests in when they arrive at an event. Each tap of a device appends a signed number of people to the table
// arrivals; the numbers of a registration add up to how many of its party are there. Taps are therefore never lost when several
// devices count at once, and a tap that is sent twice counts once.
package door

import (
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/db"
)

// Tap is one action of a device on one party.
type Tap struct {
	Registration int64
	People       int64      // who arrive; below 0: who are taken back
	Undo         int64      // the id of an arrival to take back, instead of People; 0: none
	Key          string     // chosen by the device; a tap with the same key counts once
	Anyway       bool       // although the party declined, or more arrive than are expected
	At           db.Instant // when; 0: now
	By           string     // the name of who counted; empty: the actor's
}

// Arrival is a tap as it is stored.
type Arrival struct {
	ID     int64
	RSVPID int64
	People int64
	By     string // the name of who counted
	At     db.Instant
}

// Party is a registration with the last arrival that was counted of it; Last is zero if there is none.
type Party struct {
	rsvp.RSVP
	Last Arrival
}

// Result is the outcome of a tap or a walk-in.
type Result struct {
	Party    rsvp.RSVP // after the tap
	Arrival  Arrival   // that was added; zero if Repeated
	Repeated bool      // the tap was stored before
}

// Codes of the conflicts that ask whether to count anyway, and of the one that cannot be overridden.
const (
	Declined  = "party_declined"  // the guest said no
	Already   = "already_arrived" // part of the party is there, and with this tap there would be more than expected
	TooMany   = "more_than_party" // more than expected, though none were there
	NotThere  = "not_arrived"     // more would be taken back than are there
	otherTap  = "other_tap"       // the key belongs to a tap on another registration
	maxKey    = 64                // bytes of a key
	maxPeople = 1000              // of one tap, as in the table
)

// check returns the conflict if a tap may not be counted, or only after a question.
func (t Tap) check(party rsvp.RSVP) error {
	arrived := party.Arrived + t.People
	switch {
	case arrived < 0:
		return errs.Conflict(NotThere, "There aren’t that many check-ins to undo.")
	case t.People <= 0 || t.Anyway || arrived <= party.People:
		return nil
	case party.Declines():
		return errs.Conflict(Declined, "This guest declined.")
	case party.Arrived > 0:
		return errs.Conflict(Already, "This group has already been checked in.")
	}
	return errs.Conflict(TooMany, "More people than expected.")
}

// validate returns the errors of a tap's own values.
func (t Tap) validate() error {
	var faults errs.Fields
	if t.Undo == 0 && (t.People == 0 || t.People < -maxPeople || t.People > maxPeople) {
		faults.Add("people", "out_of_range", "Expected a number other than 0.")
	}
	if t.Key == "" || len(t.Key) > maxKey {
		faults.Add("key", "length", "Expected a key of 1 to 64 characters.")
	}
	return faults.Err()
}
