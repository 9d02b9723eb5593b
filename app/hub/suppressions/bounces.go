package suppressions

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
)

// Bounce says that the message of a recipient came back, or that the mail server refused the address.
type Bounce struct {
	Recipient  int64
	Cause      mail.Cause
	Diagnostic string // the words of the server
	At         db.Instant
}

// BouncedAddress is the address of a bounce, with the message that came back.
type BouncedAddress struct {
	EmailKey string
	Campaign int64
	Bounce
}

// SoftBounced is an address whose last messages came back for a reason that may pass.
type SoftBounced struct {
	Email      string // the normalized form
	InARow     int64  // how many messages
	Cause      mail.Cause
	Diagnostic string
	LastAt     db.Instant
	Event      string // the event of the last message
}

// askAfter is the number of messages in a row after which staff are asked whether to keep an address.
const askAfter = 3

// RecordBounces records what bounces say about addresses: one that takes no mail is suppressed at once, and of others it is
// counted how many messages in a row came back. Each bounce must be given once only.
func RecordBounces(ctx context.Context, tx *db.Tx, list []BouncedAddress) error {
	var hard []Suppressing
	var soft []BouncedAddress
	for _, a := range list {
		if a.Cause.Permanent() {
			hard = append(hard, Suppressing{EmailKey: a.EmailKey, Reason: Bounced, Recipient: a.Recipient, At: a.At, Cause: a.Cause,
				Diagnostic: a.Diagnostic})
			continue
		}
		soft = append(soft, a)
	}
	if err := Add(ctx, tx, hard); err != nil {
		return err
	}
	return countSoftBounces(ctx, tx, soft)
}

// ToDecide returns up to limit addresses that staff are to keep or exclude, sorted, and the number of all of them.
func (s *Service) ToDecide(ctx context.Context, limit int64) ([]SoftBounced, int64, error) {
	n, err := countToDecide(ctx, s.db)
	if err != nil || n == 0 {
		return nil, n, err
	}
	list, err := toDecide(ctx, s.db, "", limit)
	return list, n, err
}

// Bouncing returns the addresses that staff are to decide about, sorted, from the one behind after on, at most limit.
func (s *Service) Bouncing(ctx context.Context, after string, limit int64) ([]SoftBounced, error) {
	return toDecide(ctx, s.db, after, limit)
}

// Decide ends the question about an address: it is kept, and its messages are counted anew, or it is suppressed as bounced. It fails
// with NotFound when the address is not asked about.
func (s *Service) Decide(ctx context.Context, by auth.Actor, email string, keep bool) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := takeSoftBounce(ctx, tx, email)
		if err != nil {
			return err
		}
		entry := audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "suppression", RecordID: email,
			Changes: audit.Changes{"decision": {nil, "kept"}, "cause": {nil, string(a.Cause)}}}
		if !keep {
			entry.Action, entry.Changes = "created", audit.Changes{"reason": {nil, Bounced}, "cause": {nil, string(a.Cause)}}
			err = Add(ctx, tx, []Suppressing{{EmailKey: email, Reason: Bounced, Recipient: a.Recipient, At: s.at(),
				Cause: a.Cause, Diagnostic: a.Diagnostic}})
		}
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, entry)
	})
}

// NotifyStaff notifies those who run events of addresses that staff were not asked about yet. Workers call it every few seconds, so that
// recording a bounce does not wait for notifications.
func NotifyStaff(ctx context.Context, d *db.DB, at db.Instant) error {
	if n, err := countNotAsked(ctx, d); err != nil || n == 0 {
		return err
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		asked, err := setAsked(ctx, tx, at)
		if err != nil || asked == 0 {
			return err
		}
		n, err := countToDecide(ctx, tx)
		if err != nil {
			return err
		}
		return notifications.NotifyBounces(ctx, tx, notifications.Bounces{At: at, Count: n})
	})
}

func errNotAsked() error { return errs.NotFound("address") }
