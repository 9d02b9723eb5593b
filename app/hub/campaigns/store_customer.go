package campaigns

import (
	"context"
	"strings"

	"presence/db"
)

// CustomerSend is a message that a customer was sent.
type CustomerSend struct {
	EventID   string
	Reminder  bool
	Message   bool // around the event
	SentAt    db.Instant
	OpenedAt  db.Instant // the first time, by a person; 0: never, or it is not tracked
	ClickedAt db.Instant
}

// mostOfCustomer is the largest number of entries of each kind that is shown of a customer.
const mostOfCustomer = 100

// sendsTo returns the messages that a customer was sent, the newest first. It looks the customer up in each campaign by index.
func sendsTo(ctx context.Context, q db.Queryer, customerID string) ([]CustomerSend, error) {
	return db.Collect(func(row db.Row) (s CustomerSend, err error) {
		err = row.Scan(&s.EventID, &s.Reminder, &s.Message, &s.SentAt, &s.OpenedAt, &s.ClickedAt)
		return s, err
	})(q.Query(ctx, `SELECT c.event_id, r.source_id <> 0, c.type = '`+TypeMessage+`', r.sent_at, r.opened_at, r.clicked_at FROM campaigns c
		JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = $1 AND r.customer_id <> ''
		WHERE r.sent_at > 0 ORDER BY r.sent_at DESC LIMIT 100`, customerID))
}

// suppressionsOf returns which of these normalized addresses are suppressed.
func suppressionsOf(ctx context.Context, q db.Queryer, keys []string) ([]Suppression, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	var w db.Where
	places := make([]string, 0, len(keys))
	for _, key := range keys[:min(len(keys), mostOfCustomer)] {
		places = append(places, w.Bind(key))
	}
	return db.Collect(func(row db.Row) (s Suppression, err error) {
		err = row.Scan(&s.Email, &s.Reason, &s.Since)
		return s, err
	})(q.Query(ctx, "SELECT email_key, reason, since FROM suppressions WHERE email_key IN ("+strings.Join(places, ", ")+")", w.Args()...))
}
