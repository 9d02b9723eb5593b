package schedule_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/holidays"
	"presence/app/workforce/crews"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/schedule"
	"presence/app/workforce/usualweeks"
	"presence/db"
	"presence/db/dbtest"
)

// fixture is the schedule on the world of time: the crew of Boss are Ann and Deputy, whose crew is Cid. The week is the one of November 29.
type fixture struct {
	*timetest.World
	s *schedule.Service
}

func each(t *testing.T, fn func(t *testing.T, f fixture)) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		fn(t, fixture{w, schedule.NewService(w.DB, schedule.Options{Zone: w.Zone, Now: w.Now, Norm: labourstandards.Quebec(),
			Overtime: labourstandards.Limits{Weekly: 40 * 60}})})
	})
}

var week = schedule.Range{From: db.MustDay("2026-11-29"), To: db.MustDay("2026-12-05")}

// on returns a plan for an employee, or for the crew of Boss if it is 0, from some hour of a day to another.
func (f fixture) on(employee int64, day string, from, to int) schedule.Plan {
	at := func(hour int) db.Instant {
		return db.InstantOf(db.MustDay(day).In(f.Zone).Add(time.Duration(hour) * time.Hour))
	}
	p := schedule.Plan{EmployeeID: employee, BankCodeID: f.Crew.Regular, Start: at(from), End: at(to)}
	if employee == 0 {
		p.SupervisorID = f.Boss.EmployeeID
	}
	return p
}

func (f fixture) make(t *testing.T, p schedule.Plan) schedule.Shift {
	t.Helper()
	x, err := f.s.Create(t.Context(), f.Boss, p)
	f.In(t).OK(err)
	return x
}

func (f fixture) crew() crews.Crew { return crews.Of(f.Boss.EmployeeID) }

// seen says what is published for somebody in the week, and what they can take.
func (f fixture) seen(t *testing.T, by auth.Actor) string {
	t.Helper()
	o, err := f.s.Own(t.Context(), by, week)
	f.In(t).OK(err)
	var list []string
	for _, x := range o.Shifts {
		list = append(list, f.text(x))
	}
	for _, x := range o.Open {
		list = append(list, "open "+f.text(x))
	}
	return strings.Join(list, ", ")
}

func (f fixture) text(x schedule.Shift) string {
	return x.Start.Time().In(f.Zone).Format("Mon 15") + "-" + x.End.Time().In(f.Zone).Format("15")
}

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		taken := f.on(f.Ann.EmployeeID, "2026-11-30", 8, 16)
		f.make(t, taken)
		f.Exec("UPDATE employees SET last_work_day = '2026-12-01' WHERE id = $1", f.Deputy.EmployeeID)
		standIn := f.Stranger
		standIn.StandsInFor = []int64{f.Boss.EmployeeID}
		with := func(p schedule.Plan, change func(*schedule.Plan)) schedule.Plan {
			change(&p)
			return p
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			plan schedule.Plan
			code string
			want []string
		}{
			{"a shift ends after it starts", f.Boss, f.on(f.Ann.EmployeeID, "2026-12-01", 16, 16), "invalid", []string{"end_time end_before_start"}},
			{"it overlaps no other of the employee", f.Boss, f.on(f.Ann.EmployeeID, "2026-11-30", 15, 20), "overlap", []string{"start_time overlap"}},
			{"nor one of the night before", f.Boss, f.on(f.Ann.EmployeeID, "2026-11-29", 23, 33), "overlap", []string{"start_time overlap"}},
			{"but it may follow it at once", f.Boss, f.on(f.Ann.EmployeeID, "2026-11-30", 16, 20), "", nil},
			{"and it may overlap that of another", f.Boss, f.on(f.Cid.EmployeeID, "2026-11-30", 8, 16), "", nil},
			{"the code is one of shifts", f.Boss, with(f.on(f.Ann.EmployeeID, "2026-12-01", 8, 16), func(p *schedule.Plan) { p.BankCodeID = f.Crew.PerDiem }),
				"invalid", []string{"bank_code_id not_found"}},
			{"breaks fit into it", f.Boss, with(f.on(f.Ann.EmployeeID, "2026-12-01", 8, 16), func(p *schedule.Plan) { p.Breaks = "7-7:30" }),
				"invalid", []string{"breaks break_outside"}},
			{"it lies within the employment", f.Boss, f.on(f.Deputy.EmployeeID, "2026-12-02", 8, 16), "invalid", []string{"start_time not_employed"}},
			{"nobody plans for those above them", f.Deputy, f.on(f.Ann.EmployeeID, "2026-12-02", 8, 16), "invalid", []string{"employee_id not_found"}},
			{"nor for themselves", f.Boss, f.on(f.Boss.EmployeeID, "2026-12-02", 8, 16), "invalid", []string{"employee_id not_found"}},
			{"nor opens shifts to the crew of another", f.Deputy, f.on(0, "2026-12-02", 8, 16), "invalid", []string{"supervisor_id not_found"}},
			{"a deputy plans for the crew of the absent supervisor", standIn, f.on(f.Ann.EmployeeID, "2026-12-02", 8, 16), "", nil},
			{"payroll plans for everybody", f.Payroll, f.on(f.Stranger.EmployeeID, "2026-12-02", 8, 16), "", nil},
			{"it is of an employee or of a crew", f.Boss, schedule.Plan{BankCodeID: f.Crew.Regular, Start: taken.Start, End: taken.End}, "invalid",
				[]string{"employee_id required"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, err := f.s.Create(t.Context(), x.by, x.plan)
				f.In(t).Refused(err, x.code, x.want...)
			})
		}
	})
}

