package timesheets_test

import (
	"cmp"
	"context"
	"slices"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// lineWorld is a world with five shifts, from the oldest to the newest: one of Ann on an aged sheet, one of Ann approved by itself,
// one of Ann under another code, one of Cid on an approved sheet, and one of the stranger.
type lineWorld struct {
	*world
	aged, single, evening, cids, strangers int64 // ids of shifts
	anns                                   int64 // id of the sheet of the second and the third
}

func newLineWorld(w *world) lineWorld {
	w.Helper()
	yes := timesheets.Decision{Approved: true}
	x := lineWorld{world: w}
	old := w.Sheet(w.Ann)
	x.aged = w.Shift(w.Ann, old.ID, 0).ID // 2026-11-15
	w.OK(w.one(old.ID, true))
	if n, err := w.Sheets.ArchiveAged(w.Context(), db.MustDay("2026-11-16")); err != nil || n != 1 {
		w.Fatalf("%d sheets are aged: %v", n, err)
	}
	w.Clock = w.Clock.Add(time.Hour)
	anns, cids, strangers := w.Sheet(w.Ann), w.Sheet(w.Cid), w.Sheet(w.Stranger)
	x.anns = anns.ID
	x.single = w.Shift(w.Ann, anns.ID, 1).ID
	_, err := w.Shifts.Approve(w.Context(), w.Boss, x.single, nil, yes)
	w.OK(err)
	late := w.EightHours(anns.ID, 2)
	late.BankCodeID = w.Crew.Evening
	s, err := w.Shifts.Create(w.Context(), w.Ann, late)
	w.OK(err)
	x.evening = s.ID
	x.cids, x.strangers = w.Shift(w.Cid, cids.ID, 3).ID, w.Shift(w.Stranger, strangers.ID, 4).ID
	gone := w.Shift(w.Ann, anns.ID, 5)
	_, err = w.Shifts.Delete(w.Context(), w.Ann, gone.ID, nil)
	w.OK(err)
	w.Clock = w.Clock.Add(time.Hour)
	w.OK(w.one(cids.ID, true))
	return x
}

func TestLineTable_List(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		start := db.InstantOf(w.Clock)
		x := newLineWorld(w)
		const hour = db.Instant(time.Hour / time.Millisecond)
		for _, c := range []struct {
			name string
			by   auth.Actor
			f    timesheets.LineFilter
			want []int64
		}{
			{"without a filter payroll gets every line that is neither deleted nor aged", w.Payroll, timesheets.LineFilter{},
				[]int64{x.single, x.evening, x.cids, x.strangers}},
			{"an employee gets the own lines", w.Ann, timesheets.LineFilter{}, []int64{x.single, x.evening}},
			{"a supervisor gets those of everybody below", w.Boss, timesheets.LineFilter{}, []int64{x.single, x.evening, x.cids}},
			{"aged lines are listed when they are asked for", w.Ann, timesheets.LineFilter{Aged: true}, []int64{x.aged, x.single, x.evening}},
			{"only so many are listed", w.Payroll, timesheets.LineFilter{Rows: 2}, []int64{x.single, x.evening}},
			{"a list continues after an id", w.Payroll, timesheets.LineFilter{After: x.evening}, []int64{x.cids, x.strangers}},
			{"lines are selected by employee", w.Payroll, timesheets.LineFilter{EmployeeID: w.Cid.EmployeeID}, []int64{x.cids}},
			{"lines are selected by sheet", w.Payroll, timesheets.LineFilter{TimesheetID: x.anns}, []int64{x.single, x.evening}},
			{"lines are selected by bank code", w.Payroll, timesheets.LineFilter{BankCodeID: w.Crew.Evening}, []int64{x.evening}},
			{"a line is approved by itself or with its sheet", w.Payroll, timesheets.LineFilter{Approved: new(true)},
				[]int64{x.single, x.cids}},
			{"a line that is approved neither way is not", w.Payroll, timesheets.LineFilter{Approved: new(false)},
				[]int64{x.evening, x.strangers}},
			{"from a day on", w.Payroll, timesheets.LineFilter{From: db.MustDay("2026-11-17")}, []int64{x.evening, x.cids, x.strangers}},
			{"up to a day", w.Payroll, timesheets.LineFilter{To: db.MustDay("2026-11-17")}, []int64{x.single, x.evening}},
			{"on one day", w.Payroll, timesheets.LineFilter{From: db.MustDay("2026-11-17"), To: db.MustDay("2026-11-17")}, []int64{x.evening}},
			{"lines that changed at or after a moment", w.Payroll, timesheets.LineFilter{Since: start + hour},
				[]int64{x.single, x.evening, x.cids, x.strangers}},
			{"lines of which only the sheet changed since are among them", w.Payroll, timesheets.LineFilter{Since: start + hour + 1},
				[]int64{x.cids}},
			{"none changed later", w.Payroll, timesheets.LineFilter{Since: start + 2*hour + 1}, nil},
		} {
			list := func(t *testing.T, after int64) (got []int64) {
				f := c.f
				f.Rows, f.After = cmp.Or(f.Rows, 10), f.After+after
				w.in(t).OK(w.Shifts.Each(t.Context(), c.by, f, func(s shifts.Shift) error { got = append(got, s.ID-after); return nil }))
				return got
			}
			t.Run(c.name, func(t *testing.T) {
				if got := list(t, 0); !slices.Equal(got, c.want) {
					t.Errorf("listed %v, want %v", got, c.want)
				}
			})
			t.Run(c.name+", behind many others", func(t *testing.T) {
				w := w.in(t)
				const others = 10_000
				move := func(by int) {
					w.Exec("UPDATE shifts SET id = id + $1", by)
					w.OK(w.DB.Write(t.Context(), dbtest.AddUp))
				}
				move(others)
				defer move(-others)
				if got := list(t, others); !slices.Equal(got, c.want) {
					t.Errorf("after the first: %v, want %v", got, c.want)
				}
				f := c.f
				f.Rows = cmp.Or(f.Rows, 10)
				var got []int64
				w.OK(w.Shifts.Each(t.Context(), c.by, f, func(s shifts.Shift) error { got = append(got, s.ID-others); return nil }))
				if f.After == 0 && !slices.Equal(got, c.want) {
					t.Errorf("from the beginning: %v, want %v", got, c.want)
				}
			})
		}
		t.Run("the lines of an employee on some days include aged ones, but neither deleted ones nor those of others", func(t *testing.T) {
			for _, c := range []struct {
				from, to string
				want     []int64
			}{
				{"2026-11-15", "2026-11-20", []int64{x.aged, x.single, x.evening}}, {"2026-11-16", "2026-11-16", []int64{x.single}},
				{"2026-11-15", "2026-11-15", []int64{x.aged}}, {"2026-11-18", "2026-11-20", nil},
			} {
				var got []int64
				w.in(t).OK(w.DB.Read(t.Context(), func(ctx context.Context, q db.Queryer) error {
					list, err := shifts.OfEmployee(ctx, q, w.Ann.EmployeeID, db.MustDay(c.from), db.MustDay(c.to))
					for _, s := range list {
						got = append(got, s.ID)
					}
					return err
				}))
				if !slices.Equal(got, c.want) {
					t.Errorf("%s to %s: %v, want %v", c.from, c.to, got, c.want)
				}
			}
		})
	})
}

