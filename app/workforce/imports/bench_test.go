package imports

import (
	"fmt"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// BenchmarkEmployees imports 10,000 new people, each with a supervisor in the next line: reading, checking and saving.
func BenchmarkEmployees(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			lines := many(10_000)
			for range b.N {
				b.StopTimer()
				w := newWorld(b, dbtest.Open(b, dialect))
				b.StartTimer()
				im := w.upload(b, lines)
				checked := b.Elapsed()
				if im = w.apply(b, im.ID, false); im.Status != Applied {
					b.Fatal(fmt.Sprintf("%+v", im))
				}
				b.ReportMetric((b.Elapsed() - checked).Seconds(), "s-saving")
			}
		})
	}
}
