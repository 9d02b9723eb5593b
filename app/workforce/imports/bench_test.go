package imports

import (
	"fmt"
	"strings"
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
				if im = w.apply(b, im.ID, false); im.State != Applied {
					b.Fatalf("%+v", im)
				}
				b.ReportMetric((b.Elapsed() - checked).Seconds(), "s-saving")
			}
		})
	}
}

// BenchmarkShifts imports 20,000 shifts of 1,000 people, in two pay periods.
func BenchmarkShifts(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				w := newWorld(b, dbtest.Open(b, dialect))
				w.apply(b, w.upload(b, many(1000)).ID, false)
				numbers, err := db.ReadIDs(w.db.Query(b.Context(), "SELECT external_payroll_id FROM employees ORDER BY id DESC LIMIT 1000"))
				if err != nil {
					b.Fatal(err)
				}
				var file strings.Builder
				file.WriteString(shiftHeading)
				for n := range 20_000 {
					fmt.Fprintf(&file, "%d;%s;8;16;Normal\n", numbers[n%1000], db.MustDay("2026-10-18").Add(n/1000))
				}
				b.StartTimer()
				im := w.uploadKind(b, Shifts, file.String())
				checked := b.Elapsed()
				if im = w.apply(b, im.ID, false); im.State != Applied {
					b.Fatalf("%+v", im)
				}
				b.ReportMetric((b.Elapsed() - checked).Seconds(), "s-saving")
			}
		})
	}
}
