// Package deputies renders the page of the deputies of absent supervisors.
package deputies

import "presence/views/ui"

// Page is the deputies, and the form of one of them when it is open.
type Page struct {
	Add  string // the page with the form of a new one; empty: the viewer names none
	Rows []Row
	Form *Form
}

// Row is one deputy.
type Row struct {
	Name, Supervisor, When string
	Active                 bool
	Href, Edit             string // the page with its form, and the link's name; empty: it is not the viewer's to change
}

// Form is a new deputy, or one whose days are changed.
type Form struct {
	Title  string
	Action string
	Hidden []ui.Hidden
	For    *ui.Field  // the supervisor; nil: it is settled
	Deputy *ui.Picker // nil: it is settled
	When   ui.Field
	Days   []ui.Field
	Faults ui.Faults
	Remove string // URL that withdraws it; empty: it is new
}
