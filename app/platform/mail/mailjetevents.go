package mail

import (
	"bytes"
	"encoding/json"
	"time"
)

// EventKind is the kind of an event that a provider reports.
type EventKind string

// The kinds of event, with Mailjet's names.
const (
	Delivered    EventKind = "sent"
	Opened       EventKind = "open"
	Clicked      EventKind = "click"
	Bounced      EventKind = "bounce"
	Blocked      EventKind = "blocked" // not sent: the provider has the recipient on its own block list
	Complained   EventKind = "spam"
	Unsubscribed EventKind = "unsub"
)

// ProviderEvent is an event that a provider, or a message about a message, reports.
type ProviderEvent struct {
	Kind      EventKind
	ID        string    // Message-ID as we sent it; empty when the provider does not say
	Token     string    // the tracking token or the token of the envelope sender, which prove the recipient; may be empty
	Recipient string    // the address that a report about ID must name; empty: the report itself is authentic
	At        time.Time // by the provider's clock, to the second
	Permanent bool      // of a bounce: the address will never accept mail
	Cause     Cause     // of a bounce; empty: it follows from Reason
	Reason    string    // of a failure: the words of the server
	Agent     string    // the User-Agent, of an open or click
}

// BounceCause returns the cause of a bounce, which agrees with Permanent.
func (e ProviderEvent) BounceCause() Cause {
	c := e.Cause
	if c == "" {
		c = CauseOf("", e.Reason)
	}
	switch {
	case e.Permanent && !c.Permanent():
		return NoSuchAddress
	case !e.Permanent && c.Permanent():
		return OtherCause
	}
	return c
}

// mailjetEvent is the JSON of one event.
type mailjetEvent struct {
	Event          EventKind `json:"event"`
	Time           int64     `json:"time"`
	CustomID       string    `json:"CustomID"`
	HardBounce     bool      `json:"hard_bounce"`
	ErrorRelatedTo string    `json:"error_related_to"`
	Error          string    `json:"error"`
	Comment        string    `json:"comment"`
	Source         string    `json:"source"`
	Agent          string    `json:"agent"`
}

// ParseMailjetEvents parses the body of a call of Mailjet's event webhook: one event, or a list when events are grouped.
// Unknown kinds are left out.
func ParseMailjetEvents(body []byte) ([]ProviderEvent, error) {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '{' {
		body = append(append([]byte{'['}, body...), ']')
	}
	var list []mailjetEvent
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	var events []ProviderEvent
	for _, e := range list {
		switch e.Event {
		case Delivered, Opened, Clicked, Bounced, Blocked, Complained, Unsubscribed:
			events = append(events, e.event())
		}
	}
	return events, nil
}

func (e mailjetEvent) event() ProviderEvent {
	reason := e.Source
	for _, part := range []string{e.ErrorRelatedTo, e.Error, e.Comment} {
		if part != "" && reason != "" {
			reason += ": "
		}
		reason += part
	}
	return ProviderEvent{Kind: e.Event, ID: e.CustomID, At: time.Unix(e.Time, 0).UTC(), Permanent: e.HardBounce && e.Event == Bounced,
		Reason: OneLine(reason), Agent: OneLine(e.Agent)}
}