func TestService_Publish(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		publish := func(t *testing.T, want string) {
			t.Helper()
			done, err := f.s.Publish(t.Context(), f.Boss, f.crew(), week)
			f.In(t).OK(err)
			if got := fmt.Sprintf("%d new, %d changed, %d cancelled for %d", done.Added, done.Changed, done.Cancelled, done.Employees); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		notices := func(by auth.Actor) int64 {
			return f.Count("SELECT COUNT(*) FROM notifications WHERE kind = 'schedule.published' AND person_id = $1", by.PersonID)
		}
		expect := func(t *testing.T, by auth.Actor, want string) {
			t.Helper()
			if got := f.seen(t, by); got != want {
				t.Errorf("%s sees %q, want %q", by.Name, got, want)
			}
		}
		monday, tuesday := f.make(t, f.on(f.Ann.EmployeeID, "2026-11-30", 8, 16)), f.make(t, f.on(f.Ann.EmployeeID, "2026-12-01", 8, 16))
		f.make(t, f.on(f.Ann.EmployeeID, "2026-12-06", 8, 16))
		t.Run("a draft is seen by nobody", func(t *testing.T) {
			expect(t, f.Ann, "")
		})
		t.Run("publishing shows it, and tells each employee once", func(t *testing.T) {
			publish(t, "2 new, 0 changed, 0 cancelled for 1")
			expect(t, f.Ann, "Mon 08-16, Tue 08-16")
			if n := notices(f.Ann); n != 1 {
				t.Errorf("%d notices", n)
			}
		})
		t.Run("what has not changed is not published again", func(t *testing.T) {
			publish(t, "0 new, 0 changed, 0 cancelled for 0")
			if n := notices(f.Ann); n != 1 {
				t.Errorf("%d notices", n)
			}
		})
		t.Run("what is moved and moved back has not changed", func(t *testing.T) {
			x, err := f.s.Update(t.Context(), f.Boss, monday.ID, nil, schedule.Changes{EmployeeID: &f.Deputy.EmployeeID})
			f.In(t).OK(err)
			if x.Change() != schedule.Changed {
				t.Errorf("it is %s", x.Change())
			}
			x, err = f.s.Update(t.Context(), f.Boss, monday.ID, &x.Version, schedule.Changes{EmployeeID: &f.Ann.EmployeeID})
			f.In(t).OK(err)
			if x.Change() != schedule.Unchanged {
				t.Errorf("it is %s", x.Change())
			}
			publish(t, "0 new, 0 changed, 0 cancelled for 0")
		})
		t.Run("what another has changed meanwhile is not overwritten", func(t *testing.T) {
			_, err := f.s.Update(t.Context(), f.Boss, monday.ID, &monday.Version, schedule.Changes{EmployeeID: &f.Deputy.EmployeeID})
			f.In(t).Refused(err, "stale")
		})
		t.Run("a shift that goes to another is new for one and cancelled for the other; one that is cancelled disappears", func(t *testing.T) {
			_, err := f.s.Update(t.Context(), f.Boss, monday.ID, nil, schedule.Changes{EmployeeID: &f.Deputy.EmployeeID})
			f.In(t).OK(err)
			f.In(t).OK(f.s.Delete(t.Context(), f.Boss, tuesday.ID, &tuesday.Version))
			expect(t, f.Ann, "Mon 08-16, Tue 08-16")
			publish(t, "0 new, 1 changed, 1 cancelled for 2")
			expect(t, f.Ann, "")
			expect(t, f.Deputy, "Mon 08-16")
			if n := f.Count(`SELECT COUNT(*) FROM notifications WHERE kind = 'schedule.published' AND person_id = $1 AND data LIKE '%"cancelled":2%'`, f.Ann.PersonID); n != 1 {
				t.Errorf("%d notices of two cancelled shifts", n)
			}
		})
		t.Run("a shift that leaves the days goes along", func(t *testing.T) {
			next := f.on(f.Deputy.EmployeeID, "2026-12-07", 8, 16)
			_, err := f.s.Update(t.Context(), f.Boss, monday.ID, nil, schedule.Changes{Start: &next.Start, End: &next.End})
			f.In(t).OK(err)
			publish(t, "0 new, 1 changed, 0 cancelled for 1")
			expect(t, f.Deputy, "")
		})
		t.Run("a shift that was cancelled and published is gone, and comes back by Restore", func(t *testing.T) {
			_, err := f.s.Get(t.Context(), f.Boss, tuesday.ID)
			f.In(t).Refused(err, "not_found")
			x, err := f.s.Restore(t.Context(), f.Boss, tuesday.ID, nil)
			f.In(t).OK(err)
			if x.Change() != schedule.Added {
				t.Errorf("it is %s", x.Change())
			}
		})
		t.Run("only those who plan a crew publish it", func(t *testing.T) {
			_, err := f.s.Publish(t.Context(), f.Deputy, f.crew(), week)
			f.In(t).Refused(err, "invalid", "supervisor_id not_found")
			_, err = f.s.Publish(t.Context(), f.Boss, crews.Unsupervised, week)
			f.In(t).Refused(err, "invalid", "supervisor_id required")
			_, err = f.s.Publish(t.Context(), f.Payroll, crews.Unsupervised, schedule.Range{From: week.From, To: week.From.Add(28)})
			f.In(t).Refused(err, "invalid", "to too_long")
		})
		t.Run("planning and publishing are in the audit log", func(t *testing.T) {
			if n := f.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'schedule' AND action = 'published'"); n != 3 {
				t.Errorf("%d publications", n)
			}
			if n := f.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'planned_shift' AND action = 'updated'"); n != 4 {
				t.Errorf("%d changes", n)
			}
		})
	})
}

