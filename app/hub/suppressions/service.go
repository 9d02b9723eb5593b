package suppressions

import (
	"context"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// Service lists and changes the suppressions on behalf of staff.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time) *Service { return &Service{db: d, now: now} }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// List returns up to limit suppressed addresses that contain text, sorted, starting behind the address after.
func (s *Service) List(ctx context.Context, text, after string, limit int64) ([]Suppression, error) {
	return list(ctx, s.db, strings.ToLower(strings.TrimSpace(text)), after, limit)
}

// Total returns the number of suppressed addresses.
func (s *Service) Total(ctx context.Context) (int64, error) {
	return count(ctx, s.db)
}

// Suppress adds an address to the suppressions as staff ask. It fails with bad_email, or with listed when the address is
// suppressed already.
func (s *Service) Suppress(ctx context.Context, by auth.Actor, email string) (key string, err error) {
	return s.suppress(ctx, by, email, false)
}

// SuppressAgain is Suppress for an address that was removed by mistake: it has the reason again that it had, and the bounce that was
// kept beside it.
func (s *Service) SuppressAgain(ctx context.Context, by auth.Actor, email string) (key string, err error) {
	return s.suppress(ctx, by, email, true)
}

// removed returns the suppression of an address as it was when it was removed, by the audit log; if it was not, it is Unsubscribed.
func removed(ctx context.Context, q db.Queryer, key string) (Suppressing, error) {
	x := Suppressing{EmailKey: key, Reason: Unsubscribed}
	last, err := audit.History(ctx, q, "suppression", key, 1)
	if err != nil || len(last) == 0 || last[0].Action != "deleted" {
		return x, err
	}
	was := func(field string) any { return last[0].Changes[field][0] }
	if reason, _ := was("reason").(string); strength[reason] > 0 {
		x.Reason = reason
		cause, _ := was("cause").(string)
		x.Cause = mail.Cause(cause)
		x.Diagnostic, _ = was("diagnostic").(string)
		recipient, _ := was("recipient_id").(float64) // as JSON is read
		x.Recipient = int64(recipient)
	}
	return x, nil
}

// fields are the values of a suppression in the audit log.
func (x Suppressing) fields() audit.Fields {
	f := audit.Fields{"reason": x.Reason}
	if x.Cause != "" {
		f["cause"], f["diagnostic"] = string(x.Cause), x.Diagnostic
	}
	if x.Recipient != 0 {
		f["recipient_id"] = x.Recipient
	}
	return f
}

func (s *Service) suppress(ctx context.Context, by auth.Actor, email string, again bool) (key string, err error) {
	if key, err = contact.EmailKey(email); err != nil {
		return "", errs.Fields{{Field: "email", Code: "bad_email", Detail: "This is no email address."}}.Err()
	}
	return key, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		x := Suppressing{EmailKey: key, Reason: Unsubscribed}
		if again {
			var err error
			if x, err = removed(ctx, tx, key); err != nil {
				return err
			}
		}
		x.At = s.at()
		added, err := suppressByHand(ctx, tx, x)
		if err != nil {
			return err
		}
		if !added {
			return errs.Fields{{Field: "email", Code: "listed", Detail: "It is on the list already."}}.Err()
		}
		return audit.Record(ctx, tx, audit.Entry{At: x.At, Who: by.Who(), Action: "created", Kind: "suppression", RecordID: key, Whole: true,
			Changes: audit.Diff(nil, x.fields())})
	})
}

// Unsuppress removes an address from the suppressions. It fails with NotFound.
func (s *Service) Unsuppress(ctx context.Context, by auth.Actor, email string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		x, err := unsuppress(ctx, tx, email)
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "deleted", Kind: "suppression", RecordID: email, Whole: true,
			Changes: audit.Diff(x.fields(), nil)})
	})
}

// titles returns a function that returns the title of an event (events.Titles).
func (s *Service) titles(ctx context.Context, l i18n.Lang) func(id string) (string, error) {
	return events.Titles(ctx, s.db, string(l))
}
