package suppressions

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// Preferences are what the owner of an email address wants to receive, as chosen on the page behind the unsubscribe link.
type Preferences struct {
	Invitations bool
	Reminders   bool      // of invitations that were not answered; without Invitations: what was chosen before
	Language    i18n.Lang // of invitations and reminders
	Withdrawn   bool      // nothing is sent, whatever the owner chooses, until staff allow it again
	Reason      string    // without Invitations: why nothing is sent, such as Unsubscribed
}

// PreferencesOf returns the preferences of a normalized address. An address that has chosen nothing gets everything, in the language lang.
func PreferencesOf(ctx context.Context, q db.Queryer, emailKey string, lang i18n.Lang) (p Preferences, err error) {
	p = Preferences{Reminders: true, Language: lang}
	err = q.QueryRow(ctx, "SELECT reminders, language FROM guest_preferences WHERE email_key = $1", emailKey).Scan(&p.Reminders, &p.Language)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return p, err
	}
	stops, err := Of(ctx, q, []string{emailKey})
	if err != nil {
		return p, err
	}
	p.Invitations = len(stops) == 0
	if !p.Invitations {
		p.Reason = stops[0].Reason
		p.Withdrawn = p.Reason != Unsubscribed || stops[0].ByStaff || stops[0].Cause != ""
	}
	return p, nil
}

// AuditFields implements audit.Auditable.
func (p Preferences) AuditFields() audit.Fields {
	f := audit.Fields{"invitations": p.Invitations, "reminders": p.Reminders, "language": string(p.Language)}
	if p.Reason != "" {
		f["reason"] = p.Reason
	}
	return f
}

// PreferencesChange is what the owner of an address chose through the link of a message.
type PreferencesChange struct {
	EmailKey  string    // normalized
	Language  i18n.Lang // of the message
	Recipient int64     // of the message
	By        audit.Who
	At        db.Instant
}

// The owner of an address may change its preferences maxChanges times within changesPeriod, because a link may have been forwarded,
// and each change is an entry of the audit log. Unsubscribing is always possible; beyond the limit no other change can follow it.
const (
	maxChanges    = 10
	changesPeriod = 24 * time.Hour
)

// Unsubscribe suppresses the address. Repeating it changes nothing.
func (c PreferencesChange) Unsubscribe(ctx context.Context, tx *db.Tx) error {
	return c.record(ctx, tx, false, func() error {
		return Add(ctx, tx, []Suppressing{{EmailKey: c.EmailKey, Reason: Unsubscribed, Recipient: c.Recipient, At: c.At}})
	})
}

// Save stores the choice of an owner who wants invitations. It ends an earlier unsubscription through a link, but neither an exclusion by
// staff nor a suppression for another reason, such as a bounce before it: a message may have been forwarded. It fails with rate_limited
// beyond maxChanges. Repeating it changes nothing.
func (c PreferencesChange) Save(ctx context.Context, tx *db.Tx, reminders bool, lang i18n.Lang) error {
	return c.record(ctx, tx, true, func() error {
		const byLink = " WHERE email_key = $1 AND reason = '" + Unsubscribed + "' AND recipient_id IS NOT NULL AND cause "
		back, err := tx.Exec(ctx, "DELETE FROM suppressions"+byLink+"= ''", c.EmailKey)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE suppressions SET reason = '"+Bounced+"'"+byLink+"<> ''", c.EmailKey); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO guest_preferences (email_key, reminders, language, changed_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (email_key) DO UPDATE SET reminders = excluded.reminders, language = excluded.language,
				changed_at = excluded.changed_at
			WHERE $5 OR guest_preferences.reminders <> excluded.reminders OR guest_preferences.language <> excluded.language`,
			c.EmailKey, reminders, string(lang), int64(c.At), back > 0)
		return err
	})
}

// record makes a change, and records in the audit log what it changed; limited: it fails beyond maxChanges. Changes of one address are made
// one after another.
func (c PreferencesChange) record(ctx context.Context, tx *db.Tx, limited bool, change func() error) error {
	if err := tx.SerializeBy(ctx, "preferences of "+c.EmailKey); err != nil {
		return err
	}
	before, err := PreferencesOf(ctx, tx, c.EmailKey, c.Language)
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	after, err := PreferencesOf(ctx, tx, c.EmailKey, c.Language)
	if err != nil {
		return err
	}
	changes := audit.Diff(before, after)
	if len(changes) == 0 {
		return nil
	}
	if limited {
		if err := c.checkLimit(ctx, tx); err != nil {
			return err
		}
	}
	return audit.Record(ctx, tx, audit.Entry{At: c.At, Who: c.By, Action: "updated", Kind: "suppression", RecordID: c.EmailKey,
		Changes: changes})
}

// checkLimit fails with rate_limited if the audit log has maxChanges of the address, made by visitors without an account within
// changesPeriod.
func (c PreferencesChange) checkLimit(ctx context.Context, tx *db.Tx) error {
	list, err := audit.Search(ctx, tx, audit.Filter{People: []string{""}, Kind: "suppression", RecordID: c.EmailKey,
		Actions: []string{"updated"},
		From:    c.At.Add(-changesPeriod) + 1, Rows: maxChanges})
	if err != nil || len(list) < maxChanges {
		return err
	}
	return &errs.Error{Kind: errs.KindRateLimited, Code: "rate_limited",
		Detail:     "The choices for this address changed too often. Try again later.",
		RetryAfter: ratelimit.Seconds(list[len(list)-1].At.Add(changesPeriod).Sub(c.At))}
}

// WantsNoReminders is the SQL condition that the owner of the address of the row r wants no reminders.
func WantsNoReminders(r string) string {
	return "EXISTS (SELECT 1 FROM guest_preferences p WHERE p.email_key = " + r + ".email_key AND p.reminders = FALSE)"
}

// LanguageOf returns the language in SQL of a message to the row r: the one that the owner of its address chose, or that of the row.
func LanguageOf(r string) string {
	return "COALESCE((SELECT p.language FROM guest_preferences p WHERE p.email_key = " + r + ".email_key), CASE WHEN " + r +
		".language = 'en' THEN 'en' ELSE 'fr' END)"
}

// LastChoice returns when the owner of one of these normalized addresses last chose what to receive; 0: never.
func LastChoice(ctx context.Context, q db.Queryer, keys []string) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT changed_at FROM guest_preferences WHERE email_key IN ("+q.Dialect().Texts("$1")+
		") ORDER BY changed_at DESC LIMIT 1", db.Texts(keys)).Scan(&at)
	return at, db.IgnoreNoRows(err)
}
