package rsvp

import (
	"presence/views/hub/timeline"
	"presence/views/layout"
	"presence/views/ui"
)

// Head holds what the staff's pages of one event have in common.
type Head struct {
	Title string
	Event Place
}

// Place is a page above this one.
type Place struct{ Name, Href string }

// List is the page of all registrations of an event.
type List struct {
	Head
	Header       layout.EventHead
	Add, CSV     string // links
	GuestList    string // link to the list to print
	Totals       string // link to the totals of the answers; empty: nothing is asked
	Door         string // link to the page where guests are checked in
	Today        string // on the day of the event: how many are expected; empty: it is another day
	Waiting      string // link to the waiting list
	WaitingLabel string
	Invite       string // link to the send of the invitation, while no one has answered; empty: some have, or it is too late
	Public       string // link to the guests' page; empty: guests cannot see it
	Stats        []ui.Stat
	Gauge        *ui.Gauge
	Trend        *ui.Chart // registrations by day; nil: there are none
	Refresh      string    // the URL of this page, from which the figures are polled
	Filters      []ui.Chip
	Action       string // of the search
	Query        string
	Keep         []ui.Hidden
	Rows         []Row
	Older        string // link to the rows before; empty: none
	Newest       string // link back; empty: these are they
	Filtered     bool   // no rows match the filters, but the event has some
	Clear        string
}

// Sure is the confidence of a match with a customer, and its reason.
type Sure struct {
	Tone  ui.Tone
	Icon  ui.Icon
	Name  string
	Known string // the number of the customer who is known for sure; empty: only the account is known, or neither
	Signs string // in a few words; empty: none
	Why   string
}

// Row is one registration in the list.
type Row struct {
	Name, Href, Note                        string
	With                                    string // the names of companions, in words; empty: none are known
	More                                    string // how many names these are, such as "+2"
	Named                                   bool   // a search found a companion: the names are open
	Found                                   string // why a search found it, where the row does not show it; empty: it does
	People, Unit                            string // how many are coming, and "people" or "person"
	Arrived                                 string // how many of them are there, in words; empty: none
	Declined                                string // words in place of the number; empty: the guest is coming
	Sure                                    Sure
	Act                                     *ui.Act // what staff do next about it; nil: nothing
	Phone, Tel, Email, Number               string
	Allergies, Language, Code, When, Moment string
}

// One is a registration with its history.
type One struct {
	Head
	Subtitle  string
	Answer    []Line
	Sure      Sure
	Who       []Line
	Match     *MatchQuestion // nil: there is nothing to decide
	Timeline  []timeline.Row
	Revisions []Revision
	Door      string // on the day of the event, link to the check-in of its people; empty: they are there, or it is another day
	Edit      string // link to the form that corrects it
	Ask       string // link that asks before it is deleted
	Asked     bool
	AskTitle  string
	AskText   string
	Delete    string // where that is posted
	Version   string
	Back      string
}

// Revision is an earlier answer.
type Revision struct {
	Title   string
	Notes   []string
	Changes []Change // what the next answer changed
	Restore string   // where that is posted
	Label   string   // of the button, read out
	Hidden  []ui.Hidden
}

// Change is a value before and after.
type Change struct{ Name, Before, After string }

// Entry is the form of an answer, entered by staff for a guest, or corrected.
type Entry struct {
	Head
	Person  *Place // whose registration it is; nil: a new one
	Lead    string
	Action  string
	Hidden  []ui.Hidden
	Fields  []ui.Field
	Lines   ui.Field  // of several lines
	Party   []Ask     // questions that are answered once
	People  []Person  // with fields of their own
	Others  bool      // People are those who come along: the guest has no such fields
	Confirm *ui.Field // whether the guest gets a confirmation; nil: not asked
	Faults  ui.Faults
	Save    string // label of the button
	List    string // link to the registrations
	Back    string
	Banner  string // why it could not be saved; empty: no error
	Other   string // link to the registration that does; empty: none
	Clash   *ui.Clash
}

// MatchQuestion asks whether a probable match is the guest. Neither answer stands out: both are to be considered.
type MatchQuestion struct {
	Action, Version string
	Ask             string
	Differs         string // what of the answer contradicts the customer's record; empty: nothing
	One             bool   // a single customer was found
	Left            string // how many more are to be checked
}

// WaitingList is the waiting list of an event, in its order.
type WaitingList struct {
	Head
	Back, CSV, Settings string // links
	Rules               string // how places are offered
	Notes               string // how many wait, and how many places are held
	Warning             string // why nothing is offered; empty: there is no reason
	SetUp               string // link to set up a channel, for users who may; empty: no link
	NoOffer             string // why some parties cannot be offered places, with id OfferReason; empty: all can
	Rows                []PartyRow
	Any                 bool // the list has parties, of which Rows are those that are searched
	Search              ui.Filters
	Filters             []ui.Chip
	Clear               string // link to the whole list
	Pages               *ui.Pages
}

// OfferReason is the DOM id of the text why a party cannot be offered places, which describes its disabled button.
const OfferReason = "offer-reason"

// PartyRow is a party of a waiting list.
type PartyRow struct {
	Place        string // in the order; empty: it is not on the list any more
	Name, Email  string
	People, Unit string // how many they are, and "people" or "person"
	Tone         ui.Tone
	Icon         ui.Icon
	State, Since string
	Usual        bool   // the state is that of most, and is not emphasized
	Until        string // when its offer ends; empty: it has none
	Action       string // where the buttons post to
	Hidden       []ui.Hidden
	Up, Down     *ui.Btn  // move it in the order; nil: it is not on the list
	Offer        *ui.Btn  // offers it places; nil: they are offered already, or taken
	Menu         []ui.Btn // what else can be done
}
