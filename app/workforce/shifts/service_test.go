package shifts_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		code := func(id int64) func(*shifts.New) { return func(n *shifts.New) { n.BankCodeID = id } }
		for _, x := range []struct {
			name   string
			by     auth.Actor
			sheet  int64
			change func(*shifts.New)
			code   string
			faults []string
		}{
			{"the owner", w.Ann, 1, nil, "", nil},
			{"the supervisor", w.Boss, 2, nil, "", nil},
			{"an evening code", w.Admin, 2, code(w.Crew.Evening), "", nil},
			{"a sheet of somebody else", w.Stranger, 1, nil, "invalid", []string{"timesheet_id not_found"}},
			{"no such sheet", w.Admin, 99, nil, "invalid", []string{"timesheet_id not_found"}},
			{"an expense code", w.Ann, 1, code(w.Crew.PerDiem), "invalid", []string{"bank_code_id category"}},
			{"a leave code", w.Ann, 1, code(w.Crew.Vacation), "invalid", []string{"bank_code_id category"}},
			{"an end at the start", w.Ann, 1, func(n *shifts.New) { n.End = n.Start }, "invalid", []string{"end_time end_before_start"}},
			{"everything that is not there, at once", w.Ann, 99, code(99), "invalid", []string{"timesheet_id not_found", "bank_code_id not_found"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				n := w.ShiftAt(x.sheet, "2026-11-16T13:00", "2026-11-16T21:00")
				if x.change != nil {
					x.change(&n)
				}
				s, err := w.Shifts.Create(t.Context(), x.by, n)
				w.Refused(err, x.code, x.faults...)
				if x.code != "" {
					return
				}
				if s.Minutes != 480 || s.EmployeeID == 0 || s.Version != 1 {
					t.Errorf("%s: got %+v", x.name, s)
				}
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'created' AND kind = 'shift' AND timesheet_id = $1", x.sheet); n != 1 {
					t.Errorf("%s: the trail has %d entries", x.name, n)
				}
				_, err = w.Shifts.Delete(t.Context(), x.by, s.ID, nil)
				w.OK(err)
				w.OK(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.Exec(ctx, "DELETE FROM audit_log")
					return err
				}))
			})
		}
		if n := w.Count("SELECT COUNT(*) FROM shifts WHERE archived_at IS NULL"); n != 0 {
			t.Errorf("refused requests left %d shifts", n)
		}
	})
}

// A week of an employee has so many shifts at most, on all timesheets together.
func TestService_Create_refuses_more_than_a_week_holds(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		second, err := w.Sheets.Create(t.Context(), w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		minute := func(sheet int64, n int) shifts.New {
			x := w.ShiftAt(sheet, "2026-11-16T00:00", "2026-11-16T00:01")
			x.Start, x.End = x.Start.Add(time.Duration(2*n)*time.Minute), x.End.Add(time.Duration(2*n)*time.Minute)
			return x
		}
		var last shifts.Shift
		for n := range timesheets.MaxInWeek {
			last, err = w.Shifts.Create(t.Context(), w.Ann, minute([]int64{1, second.ID}[n%2], n))
			w.OK(err)
		}
		more := minute(1, timesheets.MaxInWeek)
		_, err = w.Shifts.Create(t.Context(), w.Boss, more)
		w.Refused(err, "invalid", "start_time too_many_in_week")
		other, err := w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(1, "2026-11-23T13:00", "2026-11-23T21:00"))
		w.OK(err)
		_, err = w.Shifts.Update(t.Context(), w.Ann, other.ID, nil, shifts.Changes{Day: &more.Day, Start: &more.Start, End: &more.End})
		w.Refused(err, "invalid", "start_time too_many_in_week")
		_, err = w.Shifts.Update(t.Context(), w.Ann, last.ID, nil, shifts.Changes{Start: &more.Start, End: &more.End}) // within the week
		w.OK(err)
		var refusals []error
		w.OK(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			list := []shifts.New{minute(1, timesheets.MaxInWeek+1), w.ShiftAt(1, "2026-11-24T13:00", "2026-11-24T21:00")}
			period := func(db.Day) (db.Day, error) { return db.MustDay("2026-11-15"), nil }
			_, refusals, err = w.Shifts.CreateMany(ctx, tx, w.Ann, w.Ann.EmployeeID, list, period)
			return err
		}))
		w.Refused(refusals[0], "invalid", "start_time too_many_in_week")
		w.OK(refusals[1])

		deleted, err := w.Shifts.Delete(t.Context(), w.Ann, last.ID, nil)
		w.OK(err)
		_, err = w.Shifts.Create(t.Context(), w.Ann, minute(1, timesheets.MaxInWeek+2))
		w.OK(err)
		_, err = w.Shifts.Restore(t.Context(), w.Ann, deleted.ID, nil)
		w.Refused(err, "invalid", "start_time too_many_in_week")
	})
}

