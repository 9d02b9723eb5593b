package mytime_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// newService returns the service of a world, whose clock stands in period 2026-25.
func newService(w *timetest.World) *mytime.Service {
	w.Helper()
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	w.OK(err)
	now := func() time.Time { return w.Clock }
	periods := payperiods.NewService(w.DB, now, payperiods.Config{Calendar: calendar, Zone: w.Zone})
	return mytime.NewService(w.DB, now, w.Zone, mytime.Parts{Periods: periods, Sheets: w.Sheets, Shifts: w.Shifts, Expenses: w.Expenses})
}

// work adds a shift of some hours from 13:00 UTC under a code, n days after 2026-11-15.
func work(w *timetest.World, by auth.Actor, sheet, code int64, n, hours int) shifts.Shift {
	w.Helper()
	x := w.EightHours(sheet, n)
	x.BankCodeID, x.End = code, x.Start+db.Instant(hours)*3_600_000
	s, err := w.Shifts.Create(w.Context(), by, x)
	w.OK(err)
	return s
}

func TestService_PeriodView(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		period := s.Periods.Current()
		sheet := w.Sheet(w.Ann)
		for _, n := range []int{-8, -7, -1, 0, 13, 14, 15, 16, 17} { // days after the first of the period
			w.Shift(w.Ann, sheet.ID, n)
		}
		w.Expense(w.Ann, sheet.ID, 1250)
		w.Shift(w.Cid, w.Sheet(w.Cid).ID, 3)
		leave := func(of auth.Actor, status, start, end string, code int64) {
			t.Helper()
			_, err := w.Leave.Create(t.Context(), w.Admin, leaverequests.New{EmployeeID: of.EmployeeID, BankCodeID: code, LeaveType: "Vacation",
				Start: w.At(start), End: w.At(end), ApprovalStatus: status})
			w.OK(err)
		}
		leave(w.Ann, leaverequests.Approved, "2026-11-17 08:00", "2026-11-18 16:00", w.Crew.Vacation)
		leave(w.Ann, leaverequests.Pending, "2026-11-20 08:00", "2026-11-20 16:00", w.Crew.Vacation)
		leave(w.Ann, leaverequests.Refused, "2026-11-24 08:00", "2026-11-24 16:00", w.Crew.Vacation)
		leave(w.Cid, leaverequests.Approved, "2026-11-25 08:00", "2026-11-25 16:00", w.Crew.Vacation)
		f, err := s.PeriodView(t.Context(), w.Ann, w.Ann.EmployeeID, period)
		w.OK(err)
		t.Run("has the days of the period and of the week before, each with its shifts", func(t *testing.T) {
			var got []string
			for _, d := range append(slices.Clone(f.Before[:]), f.Days[:]...) {
				if n := len(d.Shifts); n > 0 {
					got = append(got, fmt.Sprintf("%s:%d", d.Date, n))
				}
			}
			if want := []string{"2026-11-08:1", "2026-11-14:1", "2026-11-15:1", "2026-11-28:1"}; !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
			if f.Before[0].Date != db.MustDay("2026-11-08") || f.Days[13].Date != db.MustDay("2026-11-28") {
				t.Errorf("from %s to %s", f.Before[0].Date, f.Days[13].Date)
			}
			if len(f.Work) != 6 { // until two days after the period
				t.Errorf("the rest is computed from %d shifts, want 6", len(f.Work))
			}
		})
		t.Run("has its totals, codes, sheets and expenses", func(t *testing.T) {
			if f.Weeks[0].Hours.Regular != 480 || f.Weeks[1].Hours.Regular != 480 || f.Weeks[0].Cents != 1250 {
				t.Errorf("the weeks have %+v", f.Weeks)
			}
			if len(f.Sheets) != 1 || f.Sheets[0].ID != sheet.ID || len(f.Codes) != 5 {
				t.Errorf("%d sheets, %d codes", len(f.Sheets), len(f.Codes))
			}
			if len(f.Days[2].Expenses) != 1 {
				t.Errorf("the third day has %d expenses", len(f.Days[2].Expenses))
			}
		})
		t.Run("has leave that is approved or pending on its days", func(t *testing.T) {
			var got []string
			for _, d := range f.Days {
				for _, l := range d.Leave {
					got = append(got, fmt.Sprintf("%s %v %v", d.Date, l.Approved, l.Credited))
				}
			}
			want := []string{"2026-11-17 true 480", "2026-11-18 true 480", "2026-11-20 false 480"}
			if !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
		for _, x := range []struct {
			name  string
			by    auth.Actor
			owner int64
			code  string
		}{
			{"the supervisor reads it", w.Boss, w.Ann.EmployeeID, ""},
			{"another crew does not", w.Stranger, w.Ann.EmployeeID, "not_found"},
			{"there is none of an employee that does not exist", w.Admin, 4711, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.In(t)
				f, err := s.PeriodView(t.Context(), x.by, x.owner, period)
				w.Refused(err, x.code)
				if x.code == "" && (f.Owner.ID != x.owner || len(f.Days[0].Shifts) != 1) {
					t.Errorf("it is that of %+v", f.Owner)
				}
			})
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			id   int64
			code string
		}{
			{"the owner reads the sheet", w.Ann, sheet.ID, ""}, {"payroll reads the sheet", w.Payroll, sheet.ID, ""},
			{"another crew does not read the sheet", w.Stranger, sheet.ID, "not_found"}, {"a sheet that there is not", w.Admin, 4711, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				got, err := s.Sheet(t.Context(), x.by, x.id)
				w.In(t).Refused(err, x.code)
				if x.code == "" && got.ID != x.id {
					t.Errorf("got sheet %d", got.ID)
				}
			})
		}
		t.Run("a sheet that was archived with its period is still read", func(t *testing.T) {
			w := w.In(t)
			cids := w.Sheet(w.Cid).ID
			_, err := w.Sheets.Approve(t.Context(), w.Boss, cids, nil, timesheets.Decision{Approved: true})
			w.OK(err)
			if n, err := w.Sheets.ArchiveAged(t.Context(), db.MustDay("2026-11-21")); err != nil || n != 1 {
				t.Fatalf("%d sheets are aged: %v", n, err)
			}
			got, err := s.Sheet(t.Context(), w.Boss, cids)
			w.OK(err)
			if !got.Aged {
				t.Errorf("got %+v", got)
			}
		})
	})
}

