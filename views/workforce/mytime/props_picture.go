package mytime

import (
	"strconv"

	"presence/views/ui"
)

// Picture is one week of one person, drawn to scale: a column for each day, the hours downward. The script lets shifts be drawn, moved and
// stretched in it.
type Picture struct {
	Span            // what of the scale is shown, in whole hours
	Hours  []string // the time of day of each hour that is shown
	Hour24 *Link    // shows all hours of the day, or again only some; nil: all are needed
	Week   Week     // its totals
	Window int      // the day that a phone shows, 0 for Sunday
	Days   []PictureDay
	Edits  bool        // something can be added
	Empty  bool        // no shift is drawn
	Zone   string      // of the times, for the script
	Hidden []ui.Hidden // of what the script posts
}

// Span is a stretch of the scale of a picture, in minutes from its top.
type Span struct{ From, Until int }

// class returns the classes that place an element, to five minutes: a page may not have styles of its own elements.
func (s Span) class() string { return place("f", s.From) + " " + place("t", s.Until) }

func place(end string, minutes int) string {
	n := (minutes + 2) / 5 * 5
	return end + "h" + strconv.Itoa(n/60) + " " + end + "m" + strconv.Itoa(n%60)
}

// PictureDay is one column.
type PictureDay struct {
	ID, Weekday, Date string
	Name              string // the day in full
	Today, Weekend    bool
	Total             string // hours of the day; empty: none
	Planned                  // hours of its schedule
	Locked            string // why nothing can change; empty: it can
	Fill              *Post  // fills the day as it was scheduled, or as usual; nil: it does not
	Holiday           string // the statutory holiday that it is; empty: none
	Leave             []Leave
	Expenses          *Link  // leads to them; nil: there are none
	Note              string // what is missing or unusual
	Plan              string // what was planned; empty: nothing, or it was worked so
	PlanTimes         string // its times alone, for the outline that says so
	Add               *Link  // opens the form of a new shift; nil: nothing can be added
	Focus             bool   // Add gets the focus
	Pick              string // href: shows the day on a phone
	Boxes             []Box  // by beginning
	Outlines          []Span // of a day without shifts: the scheduled or usual ones
	Gap               *Span  // the hour that the day does not have; nil: it has all of the scale
	Now               *Span  // the present time; nil: it is on another day
	Start             int64  // when the day begins, in milliseconds since 1970
	Minutes           int    // length of the day
}

// Box is a shift, or the part of one that is on the day.
type Box struct {
	Span
	Lane, Lanes   int // of those side by side: which one, from 0, and of how many
	Shift         int64
	Version       int64
	Start, End    int64  // of the shift, in milliseconds since 1970
	Begins, Ends  bool   // the shift begins, ends in this part
	Line          Line   // Edit is the href of its form; empty: it has none
	Move          string // where the script posts new times; empty: nowhere
	Why           string // why it cannot be moved; empty: it can
	Locked, Focus bool
	Breaks        []Span
}

// maxLanes is how many boxes can lie side by side; further ones overlap in the last lane.
const maxLanes = 4

func (b Box) class() string {
	c := "wk-box " + b.Span.class()
	if b.Lanes > 1 {
		c += " of" + strconv.Itoa(min(b.Lanes, maxLanes)) + " in" + strconv.Itoa(min(b.Lane, maxLanes-1))
	}
	for _, x := range []struct {
		is    bool
		class string
	}{{b.Locked, "is-locked"}, {b.Why != "", "is-fixed"}, {!b.Begins, "is-rest"}, {!b.Ends, "goes-on"},
		{b.Line.Icon != ui.NoIcon, "is-other"}} {
		if x.is {
			c += " " + x.class
		}
	}
	return c
}

func (d PictureDay) class() string {
	c := "wk-day"
	if d.Today {
		c += " is-today"
	}
	if d.Weekend {
		c += " is-weekend"
	}
	return c
}

// Entry is the form in the dialog of a picture.
type Entry struct {
	Title string
	Form  Form
}
