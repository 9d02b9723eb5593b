// Package bouncemail reads the mailbox to which messages come back. It parses delivery status notifications (RFC 3464), reports of abuse
// (RFC 5965), and the notices of mail servers that send neither, and finds out whose message they are about.
package bouncemail

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // decodes the character sets of notices

	"presence/app/platform/mail"
)

const (
	// MaxMessage is the number of bytes that are read of a message: what a report says stands before the message that came back.
	MaxMessage = 256 << 10

	maxPart   = 64 << 10 // bytes of a part
	maxHeader = 64 << 10 // bytes of a header
	maxParts  = 20
	maxDepth  = 4
)

// Report is what a message of the mailbox says about one of ours.
type Report struct {
	Kind       mail.EventKind // mail.Bounced, mail.Complained or mail.Unsubscribed
	Cause      mail.Cause     // of a bounce
	Diagnostic string         // the words of the mail server, one line
	Recipient  string         // the address that the report names; may be empty
	MessageID  string         // of the message that came back; may be empty
	Tokens     []string       // the tokens of unsubscribe links in it
	To         []string       // the addresses that the report was sent to
}

// Event returns the report as a delivery event; ok is false when it does not say whose message it is about. a is the address to which
// messages come back.
func (r Report) Event(a mail.BounceAddress) (e mail.ProviderEvent, ok bool) {
	e = mail.ProviderEvent{Kind: r.Kind, ID: r.MessageID, Recipient: r.Recipient, Cause: r.Cause, Reason: r.Diagnostic,
		Permanent: r.Cause.Permanent()}
	for _, token := range append(a.Tokens(r.To), r.Tokens...) {
		e.Token = token
		return e, true
	}
	return e, r.MessageID != "" && r.Recipient != ""
}

// Parse reads a message of the mailbox. ok is false when it is no report, such as an answer of a person or a notice of a delay. Of a
// message that is longer than MaxMessage the rest is ignored.
func Parse(raw []byte) (r Report, ok bool) {
	raw = raw[:min(len(raw), MaxMessage)]
	e, err := message.ReadWithOptions(bytes.NewReader(raw), &message.ReadOptions{MaxHeaderBytes: maxHeader})
	if e == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return r, false
	}
	var p parts
	p.collect(e, 0)
	switch {
	case p.feedback != "":
		r, ok = p.complaint()
	case p.status != "":
		r, ok = p.notification()
	default:
		r, ok = p.notice(e.Header)
	}
	if !ok {
		return r, false
	}
	r.To = addressesOf(e.Header)
	p.identify(&r, e.Header)
	return r, true
}

// parts are the texts of a message by what they are.
type parts struct {
	n        int
	text     string // what a person reads
	html     string
	status   string // message/delivery-status
	feedback string // message/feedback-report
	original string // the message that came back, or its header
}

// collect reads an entity and those within it.
func (p *parts) collect(e *message.Entity, depth int) {
	if p.n++; p.n > maxParts {
		return
	}
	if r := e.MultipartReader(); r != nil {
		for depth < maxDepth && p.n <= maxParts {
			part, err := r.NextPart()
			if part == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
				return
			}
			p.collect(part, depth+1)
		}
		return
	}
	kind, _, _ := e.Header.ContentType()
	body, _ := io.ReadAll(io.LimitReader(e.Body, maxPart)) // what was read before an error is enough
	text := strings.ReplaceAll(string(body), "\r\n", "\n")
	switch strings.ToLower(kind) {
	case "message/delivery-status", "message/global-delivery-status":
		p.status += text + "\n\n"
	case "message/feedback-report":
		p.feedback += text
	case "message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers", "message/global-headers", "text/rfc822":
		p.original += text
	case "text/html":
		p.html += text
	case "text/plain", "":
		p.text += text + "\n"
	}
}

// words returns the text of the message for a person.
func (p *parts) words() string {
	if strings.TrimSpace(p.text) != "" {
		return p.text
	}
	return untag(p.html)
}

// fields are the fields of a block of header lines, by their names in small letters.
type fields map[string]string

