// Package auth draws the pages of signing in.
package auth

import (
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// SignIn is what the sign-in page shows.
type SignIn struct {
	Next    string // local path to go on to
	Email   string // as it was typed
	Refusal string // why the last attempt failed, in the reader's language; empty: none did
	Demo    []DemoPerson
	Known   string // the person who is signed in already; empty: nobody
	GoOn    string // where the known person goes on to

	SignOn     string // where the way through the company's provider begins; empty: there is none
	SignOnDown bool   // the provider does not answer just now
}

// Arrived is what the page between the provider and the product shows.
type Arrived struct {
	Name string // the sentence that names the person
	GoOn string
}

// DemoPerson is one line of the demo's list.
type DemoPerson struct {
	Email, Name string
	Part        i18n.Text // whose work it is: "Supervision"
	Work        i18n.Text // what that is
}

// First is what the page of the first administrator shows.
type First struct {
	Action string // where the form goes: the page's own address
	Name   string
	Email  string
	Faults ui.Faults
}
