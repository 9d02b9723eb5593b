package door

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// BenchmarkFind searches 20,000 registrations, half of whose parties have arrived.
func BenchmarkFind(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			w := newWorld(b, dbtest.Open(b, dialect))
			w.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
				INSERT INTO rsvps (event_id, identity, name, folded, email, email_key, people, language, confidence, created_at, responded_at)
				SELECT 'gala', 'email:' || CAST(i AS TEXT), 'Ann Roy ' || CAST(i AS TEXT), 'ann roy ' || CAST(i AS TEXT), CAST(i AS TEXT) || '@example.org',
					CAST(i AS TEXT) || '@example.org', 2, 'fr', 'none', 1, 1 FROM n`)
			w.exec(`INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_name, at)
				SELECT 'gala', id, 2, CAST(id AS TEXT), 'Rosalie', 1 FROM rsvps WHERE id % 2 = 0`)
			for name, text := range map[string]string{"a name": "roy 19998", "first letters": "an", "nothing": "zzz", "the whole list": ""} {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						if list, err := w.Find(b.Context(), "gala", text, pageSize+1); err != nil || name == "nothing" != (len(list) == 0) {
							b.Fatal(len(list), err)
						}
					}
				})
			}
			b.Run("totals", func(b *testing.B) {
				for b.Loop() {
					if t, err := w.Totals(b.Context(), "gala"); err != nil || t.Arrived != 20000 {
						b.Fatal(t, err)
					}
				}
			})
		})
	}
}

// BenchmarkCount checks parties in from several devices at once.
func BenchmarkCount(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			w := newWorld(b, dbtest.Open(b, dialect))
			w.exec("UPDATE events SET capacity = NULL")
			ids := make([]int64, 40)
			for i := range ids {
				ids[i] = w.party(fmt.Sprintf("ann%d", i), 20)
			}
			var taps atomic.Int64
			b.SetParallelism(5)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					n := taps.Add(1)
					tap := Tap{Registration: ids[n%40], People: 1, Key: strconv.FormatInt(n, 10), Anyway: true}
					if _, err := w.Count(b.Context(), rosalie, "gala", tap); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
