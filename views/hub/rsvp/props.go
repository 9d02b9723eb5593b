// Package rsvp draws what guests see of an event – the invitation with its form, the thanks, the kind refusals – and the
// staff's pages of who answered. The guests' pages stand in a document of their own: one small style sheet, no script.
package rsvp

import (
	"strconv"
	"strings"

	"presence/app/platform/i18n"
)

// Document is what all pages of the guests share.
type Document struct {
	Lang    i18n.Lang
	Title   string // of the window
	About   string // one line, for previews of the link in chat programs
	Palette string // the class of the brand palette
	Switch  string // the same page in the other language; empty: there is none
}

// Event is the heading of an event's page.
type Event struct {
	Title   string
	Day     Day
	Hours   string   // "de 17 h 30 à 22 h"
	Address []string // lines; none: it is shown elsewhere
	Intro   string   // HTML, made safe
	Details string   // HTML, made safe
}

// Day is a leaf of the calendar.
type Day struct {
	Weekday, Number, Month, Year string
	Full                         string // all of it in words
	Machine                      string // 2026-12-17T17:30:00-05:00
}

// Page is the invitation: open with its form, or with a notice in its place.
type Page struct {
	Document
	Event
	For      string  // the name on the personal link; empty: none
	NotYou   string  // the page without the link
	Expired  bool    // a link came along that is not good
	Notice   *Notice // why there is no form, or a folded one
	Form     *Form   // nil: answers are no longer taken
	Until    string  // the last day to answer, in words
	Calendar string  // the .ics
}

// Notice is said instead of the form, or above it.
type Notice struct {
	Sign  Sign
	Title string
	Texts []string
}

// Sign is the drawing of a notice.
type Sign string

// The signs.
const (
	SignFull   Sign = "full"
	SignClosed Sign = "closed"
	SignLost   Sign = "lost"
	SignBusy   Sign = "busy"
	SignBroken Sign = "broken"
)

// Form is the answer as it is being written.
type Form struct {
	Action string
	Token  string // of the personal link; empty: none
	Values Values
	Faults Faults
	Folded string // what unfolds it; empty: it lies open
	Unfold bool
	How    string // how an earlier answer is found again, where only that can be changed
	Limits Limits
}

// Values are the values of the fields.
type Values struct {
	Name, Email, Phone, CustomerNumber, Allergies string

	People int
}

// Limits are how long texts may be, in characters.
type Limits struct{ Name, Email, Phone, CustomerNumber, Allergies int }

// Fault is the validation error of a field, in the reader's language.
type Fault struct{ Field, Label, Text string }

// Faults are those of one form, in the order of its fields.
type Faults []Fault

// Of is the validation error of a field; empty when there is none.
func (f Faults) Of(field string) string {
	for _, x := range f {
		if x.Field == field {
			return x.Text
		}
	}
	return ""
}

// Thanks is the page after an answer.
type Thanks struct {
	Document
	Event
	Greeting string
	Text     string
	ThankYou string // the event's own words: HTML, made safe
	Answer   []Line // what was answered
	Calendar string
	Change   string // back to the form
	How      string // how the answer is changed
}

// Line is a name with its value.
type Line struct{ Name, Value string }

// Refusal is a page that cannot be shown, said kindly.
type Refusal struct {
	Document
	Notice
	Retry     string // link that tries again; empty: none
	RequestID string
}

// maxPeople is how many one answer may bring along (R16).
const maxPeople = 20

// counts are the choices of the stepper.
var counts = func() (list []int) {
	for n := 1; n <= maxPeople; n++ {
		list = append(list, n)
	}
	return list
}()

func countID(n int) string { return "n" + strconv.Itoa(n) }

// marks of hint and fault under a field, for aria-describedby.
func describedBy(name, hint, fault string) string {
	var ids []string
	if fault != "" {
		ids = append(ids, name+"-fault")
	}
	if hint != "" {
		ids = append(ids, name+"-hint")
	}
	return strings.Join(ids, " ")
}

// people is a number of people in words.
func people(l i18n.Lang, n int) string { return l.N(n, i18n.RsvpPeopleCount) }