func TestService_Take(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.Exec("UPDATE employees SET supervisor_id = $1 WHERE id = $2", f.Boss.EmployeeID, f.Cid.EmployeeID)
		standIn := f.Deputy
		standIn.StandsInFor = []int64{f.Boss.EmployeeID}
		open := func(t *testing.T, day string) schedule.Shift {
			t.Helper()
			x := f.make(t, f.on(0, day, 8, 16))
			_, err := f.s.Publish(t.Context(), f.Boss, f.crew(), week)
			f.In(t).OK(err)
			return x
		}
		t.Run("a draft cannot be taken", func(t *testing.T) {
			x := f.make(t, f.on(0, "2026-11-30", 8, 16))
			_, err := f.s.Take(t.Context(), f.Ann, x.ID)
			f.In(t).Refused(err, "not_found")
		})
		t.Run("of many who want a published one, one gets it", func(t *testing.T) {
			x := open(t, "2026-12-01")
			var wait sync.WaitGroup
			won, lost := make(chan auth.Actor, 20), make(chan error, 20)
			for i := range 20 {
				by := []auth.Actor{f.Ann, f.Cid, f.Deputy}[i%3]
				wait.Go(func() {
					if _, err := f.s.Take(t.Context(), by, x.ID); err != nil {
						lost <- err
						return
					}
					won <- by
				})
			}
			wait.Wait()
			if len(won) != 1 || len(lost) != 19 {
				t.Fatalf("%d got it", len(won))
			}
			close(lost)
			for err := range lost {
				if !errs.HasCode(err, "shift_taken") && !errs.HasCode(err, "not_found") {
					t.Errorf("refused by %v", err)
				}
			}
			winner := <-won
			if got := f.seen(t, winner); !strings.Contains(got, "Tue 08-16") || strings.Contains(got, "open Tue") {
				t.Errorf("%s sees %q", winner.Name, got)
			}
			if n := f.Count("SELECT COUNT(*) FROM notifications WHERE kind = 'schedule.taken' AND person_id = $1", f.Boss.PersonID); n != 1 {
				t.Errorf("%d notices to the supervisor", n)
			}
			f.Exec("DELETE FROM published_shifts WHERE id = $1", x.ID)
			f.Exec("DELETE FROM planned_shifts WHERE id = $1", x.ID)
		})
		for i, x := range []struct {
			name    string
			by      auth.Actor
			prepare func(t *testing.T, x schedule.Shift)
			code    string
		}{
			{"not by a deputy of the supervisor, to whom it is not offered", standIn, func(t *testing.T, _ schedule.Shift) {
				if got := f.seen(t, standIn); strings.Contains(got, "open") {
					t.Errorf("offered: %q", got)
				}
			}, "shift_of_deputy"},
			{"not by another crew", f.Stranger, func(*testing.T, schedule.Shift) {}, "not_found"},
			{"not in the time of another planned shift", f.Ann, func(t *testing.T, x schedule.Shift) {
				p := x.Plan
				p.EmployeeID, p.SupervisorID = f.Ann.EmployeeID, 0
				f.make(t, p)
			}, "overlap"},
			{"not in the time of a shift that was worked", f.Ann, func(t *testing.T, x schedule.Shift) {
				n := f.ShiftAt(f.Sheet(f.Ann).ID, x.Start.Time().UTC().Format("2006-01-02T15:04"), x.End.Time().UTC().Format("2006-01-02T15:04"))
				_, err := f.Shifts.Create(t.Context(), f.Ann, n)
				f.In(t).OK(err)
			}, "overlap"},
			{"not in the time of leave", f.Ann, func(t *testing.T, x schedule.Shift) {
				_, err := f.Leave.Create(t.Context(), f.Admin, f.Vacation(func(n *leaverequests.New) { n.Start, n.End = x.Start, x.End }))
				f.In(t).OK(err)
			}, "on_leave"},
			{"not while its draft is another", f.Ann, func(t *testing.T, x schedule.Shift) {
				_, err := f.s.Update(t.Context(), f.Boss, x.ID, nil, schedule.Changes{Note: new("Dock 3")})
				f.In(t).OK(err)
			}, "shift_changing"},
			{"not once it has begun", f.Ann, func(*testing.T, schedule.Shift) { f.Clock = f.Clock.AddDate(0, 1, 0) }, "shift_begun"},
		} {
			t.Run(x.name, func(t *testing.T) {
				day := week.From.Add(i % 7).String()
				f.Exec("DELETE FROM published_shifts")
				f.Exec("DELETE FROM planned_shifts")
				open := open(t, day)
				x.prepare(t, open)
				_, err := f.s.Take(t.Context(), x.by, open.ID)
				f.In(t).Refused(err, x.code)
			})
		}
	})
}

