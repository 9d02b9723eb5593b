package rsvp

import (
	"context"

	"presence/app/accounts/webhooks"
	"presence/db"
)

// The kinds of events that are published to webhooks, in the transaction of the change. Their data is the registration as the JSON API
// shows it, without the visitor's address, and webhookData.Version.
const (
	webhookCreated   webhooks.Kind = "rsvp.created"    // a first answer of a guest who is coming
	webhookDeclined  webhooks.Kind = "rsvp.declined"   // a first answer of one who is not
	webhookChanged   webhooks.Kind = "rsvp.changed"    // any other change of an answer or of its match
	webhookCancelled webhooks.Kind = "rsvp.cancelled"  // a guest who was coming is not, or staff have deleted the registration of one who was
	webhookCheckedIn webhooks.Kind = "rsvp.checked_in" // another number of the party is there
)

// WebhookKinds are the kinds of events that this package publishes.
var WebhookKinds = []webhooks.Kind{webhookCreated, webhookChanged, webhookDeclined, webhookCancelled, webhookCheckedIn}

// webhookData is the data of an event. Version grows with every event of a registration: it is the version of the registration, which an
// arrival does not change, so that forms of staff stay valid at the door, and the number of arrivals that were entered.
type webhookData struct {
	rsvpJSON
	Version int64 `json:"version"`
}

// publish publishes an event about a registration, which it locks: changes of the answer and arrivals wait for each other, so that each
// event has another version, and the arrivals of then.
func (s *Service) publish(ctx context.Context, tx *db.Tx, kind webhooks.Kind, r RSVP) error {
	if wanted, err := webhooks.Wanted(ctx, tx, kind); err != nil || !wanted {
		return err
	}
	if err := tx.LockRows(ctx, "rsvps", r.ID); err != nil {
		return err
	}
	entered, people, err := countArrivals(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	r.IP, r.Arrived = "", people
	return webhooks.Publish(ctx, tx, webhooks.Event{Kind: kind, At: s.at(), Data: webhookData{toJSON(r), r.Version + entered}})
}

// kindOfNew returns the kind of the event of a first answer.
func kindOfNew(r RSVP) webhooks.Kind {
	if r.Declines() {
		return webhookDeclined
	}
	return webhookCreated
}

// kindOfChange returns the kind of the event of an answer that replaces another.
func kindOfChange(r, old RSVP) webhooks.Kind {
	if r.Declines() && !old.Declines() {
		return webhookCancelled
	}
	return webhookChanged
}
