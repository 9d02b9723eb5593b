package db_test

import (
	"bytes"
	"context"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// Users who are signed in while the schema is brought up to date stay signed in.
func TestMigrate_KeepsSessions(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String()+" of the release before have their columns as they were", func(t *testing.T) {
			d, err := db.Open(t.Context(), dbtest.Empty(t, dialect), db.Options{Conns: 2})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			if err := db.MigrateTo(t.Context(), d, 22); err != nil {
				t.Fatal(err)
			}
			hash, data := bytes.Repeat([]byte{0, 255, 7, 39}, 8), []byte(`{"by":"password"}`)
			err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.Exec(ctx,
					`INSERT INTO people (id, email, role, created_at, updated_at) VALUES ('p', 'jeanne@ferme.example', 'employee', 1, 1)`); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, `INSERT INTO sessions (id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent)
					VALUES ($1, 'p', $2, 10, 20, 30, '192.0.2.1', 'Firefox')`, hash, data)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			var gotHash, gotData, browser []byte
			var person, ip, agent string
			var created, seen, expires int64
			err = d.QueryRow(t.Context(),
				`SELECT id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent, browser_hash FROM sessions`).
				Scan(&gotHash, &person, &gotData, &created, &seen, &expires, &ip, &agent, &browser)
			if err != nil || !bytes.Equal(gotHash, hash) || !bytes.Equal(gotData, data) || person != "p" || created != 10 || seen != 20 ||
				expires != 30 || ip != "192.0.2.1" || agent != "Firefox" || browser != nil {
				t.Errorf("%x %s %s %d %d %d %s %s %x, %v", gotHash, person, gotData, created, seen, expires, ip, agent, browser, err)
			}
			err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `DELETE FROM people`)
				return err
			})
			var left int
			if err == nil {
				err = d.QueryRow(t.Context(), `SELECT COUNT(*) FROM sessions`).Scan(&left)
			}
			if err != nil || left != 0 {
				t.Errorf("a session outlives its person: %d, %v", left, err)
			}
		})
	}
}