// A draft that is edited while it is published is either in what is published or still a change of it.
func TestService_Publish_beside_edits(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		x := f.make(t, f.on(f.Ann.EmployeeID, "2026-11-30", 8, 16))
		var wait sync.WaitGroup
		for i := range 12 {
			wait.Go(func() {
				if i%3 == 0 {
					if _, err := f.s.Publish(t.Context(), f.Boss, f.crew(), week); err != nil {
						t.Error(err)
					}
					return
				}
				to := []int64{f.Ann.EmployeeID, f.Deputy.EmployeeID}[i%2]
				if _, err := f.s.Update(t.Context(), f.Boss, x.ID, nil, schedule.Changes{EmployeeID: &to}); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		done, err := f.s.Publish(t.Context(), f.Boss, f.crew(), week)
		f.In(t).OK(err)
		x, err = f.s.Get(t.Context(), f.Boss, x.ID)
		f.In(t).OK(err)
		if x.Change() != schedule.Unchanged || done.Total() > 1 {
			t.Errorf("%d changes left to publish, then it is %s", done.Total(), x.Change())
		}
	})
}

// A shift that has left the crew in the draft is moved on by the supervisor of another crew while it is published: the employee whose shift
// it is afterwards is the one who was notified.
func TestService_Publish_beside_edits_of_another_crew(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		for round := range 20 {
			from := f.on(f.Ann.EmployeeID, "2026-11-30", 8, 16)
			from.Start, from.End = from.Start+db.Instant(round*7*86_400_000), from.End+db.Instant(round*7*86_400_000)
			x := f.make(t, from)
			r := schedule.Range{From: week.From.Add(7 * round), To: week.To.Add(7 * round)}
			_, err := f.s.Publish(t.Context(), f.Boss, f.crew(), r)
			f.In(t).OK(err)
			move := func(to int64) {
				if _, err := f.s.Update(t.Context(), f.Admin, x.ID, nil, schedule.Changes{EmployeeID: &to}); err != nil {
					t.Error(err)
				}
			}
			move(f.Stranger.EmployeeID)
			told := func(by dbtest.Member) int64 {
				return f.Count(`SELECT COUNT(*) FROM notifications WHERE kind = 'schedule.published' AND person_id = $1 AND data LIKE '%"added":1%'`, by.PersonID)
			}
			stranger, foreman := told(f.Crew.Stranger), told(f.Crew.Foreman)
			var wait sync.WaitGroup
			wait.Go(func() { move(f.Crew.Foreman.EmployeeID) })
			if _, err := f.s.Publish(t.Context(), f.Boss, f.crew(), r); err != nil {
				t.Error(err)
			}
			wait.Wait()
			x, err = f.s.Get(t.Context(), f.Admin, x.ID)
			f.In(t).OK(err)
			is := map[bool]int64{true: f.Stranger.EmployeeID, false: f.Crew.Foreman.EmployeeID}[told(f.Crew.Stranger) > stranger]
			if told(f.Crew.Stranger)+told(f.Crew.Foreman) != stranger+foreman+1 || x.Published.EmployeeID != is {
				t.Fatalf("round %d: the shift is that of employee %d, and employee %d was notified", round, x.Published.EmployeeID, is)
			}
		}
	})
}

