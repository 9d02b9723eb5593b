package shifts_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		code := func(id int64) func(*shifts.New) { return func(n *shifts.New) { n.BankCodeID = id } }
		for _, x := range []struct {
			name   string
			by     auth.Actor
			sheet  int64
			change func(*shifts.New)
			code   string
			faults []string
		}{
			{"the owner", d.ann, 1, nil, "", nil},
			{"the supervisor", d.boss, 2, nil, "", nil},
			{"an evening code", d.admin, 2, code(d.crew.Evening), "", nil},
			{"a sheet of somebody else", d.stranger, 1, nil, "invalid", []string{"timesheet_id not_found"}},
			{"no such sheet", d.admin, 99, nil, "invalid", []string{"timesheet_id not_found"}},
			{"an expense code", d.ann, 1, code(d.crew.PerDiem), "invalid", []string{"bank_code_id category"}},
			{"a leave code", d.ann, 1, code(d.crew.Vacation), "invalid", []string{"bank_code_id category"}},
			{"everything that is not there, at once", d.ann, 99, code(99), "invalid", []string{"timesheet_id not_found", "bank_code_id not_found"}},
		} {
			n := d.from(x.sheet, "2026-11-16T13:00", "2026-11-16T21:00")
			if x.change != nil {
				x.change(&n)
			}
			s, err := d.shifts.Create(t.Context(), x.by, n)
			d.refused(err, x.code, x.faults...)
			if x.code != "" {
				continue
			}
			if s.Minutes != 480 || s.EmployeeID == 0 || s.Version != 1 {
				t.Errorf("%s: got %+v", x.name, s)
			}
			if n := d.count("SELECT COUNT(*) FROM audit_log WHERE action = 'created' AND kind = 'shift' AND timesheet_id = $1", x.sheet); n != 1 {
				t.Errorf("%s: the trail has %d entries", x.name, n)
			}
			_, err = d.shifts.Delete(t.Context(), x.by, s.ID, nil)
			d.ok(err)
			d.ok(d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "DELETE FROM audit_log")
				return err
			}))
		}
		if n := d.count("SELECT COUNT(*) FROM shifts WHERE archived_at IS NULL"); n != 0 {
			t.Errorf("refused requests left %d shifts", n)
		}
	})
}

func TestService_Create_refuses_overlap(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		second, err := d.sheets.Create(t.Context(), d.ann, timesheets.New{EmployeeID: d.ann.EmployeeID})
		d.ok(err)
		stands, err := d.shifts.Create(t.Context(), d.ann, d.from(1, "2026-11-16T22:00", "2026-11-17T06:00"))
		d.ok(err)
		long, err := d.shifts.Create(t.Context(), d.ann, d.from(1, "2026-11-20T00:00", "2026-11-21T00:00"))
		d.ok(err)
		for _, x := range []struct {
			name       string
			sheet      int64
			start, end string
			overlaps   bool
		}{
			{"the same time", 1, "2026-11-16T22:00", "2026-11-17T06:00", true},
			{"within it", 1, "2026-11-17T00:00", "2026-11-17T01:00", true},
			{"around it", 1, "2026-11-16T21:00", "2026-11-17T07:00", true},
			{"over its start by a minute", 1, "2026-11-16T20:00", "2026-11-16T22:01", true},
			{"over its end by a minute", 1, "2026-11-17T05:59", "2026-11-17T08:00", true},
			{"on another sheet of the same employee", second.ID, "2026-11-17T00:00", "2026-11-17T01:00", true},
			{"the last minute of a whole day", 1, "2026-11-20T23:59", "2026-11-21T04:00", true},
			{"up to its start", 1, "2026-11-16T20:00", "2026-11-16T22:00", false},
			{"from its end", 1, "2026-11-17T06:00", "2026-11-17T08:00", false},
			{"after a whole day", 1, "2026-11-21T00:00", "2026-11-21T04:00", false},
			{"another employee in the same time", 2, "2026-11-16T22:00", "2026-11-17T06:00", false},
		} {
			s, err := d.shifts.Create(t.Context(), d.boss, d.from(x.sheet, x.start, x.end))
			if x.overlaps {
				d.refused(err, "overlap", "start_time overlap")
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", x.name, err)
				continue
			}
			_, err = d.shifts.Update(t.Context(), d.boss, s.ID, nil, shifts.Changes{TimesheetID: new(int64(1)), Start: &long.Start, End: &long.End})
			d.refused(err, "overlap", "start_time overlap")
			_, err = d.shifts.Delete(t.Context(), d.boss, s.ID, nil)
			d.ok(err)
		}
		_, err = d.shifts.Update(t.Context(), d.ann, stands.ID, nil, shifts.Changes{Start: new(stands.Start + 1)})
		d.refused(err, "") // it does not overlap itself
		_, err = d.shifts.Delete(t.Context(), d.ann, long.ID, nil)
		d.ok(err)
		_, err = d.shifts.Create(t.Context(), d.ann, d.from(1, "2026-11-20T00:00", "2026-11-21T00:00"))
		d.refused(err, "") // what is deleted is in nobody's way
	})
}

