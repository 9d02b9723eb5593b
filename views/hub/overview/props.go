// Package overview renders the page that says how an event stands.
package overview

import (
	"presence/views/layout"
	"presence/views/ui"
)

// Page is how an event stands.
type Page struct {
	Head  layout.EventHead
	Tasks []ui.Task // what staff do next, the most urgent first
	Stats []ui.Stat // the first one is the headcount
	Gauge *ui.Gauge // of the headcount; nil: there is no limit
	Chart *ui.Chart // registrations by day; nil: there are none
	Pace  string    // how many came lately, and how many the last event had at this point; may be empty

	ChartOf []ui.Segment // what the chart can show
	Dates   []Date
}

// Date is something that happens by itself at a moment to come.
type Date struct{ Name, When, Left string }