// An archived record can be read by those who could see it before; a live one is not in the archive.
func TestArchived(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		x := newLineWorld(w)
		gone, live := w.Sheet(w.Ann).ID, x.anns
		line := w.Shift(w.Ann, gone, 9).ID
		_, err := w.Sheets.Delete(t.Context(), w.Ann, gone, nil)
		w.OK(err)
		aged := w.Count("SELECT timesheet_id FROM shifts WHERE id = $1", x.aged)
		sheet := func(by auth.Actor, id int64) (archival.State, error) {
			s, in, err := w.Sheets.Archived(t.Context(), by, id)
			if err == nil && s.ID != id {
				t.Errorf("asked for %d, got %d", id, s.ID)
			}
			return in, err
		}
		shift := func(by auth.Actor, id int64) (archival.State, error) {
			s, in, err := w.Shifts.Archived(t.Context(), by, id)
			if err == nil && s.ID != id {
				t.Errorf("asked for %d, got %d", id, s.ID)
			}
			return in, err
		}
		for _, c := range []struct {
			name string
			read func(auth.Actor, int64) (archival.State, error)
			by   auth.Actor
			id   int64
			code string
		}{
			{"the owner reads a deleted sheet", sheet, w.Ann, gone, ""},
			{"the supervisor reads it", sheet, w.Boss, gone, ""},
			{"the owner reads an aged sheet", sheet, w.Ann, aged, ""},
			{"another crew reads neither", sheet, w.Stranger, gone, "not_found"},
			{"a live sheet is not in the archive", sheet, w.Ann, live, "not_found"},
			{"the owner reads a deleted line", shift, w.Ann, line, ""},
			{"the owner reads an aged line", shift, w.Ann, x.aged, ""},
			{"another crew reads no line", shift, w.Stranger, line, "not_found"},
			{"a live line is not in the archive", shift, w.Ann, x.single, "not_found"},
		} {
			t.Run(c.name, func(t *testing.T) {
				in, err := c.read(c.by, c.id)
				w.in(t).Refused(err, c.code)
				if c.code == "" && (in.At == 0 || in.Reason == "") {
					t.Errorf("archived at %d because of %q", in.At, in.Reason)
				}
			})
		}
		t.Run("a live line is seen in the own crew alone", func(t *testing.T) {
			w := w.in(t)
			_, err := w.Shifts.Get(t.Context(), w.Boss, x.single)
			w.OK(err)
			_, err = w.Shifts.Get(t.Context(), w.Stranger, x.single)
			w.Refused(err, "not_found")
		})
		t.Run("a deleted line or an aged one is not live", func(t *testing.T) {
			w := w.in(t)
			for _, id := range []int64{line, x.aged} {
				_, err := w.Shifts.Get(t.Context(), w.Ann, id)
				w.Refused(err, "not_found")
			}
		})
	})
}

