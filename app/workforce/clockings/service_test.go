package clockings_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/clockings"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// pass lets time pass on the world's clock.
func pass(w *timetest.World, d time.Duration) { w.Clock = w.Clock.Add(d) }

// A day with the clock: the stretch of each task becomes a shift on the sheet of the period, with rounded times and breaks.
func TestService_day(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		w.Clock = time.Date(2026, 11, 20, 13, 2, 10, 400e6, time.UTC)
		c, err := w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
		w.OK(err)
		if c.Start.String() != "2026-11-20T13:02:10Z" || c.EmployeeID != w.Ann.EmployeeID {
			t.Errorf("got %+v", c)
		}
		pass(w, 4*time.Hour)
		_, err = w.Clockings.StartBreak(ctx, w.Ann)
		w.OK(err)
		pass(w, 31*time.Minute)
		_, err = w.Clockings.EndBreak(ctx, w.Ann)
		w.OK(err)
		pass(w, time.Hour)
		next, err := w.Clockings.ChangeTask(ctx, w.Ann, clockings.Choice{BankCodeID: w.Crew.Evening})
		w.OK(err)
		if next.BankCodeID != w.Crew.Evening || next.Start.String() != "2026-11-20T18:33:10Z" {
			t.Errorf("the next task: %+v", next)
		}
		pass(w, 2*time.Hour)
		last, err := w.Clockings.ClockOut(ctx, w.Ann)
		w.OK(err)
		if last.ID != next.ID || last.ShiftID == 0 {
			t.Errorf("the end: %+v", last)
		}
		var got []string
		w.OK(w.Shifts.Each(ctx, w.Ann, firstHundred, func(s shifts.Shift) error {
			got = append(got, s.Day.String()+" "+s.Start.String()+" "+s.End.String()+" "+string(s.Breaks))
			return nil
		}))
		want := []string{"2026-11-20 2026-11-20T13:00:00Z 2026-11-20T18:35:00Z 2026-11-20T17:00:00Z/2026-11-20T17:35:00Z",
			"2026-11-20 2026-11-20T18:35:00Z 2026-11-20T20:35:00Z "}
		if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("shifts %q", got)
		}
		if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE employee_id = $1 AND period_start = '2026-11-15'", w.Ann.EmployeeID); n != 1 {
			t.Errorf("%d sheets of the period", n)
		}
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'clocking' AND action IN ('clocked_in', 'break_started', 'break_ended',
			'task_changed', 'clocked_out')`); n != 6 {
			t.Errorf("the trail has %d entries", n)
		}
	})
}

// A clocking without a stamped break becomes a shift with those of the break rule, and says so until they are corrected.
func TestService_breaks_by_the_rule(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		for _, x := range []struct {
			name, own string
			hours     int
			pause     time.Duration // stamped after an hour
			breaks    string
			byRule    bool
			last      time.Duration // since the start; a break begins, with which the work ends
		}{
			{"one of the company's rule", "", 8, 0, "2026-11-20T16:45:00Z/2026-11-20T17:15:00Z", true, 0},
			{"none for a short shift", "", 4, 0, "", false, 0},
			{"a stamped one always wins", "", 8, 20 * time.Minute, "2026-11-20T14:00:00Z/2026-11-20T14:20:00Z", false, 0},
			{"also one that rounds to nothing", "", 8, time.Minute, "", false, 0},
			{"an employee without any", "none", 8, 0, "", false, 0},
			{"an employee with an own rule", "4 h: 20 paid", 4, 0, "2026-11-20T14:50:00Z/2026-11-20T15:10:00Z paid", true, 0},
			{"none when the work ends with the only break", "", 8, 0, "", false, 6 * time.Hour},
		} {
			t.Run(x.name, func(t *testing.T) {
				world, w := w, w.In(t) // the clock is that of the world
				ctx := t.Context()
				w.Shifts.BreakRule, _ = breakrules.Parse("5 h: 30")
				w.Exec("DELETE FROM clockings")
				w.Exec("DELETE FROM shifts")
				w.Exec("UPDATE employees SET default_breaks = $1", x.own)
				world.Clock = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
				_, err := w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
				w.OK(err)
				if x.pause > 0 {
					pass(world, time.Hour)
					_, err := w.Clockings.StartBreak(ctx, w.Ann)
					w.OK(err)
					pass(world, x.pause)
					_, err = w.Clockings.EndBreak(ctx, w.Ann)
					w.OK(err)
				}
				if x.last > 0 {
					pass(world, x.last)
					_, err := w.Clockings.StartBreak(ctx, w.Ann)
					w.OK(err)
				}
				world.Clock = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC).Add(time.Duration(x.hours) * time.Hour)
				c, err := w.Clockings.ClockOut(ctx, w.Ann)
				w.OK(err)
				s, err := w.Shifts.Get(ctx, w.Ann, c.ShiftID)
				w.OK(err)
				if string(s.Breaks) != x.breaks || c.ByRule(s) != x.byRule {
					t.Fatalf("breaks %q, by the rule %q (%v)", s.Breaks, c.RuleBreaks, c.ByRule(s))
				}
				c, err = w.Clockings.Get(ctx, w.Ann, c.ID)
				w.OK(err)
				s.Breaks = ""
				if (c.RuleBreaks != "") != x.byRule || c.ByRule(s) {
					t.Errorf("stored %q", c.RuleBreaks)
				}
			})
		}
	})
}

// Nor does it get them when the end that is told leaves nothing of the break that was stamped.
func TestService_Settle_breaks_by_the_rule(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		w.Shifts.BreakRule, _ = breakrules.Parse("5 h: 30")
		for _, x := range []struct {
			name        string
			start, back time.Duration // of the break, since the work began; no start: there is none; no back: it goes on
			byRule      bool
		}{
			{"no break was stamped", 0, 0, true},
			{"the end was forgotten during the break", 4 * time.Hour, 0, false},
			{"the only break comes after the end", 9 * time.Hour, 10 * time.Hour, false},
		} {
			t.Run(x.name, func(t *testing.T) {
				world, w := w, w.In(t) // the clock is that of the world
				ctx := t.Context()
				w.Exec("DELETE FROM clockings")
				w.Exec("DELETE FROM shifts")
				began := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
				world.Clock = began
				c, err := w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
				w.OK(err)
				if x.start > 0 {
					world.Clock = began.Add(x.start)
					_, err := w.Clockings.StartBreak(ctx, w.Ann)
					w.OK(err)
				}
				if x.back > 0 {
					world.Clock = began.Add(x.back)
					_, err := w.Clockings.EndBreak(ctx, w.Ann)
					w.OK(err)
				}
				world.Clock = began.Add(17 * time.Hour)
				c, err = w.Clockings.Settle(ctx, w.Ann, c.ID, nil, clockings.Settlement{End: c.Start.Add(8 * time.Hour), Reason: "forgot"})
				w.OK(err)
				s, err := w.Shifts.Get(ctx, w.Ann, c.ShiftID)
				w.OK(err)
				if (s.Breaks != "") != x.byRule || c.ByRule(s) != x.byRule {
					t.Errorf("breaks %q, by the rule %q", s.Breaks, c.RuleBreaks)
				}
			})
		}
	})
}

// A clocking that ended with its only break, and became no shift because of another one, is settled without the breaks of the rule.
func TestService_Settle_after_a_break_that_ended_the_work(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		w.Shifts.BreakRule, _ = breakrules.Parse("5 h: 30")
		sheet, err := w.Sheets.Create(ctx, w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		other, err := w.Shifts.Create(ctx, w.Ann, w.ShiftAt(sheet.ID, "2026-11-20T15:00", "2026-11-20T16:00"))
		w.OK(err)
		w.Clock = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
		_, err = w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
		w.OK(err)
		pass(w, 6*time.Hour)
		_, err = w.Clockings.StartBreak(ctx, w.Ann)
		w.OK(err)
		pass(w, time.Hour)
		c, err := w.Clockings.ClockOut(ctx, w.Ann)
		w.OK(err)
		if c.Refusal != "overlap" {
			t.Fatalf("got %+v", c)
		}
		_, err = w.Shifts.Delete(ctx, w.Ann, other.ID, nil)
		w.OK(err)
		c, err = w.Clockings.Settle(ctx, w.Ann, c.ID, nil, clockings.Settlement{Reason: "as it was"})
		w.OK(err)
		s, err := w.Shifts.Get(ctx, w.Ann, c.ShiftID)
		w.OK(err)
		if s.Breaks != "" || s.Minutes != 6*60 {
			t.Errorf("breaks %q, %d minutes", s.Breaks, s.Minutes)
		}
	})
}

var firstHundred = timesheets.LineFilter{Rows: 100}

// What does not fit what was stamped before is refused.
func TestService_refuses(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		nobody := w.Ann
		nobody.EmployeeID = 0
		stamp := func(f func(context.Context, auth.Actor) (clockings.Clocking, error), by auth.Actor) error {
			_, err := f(ctx, by)
			return err
		}
		in := func(by auth.Actor, code int64) error { _, err := w.Clockings.ClockIn(ctx, by, code); return err }
		w.Refused(in(nobody, 0), "no_employee_record")
		w.Refused(stamp(w.Clockings.ClockOut, nobody), "no_employee_record")
		w.Refused(stamp(w.Clockings.ClockOut, w.Ann), "clock_not_running")
		w.Refused(stamp(w.Clockings.StartBreak, w.Ann), "clock_not_running")
		w.Refused(in(w.Ann, w.Crew.PerDiem), "invalid", "bank_code_id not_found")
		w.Refused(in(w.Ann, 99), "invalid", "bank_code_id not_found")
		w.OK(in(w.Ann, w.Crew.Regular))
		w.Refused(in(w.Ann, w.Crew.Regular), "clock_running")
		_, err := w.Clockings.ChangeTask(ctx, w.Ann, clockings.Choice{BankCodeID: w.Crew.Regular})
		w.Refused(err, "clock_same_task")
		_, err = w.Clockings.ChangeTask(ctx, w.Ann, clockings.Choice{BankCodeID: 99})
		w.Refused(err, "invalid", "bank_code_id not_found")
		c, err := w.Clockings.Clock(ctx, w.Ann)
		w.OK(err)
		if c.Running == nil || c.Running.BankCodeID != w.Crew.Regular || c.Running.Version != 1 {
			t.Errorf("a refused change of task changed the clock: %+v", c.Running)
		}
		if c, err := w.Clockings.Clock(ctx, w.Cid); err != nil || c.Running != nil {
			t.Errorf("the clock of another person: %+v, %v", c.Running, err)
		}
	})
}

// The task is the one used last, by the clock or on a shift that was typed.
func TestService_usual_task(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		sheet := w.Sheet(w.Ann).ID
		typed := w.ShiftAt(sheet, "2026-11-16T13:00", "2026-11-16T21:00")
		typed.BankCodeID = w.Crew.Evening
		_, err := w.Shifts.Create(t.Context(), w.Ann, typed)
		w.OK(err)
		for _, x := range []struct {
			name         string
			choose, want int64
		}{{"of the last shift", 0, w.Crew.Evening}, {"a chosen one", w.Crew.Regular, w.Crew.Regular}, {"the one clocked last", 0, w.Crew.Regular}} {
			t.Run(x.name, func(t *testing.T) {
				w := w.In(t)
				c, err := w.Clockings.ClockIn(t.Context(), w.Ann, x.choose)
				w.OK(err)
				if c.BankCodeID != x.want {
					t.Errorf("code %d, want %d", c.BankCodeID, x.want)
				}
				_, err = w.Clockings.ClockOut(t.Context(), w.Ann) // at once: no shift
				w.OK(err)
			})
		}
	})
}

// With another customer or activity one may go on with the same task; the shift of each stretch has its own.
func TestService_ChangeTask_with_an_activity(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		w.Exec(`INSERT INTO activities (code, name_fr, name_en, created_at, updated_at) VALUES ('INST', 'Installation', 'Setup', 1, 1)`)
		_, err := w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
		w.OK(err)
		pass(w, time.Hour)
		setup := clockings.Choice{BankCodeID: w.Crew.Regular, Job: activities.Job{ActivityID: 1}}
		next, err := w.Clockings.ChangeTask(ctx, w.Ann, setup)
		w.OK(err)
		clock, err := w.Clockings.Clock(ctx, w.Ann)
		w.OK(err)
		if next.Job != setup.Job || clock.Running.Job != setup.Job || len(clock.Jobs.Activities) != 1 || clock.Jobs.Customers {
			t.Errorf("goes on with %+v; the clock has %+v and offers %+v", next.Job, clock.Running.Job, clock.Jobs)
		}
		t.Run("not with the same", func(t *testing.T) {
			if _, err := w.Clockings.ChangeTask(ctx, w.Ann, setup); errs.KindOf(err) != errs.KindConflict {
				t.Error(err)
			}
		})
		t.Run("not with an activity that there is not", func(t *testing.T) {
			_, err := w.Clockings.ChangeTask(ctx, w.Ann, clockings.Choice{BankCodeID: w.Crew.Regular, Job: activities.Job{ActivityID: 9}})
			if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Field != "activity_id" {
				t.Error(err)
			}
		})
		pass(w, time.Hour)
		_, err = w.Clockings.ClockOut(ctx, w.Ann)
		w.OK(err)
		var got []activities.Job
		w.OK(w.Shifts.Each(ctx, w.Ann, firstHundred, func(s shifts.Shift) error {
			got = append(got, s.Job)
			return nil
		}))
		if want := []activities.Job{{}, setup.Job}; !slices.Equal(got, want) {
			t.Errorf("the shifts have %+v, want %+v", got, want)
		}
	})
}

// A clocking whose shift is refused ends all the same, and waits with the reason until it is settled.
func TestService_refused_shift(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		sheet, err := w.Sheets.Create(ctx, w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		_, err = w.Shifts.Create(ctx, w.Ann, w.ShiftAt(sheet.ID, "2026-11-20T15:00", "2026-11-20T16:00"))
		w.OK(err)
		_, err = w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
		w.OK(err)
		pass(w, 3*time.Hour)
		c, err := w.Clockings.ClockOut(ctx, w.Ann)
		w.OK(err)
		if c.Refusal != "overlap" || c.ShiftID != 0 || c.End == 0 {
			t.Fatalf("got %+v", c)
		}
		if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE employee_id = $1", w.Ann.EmployeeID); n != 1 {
			t.Errorf("%d sheets: the refused shift left one", n)
		}
		if k, err := w.Clockings.Clock(ctx, w.Ann); err != nil || len(k.Refused) != 1 || k.Running != nil {
			t.Errorf("the clock: %+v, %v", k, err)
		}
		settle := func(by auth.Actor, x clockings.Settlement) error {
			c, err = w.Clockings.Settle(ctx, by, c.ID, nil, x)
			return err
		}
		id := c.ID
		w.Refused(settle(w.Stranger, clockings.Settlement{Discard: true, Reason: "x"}), "not_found")
		c.ID = id
		w.Refused(settle(w.Ann, clockings.Settlement{Discard: true, Reason: "  "}), "invalid", "reason required")
		c.ID = id
		w.Refused(settle(w.Ann, clockings.Settlement{Reason: "as it was"}), "overlap")
		c.ID = id
		end := db.InstantOf(time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC))
		w.OK(settle(w.Boss, clockings.Settlement{End: end, Reason: "left at ten"}))
		if c.ShiftID == 0 || c.Refusal != "" || c.End != end {
			t.Errorf("settled: %+v", c)
		}
		w.Refused(settle(w.Ann, clockings.Settlement{Discard: true, Reason: "again"}), "clock_settled")
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'clocking' AND action = 'settled' AND changes LIKE '%left at ten%'`); n != 1 {
			t.Errorf("the trail has the reason %d times", n)
		}
	})
}

