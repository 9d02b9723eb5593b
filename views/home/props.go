// Package home renders Today, the start page of staff, and the reader of the API's description.
package home

import (
	"github.com/a-h/templ"

	"presence/views/ui"
)

// Page is the start page of one person.
type Page struct {
	Title     string
	Date      string
	Setup     *Setup          // nil: nothing is left to set up
	Overdue   *Overdue        // nil: none
	Lists     []List          // what waits for the person, the most urgent list first
	Clock     templ.Component // nil: the person has none
	ClockLast bool            // the clock stands below the tasks: it does not run, and tasks wait
	Sheet     *Sheet          // nil: the person has none
	Next      *Event          // the next event; nil: none, or none of the person's business
	Events    *List           // what waits with the events; nil: nothing
	Sends     []Send          // empty: not shown
	Nothing   bool            // none of the above is set
}

// Setup lists the steps of a new installation.
type Setup struct {
	Title, Note string
	First       bool // stands above everything else
	Steps       []Step
}

// Step is one thing to set up.
type Step struct {
	Title, Text, Href string
	Group             string // heads this step and those after it; empty: the group goes on
	Done              bool
	Later             string // why it cannot be taken yet; empty: it can
	Button            string // leads to Href
	Main              bool   // the main button of the page: the step to take next
	Also              Button // another way to do it; its zero value: there is none
}

// Button leads to a page.
type Button struct{ Label, Href string }

// List is what waits for a person in one field of work.
type List struct {
	ID      string
	Title   string
	Note    string // the period, with the days that are left
	Bare    bool   // the task says what the title does, which is read out alone
	Tasks   []ui.Task
	Away    string  // who is away today; empty: no one
	Working *Button // who has clocked in; nil: no one
	NoLeave string  // beside Working: no one is on leave; empty: Away says more
}

// Send is an invitation or a reminder that is under way or paused.
type Send struct {
	Title, Kind, Href string
	State             ui.Status
	Bar               ui.PartBar
	Act               *ui.Act // what staff do next about it; nil: nothing
	Moves             bool
}

// Event is one that guests are invited to.
type Event struct {
	Title, Href string
	When, Left  string    // the day, and in how many days it is
	Gauge       *ui.Gauge // headcount against capacity; nil: no limit
	People      string    // headcount where there is no limit, or that no guest was invited yet
	Button      string    // the next act of staff: the registrations, or the invitations; empty: a task of the page has it
	ButtonHref  string
	Main        bool
	Trend       *ui.Chart // of the next event: registrations by day; nil: none
	Lately      string    // how many came within a week
	Later       []Event   // the events after it
}

// Overdue is a sheet that should have been handed in.
type Overdue struct {
	Title, Text, Href string
	Main              bool
}

// Sheet is the viewer's own timesheet of the current period.
type Sheet struct {
	Period string
	State  ui.State
	Label  string // of the state, when its usual words do not fit
	Hours  string
	Days   []Day
	Notes  []Note
	Button string
	Href   string
	Open   bool // the button is for something that is left to do
	Ready  bool // the button submits: it is the last day, and nothing is missing
	Main   bool // the one main button of the page
	Also   []Line
}

// Line is something else of the viewer's own: the period before, the next leave.
type Line struct {
	Icon  ui.Icon
	Label string
	Text  string
	State ui.State // empty: none
	Href  string
	Act   bool // Text is what can be done there
}

// DayState says what a day of the period holds.
type DayState string

// The states of a day.
const (
	DayEntered DayState = "entered" // has hours
	DayLeave   DayState = "leave"   // approved leave
	DayAsked   DayState = "asked"   // leave that is not decided yet
	DayMissing DayState = "missing" // a past working day without hours
	DayDue     DayState = "due"     // today, without hours so far
	DayOff     DayState = "off"     // a day without hours on a weekend
	DayAhead   DayState = "ahead"   // anything else
)

// Day is one of the fourteen days of the sheet.
type Day struct {
	Weekday, Number string
	State           DayState
	Text            string // the hours, or what the state says
	Spoken          string
	Href            string
	Today           bool
}

// Note is something to know about the sheet.
type Note struct {
	Icon ui.Icon
	Tone ui.Tone
	Text string
}

// CalendarWeek is a week of the calendar that shows the current pay period.
type CalendarWeek struct {
	Month string // of the first day, where it begins the calendar or a month
	Days  []CalendarDay
	In    []int // the choices of the period, by their index, that contain the week
}

// CalendarDay is one day of it.
type CalendarDay struct {
	Number string
	Today  bool
}

// FirstSteps are the questions to the first administrator.
type FirstSteps struct {
	Faults                                           ui.Faults
	Company, Language, Zone, Period, Overtime, Codes ui.Field
	Weekdays                                         []string       // in brief, of the columns of Weeks
	Weeks                                            []CalendarWeek // around today, with the current period of each choice
	Skip                                             string         // where one goes without answering
}

// icon returns the icon of the button: that of submitting if it submits.
func (s Sheet) icon() ui.Icon {
	if s.Ready {
		return ui.IconSend
	}
	return ui.IconClock
}

// script returns the script of the page: that of the clock.
func (p Page) script() string {
	if p.Clock == nil {
		return ""
	}
	return "clock"
}
