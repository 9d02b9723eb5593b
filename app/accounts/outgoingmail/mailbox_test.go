package outgoingmail

import (
	"testing"

	"presence/app/platform/contact"
	"presence/db"
	"presence/db/dbtest"
)

// The expression in SQL gives what contact.MailboxKey returns.
func TestMailboxSQL(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, key := range []string{"ann@example.org", "ann+gala@example.org", "ann+a+b@example.org", "ann+@example.org", "+ann@example.org",
			"élise+é@example.org", "", "a.n.n@gmail.com", "a.nn+gala.b@googlemail.com", "+a.n@gmail.com", "a.n.n@example.org",
			"a.n.n@notgmail.com", "@"} {
			t.Run(key, func(t *testing.T) {
				var got string
				err := d.QueryRow(t.Context(), "SELECT "+mailboxSQL(d.Dialect(), "k")+" FROM (SELECT CAST($1 AS TEXT) AS k) x", key).Scan(&got)
				if err != nil || got != contact.MailboxKey(key) {
					t.Errorf("%q %v, want %q", got, err, contact.MailboxKey(key))
				}
			})
		}
	})
}