// A request with an Idempotency-Key is one transaction, in which a refused shift loses nothing either.
func TestService_refused_shift_in_a_transaction(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		sheet, err := w.Sheets.Create(t.Context(), w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		_, err = w.Shifts.Create(t.Context(), w.Ann, w.ShiftAt(sheet.ID, "2026-11-20T15:00", "2026-11-20T16:00"))
		w.OK(err)
		_, err = w.Clockings.ClockIn(t.Context(), w.Ann, w.Crew.Regular)
		w.OK(err)
		pass(w, 3*time.Hour)
		var c clockings.Clocking
		err = w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			c, err = w.Clockings.ClockOut(ctx, w.Ann)
			return err
		})
		w.OK(err)
		if n := w.Count("SELECT COUNT(*) FROM clockings WHERE end_at IS NOT NULL AND refusal = 'overlap'"); n != 1 || c.Refusal != "overlap" {
			t.Errorf("%d clockings wait, %+v", n, c)
		}
	})
}

// Nobody is clocked out by itself: after 16 hours the employee says when the work ended, or that it does not count.
func TestService_forgotten(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		start := db.InstantOf(w.Clock)
		c, err := w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
		w.OK(err)
		_, err = w.Clockings.Settle(ctx, w.Ann, c.ID, nil, clockings.Settlement{Discard: true, Reason: "x"})
		w.Refused(err, "clock_settled")
		pass(w, 16*time.Hour+time.Second)
		_, err = w.Clockings.ClockIn(ctx, w.Ann, 0)
		w.Refused(err, "clock_forgotten")
		_, err = w.Clockings.ClockOut(ctx, w.Ann)
		w.Refused(err, "clock_forgotten")
		for _, x := range []struct {
			name  string
			end   db.Instant
			fault string
		}{{"no end", 0, "end_time required"}, {"an end at the start", start, "end_time end_before_start"},
			{"an end in the future", db.InstantOf(w.Clock.Add(time.Minute)), "end_time future"}} {
			t.Run(x.name, func(t *testing.T) {
				_, err := w.Clockings.Settle(t.Context(), w.Ann, c.ID, nil, clockings.Settlement{End: x.end, Reason: "forgot"})
				w.In(t).Refused(err, "invalid", x.fault)
			})
		}
		_, err = w.Clockings.Settle(ctx, w.Ann, c.ID, new(int64(9)), clockings.Settlement{Discard: true, Reason: "x"})
		if errs.KindOf(err) != errs.KindStale {
			t.Errorf("another version: %v", err)
		}
		done, err := w.Clockings.Settle(ctx, w.Ann, c.ID, &c.Version, clockings.Settlement{End: start.Add(8 * time.Hour), Reason: "forgot"})
		w.OK(err)
		if done.ShiftID == 0 {
			t.Errorf("got %+v", done)
		}
		c, err = w.Clockings.ClockIn(ctx, w.Ann, 0)
		w.OK(err)
		pass(w, 17*time.Hour)
		done, err = w.Clockings.Settle(ctx, w.Ann, c.ID, nil, clockings.Settlement{Discard: true, Reason: "by mistake"})
		w.OK(err)
		if done.ShiftID != 0 || done.Running() || done.End != done.Start {
			t.Errorf("discarded: %+v", done)
		}
	})
}