func TestLineTable_Lock(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		shift := w.Shift(w.Ann, sheet.ID, 1)
		later := shifts.Changes{End: new(shift.End + 60_000)}
		t.Run("refuses a change of an old version", func(t *testing.T) {
			w := w.in(t)
			_, err := w.Shifts.Update(t.Context(), w.Ann, shift.ID, new(shift.Version+1), later)
			w.Refused(err, "stale")
			if now, err := w.Shifts.Get(t.Context(), w.Ann, shift.ID); err != nil || now != shift {
				t.Errorf("it was %+v and is %+v, %v", shift, now, err)
			}
		})
		t.Run("accepts the version that was read", func(t *testing.T) {
			w := w.in(t)
			now, err := w.Shifts.Update(t.Context(), w.Ann, shift.ID, new(shift.Version), later)
			w.OK(err)
			if now.End != shift.End+60_000 || now.Version != shift.Version+1 {
				t.Errorf("saved %+v", now)
			}
		})
		t.Run("refuses a line of a sheet that the actor does not see", func(t *testing.T) {
			w := w.in(t)
			for _, id := range []int64{sheet.ID, 4711} {
				_, err := w.Shifts.Create(t.Context(), w.Stranger, w.EightHours(id, 2))
				w.Refused(err, "invalid", "timesheet_id not_found")
			}
		})
	})
}

// The totals of the weeks follow the shifts of a sheet that is moved or deleted.
func TestLineTable_hooks(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		w.Shift(w.Ann, sheet.ID, 1)
		minutes := func(of auth.Actor) int64 {
			w.Helper()
			return w.Count("SELECT COALESCE(SUM(minutes), 0) FROM shift_weeks WHERE employee_id = $1", of.EmployeeID)
		}
		_, err := w.Sheets.Update(t.Context(), w.Payroll, sheet.ID, nil, timesheets.Changes{EmployeeID: &w.Cid.EmployeeID})
		w.OK(err)
		if a, b := minutes(w.Ann), minutes(w.Cid); a != 0 || b != 480 {
			t.Errorf("after the move Ann has %d minutes and Cid %d", a, b)
		}
		_, err = w.Sheets.Delete(t.Context(), w.Cid, sheet.ID, nil)
		w.OK(err)
		if n := minutes(w.Cid); n != 0 {
			t.Errorf("the deleted sheet leaves %d minutes", n)
		}
	})
}

// Where many sheets changed, what changed is found by the blocks of ids.
func TestLists_many_changed(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		x := newLineWorld(w)
		changed := db.InstantOf(w.Clock)
		w.Exec(`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
			INSERT INTO timesheets (employee_id, created_at, updated_at) SELECT $1, $2, $2 FROM n`, w.Stranger.EmployeeID, changed)
		w.OK(w.DB.Write(t.Context(), dbtest.AddUp))
		var lines, sheets []int64
		w.OK(w.Shifts.Each(t.Context(), w.Payroll, timesheets.LineFilter{Since: changed, Rows: 10}, func(s shifts.Shift) error {
			lines = append(lines, s.ID)
			return nil
		}))
		if !slices.Equal(lines, []int64{x.cids}) {
			t.Errorf("shifts %v, want that of the sheet that changed, %d", lines, x.cids)
		}
		for _, c := range []struct {
			name string
			f    timesheets.Filter
			want int
		}{
			{"all that changed", timesheets.Filter{Since: changed}, 1},
			{"on days with lines", timesheets.Filter{Since: changed, From: db.MustDay("2026-11-18")}, 1},
			{"on days without lines", timesheets.Filter{Since: changed, From: db.MustDay("2026-12-18")}, 0},
			{"later", timesheets.Filter{Since: changed + 1}, 0},
		} {
			sheets = nil
			c.f.Rows = 10
			w.OK(w.Sheets.Each(t.Context(), w.Cid, c.f, func(s timesheets.Timesheet) error { sheets = append(sheets, s.ID); return nil }))
			if len(sheets) != c.want {
				t.Errorf("%s: sheets %v, want %d", c.name, sheets, c.want)
			}
		}
	})
}