func TestService_Create_at_once(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		second, err := d.sheets.Create(t.Context(), d.ann, timesheets.New{EmployeeID: d.ann.EmployeeID})
		d.ok(err)
		const racers = 16
		won, lost := 0, 0
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range racers {
			n := d.from([]int64{1, second.ID}[i%2], "2026-11-16T13:00", "2026-11-16T21:00")
			all.Go(func() {
				_, err := d.shifts.Create(context.Background(), d.ann, n)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					won++
				case errs.HasCode(err, "overlap"):
					lost++
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if won != 1 || lost != racers-1 {
			t.Errorf("%d overlapping shifts were kept, %d refused", won, lost)
		}
	})
}

func TestService_Update(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		s, err := d.shifts.Create(t.Context(), d.ann, d.from(1, "2026-11-16T13:00", "2026-11-16T21:00"))
		d.ok(err)
		for _, x := range []struct {
			name   string
			by     auth.Actor
			expect *int64
			c      shifts.Changes
			code   string
			faults []string
		}{
			{"another crew", d.stranger, nil, shifts.Changes{}, "not_found", nil},
			{"an old version", d.ann, new(int64(7)), shifts.Changes{}, "stale", nil},
			{"an end before the start that stands", d.ann, nil, shifts.Changes{End: new(s.Start)}, "invalid", []string{"end_time end_before_start"}},
			{"a code of another categorie", d.ann, nil, shifts.Changes{BankCodeID: &d.crew.Mileage}, "invalid", []string{"bank_code_id category"}},
			{"a sheet out of sight", d.ann, nil, shifts.Changes{TimesheetID: new(int64(2))}, "invalid", []string{"timesheet_id not_found"}},
			{"the end alone", d.ann, new(s.Version), shifts.Changes{End: new(s.End + 3_600_000)}, "", nil},
			{"the day alone", d.boss, nil, shifts.Changes{Day: new(db.MustDay("2026-11-22"))}, "", nil},
			{"the code alone", d.boss, nil, shifts.Changes{BankCodeID: &d.crew.Evening}, "", nil},
			{"to the sheet of another in scope", d.boss, nil, shifts.Changes{TimesheetID: new(int64(2))}, "", nil},
		} {
			_, err := d.shifts.Update(t.Context(), x.by, s.ID, x.expect, x.c)
			d.refused(err, x.code, x.faults...)
		}
		got, err := d.shifts.Get(t.Context(), d.boss, s.ID)
		d.ok(err)
		if got.Minutes != 540 || got.Day != db.MustDay("2026-11-22") || got.BankCodeID != d.crew.Evening || got.TimesheetID != 2 ||
			got.EmployeeID != d.cid.EmployeeID || got.Version != 5 || got.Start != s.Start {
			t.Errorf("got %+v", got)
		}
		if n := d.count("SELECT COUNT(*) FROM shifts WHERE week = '2026-11-22'"); n != 1 {
			t.Error("the week did not follow the day")
		}
		_, err = d.shifts.Get(t.Context(), d.ann, s.ID)
		d.refused(err, "not_found")
	})
}

