package dayblocks_test

import (
	"context"
	"slices"
	"testing"

	"presence/app/platform/dayblocks"
	"presence/db"
	"presence/db/dbtest"
)

const day = db.Instant(24 * 60 * 60 * 1000)

func record(id int64, first, last string) dayblocks.Record {
	return dayblocks.Record{Table: dayblocks.Shifts, ID: id, First: db.MustDay(first), Last: db.MustDay(last), Changed: day}
}

func TestRuns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		write := func(records ...dayblocks.Record) {
			t.Helper()
			if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return dayblocks.Widen(ctx, tx, records...) }); err != nil {
				t.Fatal(err)
			}
		}
		write(record(1, "2026-03-01", "2026-03-01"), record(999, "2026-03-05", "2026-03-09"), record(1000, "2026-04-01", "2026-04-02"))
		write(record(2500, "2026-05-01", "2026-05-01"))
		write(record(4000, "2026-05-01", "2026-05-01"))
		write(record(2501, "2026-04-20", "2026-04-20")) // an older day
		write(record(4001, "2026-06-20", "2026-06-20")) // a newer day
		write(dayblocks.Record{Table: dayblocks.Leave, ID: 7000, First: db.MustDay("2026-03-01"), Last: db.MustDay("2026-12-31")})
		write(record(2502, "2026-04-25", "2026-04-25")) // a day between them
		write(dayblocks.Changed(dayblocks.Shifts, 7*day+5, 1, 4001)...)
		write(dayblocks.Changed(dayblocks.Shifts, 6*day, 4002)...)
		write(dayblocks.Changed(dayblocks.Shifts, 8*day, 9000)...) // a block without days
		for _, x := range []struct {
			name, from, to string
			after          int64
			since          db.Instant
			want           []dayblocks.Run
		}{
			{"the block of a day, with the others of its days", "2026-03-02", "2026-03-02", 0, 0, []dayblocks.Run{{0, 999}}},
			{"blocks side by side are one run", "2026-03-09", "2026-04-22", 0, 0, []dayblocks.Run{{0, 2999}}},
			{"blocks with others between them are several runs", "2026-05-01", "2026-05-01", 0, 0, []dayblocks.Run{{1999, 2999}, {3999, 4999}}},
			{"a block was widened to an older day", "2026-04-20", "2026-04-20", 0, 0, []dayblocks.Run{{1999, 2999}}},
			{"a block was widened to a newer day", "2026-06-20", "2026-07-01", 0, 0, []dayblocks.Run{{3999, 4999}}},
			{"nothing is on these days", "2026-03-10", "2026-03-31", 0, 0, nil},
			{"nothing is after an id", "2026-03-02", "2026-03-02", 1000, 0, nil},
			{"a run begins after an id", "2026-05-01", "2026-05-01", 2700, 0, []dayblocks.Run{{2700, 2999}, {3999, 4999}}},
			{"blocks that changed on a day or later", "2026-01-01", "2026-12-31", 0, 7*day + 9, []dayblocks.Run{{0, 999}, {3999, 4999}}},
			{"a block of these days that changed later", "2026-05-01", "2026-05-01", 0, 7 * day, []dayblocks.Run{{3999, 4999}}},
			{"a block without days is on none", "2026-01-01", "2026-12-31", 0, 8 * day, nil},
			{"a block without days changed", "0001-01-01", "9999-12-31", 0, 8 * day, []dayblocks.Run{{8999, 9999}}},
			{"nothing changed so late", "0001-01-01", "9999-12-31", 0, 9 * day, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				got, err := dayblocks.Runs(t.Context(), d, dayblocks.Shifts, x.after, db.MustDay(x.from), db.MustDay(x.to), x.since)
				if err != nil || !slices.Equal(got, x.want) {
					t.Errorf("%v, %v, want %v", got, err, x.want)
				}
			})
		}
	})
}

// Blocks that lie apart are read together, so that a list needs few statements.
func TestRuns_scattered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var records []dayblocks.Record
		for n := range int64(101) {
			records = append(records, record(n*2000, "2026-03-01", "2026-03-01"))
		}
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return dayblocks.Widen(ctx, tx, records...) }); err != nil {
			t.Fatal(err)
		}
		got, err := dayblocks.Runs(t.Context(), d, dayblocks.Shifts, 0, db.MustDay("2026-03-01"), db.MustDay("2026-03-01"), 0)
		if err != nil || len(got) > 32 {
			t.Fatalf("%d runs: %v", len(got), err)
		}
		if first, last := got[0], got[len(got)-1]; first.After != 0 || last.Until != 200_999 {
			t.Errorf("%v to %v", first, last)
		}
		for _, r := range records[1:] {
			if !slices.ContainsFunc(got, func(run dayblocks.Run) bool { return run.After < r.ID && r.ID <= run.Until }) {
				t.Errorf("%d is in no run of %v", r.ID, got)
			}
		}
	})
}
