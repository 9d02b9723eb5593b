package campaigns

import (
	"context"

	"presence/app/platform/mail"
	"presence/db"
)

// GuestSend is a message that a guest was sent.
type GuestSend struct {
	EventID      string
	Reminder     bool
	Message      bool       // around the event
	SentAt       db.Instant // 0: it was refused at once
	OpenedAt     db.Instant // the first time, by a person; 0: never, or it is not tracked
	ClickedAt    db.Instant
	BouncedAt    db.Instant
	BounceCause  mail.Cause
	ComplainedAt db.Instant
}

// mostOfGuest is the largest number of messages, and of addresses, that are read of a guest.
const mostOfGuest = 300

// sendsTo returns the messages that were sent to a customer or to one of these normalized addresses, the newest first. It looks them up in
// each campaign by index; with a plain join SQLite would read all recipients.
func sendsTo(ctx context.Context, q db.Queryer, customerID string, keys []string) ([]GuestSend, error) {
	const columns = `SELECT r.id, c.event_id, r.source_id <> 0 AS reminder, c.type = '` + TypeMessage + `' AS message, r.sent_at, r.opened_at,
		r.clicked_at, r.bounced_at, r.bounce, r.complained_at FROM campaigns c CROSS JOIN campaign_recipients r WHERE r.campaign_id = c.id AND `
	return db.Collect(func(row db.Row) (s GuestSend, err error) {
		err = row.Scan(&s.EventID, &s.Reminder, &s.Message, &s.SentAt, &s.OpenedAt, &s.ClickedAt, &s.BouncedAt, &s.BounceCause, &s.ComplainedAt)
		return s, err
	})(q.Query(ctx, `SELECT event_id, reminder, message, sent_at, opened_at, clicked_at, bounced_at, bounce, complained_at FROM (
			`+columns+`r.customer_id = $1 AND r.customer_id <> '' UNION `+columns+`r.email_key IN (`+q.Dialect().Texts("$2")+`)
		) x WHERE sent_at > 0 OR bounced_at > 0 ORDER BY sent_at DESC, id DESC`+db.Limit("$3"), customerID, db.Texts(keys), mostOfGuest))
}