func TestService_Fill(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		usual := usualweeks.NewService(f.DB, f.Now, f.Zone)
		_, err := usual.Set(t.Context(), f.Boss, usualweeks.Week{EmployeeID: f.Ann.EmployeeID, Weeks: 1, First: week.From, Shifts: []usualweeks.Shift{
			{Week: 1, Weekday: time.Monday, Start: 480, End: 990, BankCodeID: f.Crew.Regular, Breaks: "30"},
			{Week: 1, Weekday: time.Tuesday, Start: 480, End: 960, BankCodeID: f.Crew.Regular, ByRule: true},
			{Week: 1, Weekday: time.Friday, Start: 480, End: 960, BankCodeID: f.Crew.Regular, ByRule: true}}}, nil)
		f.In(t).OK(err)
		f.make(t, f.on(f.Ann.EmployeeID, "2026-12-01", 18, 20))
		_, err = f.Leave.Create(t.Context(), f.Admin, f.Vacation(func(n *leaverequests.New) {
			n.Start, n.End = f.on(0, "2026-12-04", 0, 24).Start, f.on(0, "2026-12-04", 0, 24).End
		}))
		f.In(t).OK(err)
		texts := func(list []schedule.Shift) string {
			var out []string
			for _, x := range list {
				out = append(out, fmt.Sprint(x.Day, " ", f.text(x)))
			}
			return strings.Join(out, ", ")
		}
		var made []schedule.Shift
		t.Run("usual weeks fill the days that are empty and without leave", func(t *testing.T) {
			made, err = f.s.Fill(t.Context(), f.Boss, f.crew(), week, schedule.UsualWeeks)
			f.In(t).OK(err)
			if got := texts(made); got != "2026-11-30 Mon 08-16" || made[0].Breaks != "30" {
				t.Errorf("%s with breaks %q", got, made[0].Breaks)
			}
		})
		f.make(t, f.on(0, "2026-12-02", 8, 16))
		t.Run("a week is copied into the empty days of the next ones, with its open shifts, and not onto a statutory holiday", func(t *testing.T) {
			list, err := f.s.Fill(t.Context(), f.Boss, f.crew(), schedule.Range{From: week.From.Add(7), To: week.From.Add(13)}, schedule.WeekBefore)
			f.In(t).OK(err)
			if got := texts(list); got != "2026-12-09 Wed 08-16, 2026-12-07 Mon 08-16, 2026-12-08 Tue 18-20" {
				t.Errorf("%s", got)
			}
			f.make(t, f.on(f.Ann.EmployeeID, "2026-12-18", 8, 16))
			list, err = f.s.Fill(t.Context(), f.Boss, f.crew(), schedule.Range{From: week.From.Add(21), To: week.From.Add(27)}, schedule.WeekBefore)
			f.In(t).OK(err)
			if len(list) != 0 {
				t.Errorf("Christmas is filled: %s", texts(list))
			}
		})
		t.Run("who does not plan the crew takes nothing back", func(t *testing.T) {
			if n, err := f.s.TakeBack(t.Context(), f.Ann, made); err != nil || n != 0 {
				t.Errorf("%d shifts, %v", n, err)
			}
		})
		t.Run("what was added is taken back, unless it was changed since", func(t *testing.T) {
			n, err := f.s.TakeBack(t.Context(), f.Boss, made)
			f.In(t).OK(err)
			if n != 1 {
				t.Errorf("%d shifts", n)
			}
			again, err := f.s.Fill(t.Context(), f.Boss, f.crew(), week, schedule.UsualWeeks)
			f.In(t).OK(err)
			_, err = f.s.Update(t.Context(), f.Boss, again[0].ID, nil, schedule.Changes{Note: new("Dock 3")})
			f.In(t).OK(err)
			if n, err = f.s.TakeBack(t.Context(), f.Boss, again); err != nil || n != 0 {
				t.Errorf("%d shifts, %v", n, err)
			}
		})
		t.Run("an open shift that the draft gives to another crew is not repeated", func(t *testing.T) {
			f.Exec("DELETE FROM published_shifts")
			f.Exec("DELETE FROM planned_shifts")
			before := schedule.Range{From: week.From.Add(28), To: week.From.Add(34)}
			moved := f.make(t, f.on(0, before.From.String(), 8, 16))
			_, err := f.s.Publish(t.Context(), f.Boss, f.crew(), before)
			f.In(t).OK(err)
			_, err = f.s.Update(t.Context(), f.Payroll, moved.ID, nil, schedule.Changes{SupervisorID: &f.Deputy.EmployeeID})
			f.In(t).OK(err)
			f.make(t, f.on(0, before.From.String(), 18, 20))
			list, err := f.s.Fill(t.Context(), f.Boss, f.crew(), schedule.Range{From: before.From.Add(7), To: before.To.Add(7)}, schedule.WeekBefore)
			f.In(t).OK(err)
			if len(list) != 1 || list[0].SupervisorID != f.Boss.EmployeeID {
				t.Errorf("%s: %+v", texts(list), list)
			}
		})
		t.Run("a deputy fills the days of the crew and not their own, and nobody those before today", func(t *testing.T) {
			f.Exec("DELETE FROM published_shifts")
			f.Exec("DELETE FROM planned_shifts")
			day := f.s.Today().Week().Add(21)
			for _, e := range []int64{f.Ann.EmployeeID, f.Deputy.EmployeeID} {
				for i := range 7 {
					f.make(t, f.on(e, day.Add(i).String(), 8, 16))
				}
			}
			standIn := f.Deputy
			standIn.StandsInFor = []int64{f.Boss.EmployeeID}
			next := schedule.Range{From: day.Add(7), To: day.Add(13)}
			list, err := f.s.Fill(t.Context(), standIn, f.crew(), next, schedule.WeekBefore)
			f.In(t).OK(err)
			if len(list) != 7 || slices.ContainsFunc(list, func(x schedule.Shift) bool { return x.EmployeeID != f.Ann.EmployeeID }) {
				t.Errorf("the deputy made %s", texts(list))
			}
			open, err := f.s.Create(t.Context(), standIn, f.on(0, next.From.String(), 8, 16))
			f.In(t).OK(err)
			_, err = f.s.Publish(t.Context(), standIn, f.crew(), next)
			f.In(t).OK(err)
			for _, x := range []struct{ kind, id string }{{schedule.Kind, strconv.FormatInt(list[0].ID, 10)}, {schedule.Kind, strconv.FormatInt(open.ID, 10)},
				{schedule.PublishedKind, strconv.FormatInt(f.Boss.EmployeeID, 10)}} {
				entries, err := audit.History(t.Context(), f.DB, x.kind, x.id, 1)
				f.In(t).OK(err)
				if len(entries) != 1 || entries[0].Who.For != "Élise Member3" {
					t.Errorf("the audit log has of %s %s %+v", x.kind, x.id, entries)
				}
			}
			f.Clock = f.Clock.AddDate(0, 0, 28)
			today := f.s.Today()
			list, err = f.s.Fill(t.Context(), f.Boss, f.crew(), schedule.Range{From: next.From, To: today.Add(6)}, schedule.WeekBefore)
			f.In(t).OK(err)
			if slices.ContainsFunc(list, func(x schedule.Shift) bool { return x.Day.Before(today) }) {
				t.Errorf("before %s: %s", today, texts(list))
			}
		})
	})
}

