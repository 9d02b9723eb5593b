// Package mail builds messages and sends them. There is one kind of message, written as the same bytes each time (R21), and
// five channels (R9): an SMTP relay, Mailjet, Gmail, Microsoft Graph, and the outbox of files that is used when none of them is
// configured. The package knows no recipient lists, no retries and no database: the caller has those, and a Failure tells it
// what became of a message.
package mail

import "time"

// Address is whom a message is from or for.
type Address struct {
	Name  string // how people are called; may be empty and of any language
	Email string // bare: no name, no brackets
}

// String returns the address for reading: "Name <email>". It is not encoded for a header.
func (a Address) String() string {
	if a.Name == "" {
		return a.Email
	}
	return a.Name + " <" + a.Email + ">"
}

// Attachment is one file that goes with a message.
type Attachment struct {
	Filename  string
	MediaType string // "application/pdf"; what is no media type goes as application/octet-stream
	Data      []byte
}

// Message is one e-mail to one person. The caller sets ID and Date once, so that every attempt sends the same bytes and the
// recipient's mailbox can recognize a repeat.
type Message struct {
	ID          string // the Message-ID without its brackets: "local@domain"
	Date        time.Time
	From        Address
	ReplyTo     Address // zero: the sender
	To          Address
	Subject     string
	Lang        string // "fr" or "en"; empty: not said
	HTML        string // a whole document; empty: text alone
	Text        string // the same for who reads no HTML; any kind of line end
	Unsubscribe string // the address of a one-click unsubscribe (RFC 8058); empty: none
	Parts       *Parts // the attachments, encoded once for all messages that carry them; nil: none
	Calendar    []byte // the event as an .ics file; nil: none
}
