// Package webhooks renders the settings of webhooks: the endpoints, and one of them with its log.
package webhooks

import "presence/views/ui"

// List is the page of all endpoints.
type List struct {
	Tabs []ui.Tab
	Rows []Row
	New  string // where one is added; empty: there are as many as there may be
}

// Row is one endpoint.
type Row struct {
	Name, URL, Href string
	State           ui.Status
	Kinds           string // how many kinds of events
}

// Form is the form of an endpoint.
type Form struct {
	Action  string
	Hidden  []ui.Hidden
	Refused string // empty: the form was not refused as a whole
	Faults  ui.Faults
	Fields  []ui.Field
	Groups  []KindGroup
	Fault   string    // about the kinds; empty: none
	Enabled *ui.Field // nil: it is a new endpoint
	Save    string
	Cancel  string // empty: there is nothing to return to
}

// KindGroup is a group of kinds of events, as checkboxes.
type KindGroup struct {
	Title string
	Kinds []ui.Field
}

// New is the page of a new endpoint.
type New struct {
	Crumbs []ui.Crumb
	Form   Form
}

// Endpoint is the page of one endpoint.
type Endpoint struct {
	Title   string
	Crumbs  []ui.Crumb
	State   ui.Status
	Problem string    // why it is disabled, or since when it fails; empty: neither
	Secret  string    // just made; empty: it was made before
	Overlap string    // until when the secret before signs too; empty: it does not
	EndOld  *ui.Field // says that the secret before ends now; nil: there is none
	Form    Form
	Test    string // where a test event is sent; empty: the endpoint is disabled
	Rotate  string
	Ask     string // the page that asks whether to delete it
	Asking  bool
	Delete  string
	Log     string // the address of the log's first page
	List    []Delivery
	Older   string
	Newest  string
}

// Delivery is what was sent to an endpoint.
type Delivery struct {
	ID        string
	Kind      string // in words
	Code      string // as programs know it
	When      string
	State     ui.Status
	Attempts  string
	Status    string // of the last answer; empty: there was none
	Reason    string // why the last attempt failed, in English; empty: it did not, or the status says it
	Next      string // when the next attempt is; empty: there is none
	MessageID string // with the name of its header
	Payload   string
	Replay    string // where it is sent again; empty: it cannot be
	Spoken    string // the button, read out
	Refresh   string // the address of the line, while its result is awaited; empty: it is not
}