func TestService_Board_warns(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		said := func(t *testing.T) string {
			t.Helper()
			b, err := f.s.Board(t.Context(), f.Boss, new(f.crew()), schedule.Range{From: week.From, To: week.From.Add(27)})
			f.In(t).OK(err)
			var list []string
			for _, w := range b.Warnings {
				list = append(list, fmt.Sprintf("%s %s %d", w.Day.String()[5:], []string{string(w.Notice.Kind), "leave", "holiday", "overtime", "daily", "left out"}[w.Kind], w.Minutes+int64(w.People)))
			}
			slices.Sort(list)
			return strings.Join(list, ", ")
		}
		for day := 30; day <= 34; day++ {
			f.make(t, f.on(f.Ann.EmployeeID, db.MustDay("2026-11-01").Add(day-1).String(), 8, 16))
		}
		t.Run("forty hours in five days have none", func(t *testing.T) {
			if got := said(t); got != "" {
				t.Error(got)
			}
		})
		t.Run("a sixth day is overtime, without the breaks that the employee's rule gives it", func(t *testing.T) {
			p := f.on(f.Ann.EmployeeID, "2026-12-05", 8, 14)
			p.ByRule = true
			f.make(t, p)
			if got := said(t); got != "11-29 overtime 360" {
				t.Error(got)
			}
			f.Exec("UPDATE employees SET default_breaks = '5 h: 30' WHERE id = $1", f.Ann.EmployeeID)
			if got := said(t); got != "11-29 overtime 330" {
				t.Error(got)
			}
		})
		t.Run("evening time for which no regular time is left is named as left out", func(t *testing.T) {
			f.Exec("UPDATE planned_shifts SET bank_code_id = $1", f.Crew.Evening)
			if got := said(t); got != "11-29 left out 330" {
				t.Error(got)
			}
			f.Exec("UPDATE planned_shifts SET bank_code_id = $1", f.Crew.Regular)
		})
		t.Run("each day of leave with a shift has one, also after days that are over", func(t *testing.T) {
			now := f.Clock
			f.Clock = db.MustDay("2026-12-02").In(f.s.Zone).Add(9 * time.Hour)
			leave, err := f.Leave.Create(t.Context(), f.Admin, f.Vacation(func(n *leaverequests.New) {
				n.Start, n.End = db.InstantOf(db.MustDay("2026-12-01").In(f.s.Zone)), db.InstantOf(db.MustDay("2026-12-05").In(f.s.Zone))
			}))
			f.In(t).OK(err)
			if got := said(t); got != "11-29 overtime 330, 12-02 leave 0, 12-03 leave 0, 12-04 leave 0" {
				t.Error(got)
			}
			_, err = f.Leave.Delete(t.Context(), f.Admin, leave.ID, nil)
			f.In(t).OK(err)
			f.Clock = now
		})
		t.Run("a short shift, one on a statutory holiday and one in the time of leave each have one", func(t *testing.T) {
			f.make(t, f.on(f.Deputy.EmployeeID, "2026-12-25", 8, 16))
			f.make(t, f.on(f.Ann.EmployeeID, "2026-12-14", 8, 10))
			x := f.make(t, f.on(f.Ann.EmployeeID, "2026-12-16", 8, 16))
			_, err := f.Leave.Create(t.Context(), f.Admin, f.Vacation(func(n *leaverequests.New) { n.Start, n.End = x.Start, x.End }))
			f.In(t).OK(err)
			if got := said(t); got != "11-29 overtime 330, 12-14 reporting_pay 0, 12-16 leave 0, 12-25 holiday 1" {
				t.Error(got)
			}
		})
		t.Run("what is over has none", func(t *testing.T) {
			f.Clock = f.Clock.AddDate(0, 1, 0)
			if got := said(t); got != "12-25 holiday 1" {
				t.Error(got)
			}
		})
	})
}

