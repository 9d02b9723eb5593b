package campaigns

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/i18n"
	"presence/db"
)

// Preferences are what the owner of an email address wants to receive, as chosen on the page behind the unsubscribe link.
type Preferences struct {
	Invitations bool
	Reminders   bool      // of invitations that were not answered; only with Invitations
	Language    i18n.Lang // of invitations and reminders
	Withdrawn   string    // Bounced or Complained: nothing is sent, whatever the owner chooses, until staff allow it again; else empty
}

// PreferencesOf returns the preferences of a normalized address. An address that has chosen nothing gets everything, in the language lang.
func PreferencesOf(ctx context.Context, q db.Queryer, emailKey string, lang i18n.Lang) (p Preferences, err error) {
	p = Preferences{Reminders: true, Language: lang}
	err = q.QueryRow(ctx, "SELECT reminders, language FROM guest_preferences WHERE email_key = $1", emailKey).Scan(&p.Reminders, &p.Language)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return p, err
	}
	stops, err := suppressionsOf(ctx, q, []string{emailKey})
	if err != nil {
		return p, err
	}
	p.Invitations = len(stops) == 0
	if !p.Invitations && stops[0].Reason != Unsubscribed {
		p.Withdrawn = stops[0].Reason
	}
	p.Reminders = p.Reminders && p.Invitations
	return p, nil
}

// SavePreferences stores the preferences of a normalized address whose owner wants invitations. It ends an earlier unsubscription, but no
// suppression for another reason.
func SavePreferences(ctx context.Context, tx *db.Tx, emailKey string, p Preferences, at db.Instant) error {
	_, err := tx.Exec(ctx, "DELETE FROM suppressions WHERE email_key = $1 AND reason = '"+Unsubscribed+"'", emailKey)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO guest_preferences (email_key, reminders, language, changed_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (email_key) DO UPDATE SET reminders = excluded.reminders, language = excluded.language, changed_at = excluded.changed_at`,
		emailKey, p.Reminders, string(p.Language), int64(at))
	return err
}

// WantsNoReminders is the SQL condition that the owner of the address of the row r wants no reminders.
func WantsNoReminders(r string) string {
	return "EXISTS (SELECT 1 FROM guest_preferences p WHERE p.email_key = " + r + ".email_key AND p.reminders = FALSE)"
}

// languageOf returns the language in SQL of a message to the row r: the one that the owner of its address chose, or that of the row.
func languageOf(r string) string {
	return "COALESCE((SELECT p.language FROM guest_preferences p WHERE p.email_key = " + r + ".email_key), CASE WHEN " + r +
		".language = 'en' THEN 'en' ELSE 'fr' END)"
}