func TestService_PeriodOf(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		of := func(t *testing.T, id int64) string {
			w := w.In(t)
			x, err := s.Sheet(t.Context(), w.Payroll, id)
			w.OK(err)
			p, err := s.PeriodOf(t.Context(), x)
			w.OK(err)
			return p.Name()
		}
		empty, lines := w.Sheet(w.Ann).ID, w.Sheet(w.Ann).ID
		w.Shift(w.Ann, lines, 20)
		e := w.Meal(lines)
		e.Day = db.MustDay("2026-12-14")
		_, err := w.Expenses.Create(t.Context(), w.Ann, e)
		w.OK(err)
		earlier := s.Periods.Calendar().Previous(s.Periods.Current())
		shift := w.ShiftAt(0, "2026-11-03T13:00", "2026-11-03T14:00")
		added, err := s.AddShift(t.Context(), w.Ann, mytime.Target{Owner: w.Ann.EmployeeID, Period: earlier}, shift)
		w.OK(err)
		for _, x := range []struct {
			name  string
			sheet int64
			want  string
		}{
			{"an empty sheet of the API belongs to the current period", empty, "2026-25"},
			{"a sheet of the API belongs to the period of its latest line", lines, "2027-01"},
			{"a sheet of the staff pages belongs to the period for which it was made", added.TimesheetID, "2026-24"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := of(t, x.sheet); got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
			})
		}
	})
}

// A holiday pays a twentieth of the four weeks before its week, without overtime.
func TestService_PeriodView_holidays(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		christmas, err := s.Periods.PeriodOn(db.MustDay("2026-12-25"))
		w.OK(err)
		sheet := w.Sheet(w.Ann)
		for n := 8; n <= 12; n++ {
			work(w, w.Ann, sheet.ID, w.Crew.Regular, n, 10)
		}
		read := func(t *testing.T) []mytime.Holiday {
			f, err := s.PeriodView(t.Context(), w.Ann, w.Ann.EmployeeID, christmas)
			w.In(t).OK(err)
			return slices.DeleteFunc(f.Holidays, func(h mytime.Holiday) bool { return h.Day != db.MustDay("2026-12-25") })
		}
		t.Run("40 of 50 hours count", func(t *testing.T) {
			if list := read(t); len(list) != 1 || list[0].Worked != 2400 || list[0].Indemnity != 120 {
				t.Errorf("%+v", list)
			}
		})
		t.Run("there is none before the first work day", func(t *testing.T) {
			w := w.In(t)
			w.Exec("UPDATE employees SET first_work_day = $1 WHERE id = $2", db.MustDay("2026-12-25"), w.Ann.EmployeeID)
			if list := read(t); len(list) != 1 {
				t.Errorf("on the first work day: %+v", list)
			}
			w.Exec("UPDATE employees SET first_work_day = $1 WHERE id = $2", db.MustDay("2026-12-26"), w.Ann.EmployeeID)
			if list := read(t); len(list) != 0 {
				t.Errorf("before the first work day: %+v", list)
			}
		})
	})
}

