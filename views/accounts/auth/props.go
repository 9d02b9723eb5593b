// Package auth renders the pages of signing in.
package auth

import (
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// SignIn is what the sign-in page shows.
type SignIn struct {
	Company  string // its name; may be empty
	Next     string // local path to open after the sign-in
	Email    string // as entered
	Refusal  string // why the last attempt failed, in the reader's language; empty: none did
	Demo     []DemoPerson
	Imported bool   // from the page of an archive, whose import ends all sessions
	Known    string // name of the person who is signed in already; empty: none
	GoOn     string // link for the person who is signed in already

	Passkey string // options for signing in with a passkey; empty: browsers offer none here

	SignOn     string // URL that starts the sign-in with the company's provider; empty: there is none
	SignOnDown bool   // the provider does not answer
}

// Arrived is what the page between the provider and the product shows.
type Arrived struct {
	Name string // the sentence that names the person
	GoOn string
}

// DemoPerson is one line of the demo's list.
type DemoPerson struct {
	Email, Name string
	Part        i18n.Text // area of work: "Supervision"
	Work        i18n.Text // what that is
}

// Choose is the form with which a person chooses a password.
type Choose struct {
	Action string // where the form goes: the page's own address
	Name   string
	Email  string
	Faults ui.Faults
}

// First is what the page of the first administrator shows.
type First struct {
	Action string // where the form goes: the page's own address
	Name   string
	Email  string
	Faults ui.Faults
}

// Forgotten is the page for a forgotten password.
type Forgotten struct {
	NoMail  bool // no message can be sent
	Sent    bool // the form was accepted
	SignOn  bool // some people sign in with the company's account
	Email   string
	Faults  ui.Faults
	Refusal string // why the form was refused; empty: it was not
}

// Factor is the step after the password.
type Factor struct {
	Next    string // local path to open after the sign-in
	Refusal string // why the last attempt failed, in the reader's language; empty: none did
	Passkey string // options for signing in with a passkey; empty: the person has none, or browsers offer none here
	Recover string // the command that resets the second factor of an administrator; empty: the person is none
}

// Reauth is the page on which a person reauthenticates before a sensitive act; its form then repeats the request.
type Reauth struct {
	Action   string      // address of the request
	Keep     []ui.Hidden // the values of its form
	Back     string      // the page that led here
	Email    string      // for password managers
	Refusal  string      // why the last attempt failed, in the reader's language; empty: none did
	Password bool        // the person has one
	Passkey  string      // options; empty: none
}
