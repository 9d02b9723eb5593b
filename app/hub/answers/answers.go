// Package answers stores which recipients of an event's campaigns have answered the event: those with a registration that was made
// through a personal link to their address, that has their address, or that is of the same customer with certainty (IsCustomers). There
// are many times more recipients than registrations, and many times more pages that show answers than answers, so the matches are stored
// when either side changes.
package answers

import (
	"context"

	"presence/db"
)

// Registration is what ties a registration to recipients.
type Registration struct {
	EventID     string
	EmailKey    string // empty: it has no address
	CustomerID  string // empty: it is no known customer's
	RecipientID int64  // of the personal link; 0: it was made without one
}

// Changed brings the answers of an event up to date, in the transaction that has inserted, changed or deleted a registration. states are
// the registration before and after the change, as far as there are such.
func Changed(ctx context.Context, tx *db.Tx, eventID string, states ...Registration) error {
	if err := serialize(ctx, tx, eventID); err != nil {
		return err
	}
	var emails, customers []string
	var links []int64
	for _, r := range states {
		if r.EmailKey != "" {
			emails = append(emails, r.EmailKey)
		}
		if r.CustomerID != "" {
			customers = append(customers, r.CustomerID)
		}
		if r.RecipientID != 0 {
			links = append(links, r.RecipientID)
		}
	}
	recipients, err := matching(ctx, tx, eventID, emails, customers, links)
	if err != nil || len(recipients) == 0 {
		return err
	}
	return refresh(ctx, tx, eventID, recipients)
}

// Added adds the answers of the recipients of a campaign of the event, in the transaction that has inserted these.
func Added(ctx context.Context, tx *db.Tx, campaign int64, eventID string) error {
	if err := serialize(ctx, tx, eventID); err != nil {
		return err
	}
	return insertOf(ctx, tx, campaign, eventID)
}

// EventDeleted deletes the answers of an event, in the transaction that deletes its registrations.
func EventDeleted(ctx context.Context, tx *db.Tx, eventID string) error {
	return deleteOf(ctx, tx, eventID)
}

// serialize makes transactions that change registrations of the event and those that add recipients wait for each other, so that each sees
// what the other has added.
func serialize(ctx context.Context, tx *db.Tx, eventID string) error {
	return tx.SerializeBy(ctx, "answers/"+eventID)
}
