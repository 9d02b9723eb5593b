// Package activities renders the page of the activities, and the report of what was worked and spent for customers and under activities.
package activities

import "presence/views/ui"

// Page is the activities, and the form of one of them when it is open.
type Page struct {
	Add  string // the page with the form of a new activity
	Rows []Row
	Form *Form
}

// Row is one activity.
type Row struct{ Code, Name, Href, Edit string }

// Form is a new activity, or one being changed.
type Form struct {
	Title   string
	Action  string
	Hidden  []ui.Hidden
	Fields  []ui.Field
	Faults  ui.Faults
	Archive string // URL that archives it; empty: it is new
}