func TestService_Create_refuses_overlap(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		second, err := w.Sheets.Create(t.Context(), w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		stands, err := w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(1, "2026-11-16T22:00", "2026-11-17T06:00"))
		w.OK(err)
		long, err := w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(1, "2026-11-20T00:00", "2026-11-21T00:00"))
		w.OK(err)
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
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				s, err := w.Shifts.Create(t.Context(), w.Boss, w.ShiftAt(x.sheet, x.start, x.end))
				if x.overlaps {
					w.Refused(err, "overlap", "start_time overlap")
					return
				}
				if err != nil {
					t.Errorf("%s: %v", x.name, err)
					return
				}
				_, err = w.Shifts.Update(t.Context(), w.Boss, s.ID, nil, shifts.Changes{TimesheetID: new(int64(1)), Start: &long.Start, End: &long.End})
				w.Refused(err, "overlap", "start_time overlap")
				_, err = w.Shifts.Delete(t.Context(), w.Boss, s.ID, nil)
				w.OK(err)
			})
		}
		_, err = w.Shifts.Update(t.Context(), w.Ann, stands.ID, nil, shifts.Changes{Start: new(stands.Start + 1)})
		w.Refused(err, "") // it does not overlap itself
		_, err = w.Shifts.Delete(t.Context(), w.Ann, long.ID, nil)
		w.OK(err)
		_, err = w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(1, "2026-11-20T00:00", "2026-11-21T00:00"))
		w.Refused(err, "") // what is deleted is in nobody's way
	})
}