func TestService_Approve(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		s, err := d.shifts.Create(t.Context(), d.ann, d.from(1, "2026-11-16T13:00", "2026-11-16T21:00"))
		d.ok(err)
		yes, no := timesheets.Decision{Approved: true, Comment: new("Vu")}, timesheets.Decision{}
		_, err = d.shifts.Approve(t.Context(), d.ann, s.ID, nil, yes)
		d.refused(err, "own_approval")
		_, err = d.shifts.Approve(t.Context(), d.stranger, s.ID, nil, yes)
		d.refused(err, "not_found")
		_, err = d.shifts.Approve(t.Context(), d.boss, s.ID, new(int64(9)), yes)
		d.refused(err, "stale")
		got, err := d.shifts.Approve(t.Context(), d.boss, s.ID, nil, yes)
		d.ok(err)
		if !got.IsApproved() {
			t.Error("not approved")
		}
		if n := d.count("SELECT COUNT(*) FROM audit_log WHERE action = 'approved' AND changes LIKE '%Vu%'"); n != 1 {
			t.Error("the comment is nowhere")
		}
		_, err = d.shifts.Update(t.Context(), d.boss, s.ID, nil, shifts.Changes{End: new(s.End + 1)})
		d.refused(err, "shift_approved")
		_, err = d.shifts.Delete(t.Context(), d.ann, s.ID, nil)
		d.refused(err, "shift_approved")
		_, err = d.shifts.Approve(t.Context(), d.boss, s.ID, nil, no)
		d.ok(err)
		_, err = d.sheets.Approve(t.Context(), d.boss, 1, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		got, err = d.shifts.Approve(t.Context(), d.boss, s.ID, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		if !got.IsApproved() || got.Approved {
			t.Errorf("on an approved sheet: %+v", got)
		}
		_, err = d.shifts.Approve(t.Context(), d.admin, s.ID, nil, no)
		d.refused(err, "timesheet_approved")
	})
}

func TestService_Each(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		var made []int64
		for _, n := range []shifts.New{d.from(1, "2026-11-16T13:00", "2026-11-16T21:00"), d.from(1, "2026-11-17T13:00", "2026-11-17T21:00"), d.from(2, "2026-11-18T13:00", "2026-11-18T21:00")} {
			s, err := d.shifts.Create(t.Context(), d.boss, n)
			d.ok(err)
			made = append(made, s.ID)
		}
		_, err := d.shifts.Update(t.Context(), d.boss, made[1], nil, shifts.Changes{BankCodeID: &d.crew.Evening})
		d.ok(err)
		_, err = d.shifts.Approve(t.Context(), d.boss, made[1], nil, timesheets.Decision{Approved: true})
		d.ok(err)
		_, err = d.sheets.Approve(t.Context(), d.boss, 2, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		for _, x := range []struct {
			name string
			by   auth.Actor
			f    shifts.Filter
			want []int64
		}{
			{"all", d.admin, shifts.Filter{}, made},
			{"the own", d.ann, shifts.Filter{}, made[:2]},
			{"none of another crew", d.stranger, shifts.Filter{EmployeeID: d.ann.EmployeeID}, nil},
			{"by employee", d.boss, shifts.Filter{EmployeeID: d.cid.EmployeeID}, made[2:]},
			{"by sheet", d.boss, shifts.Filter{TimesheetID: 1}, made[:2]},
			{"by bank code", d.boss, shifts.Filter{BankCodeID: d.crew.Evening}, made[1:2]},
			{"approved by itself or with its sheet", d.boss, shifts.Filter{Approved: new(true)}, made[1:]},
			{"not approved", d.boss, shifts.Filter{Approved: new(false)}, made[:1]},
			{"from a day", d.boss, shifts.Filter{From: db.MustDay("2026-11-17")}, made[1:]},
			{"to a day", d.boss, shifts.Filter{To: db.MustDay("2026-11-17")}, made[:2]},
			{"after an id", d.boss, shifts.Filter{After: made[0]}, made[1:]},
			{"changed since later", d.boss, shifts.Filter{Since: db.InstantOf(d.clock) + 1}, nil},
		} {
			x.f.Rows = 10
			var got []int64
			d.ok(d.shifts.Each(t.Context(), x.by, x.f, func(s shifts.Shift) error { got = append(got, s.ID); return nil }))
			if len(got) != len(x.want) || len(got) > 0 && got[0] != x.want[0] {
				t.Errorf("%s: got %v, want %v", x.name, got, x.want)
			}
		}
		stop := errors.New("enough")
		if err := d.shifts.Each(t.Context(), d.admin, shifts.Filter{Rows: 10}, func(shifts.Shift) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("a caller that stops hears %v", err)
		}
	})
}