// Of two devices that clock in at the same moment, one does.
func TestService_at_once(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		var wait sync.WaitGroup
		results := make([]error, 8)
		for i := range results {
			wait.Go(func() { _, results[i] = w.Clockings.ClockIn(t.Context(), w.Ann, w.Crew.Regular) })
		}
		wait.Wait()
		in := 0
		for _, err := range results {
			if err == nil {
				in++
			} else if !errs.HasCode(err, "clock_running") {
				t.Error(err)
			}
		}
		if in != 1 {
			t.Errorf("%d clocked in", in)
		}
	})
}

// Supervisors see who has clocked in among their people, payroll everyone, others nobody but themselves.
func TestService_Present(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		for _, by := range []auth.Actor{w.Ann, w.Cid, w.Stranger, w.Boss} {
			_, err := w.Clockings.ClockIn(t.Context(), by, w.Crew.Regular)
			w.OK(err)
		}
		_, err := w.Clockings.StartBreak(t.Context(), w.Cid)
		w.OK(err)
		for _, x := range []struct {
			name string
			by   auth.Actor
			want []int64
		}{
			{"the supervisor sees those below, without themselves", w.Boss, []int64{w.Ann.EmployeeID, w.Cid.EmployeeID}},
			{"payroll sees everyone", w.Payroll, []int64{w.Ann.EmployeeID, w.Boss.EmployeeID, w.Cid.EmployeeID, w.Stranger.EmployeeID}},
			{"an employee sees nobody else", w.Ann, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				list, err := w.Clockings.Present(t.Context(), x.by, 1)
				w.In(t).OK(err)
				paused, err := w.Clockings.Paused(t.Context(), x.by)
				w.In(t).OK(err)
				for _, p := range paused {
					if p.EmployeeID != w.Cid.EmployeeID {
						t.Errorf("%s is not on a break", p.Name)
					}
				}
				list = append(list, paused...)
				got := map[int64]bool{}
				for _, p := range list {
					got[p.EmployeeID] = true
				}
				ok := len(got) == len(x.want)
				for _, id := range x.want {
					ok = ok && got[id]
				}
				if !ok {
					t.Errorf("got %v, want %v", got, x.want)
				}
				all, n, err := w.Clockings.CountPresent(t.Context(), x.by)
				w.In(t).OK(err)
				if all != len(x.want) || n != len(paused) || (n == 1) != got[w.Cid.EmployeeID] {
					t.Errorf("counted %d, of whom %d are on a break", all, n)
				}
			})
		}
	})
}

