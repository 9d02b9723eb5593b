// Package rsvp renders the guests' pages of an event (the invitation with its form, the thanks and the refusals) and the
// staff's pages of the registrations. The guests' pages use a document of their own: one small style sheet, no script.
package rsvp

import (
	"strconv"
	"strings"

	"presence/app/platform/i18n"
	"presence/views/ui"
)

// Document holds what all pages for guests have in common.
type Document struct {
	Lang    i18n.Lang
	Title   string      // of the browser tab
	About   string      // one line, for previews of the link in chat programs
	Palette string      // the class of the brand palette
	Scheme  string      // of a preview: the class of its colours, light or dark; empty: those that the browser prefers
	Switch  string      // the same page in the other language; empty: there is none
	Calm    bool        // without lights and confetti
	Host    string      // who invites, in words; empty: it is not known
	Picture *ui.Picture // above the title; nil: none
	Still   bool        // of a preview: without what only browsers and search engines read
	General bool        // it is not about one event: without the words about the data that an event collects
}

// Event is the heading of an event's page.
type Event struct {
	Title   string
	Above   string // a few words above the title: that one is invited, or why it is too late
	Day     Day
	Hours   string   // "de 17 h 30 à 22 h"
	Address []string // lines; empty: it is shown elsewhere
	Map     string   // link to a map of the address
	Intro   string   // HTML, made safe
	Details string   // HTML, made safe
}

// Day is the date of the event, shown like a page of a tear-off calendar.
type Day struct {
	Weekday, Number, Month, Year string
	Long                         string // the whole date in words
	Machine                      string // 2026-12-17T17:30:00-05:00
}

// Page is the invitation, with its form or with a notice in place of the form.
type Page struct {
	Document
	Event
	Greeting string    // by the name on the personal link; empty: none
	For      string    // the name on the personal link, or of the answer that is changed, shown as text; empty: none
	Fixed    bool      // For cannot be corrected: the answer is found by it
	NotYou   string    // the page without the link
	Expired  bool      // the request carried a link that is not valid
	Answered *Answered // the answer that was given with the personal link; nil: none
	Notice   *Notice   // why there is no form, or a collapsed one
	Form     *Form     // nil: answers are no longer taken
	Decline  *Form     // of a guest who is not coming and has no personal link; nil with a notice or an answer
	Waiting  *Form     // puts a party on the waiting list; nil: that is not possible
	Until    string    // the last day to answer, in words
	By       string    // that guests are to answer until then, in a few words
}

// asks reports whether the page asks a guest for a first answer: the form is neither missing nor folded.
func (p Page) asks() bool { return p.Form != nil && p.Form.Folded == "" }

// by returns until when to answer, while that is asked.
func (p Page) by() string {
	if !p.asks() {
		return ""
	}
	return p.By
}

// Answered is the answer that a guest has given.
type Answered struct {
	Title   string
	Lines   []Line
	Private string // says what is not shown; empty: nothing
	Cancels bool   // it can be cancelled
}

// Notice is shown instead of the form, or above it.
type Notice struct {
	Sign  Sign
	Title string
	Texts []string
	Alert bool // it is read out, and takes the focus
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

// Form is the form of an answer with its current values.
type Form struct {
	Action  string
	Prefix  string // of the ids of its fields, where a page has two forms
	Token   string // of the personal link; empty: none
	Code    string // check-in code of the answer that is changed; empty: it is not known
	Changes bool   // it changes what the guest has just answered
	Values  Values
	Faults  Faults
	Folded  string // label of the control that expands the form; empty: it is expanded
	Unfold  bool
	Max     int    // people of an answer, for the stepper
	Party   []Ask  // questions that are answered once
	Guest   Person // what the guest is asked as one of the party
	Others  []Person
	Shown   int    // for how many people there are fields; 0: they are not asked for
	How     string // how an earlier answer is found again, where only that can be changed
	Limits  Limits
	Keep    bool // there is an earlier answer, whose companions, allergies and answers stay where a field is left blank
}

// Person is the fields about one person of a party.
type Person struct {
	Title string
	Asks  []Ask
}

// Ask is one field about a person or a party.
type Ask struct {
	Name, Label, Fault string
	Kind               AskKind
	Required           bool
	Max                int // characters of a text
	Values             []string
	Options            []Choice
}

// AskKind says how a field is filled in.
type AskKind string

// The kinds of fields.
const (
	AskChoice  AskKind = "choice"
	AskSeveral AskKind = "several"
	AskNumber  AskKind = "number"
	AskText    AskKind = "text"
)

// Choice is an option of a field.
type Choice struct{ Value, Label string }

// value returns the only value of the field.
func (a Ask) value() string {
	if len(a.Values) == 0 {
		return ""
	}
	return a.Values[0]
}

// Values holds the values of the fields.
type Values struct {
	Name, Email, Phone, CustomerNumber, Allergies string

	People int
}

// Limits holds the maximum lengths of the texts, in characters.
type Limits struct{ Name, Email, Phone, CustomerNumber, Allergies int }

// Fault is the validation error of a field, in the reader's language.
type Fault struct{ Field, Label, Text string }

// Faults are the validation errors of one form, in the order of its fields.
type Faults []Fault

// Of returns the validation error of a field; empty when there is none.
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
	Greeting  string
	Text      string
	Declined  bool   // the guest is not coming: there is no ticket
	ThankYou  string // the event's own words: HTML, made safe
	People    int    // of the answer
	Name      string // on the ticket
	Answer    []Line // what else was answered
	Calendars []Calendar
	Code      ui.QRCode // the check-in code; without a path: none
	CodePage  string    // a page with the code alone, which can be opened again; set with Code
	Mail      string    // says that a confirmation is on its way; empty: none is
	Change    string    // the page of the personal link, with the answer; empty: there is no such link
	Again     string    // without a personal link: where Sent goes to be changed
	Sent      []ui.Hidden
	How       string // how the answer is changed
}

// PartyPage is the page of a party of the waiting list.
type PartyPage struct {
	Document
	Event
	Heading string
	Text    string
	Mail    string // says that a message is on its way; empty: none is
	People  int    // 0: they are not shown
	Name    string
	Token   string // of the personal link
	Take    string // where the places are taken; empty: none are offered
	Form    *Form  // what the event asks of a party that takes them; set with Take
	Leave   string // where they are declined, or the list is left; empty: the party is not on the list
	Link    string // another page to go to; empty: none
	Label   string // of that link
}

// Calendar is a link that adds the event to a calendar.
type Calendar struct {
	Name, Href string
	File       bool // it is a file to download, not a page of another site
}

// Line is a name with its value.
type Line struct {
	Name, Value string
	Email       bool // the value is an e-mail address
}

// Refusal is the page shown to guests in place of one that cannot be shown.
type Refusal struct {
	Document
	Notice
	Retry     string // link that tries again; empty: none
	RequestID string
	Again     string      // where the form with Values is sent again; empty: there is none
	Values    []ui.Hidden // of the form
}

// more reports whether one of the fields that are folded away has a value or an error.
func (f Form) more() bool {
	v := f.Values
	return v.Phone+v.CustomerNumber+v.Allergies+f.Faults.Of("phone")+f.Faults.Of("customer_number")+f.Faults.Of("allergies") != ""
}

func (f Form) countID(n int) string { return f.Prefix + "n" + strconv.Itoa(n) }

// describedBy returns the ids of the hint and of the fault below a field, for aria-describedby.
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

// people returns a number of people in words.
func people(l i18n.Lang, n int) string { return l.N(n, i18n.RsvpPeopleCount) }
