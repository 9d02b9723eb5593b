// Package oauthsessions renders the pages of the connected applications.
package oauthsessions

import (
	"presence/app/platform/i18n"
	"presence/views/layout"
	"presence/views/ui"
)

// Page is a page of the connected applications: the reader's own, or those of all people.
type Page struct {
	Views    string // names the tabs, read out
	Tabs     []ui.Tab
	Count    string
	Intro    string
	Filter   *ui.Filters // nil: there is none
	Clear    string      // where the search is cleared; empty: nothing is searched for
	NoneText string
	People   bool // the rows say whose applications they are
	Rows     []Row
	Pages    *ui.Pages
	Ask      *Ask // nil: nothing is asked
}

// frame returns what the page passes to its frame.
func (p Page) frame(l i18n.Lang) layout.Page {
	page := layout.Page{Style: "applications"}
	if p.People {
		return layout.SettingsPage(l, p.Tabs, page)
	}
	return layout.AccountPage(l, p.Tabs, page)
}

// Row is one application.
type Row struct {
	Person              Person
	Application, Scopes string
	Since               string
	Access, Renewal     string   // of each, until when
	Expired             *Expired // nil: the access is valid
	Ask, Spoken         string   // the button that opens the question, and its accessible name
}

// Person is whose application it is.
type Person struct{ Name, Email, Href string }

// Expired names the expired token.
type Expired struct {
	Tone ui.Tone
	Icon ui.Icon
	Text string
}

// Ask is the question before an application is disconnected.
type Ask struct {
	Text        string
	Application string
	Person      string // empty: the reader
	Action      string
	Session     string
}