// Those who seem to have forgotten to clock out come first, whatever their names.
func TestService_Present_order(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		_, err := w.Clockings.ClockIn(t.Context(), w.Cid, w.Crew.Regular)
		w.OK(err)
		pass(w, 17*time.Hour)
		_, err = w.Clockings.ClockIn(t.Context(), w.Ann, w.Crew.Regular)
		w.OK(err)
		list, err := w.Clockings.Present(t.Context(), w.Boss, 1)
		w.OK(err)
		if len(list) != 2 || list[0].EmployeeID != w.Cid.EmployeeID || list[1].EmployeeID != w.Ann.EmployeeID {
			t.Errorf("got %+v", list)
		}
		if list, err := w.Clockings.Present(t.Context(), w.Boss, 2); err != nil || len(list) != 0 {
			t.Errorf("the second page: %+v, %v", list, err)
		}
	})
}

// A change of task leaves no time between the two tasks, though the clock goes on while it is stored.
func TestService_ChangeTask_leaves_no_gap(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		o := w.Clockings.Options
		o.Now = func() time.Time { pass(w, time.Second); return w.Clock }
		ticking := clockings.NewService(w.DB, o)
		first, err := ticking.ClockIn(t.Context(), w.Ann, w.Crew.Regular)
		w.OK(err)
		pass(w, time.Hour)
		next, err := ticking.ChangeTask(t.Context(), w.Ann, clockings.Choice{BankCodeID: w.Crew.Evening})
		w.OK(err)
		if first, err = ticking.Get(t.Context(), w.Ann, first.ID); err != nil || first.End != next.Start {
			t.Errorf("the first ends at %s, the next begins at %s: %v", first.End, next.Start, err)
		}
	})
}