func TestService_Create_at_once(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		second, err := w.Sheets.Create(t.Context(), w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		const racers = 16
		won, lost := 0, 0
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range racers {
			n := w.ShiftAt([]int64{1, second.ID}[i%2], "2026-11-16T13:00", "2026-11-16T21:00")
			all.Go(func() {
				_, err := w.Shifts.Create(context.Background(), w.Ann, n)
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
	each(t, func(t *testing.T, w *world) {
		s, err := w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(1, "2026-11-16T13:00", "2026-11-16T21:00"))
		w.OK(err)
		for _, x := range []struct {
			name   string
			by     auth.Actor
			expect *int64
			c      shifts.Changes
			code   string
			faults []string
		}{
			{"another crew", w.Stranger, nil, shifts.Changes{}, "not_found", nil},
			{"an old version", w.Ann, new(int64(7)), shifts.Changes{}, "stale", nil},
			{"an end before the start that stands", w.Ann, nil, shifts.Changes{End: new(s.Start)}, "invalid", []string{"end_time end_before_start"}},
			{"a code of another categorie", w.Ann, nil, shifts.Changes{BankCodeID: &w.Crew.Mileage}, "invalid", []string{"bank_code_id category"}},
			{"a sheet out of sight", w.Ann, nil, shifts.Changes{TimesheetID: new(int64(2))}, "invalid", []string{"timesheet_id not_found"}},
			{"the end alone", w.Ann, new(s.Version), shifts.Changes{End: new(s.End + 3_600_000)}, "", nil},
			{"the day alone", w.Boss, nil, shifts.Changes{Day: new(db.MustDay("2026-11-22"))}, "", nil},
			{"the code alone", w.Boss, nil, shifts.Changes{BankCodeID: &w.Crew.Evening}, "", nil},
			{"to the sheet of another in scope", w.Boss, nil, shifts.Changes{TimesheetID: new(int64(2))}, "", nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				_, err := w.Shifts.Update(t.Context(), x.by, s.ID, x.expect, x.c)
				w.Refused(err, x.code, x.faults...)
			})
		}
		got, err := w.Shifts.Get(t.Context(), w.Boss, s.ID)
		w.OK(err)
		if got.Minutes != 540 || got.Day != db.MustDay("2026-11-22") || got.BankCodeID != w.Crew.Evening || got.TimesheetID != 2 ||
			got.EmployeeID != w.Cid.EmployeeID || got.Version != 5 || got.Start != s.Start {
			t.Errorf("got %+v", got)
		}
		if n := w.Count("SELECT COUNT(*) FROM shifts WHERE week = '2026-11-22'"); n != 1 {
			t.Error("the week did not follow the day")
		}
		_, err = w.Shifts.Get(t.Context(), w.Ann, s.ID)
		w.Refused(err, "not_found")
	})
}

func TestService_Approve(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		s, err := w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(1, "2026-11-16T13:00", "2026-11-16T21:00"))
		w.OK(err)
		yes, no := timesheets.Decision{Approved: true, Comment: new("Vu")}, timesheets.Decision{}
		_, err = w.Shifts.Approve(t.Context(), w.Ann, s.ID, nil, yes)
		w.Refused(err, "own_approval")
		_, err = w.Shifts.Approve(t.Context(), w.Stranger, s.ID, nil, yes)
		w.Refused(err, "not_found")
		_, err = w.Shifts.Approve(t.Context(), w.Boss, s.ID, new(int64(9)), yes)
		w.Refused(err, "stale")
		got, err := w.Shifts.Approve(t.Context(), w.Boss, s.ID, nil, yes)
		w.OK(err)
		if !got.IsApproved() || got.Version != 2 {
			t.Errorf("not approved: %+v", got)
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'approved' AND changes LIKE '%Vu%'"); n != 1 {
			t.Error("the comment is nowhere")
		}
		_, err = w.Shifts.Update(t.Context(), w.Boss, s.ID, nil, shifts.Changes{End: new(s.End + 1)})
		w.Refused(err, "shift_approved")
		_, err = w.Shifts.Delete(t.Context(), w.Ann, s.ID, nil)
		w.Refused(err, "shift_approved")
		_, err = w.Shifts.Approve(t.Context(), w.Boss, s.ID, nil, no)
		w.OK(err)
		_, err = w.Sheets.Approve(t.Context(), w.Boss, 1, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		got, err = w.Shifts.Approve(t.Context(), w.Boss, s.ID, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		if !got.IsApproved() || got.Approved {
			t.Errorf("on an approved sheet: %+v", got)
		}
		_, err = w.Shifts.Approve(t.Context(), w.Admin, s.ID, nil, no)
		w.Refused(err, "timesheet_approved")
	})
}

// A decision that changes nothing is stored only for its comment, and on an approved sheet not at all.
func TestService_Approve_again(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		made := func() shifts.Shift {
			s := w.Shift(w.Ann, 1, 1)
			s, err := w.Shifts.Approve(t.Context(), w.Boss, s.ID, nil, timesheets.Decision{Approved: true})
			w.OK(err)
			return s
		}
		s := made()
		for _, x := range []struct {
			name    string
			d       timesheets.Decision
			before  func()
			entries int64
		}{
			{"without a comment", timesheets.Decision{Approved: true}, func() {}, 0},
			{"with a comment", timesheets.Decision{Approved: true, Comment: new("Vu")}, func() {}, 1},
			{"with a comment on an approved sheet", timesheets.Decision{Approved: true, Comment: new("Vu")}, func() {
				_, err := w.Sheets.Approve(t.Context(), w.Boss, 1, nil, timesheets.Decision{Approved: true})
				w.OK(err)
			}, 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				x.before()
				before, err := w.Shifts.Get(t.Context(), w.Boss, s.ID)
				w.OK(err)
				entries := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'shift'")
				got, err := w.Shifts.Approve(t.Context(), w.Boss, s.ID, nil, x.d)
				w.OK(err)
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'shift'") - entries; n != x.entries ||
					got.Version != before.Version+n {
					t.Errorf("%d entries were added to the history, and version %d became %d", n, before.Version, got.Version)
				}
			})
		}
	})
}

