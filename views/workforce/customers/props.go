// Package customers renders the pages of the payroll customers: the list and the form.
package customers

import "presence/views/ui"

// List is a page of the list.
type List struct {
	Count  string
	Tabs   []ui.Tab // empty: the viewer sees no other page of payroll
	Filter ui.Filters
	Add    string // the form of a new record; empty: the viewer may not
	Import string // the import of files; empty: the viewer may not
	Rows   []Row
	Pages  *ui.Pages
	Empty  ui.Empty
	Clear  string // the list without the search; empty: nothing is searched
}

// Row is one customer.
type Row struct {
	Name, Residence string
	Href            string // the form; empty: the viewer may not change it
	Phone, Tel      string // as read, and as dialled
	Email           string
	Invoice         string // empty: none
}

// Form creates or changes a record.
type Form struct {
	Title       string
	Crumbs      []ui.Crumb
	Action      string
	Hidden      []ui.Hidden // the version that is changed
	Faults      ui.Faults
	Fields      []ui.Field
	Save        string
	Account     string // the linked person; empty: a new record
	AccountHref string // empty: the viewer does not manage accounts
	Delete      string // URL that archives it; empty: a new record
}