// What is paid for a holiday is leave of the day; work on it counts toward the weekly limit in its place.
func TestService_PeriodView_holiday_pay(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		sheet := w.Sheet(w.Ann)
		for n := 1; n <= 5; n++ { // Monday to Friday
			work(w, w.Ann, sheet.ID, w.Crew.Regular, n, 8)
		}
		w.Exec("INSERT INTO holiday_pay (employee_id, day, bank_code_id, minutes, counted, unpaid, created_at, updated_at) "+
			"SELECT $1, day, MIN(c.id), 456, 9120, day = '2026-11-25', 1, 1 FROM bank_codes c, "+
			"(SELECT '2026-11-18' AS day UNION ALL SELECT '2026-11-24' UNION ALL SELECT '2026-11-25') d WHERE c.type = 'vacation' GROUP BY day",
			w.Ann.EmployeeID)
		for n := 8; n <= 13; n++ { // Monday, and Wednesday to Saturday
			if n != 9 {
				work(w, w.Ann, sheet.ID, w.Crew.Regular, n, 8)
			}
		}
		f, err := s.PeriodView(t.Context(), w.Ann, w.Ann.EmployeeID, s.Periods.Current())
		w.OK(err)
		for i, want := range []int64{0, 456} { // of overtime: 40 h with the holiday worked; 40 h beside one that is not
			row, err := s.Periods.OwnRow(t.Context(), w.Ann, s.Periods.Current())
			w.OK(err)
			if got := f.Weeks[i]; got.Found != want || got.Leave != 456 || row.Weeks[i].Hours != got.Hours || row.Weeks[i].Leave != got.Leave {
				t.Errorf("week %d has %+v; the overview has %+v", i+1, got, row.Weeks[i])
			}
		}
		if unpaid := f.Days[10].Leave; len(unpaid) != 1 || unpaid[0].Minutes != 0 || !unpaid[0].Pay.Unpaid {
			t.Errorf("a holiday that is not paid: %+v", unpaid)
		}
	})
}

func TestService_WorkedBefore(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		emergency, err := bankcodes.NewService(w.DB, func() time.Time { return w.Clock }).Create(t.Context(), w.Payroll,
			bankcodes.New{Type: "emergency", Category: bankcodes.ForShift, Modifier: 20_000, Code: "G48"})
		w.OK(err)
		sheet := w.Sheet(w.Ann)
		for n := -13; n <= -9; n++ { // 50 hours of regular time, of which 10 become overtime
			work(w, w.Ann, sheet.ID, w.Crew.Regular, n, 10)
		}
		work(w, w.Ann, sheet.ID, w.Crew.Evening, -6, 3)
		work(w, w.Ann, sheet.ID, emergency.ID, -5, 2)
		work(w, w.Ann, sheet.ID, w.Crew.Regular, 0, 1)   // in the period itself
		work(w, w.Ann, sheet.ID, w.Crew.Regular, -15, 1) // two periods before
		got, err := s.WorkedBefore(t.Context(), w.Boss, w.Ann.EmployeeID, s.Periods.Current())
		w.OK(err)
		if got != 55*60 {
			t.Errorf("%d minutes, want %d", got, 55*60)
		}
	})
}

// Of the sheets of a period, those are submitted that are neither submitted nor approved, and those withdrawn that are submitted.
func TestService_Submit_and_Withdraw(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		ids := []int64{w.Sheet(w.Ann).ID, w.Sheet(w.Ann).ID, w.Sheet(w.Ann).ID}
		_, err := w.Sheets.Submit(t.Context(), w.Ann, ids[1], nil)
		w.OK(err)
		_, err = w.Sheets.Approve(t.Context(), w.Boss, ids[2], nil, timesheets.Decision{Approved: true})
		w.OK(err)
		sheets := func() (list []mytime.Sheet) {
			for _, id := range ids {
				x, err := s.Sheet(t.Context(), w.Ann, id)
				w.OK(err)
				list = append(list, x)
			}
			return list
		}
		for _, x := range []struct {
			name string
			do   func() (int, error)
			want int
		}{
			{"one is submitted", func() (int, error) { return s.Submit(t.Context(), w.Ann, sheets()) }, 1},
			{"none is left to submit", func() (int, error) { return s.Submit(t.Context(), w.Ann, sheets()) }, 0},
			{"two are withdrawn", func() (int, error) { return s.Withdraw(t.Context(), w.Ann, sheets()) }, 2},
			{"none is left to withdraw", func() (int, error) { return s.Withdraw(t.Context(), w.Ann, sheets()) }, 0},
			{"two are submitted", func() (int, error) { return s.Submit(t.Context(), w.Ann, sheets()) }, 2},
		} {
			t.Run(x.name, func(t *testing.T) {
				if n, err := x.do(); err != nil || n != x.want {
					t.Errorf("%d, %v, want %d", n, err, x.want)
				}
			})
		}
	})
}