// blocks parses blocks of header lines that are separated by empty lines.
func blocks(text string) (list []fields) {
	var last string
	current := fields{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch name, value, found := strings.Cut(line, ":"); {
		case strings.TrimSpace(line) == "":
			if len(current) > 0 {
				list, current, last = append(list, current), fields{}, ""
			}
		case (line[0] == ' ' || line[0] == '\t') && last != "":
			current[last] += " " + strings.TrimSpace(line)
		case found:
			last = strings.ToLower(strings.TrimSpace(name))
			if _, known := current[last]; !known {
				current[last] = strings.TrimSpace(value)
			}
		}
	}
	if len(current) > 0 {
		list = append(list, current)
	}
	return list
}

// notification reads a delivery status notification. Those about a delay, or about a message that was delivered, are no bounces.
func (p *parts) notification() (r Report, ok bool) {
	for _, f := range blocks(p.status) {
		recipient := addressIn(typed(f["original-recipient"]))
		if recipient == "" {
			recipient = addressIn(typed(f["final-recipient"]))
		}
		action := strings.ToLower(f["action"])
		if recipient == "" && action == "" || action != "failed" && (action != "" || !strings.HasPrefix(f["status"], "5.")) {
			continue
		}
		r = Report{Kind: mail.Bounced, Recipient: recipient, Diagnostic: typed(f["diagnostic-code"])}
		if r.Diagnostic == "" {
			r.Diagnostic = strings.TrimSpace(f["status"] + " " + diagnosticIn(p.words(), recipient))
		}
		r.Cause = mail.CauseOf(f["status"], r.Diagnostic)
		r.Diagnostic = mail.OneLine(r.Diagnostic)
		return r, true
	}
	return r, false
}

// typed returns a value without its type: "rfc822; a@b.c", "smtp; 550 no such user".
func typed(value string) string {
	kind, rest, found := strings.Cut(value, ";")
	if found && !strings.ContainsAny(strings.TrimSpace(kind), " @<") {
		value = rest
	}
	return strings.TrimSpace(value)
}

// complaint reads a report of abuse. One that says that a message is no spam is none.
func (p *parts) complaint() (r Report, ok bool) {
	for _, f := range blocks(p.feedback) {
		r = Report{Recipient: addressIn(f["original-rcpt-to"])}
		switch strings.ToLower(f["feedback-type"]) {
		case "abuse", "fraud", "virus", "other":
			r.Kind = mail.Complained
			return r, true
		case "opt-out", "opt-out-list":
			r.Kind = mail.Unsubscribed
			return r, true
		}
	}
	return r, false
}

var (
	messageID   = regexp.MustCompile(`(?im)^message-id:\s*<([^<>\s]{3,250})>`)
	unsubscribe = regexp.MustCompile(`/u/([A-Za-z0-9_-]{32})(?:[^A-Za-z0-9_-]|$)`)
	bracketed   = regexp.MustCompile(`<([^<>\s@]{1,120}@[^<>\s@]{1,120})>`)
)

// identify finds the message that the report is about: in the part that came back, else in the copy below the notice, else in the
// header that says what the report answers.
func (p *parts) identify(r *Report, h message.Header) {
	copied := p.original
	if copied == "" {
		_, copied = cutCopy(p.words())
	}
	for _, m := range unsubscribe.FindAllStringSubmatch(copied, 4) {
		r.Tokens = append(r.Tokens, m[1])
	}
	if m := messageID.FindStringSubmatch(copied); m != nil {
		r.MessageID = m[1]
		return
	}
	for _, name := range []string{"In-Reply-To", "References"} {
		if m := bracketed.FindStringSubmatch(h.Get(name)); m != nil {
			r.MessageID = m[1]
			return
		}
	}
}

// addressesOf returns the addresses that a message was sent to, as the mail servers on its way noted them.
func addressesOf(h message.Header) (list []string) {
	for _, name := range []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Delivered-To", "To"} {
		for f := h.FieldsByKey(name); f.Next(); {
			list = append(list, address.FindAllString(f.Value(), 4)...)
		}
	}
	return list
}