// A sheet goes with its shifts to another employee, unless they overlap those of that employee.
func TestService_Update_of_the_sheet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		_, err := w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(1, "2026-11-16T13:00", "2026-11-16T21:00"))
		w.OK(err)
		_, err = w.Shifts.Create(t.Context(), w.Cid, w.ShiftAt(2, "2026-11-16T20:00", "2026-11-16T22:00"))
		w.OK(err)
		_, err = w.Sheets.Update(t.Context(), w.Payroll, 1, nil, timesheets.Changes{EmployeeID: &w.Cid.EmployeeID})
		w.Refused(err, "overlap", "employee_id overlap")
		_, err = w.Sheets.Update(t.Context(), w.Payroll, 1, nil, timesheets.Changes{EmployeeID: &w.Boss.EmployeeID})
		w.OK(err)
		if n := w.Count("SELECT COUNT(*) FROM shifts WHERE employee_id = $1", w.Boss.EmployeeID); n != 1 {
			t.Errorf("%d shifts went with the sheet", n)
		}
	})
}

func TestService_Each(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		var made []int64
		for _, n := range []shifts.New{w.ShiftAt(1, "2026-11-16T13:00", "2026-11-16T21:00"), w.ShiftAt(1, "2026-11-17T13:00", "2026-11-17T21:00"),
			w.ShiftAt(2, "2026-11-18T13:00", "2026-11-18T21:00")} {
			s, err := w.Shifts.Create(t.Context(), w.Boss, n)
			w.OK(err)
			made = append(made, s.ID)
		}
		_, err := w.Shifts.Update(t.Context(), w.Boss, made[1], nil, shifts.Changes{BankCodeID: &w.Crew.Evening})
		w.OK(err)
		_, err = w.Shifts.Approve(t.Context(), w.Boss, made[1], nil, timesheets.Decision{Approved: true})
		w.OK(err)
		_, err = w.Sheets.Approve(t.Context(), w.Boss, 2, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		for _, x := range []struct {
			name string
			by   auth.Actor
			f    shifts.Filter
			want []int64
		}{
			{"all", w.Admin, shifts.Filter{}, made},
			{"the own", w.Ann, shifts.Filter{}, made[:2]},
			{"none of another crew", w.Stranger, shifts.Filter{EmployeeID: w.Ann.EmployeeID}, nil},
			{"by employee", w.Boss, shifts.Filter{EmployeeID: w.Cid.EmployeeID}, made[2:]},
			{"by sheet", w.Boss, shifts.Filter{TimesheetID: 1}, made[:2]},
			{"by bank code", w.Boss, shifts.Filter{BankCodeID: w.Crew.Evening}, made[1:2]},
			{"approved by itself or with its sheet", w.Boss, shifts.Filter{Approved: new(true)}, made[1:]},
			{"not approved", w.Boss, shifts.Filter{Approved: new(false)}, made[:1]},
			{"from a day", w.Boss, shifts.Filter{From: db.MustDay("2026-11-17")}, made[1:]},
			{"to a day", w.Boss, shifts.Filter{To: db.MustDay("2026-11-17")}, made[:2]},
			{"after an id", w.Boss, shifts.Filter{After: made[0]}, made[1:]},
			{"changed since later", w.Boss, shifts.Filter{Since: db.InstantOf(w.Clock) + 1}, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				x.f.Rows = 10
				var got []int64
				w.OK(w.Shifts.Each(t.Context(), x.by, x.f, func(s shifts.Shift) error { got = append(got, s.ID); return nil }))
				if len(got) != len(x.want) || len(got) > 0 && got[0] != x.want[0] {
					t.Errorf("%s: got %v, want %v", x.name, got, x.want)
				}
			})
		}
		stop := errors.New("enough")
		if err := w.Shifts.Each(t.Context(), w.Admin, shifts.Filter{Rows: 10}, func(shifts.Shift) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("a caller that stops hears %v", err)
		}
	})
}
