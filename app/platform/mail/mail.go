// Package mail makes messages and hands them over: one kind of message, written as the same bytes each time (R21), and
// the channels that take it (R9): an SMTP relay, Mailjet, Gmail, Microsoft Graph, and the outbox of files that stands in
// when none of them is configured. It knows no recipient list, no retry and no database: whoever sends keeps those, and
// learns from a Failure what became of a message.
package mail

import "time"

// Address is whom a message is from or for.
type Address struct {
	Name  string // how people are called; may be empty and of any language
	Email string // bare: no name, no brackets
}

// String is the address as people write it: "Name <email>", for reading, not for a head.
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

// Message is one e-mail for one person. Whoever queues it fixes ID and Date, so that every attempt hands over the same
// bytes and a recipient's mailbox can tell a repeat.
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
