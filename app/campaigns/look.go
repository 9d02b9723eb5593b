package campaigns

import (
	"context"

	"presence/app/events"
	"presence/app/mail"
	"presence/db"
)

// Look writes the messages of a campaign. The festive invitation and every editable template are one.
type Look interface {
	// Compile prepares the messages of one language: everything that is the same for all recipients is written once.
	// It fails with an Invalid or NotFound error when the template or the event cannot be written.
	Compile(ctx context.Context, q db.Queryer, e events.Event, o LookOptions) (Compiled, error)
}

// LookOptions say how the messages of one language look.
type LookOptions struct {
	Lang     string // "fr" or "en"
	Subject  string // empty: the look's own
	Template string // empty: the event's own, or the festive invitation
	Reminder bool   // a prefix before the subject and a bell above the title (rule 8 of the seed)
	Origin   string // "https://host" before every address of package paths; no path
	Postal   string // the sender's postal address (R21)
	Tracked  bool   // Links.Pixel is to be drawn; otherwise it is empty
}

// Compiled writes the message of one recipient. It is used by several goroutines at once.
type Compiled interface {
	Message(g Guest, l Links) (subject, html, text string)
	Attachments() []mail.Attachment // for this language
	Calendar() []byte               // the event as an .ics file; nil: none
}

// Guest is what a message knows of its recipient.
type Guest struct{ Email, FirstName, LastName, Language string }

// Links are the addresses in a message. They are whole and need no escaping but that of HTML.
type Links struct {
	RSVP        string // the personal link (R18), with &lang=; for the text, and for whom the button does not work
	Button      string // where the button of the HTML leads: the same, by way of the click that is counted where it is
	Calendar    string // the event for a calendar
	Unsubscribe string // empty: a message that nobody unsubscribes from, such as a test
	Pixel       string // empty: untracked
}
