package rsvp

import (
	"fmt"
	"testing"

	"presence/app/hub/events"
	"presence/db"
	"presence/db/dbtest"
)

// BenchmarkOffer raises the capacity of an event by 1,000 places, which are offered to 1,000 parties of a list of 2,000.
func BenchmarkOffer(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			w := newWaitingWorld(newWorld(b, dbtest.Open(b, dialect)))
			o, err := mailing(w.DB, w.now)
			w.must(err)
			w.Service.mail = o
			for round := 0; b.Loop(); round++ {
				b.StopTimer()
				event := fmt.Sprint("round-", round)
				w.event(event, "open", 1)
				w.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
					INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, created_at, changed_at)
					SELECT CAST($1 AS TEXT), i, 'waiting', 'Ann Roy', CAST(i AS TEXT) || '@example.org', CAST(i AS TEXT) || '@example.org', 1 + i % 2 * 3,
						'fr', 1, 1 FROM n`, event)
				w.exec("INSERT INTO rsvp_tallies (event_id, headcount, registrations, waiting) VALUES ($1, 1, 1, 2000)", event)
				w.exec("UPDATE waiting_parties SET people = 1 WHERE event_id = $1 AND position <= 1000", event)
				b.StartTimer()
				if _, err := w.events.Update(b.Context(), staff, event, nil, events.Changes{Capacity: new(int64(1001))}); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if n := w.count("SELECT held FROM rsvp_tallies WHERE event_id = $1", event); n != 1000 {
					b.Fatal(n)
				}
				b.StartTimer()
			}
		})
	}
}