// The overtime of a week in the draft follows the rules by which payroll finds it: leave that counts, shifts entered as overtime, days.
func TestService_Board_overtime(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		for day := 30; day <= 33; day++ {
			f.make(t, f.on(f.Ann.EmployeeID, db.MustDay("2026-11-01").Add(day-1).String(), 8, 17))
		}
		paid := labourstandards.PaidLeave
		f.Exec("INSERT INTO bank_codes (type, bank_code, categorie, modifier, created_at, updated_at) VALUES ('holiday', 'FER', 'leave', 1, 1, 1)")
		f.s.Norm = new(*f.s.Norm)
		holiday := func(day string, minutes int) {
			f.s.Norm.Holidays = holidays.Calendar{{Month: time.December, Day: 4}}
			f.Exec("INSERT INTO holiday_pay (employee_id, day, bank_code_id, minutes, counted, created_at, updated_at) SELECT $1, $2, id, $3, $3, 1, 1 "+
				"FROM bank_codes WHERE bank_code = 'FER'", f.Ann.EmployeeID, day, minutes)
		}
		leave := func(status string) {
			friday := f.on(0, "2026-12-04", 0, 24)
			_, err := f.Leave.Create(t.Context(), f.Admin, f.Vacation(func(n *leaverequests.New) {
				n.Start, n.End, n.ApprovalStatus = friday.Start, friday.End, status
			}))
			f.In(t).OK(err)
		}
		for _, c := range []struct {
			name   string
			limits labourstandards.Limits
			change func()
			want   int64
		}{
			{"a week below the limits has none", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() {}, 0},
			{"above the weekly limit it has the rest", labourstandards.Limits{Weekly: 30 * 60, Leave: paid}, func() {}, 6 * 60},
			{"above the daily limit it has the rest of each day", labourstandards.Limits{Weekly: 40 * 60, Daily: 8 * 60, Leave: paid}, func() {}, 4 * 60},
			{"of two limits the one counts that gives more", labourstandards.Limits{Weekly: 35 * 60, Daily: 8 * 60, Leave: paid}, func() {}, 4 * 60},
			{"without any regular hours all are overtime", labourstandards.Limits{Leave: paid}, func() {}, 36 * 60},
			{"approved leave counts", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() { leave("True") }, 4 * 60},
			{"leave does not count where the norm has none counted", labourstandards.Limits{Weekly: 40 * 60}, func() {}, 0},
			{"what is paid for a holiday counts in place of the leave that covers it", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() {
				holiday("2026-12-04", 6*60)
			}, 2 * 60},
			{"and work on the holiday in place of its pay", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() {
				holiday("2026-11-30", 10*60)
			}, 3 * 60},
			{"what is not paid does not count", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() {
				f.Exec("UPDATE holiday_pay SET unpaid = TRUE WHERE day = '2026-11-30'")
			}, 2 * 60},
			{"nor that of another employee", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() {
				f.Exec("DELETE FROM holiday_pay")
				f.Exec("INSERT INTO holiday_pay (employee_id, day, bank_code_id, minutes, counted, created_at, updated_at) SELECT $1, '2026-12-04', "+
					"id, 360, 360, 1, 1 FROM bank_codes WHERE bank_code = 'FER'", f.Deputy.EmployeeID)
			}, 4 * 60},
			{"evening time above the limit is no overtime but takes regular time over it", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() {
				p := f.on(f.Ann.EmployeeID, "2026-12-05", 17, 19)
				p.BankCodeID = f.Crew.Evening
				f.make(t, p)
			}, 6 * 60},
			{"without regular time there is none, however long the evenings are", labourstandards.Limits{Weekly: 60, Leave: paid}, func() {
				f.Exec("UPDATE planned_shifts SET bank_code_id = $1", f.Crew.Evening)
			}, 0},
			{"a shift entered as overtime does not count", labourstandards.Limits{Weekly: 40 * 60, Leave: paid}, func() {
				f.Exec("UPDATE planned_shifts SET bank_code_id = $1", f.Crew.Regular)
				f.Exec("DELETE FROM planned_shifts WHERE day = '2026-12-05'")
				f.Exec("UPDATE bank_codes SET type = 'Overtime' WHERE id = $1", f.Crew.Evening)
				p := f.on(f.Ann.EmployeeID, "2026-12-05", 8, 12)
				p.BankCodeID = f.Crew.Evening
				f.make(t, p)
			}, 4 * 60},
		} {
			t.Run(c.name, func(t *testing.T) {
				c.change()
				f.s.Overtime = c.limits
				b, err := f.s.Board(t.Context(), f.Boss, new(f.crew()), week)
				f.In(t).OK(err)
				if got := b.PlannedOvertime(f.Ann.EmployeeID, week.From); got != c.want {
					t.Errorf("%d minutes, want %d", got, c.want)
				}
			})
		}
		t.Run("leave that was archived with its period is still there", func(t *testing.T) {
			f.Exec("UPDATE leave_requests SET aged_at = 1")
			b, err := f.s.Board(t.Context(), f.Boss, new(f.crew()), week)
			f.In(t).OK(err)
			if len(b.Leave) != 1 {
				t.Errorf("%d leave", len(b.Leave))
			}
		})
	})
}

