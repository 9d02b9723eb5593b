package mail

import (
	"bytes"
	"encoding/json"
	"time"
)

// EventKind is what a provider reports of a message.
type EventKind string

// The kinds of event, in Mailjet's words.
const (
	Delivered    EventKind = "sent"
	Opened       EventKind = "open"
	Clicked      EventKind = "click"
	Bounced      EventKind = "bounce"
	Blocked      EventKind = "blocked" // not tried: the provider has the recipient on a list of its own
	Complained   EventKind = "spam"
	Unsubscribed EventKind = "unsub"
)

// ProviderEvent is one event of a provider. Addresses of people and machines are not read.
type ProviderEvent struct {
	Kind      EventKind
	ID        string    // Message-ID of the message, as it was sent; empty when the provider does not say
	At        time.Time // by the provider's clock, to the second
	Permanent bool      // of a bounce: this address will never take mail
	Reason    string    // of what failed
	Agent     string    // of an open or click
}

// mailjetEvent is the shape of one event.
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

// ParseMailjetEvents reads the body of a call of Mailjet's event webhook: one event, or a list of them when events are
// grouped. Kinds that it does not know are left out.
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
		Reason: oneLine(reason), Agent: oneLine(e.Agent)}
}