// Breaks after the end that is told are cut off with it.
func TestService_Settle_cuts_breaks(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		c, err := w.Clockings.ClockIn(ctx, w.Ann, w.Crew.Regular)
		w.OK(err)
		for range 2 { // breaks from 15:00 to 15:30 and from 17:30 to 18:00
			pass(w, 2*time.Hour)
			_, err = w.Clockings.StartBreak(ctx, w.Ann)
			w.OK(err)
			pass(w, 30*time.Minute)
			_, err = w.Clockings.EndBreak(ctx, w.Ann)
			w.OK(err)
		}
		pass(w, 16*time.Hour)
		c, err = w.Clockings.Settle(ctx, w.Ann, c.ID, nil, clockings.Settlement{End: c.Start.Add(3 * time.Hour), Reason: "forgot"})
		w.OK(err)
		if c.ShiftID == 0 || c.Breaks != "2026-11-20T15:00:00Z/2026-11-20T15:30:00Z" {
			t.Errorf("got %+v", c)
		}
	})
}

// The JSON routes stamp, list and settle.
func TestAPI(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ann, boss := w.As(w.Ann), w.As(w.Boss)
		ann.Post("/clock/in", `{"bank_code_id":0}`).Want(http.StatusBadRequest).Has("out_of_range")
		ann.Post("/clock/in", `{}`).Want(http.StatusCreated).Has(`"start_time":"2026-11-20T13:00:00Z","end_time":null`)
		ann.Post("/clock/in", ``).Want(http.StatusConflict).Has("clock_running")
		pass(w, time.Hour)
		ann.Post("/clock/break", ``).Want(http.StatusOK).Has(`"break_start":"2026-11-20T14:00:00Z"`)
		pass(w, time.Hour)
		ann.Post("/clock/back", ``).Want(http.StatusOK).Has(`"breaks":[{"start_time":"2026-11-20T14:00:00Z","end_time":"2026-11-20T15:00:00Z","paid":false}]`)
		boss.Get("/clockings?state=running").Want(http.StatusOK).Has(`"break_start":null`)
		w.As(w.Stranger).Get("/clockings?state=running").Is(http.StatusOK, "[]")
		ann.Get("/clock").Want(http.StatusOK).Has(`"rounded_to_minutes":5,"now":"2026-11-20T15:00:00Z"`)
		pass(w, time.Hour)
		ann.Post("/clock/out", ``).Want(http.StatusOK).Has(`"shift_id":1`)
		ann.Get("/clock").Want(http.StatusOK).Has(`"running":null`)
		ann.Post("/clockings/1/settle", `{"discard":true,"reason":"x"}`).Want(http.StatusConflict).Has("clock_settled")
		ann.Post("/clockings/1/settle", `{"discard":true,"reason":" "}`).Want(http.StatusBadRequest).Has("reason")
		w.As(w.Stranger).Get("/clockings/1").Want(http.StatusNotFound)
	})
}