func TestService_Unpublished(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		is := func(t *testing.T, want string) {
			t.Helper()
			u, err := f.s.Unpublished(t.Context(), f.Boss)
			f.In(t).OK(err)
			if got := fmt.Sprint(u.Changes.Shifts, " ", u.Changes.First, " ", u.Changes.Last); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		today := f.s.Today()
		zero, _ := f.s.Unpublished(t.Context(), f.Boss)
		t.Run("a crew without shifts has nothing", func(t *testing.T) { is(t, fmt.Sprint(0, " ", zero.Changes.First, " ", zero.Changes.First)) })
		t.Run("each change counts, from the first day on which something changes", func(t *testing.T) {
			f.make(t, f.on(f.Ann.EmployeeID, today.Add(9).String(), 8, 16))
			f.make(t, f.on(0, today.Add(8).String(), 8, 16))
			is(t, fmt.Sprint(2, " ", today.Add(8), " ", today.Add(9)))
		})
		t.Run("what is over, lies far ahead, or is another crew's does not", func(t *testing.T) {
			f.make(t, f.on(f.Ann.EmployeeID, today.Add(-1).String(), 8, 16))
			f.make(t, f.on(f.Ann.EmployeeID, today.Add(40).String(), 8, 16))
			_, err := f.s.Create(t.Context(), f.Admin, f.on(f.Crew.Stranger.EmployeeID, today.Add(1).String(), 8, 16))
			f.In(t).OK(err)
			is(t, fmt.Sprint(2, " ", today.Add(8), " ", today.Add(9)))
		})
		t.Run("what is published does not", func(t *testing.T) {
			_, err := f.s.Publish(t.Context(), f.Boss, f.crew(), schedule.Range{From: today, To: today.Add(13)})
			f.In(t).OK(err)
			is(t, fmt.Sprint(0, " ", zero.Changes.First, " ", zero.Changes.First))
		})
	})
}

func TestService_Board_scope(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		names := func(by auth.Actor, c *crews.Crew) string {
			b, err := f.s.Board(t.Context(), by, c, week)
			if err != nil {
				e := new(errs.Error)
				if errors.As(err, &e) {
					return e.Code
				}
				return err.Error()
			}
			var ids []string
			for _, p := range b.People {
				ids = append(ids, fmt.Sprint(p.ID))
			}
			slices.Sort(ids)
			return strings.Join(ids, " ")
		}
		ids := func(list ...auth.Actor) string {
			var out []string
			for _, x := range list {
				out = append(out, fmt.Sprint(x.EmployeeID))
			}
			slices.Sort(out)
			return strings.Join(out, " ")
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			crew *crews.Crew
			want string
		}{
			{"a supervisor sees their own crew", f.Boss, nil, ids(f.Ann, f.Deputy)},
			{"and one below it", f.Boss, new(crews.Of(f.Deputy.EmployeeID)), ids(f.Cid)},
			{"in place of one that they do not plan, their own", f.Deputy, new(f.crew()), ids(f.Cid)},
			{"also in place of those without a supervisor", f.Deputy, new(crews.Unsupervised), ids(f.Cid)},
			{"payroll sees the one that is chosen", f.Payroll, new(f.crew()), ids(f.Ann, f.Deputy)},
			{"and those without a supervisor", f.Payroll, new(crews.Unsupervised), ids(f.Admin, f.Payroll, f.Boss, auth.Actor{EmployeeID: f.World.Crew.Foreman.EmployeeID})},
			{"an employee plans none", f.Ann, new(f.crew()), "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := names(x.by, x.crew); got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
			})
		}
	})
}
