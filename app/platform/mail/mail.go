// Package mail builds messages and sends them. The same message always has the same bytes (R21). There are five channels (R9):
// an SMTP relay, Mailjet, Gmail, Microsoft Graph, and an outbox of files that is used when none of the others is configured.
// Recipient lists, retries and storage are up to the caller; a Failure tells it what happened to a message.
package mail

import "time"

// Address is a sender or recipient.
type Address struct {
	Name  string // display name; may be empty and in any language
	Email string // without name and brackets
}

// String returns the address for reading: "Name <email>". It is not encoded for a header.
func (a Address) String() string {
	if a.Name == "" {
		return a.Email
	}
	return a.Name + " <" + a.Email + ">"
}

// Attachment is a file attached to a message.
type Attachment struct {
	Filename  string
	MediaType string // "application/pdf"; an invalid one becomes application/octet-stream
	Data      []byte
}

// Message is one e-mail to one person. The caller sets ID and Date once, so that every attempt sends the same bytes and the
// recipient's mail server can recognize a duplicate.
type Message struct {
	ID          string // the Message-ID without its brackets: "local@domain"
	Date        time.Time
	From        Address
	ReplyTo     Address // zero: the sender
	To          Address
	Subject     string
	Lang        string // "fr" or "en"; empty: not specified
	HTML        string // a whole document; empty: only Text
	Text        string // the text alternative; any kind of line end
	Unsubscribe string // the address of a one-click unsubscribe (RFC 8058); empty: none
	Parts       *Parts // the attachments, encoded once for all messages; nil: none
	Calendar    []byte // the event as an .ics file; nil: none
	ReturnPath  string // the envelope sender, to which an SMTP server returns the message; empty: From

	CalendarMethod string // the METHOD of the file; empty: PUBLISH

	Image []byte // a PNG that the HTML shows as ImageURL; nil: none
}

// imageID is the Content-ID of the picture in a message, and ImageURL its address in the HTML (RFC 2392). A picture in the
// message itself is shown by mail programs that load nothing from elsewhere before the reader allows it, and by those that refuse
// data URLs.
const imageID = "picture@presence"

// ImageURL is the address of Message.Image in the HTML.
const ImageURL = "cid:" + imageID