// Entries without a sheet are added to that of the period; if none is valid, no sheet remains.
func TestService_Copy(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		target := mytime.Target{Owner: w.Ann.EmployeeID, Period: s.Periods.Current()}
		bad, good, other := w.EightHours(0, 1), w.EightHours(0, 2), w.EightHours(0, 3)
		bad.BankCodeID = w.Crew.PerDiem
		for _, x := range []struct {
			name                  string
			target                mytime.Target
			list                  []shifts.New
			made, refused, sheets int64
		}{
			{"nothing valid leaves no sheet", target, []shifts.New{bad, bad}, 0, 2, 0},
			{"what is valid is kept on a sheet", target, []shifts.New{good, bad}, 1, 1, 1},
			{"what is there already is refused", target, []shifts.New{good, other}, 1, 1, 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.In(t)
				made, refused, err := s.Copy(t.Context(), w.Ann, x.target, x.list)
				w.OK(err)
				if n := w.Count("SELECT COUNT(*) FROM timesheets"); int64(len(made)) != x.made || int64(refused) != x.refused || n != x.sheets {
					t.Errorf("%d made, %d refused, %d sheets", len(made), refused, n)
				}
			})
		}
		t.Run("a sheet that is named gets the shifts", func(t *testing.T) {
			w := w.In(t)
			id := w.Sheet(w.Ann).ID
			target.Sheet = id
			if made, refused, err := s.Copy(t.Context(), w.Ann, target, []shifts.New{w.EightHours(0, 5)}); err != nil || len(made) != 1 || refused != 0 {
				t.Errorf("%d made, %d refused, %v", len(made), refused, err)
			}
			if n := w.Count("SELECT COUNT(*) FROM shifts WHERE timesheet_id = $1", id); n != 1 {
				t.Errorf("it has %d shifts", n)
			}
		})
		t.Run("on the sheet of another crew an error ends it", func(t *testing.T) {
			_, _, err := s.Copy(t.Context(), w.Stranger, mytime.Target{Owner: w.Ann.EmployeeID, Period: target.Period}, []shifts.New{good})
			w.In(t).Refused(err, "not_found")
		})
	})
}

func TestService_MoveShift_breaks(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := newService(w)
		rule, ok := breakrules.Parse("5 h: 30")
		if !ok {
			t.Fatal("the rule is none")
		}
		w.Shifts.BreakRule = rule
		sheet := w.Sheet(w.Ann)
		for i, x := range []struct {
			name       string
			breaks     string // of a shift from 8:00 to 16:00; "rule": by the rule
			start, end string // afterwards, with the day
			want       string
			refused    bool
		}{
			{"a shift that keeps its length keeps its breaks at the same distance from its start", "10:00-10:15", "10:00", "18:00", "12:00-12:15", false},
			{"one that is stretched keeps them at their times", "10:00-10:15", "08:00", "17:00", "10:00-10:15", false},
			{"one with breaks by the rule has those of its new length", "rule", "08:00", "18:00", "12:45-13:15", false},
			{"and none if the rule gives none", "rule", "08:00", "12:00", "", false},
			{"one whose break was taken away has none", "", "08:00", "18:00", "", false},
			{"a break that would be outside is refused", "15:00-15:30", "08:00", "15:00", "", true},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.In(t)
				day := db.MustDay("2026-11-16").Add(i)
				at := func(text string) db.Instant { return w.At(day.String() + " " + text) }
				n := shifts.New{TimesheetID: sheet.ID, BankCodeID: w.Crew.Regular, Day: day, Start: at("08:00"), End: at("16:00"), ByRule: x.breaks == "rule"}
				if from, to, timed := strings.Cut(x.breaks, "-"); timed {
					n.Breaks = shifts.NewBreaks([]shifts.Break{{Start: at(from), End: at(to)}})
				}
				old, err := w.Shifts.Create(t.Context(), w.Ann, n)
				w.OK(err)
				got, err := s.MoveShift(t.Context(), w.Ann, old, s.Periods.Current(), &old.Version, mytime.NewTimes{Start: at(x.start), End: at(x.end)})
				if x.refused {
					w.Refused(err, "invalid", "breaks break_outside")
					return
				}
				w.OK(err)
				var texts []string
				for _, b := range got.Breaks.List() {
					texts = append(texts, b.Start.Time().In(w.Zone).Format("15:04")+"-"+b.End.Time().In(w.Zone).Format("15:04"))
				}
				if text := strings.Join(texts, ", "); text != x.want {
					t.Errorf("its breaks are %q, want %q", text, x.want)
				}
			})
		}
	})
}
