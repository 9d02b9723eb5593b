package leavebalances_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/errs"
	"presence/app/workforce/crews"
	"presence/app/workforce/employees"
	"presence/app/workforce/leavebalances"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// world is the common world of the tests of time, with balances. Its clock stands at 2026-11-20.
type world struct {
	*timetest.World
	balances *leavebalances.Service
}

func each(t *testing.T, fn func(t *testing.T, w *world)) {
	t.Helper()
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
		w.OK(err)
		balances := leavebalances.NewService(w.DB, func() time.Time { return w.Clock }, leavebalances.Options{Zone: w.Zone, Periods: calendar.Ends,
			Holidays: w.Leave.Holidays})
		fn(t, &world{w, balances})
	})
}

// on sets the clock to noon of a day.
func (w *world) on(day string) { w.Clock = db.MustDay(day).In(w.Zone).Add(12 * time.Hour) }

// rule saves a rule that begins on 2026-01-01.
func (w *world) rule(r leavebalances.Rule) leavebalances.Rule {
	w.Helper()
	if r.From.IsZero() {
		r.From = db.MustDay("2026-01-01")
	}
	saved, err := w.balances.SetRule(w.Context(), w.Payroll, nil, r)
	w.OK(err)
	return saved
}

// enter enters days of Ann's by hand.
func (w *world) enter(leaveType, day string, kind leavebalances.Kind, days float64) {
	w.Helper()
	_, err := w.balances.Add(w.Context(), w.Payroll, w.Ann.EmployeeID, leavebalances.New{LeaveType: leaveType, Day: db.MustDay(day), Kind: kind,
		Minutes: int64(days * leavebalances.DayMinutes), Note: "agreed"})
	w.OK(err)
}

// leave makes leave of Ann's from one day to another, both included.
func (w *world) leave(leaveType, status, from, to string) leaverequests.LeaveRequest {
	w.Helper()
	r, err := w.Leave.Create(w.Context(), w.Admin, leaverequests.New{EmployeeID: w.Ann.EmployeeID, BankCodeID: w.Crew.Vacation, LeaveType: leaveType,
		Start: db.InstantOf(db.MustDay(from).In(w.Zone)), End: db.InstantOf(db.MustDay(to).Add(1).In(w.Zone)), ApprovalStatus: status})
	w.OK(err)
	return r
}

// worked makes a timesheet of Ann's with days of eight hours.
func (w *world) worked(days ...string) timesheets.Timesheet {
	w.Helper()
	t, err := w.Sheets.Create(w.Context(), w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
	w.OK(err)
	for _, day := range days {
		start := db.InstantOf(db.MustDay(day).In(w.Zone).Add(8 * time.Hour))
		_, err := w.Shifts.Create(w.Context(), w.Ann, shifts.New{TimesheetID: t.ID, BankCodeID: w.Crew.Regular, Day: db.MustDay(day), Start: start,
			End: start + 8*3600*1000})
		w.OK(err)
	}
	return t
}

func (w *world) approve(t timesheets.Timesheet, approved bool) {
	w.Helper()
	_, err := w.Sheets.Approve(w.Context(), w.Admin, t.ID, nil, timesheets.Decision{Approved: approved})
	w.OK(err)
}

// of is Ann's balance on a day, in days: "left 4.5 carried 1 earned 2 taken 3 expired 1 asked 1", without what is zero.
func (w *world) of(leaveType, day string) string {
	w.Helper()
	list, err := w.balances.Balances(w.Context(), w.Payroll, leavebalances.Query{Day: db.MustDay(day), LeaveType: leaveType, Employee: w.Ann.EmployeeID})
	w.OK(err)
	if len(list) != 1 {
		return fmt.Sprint(len(list), " balances")
	}
	b := list[0]
	text := "left " + inDays(b.Left)
	for _, x := range []struct {
		name    string
		minutes int64
	}{{"carried", b.CarriedOver}, {"opening", b.Opening}, {"earned", b.Earned}, {"adjusted", b.Adjusted}, {"taken", b.Taken},
		{"expired", b.Expired}, {"asked", b.Asked}, {"paid", b.PaidLeft}} {
		if x.minutes != 0 {
			text += " " + x.name + " " + inDays(x.minutes)
		}
	}
	return text
}

func inDays(minutes int64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", float64(minutes)/leavebalances.DayMinutes), "0"), ".")
}

func (w *world) is(leaveType, day, want string) {
	w.Helper()
	if got := w.of(leaveType, day); got != want {
		w.Errorf("%s on %s: %s, want %s", leaveType, day, got, want)
	}
}

// everyYear gives ten days a year, which are all kept.
var everyYear = leavebalances.Rule{LeaveType: "Sick", Earns: leavebalances.ByYear, Minutes: 4800, YearStart: "01-01",
	CarryLimit: leavebalances.Everything}

// employed changes the first and the last day of Ann's work, as if she had been entered so.
func (w *world) employed(first, last string) {
	w.Helper()
	w.OK(w.DB.Write(w.Context(), exec("DELETE FROM leave_ledger")))
	w.OK(w.DB.Write(w.Context(), exec("UPDATE employees SET first_work_day = $1, last_work_day = $2 WHERE id = $3", first, last,
		w.Ann.EmployeeID)))
}

var byHand = leavebalances.Rule{LeaveType: "Vacation", Earns: leavebalances.ByHand, YearStart: "05-01", CarryLimit: leavebalances.Everything}

func TestService_Balances_of_what_is_taken(t *testing.T) {
	for _, x := range []struct {
		name string
		do   func(w *world)
		day  string
		want string
	}{
		{"nothing but the opening balance", func(*world) {}, "2026-12-31", "left 10 opening 10"},
		{"nothing before the opening balance", func(*world) {}, "2026-05-31", "left 0"},
		{"approved leave from its days on, without the statutory holiday",
			func(w *world) { w.leave("Vacation", "True", "2026-12-21", "2026-12-27") }, "2026-12-31", "left 6 opening 10 taken 4"},
		{"only the days of leave that are over", func(w *world) { w.leave("Vacation", "True", "2026-12-07", "2026-12-11") }, "2026-12-08",
			"left 8 opening 10 taken 2"},
		{"leave that waits is asked for, and still left", func(w *world) { w.leave("Vacation", "Pending", "2026-12-07", "2026-12-11") },
			"2026-12-31", "left 10 opening 10 asked 5"},
		{"leave that is cancelled is not taken any more", func(w *world) {
			r := w.leave("Vacation", "True", "2026-12-07", "2026-12-11")
			_, err := w.Leave.Decide(w.Context(), w.Admin, r.ID, nil, leaverequests.Decision{Status: "Cancelled"})
			w.OK(err)
		}, "2026-12-31", "left 10 opening 10"},
		{"leave of another kind is none of this", func(w *world) { w.leave("Unpaid", "True", "2026-12-07", "2026-12-11") }, "2026-12-31",
			"left 10 opening 10"},
		{"leave before the rule does not count", func(w *world) { w.leave("Vacation", "True", "2025-12-29", "2026-01-02") }, "2026-12-31",
			"left 8 carried -2 opening 10"},
		{"a correction", func(w *world) { w.enter("Vacation", "2026-07-01", leavebalances.Adjusted, -1.5) }, "2026-12-31",
			"left 8.5 opening 10 adjusted -1.5"},
		{"more than what is left", func(w *world) { w.leave("Vacation", "True", "2026-08-03", "2026-08-21") }, "2026-12-31",
			"left -5 opening 10 taken 15"},
		{"what is left when a year ends is carried over", func(w *world) { w.leave("Vacation", "True", "2027-04-26", "2027-05-04") },
			"2027-05-31", "left 3 carried 5 taken 2"},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				w.rule(byHand)
				w.enter("Vacation", "2026-06-01", leavebalances.Opening, 10)
				x.do(w)
				w.is("Vacation", x.day, x.want)
				w.OK(w.balances.PostDue(t.Context())) // stores the minutes of requests, and changes nothing
				w.is("Vacation", x.day, x.want)
			})
		})
	}
}

func TestService_Balances_follow_a_request_that_changes(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(byHand)
		r := w.leave("Vacation", "Pending", "2026-12-07", "2026-12-11")
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Vacation", "2026-12-31", "left 0 asked 5")
		end := db.InstantOf(db.MustDay("2026-12-09").In(w.Zone))
		_, err := w.Leave.Update(t.Context(), w.Admin, r.ID, nil, leaverequests.Changes{End: &end})
		w.OK(err)
		w.is("Vacation", "2026-12-31", "left 0 asked 2") // before its minutes are counted again
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Vacation", "2026-12-31", "left 0 asked 2")
		w.OK(w.DB.Write(t.Context(), exec("UPDATE bank_codes SET type = 'Holiday' WHERE id = $1", w.Crew.Vacation)))
		_, err = w.Leave.Create(t.Context(), w.Admin, leaverequests.New{EmployeeID: w.Ann.EmployeeID, BankCodeID: w.Crew.Vacation,
			LeaveType: "Vacation", Start: db.InstantOf(db.MustDay("2026-12-25").In(w.Zone)), End: db.InstantOf(db.MustDay("2026-12-26").In(w.Zone))})
		w.OK(err)
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Vacation", "2026-12-31", "left 0 asked 3") // a code that pays holidays takes them
	})
}

// A page has the employees that it would have if the balances of all were added up.
func TestService_Page(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(byHand)
		w.leave("Vacation", "True", "2026-12-07", "2026-12-11")
		w.OK(w.DB.Write(t.Context(), exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 60)
			INSERT INTO people (id, email, role, created_at, updated_at)
			SELECT 'many-' || n, 'many' || n || '@example.com', 'employee', 1, 1 FROM numbers`)))
		w.OK(w.DB.Write(t.Context(), exec(`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
				company_code, first_work_day, supervisor_id, created_at, updated_at)
			SELECT id, 'Luc', 'Roy ' || id, 'roy ' || id, email, 5145550123, 1, 1, '2026-01-01', CAST($1 AS BIGINT), 1, 1 FROM people WHERE id LIKE 'many-%'`,
			w.Boss.EmployeeID)))
		w.OK(w.DB.Write(t.Context(), exec(`INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, created_at)
			SELECT id, 'Vacation', '2026-06-01', 'adjusted', 480 * (id % 7 - 3), 1 FROM employees WHERE first_name = 'Luc'`)))
		day := db.MustDay("2026-12-31")
		for _, x := range []struct {
			name, sort string
			f          leavebalances.Query
			by         auth.Actor
		}{
			{"by name", "", leavebalances.Query{}, w.Payroll},
			{"by what is left", "Vacation", leavebalances.Query{}, w.Payroll},
			{"of a team", "", leavebalances.Query{Crew: crews.Of(w.Boss.EmployeeID)}, w.Payroll},
			{"of some names", "", leavebalances.Query{Name: "roy many-1"}, w.Payroll},
			{"below zero", "", leavebalances.Query{Negative: true}, w.Payroll},
			{"in the scope of a supervisor", "", leavebalances.Query{}, w.Boss},
			{"of nobody", "", leavebalances.Query{Name: "nobody is called so"}, w.Payroll},
		} {
			t.Run(x.name, func(t *testing.T) {
				x.f.Day = day
				want, err := w.balances.Balances(t.Context(), x.by, x.f)
				if err != nil {
					t.Fatal(err)
				}
				if x.sort != "" {
					slices.SortStableFunc(want, func(a, b leavebalances.Balance) int { return int(a.Left - b.Left) })
				}
				var got []leavebalances.Balance
				for number := int64(1); ; number++ {
					p, err := w.balances.Page(t.Context(), x.by, x.f, x.sort, number)
					if err != nil || p.All != int64(len(want)) || len(p.Balances) > 25 {
						t.Fatalf("page %d: %d of %d, want of %d: %v", number, len(p.Balances), p.All, len(want), err)
					}
					if p.Number != number { // there are no more
						break
					}
					got = append(got, p.Balances...)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d on the pages, %d in all:\n%v\n%v", len(got), len(want), got, want)
				}
			})
		}
	})
}

func TestSheetsDecided(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		quebec := leavebalances.QuebecVacation
		quebec.LaterYears = 7 // Ann began on 2020-01-06: from 2027-01-06 on
		w.rule(quebec)
		week := w.worked("2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20")
		w.is("Vacation", "2026-11-30", "left 0")
		w.approve(week, true)
		w.is("Vacation", "2026-11-30", "left 0.2 earned 0.2")
		w.is("Vacation", "2026-11-19", "left 0")
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Vacation", "2026-11-30", "left 0.2 earned 0.2")
		w.approve(week, false)
		w.is("Vacation", "2026-11-30", "left 0")
		w.approve(week, true)
		w.is("Vacation", "2026-11-30", "left 0.2 earned 0.2")

		w.approve(w.worked("2027-01-05", "2027-01-06"), true) // 4 % of the day before, 6 % from that day on
		w.is("Vacation", "2027-01-31", "left 0.3 earned 0.3")

		w.OK(w.DB.Write(t.Context(), exec("DELETE FROM leave_ledger"))) // as an older program leaves it
		w.OK(w.DB.Write(t.Context(), exec("UPDATE timesheets SET is_approved = FALSE WHERE id = $1", week.ID)))
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Vacation", "2027-01-31", "left 0.1 earned 0.1")
		w.OK(w.DB.Write(t.Context(), exec("UPDATE timesheets SET is_approved = FALSE")))
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Vacation", "2027-01-31", "left 0")
	})
}

func TestService_PostDue(t *testing.T) {
	for _, x := range []struct {
		name string
		rule leavebalances.Rule
		do   func(w *world)
		days map[string]string // what is left on days, as it is before they come and after
	}{
		{"a fixed amount a year, of which nothing is kept", leavebalances.QuebecSick, func(w *world) {
			w.leave("Sick", "True", "2026-06-01", "2026-06-03")
		}, map[string]string{"2026-12-31": "left 7 earned 10 taken 3", "2027-01-01": "left 10 carried 7 earned 10 expired 7 paid 2",
			"2028-03-01": "left 10 carried 10 earned 10 expired 10 paid 2"}},
		{"a part is kept", leavebalances.Rule{LeaveType: "Sick", Earns: leavebalances.ByYear, Minutes: 4800, YearStart: "01-01", CarryLimit: 960},
			func(w *world) { w.leave("Sick", "True", "2027-02-01", "2027-02-01") },
			map[string]string{"2027-01-31": "left 12 carried 10 earned 10 expired 8", "2027-03-01": "left 11 carried 10 earned 10 taken 1 expired 8"}},
		{"what is carried over expires after some months, without what was taken of it", leavebalances.Rule{LeaveType: "Sick",
			Earns: leavebalances.ByYear, Minutes: 4800, YearStart: "01-01", CarryLimit: 1440, CarryMonths: 3},
			func(w *world) { w.leave("Sick", "True", "2027-02-01", "2027-02-01") },
			map[string]string{"2027-03-31": "left 12 carried 10 earned 10 taken 1 expired 7", "2027-04-01": "left 10 carried 10 earned 10 taken 1 expired 9"}},
		{"a fixed amount for each pay period that ends", leavebalances.Rule{LeaveType: "Sick", Earns: leavebalances.ByPeriod, Minutes: 48,
			YearStart: "01-01", CarryLimit: leavebalances.Everything, From: db.MustDay("2026-11-01")}, func(*world) {},
			map[string]string{"2026-11-27": "left 0.1 earned 0.1", "2026-11-28": "left 0.2 earned 0.2", "2026-12-12": "left 0.3 earned 0.3",
				"2027-01-08": "left 0.4 carried 0.4"}},
		{"a rule that begins within a year to come", leavebalances.Rule{LeaveType: "Sick", Earns: leavebalances.ByYear, Minutes: 4800,
			YearStart: "01-01", CarryLimit: leavebalances.Everything, From: db.MustDay("2027-03-01")}, func(*world) {},
			map[string]string{"2027-02-28": "left 0", "2027-03-01": "left 10 earned 10", "2028-01-01": "left 20 carried 10 earned 10"}},
		{"a fixed amount a year of an employee who begins and leaves after today", everyYear,
			func(w *world) { w.employed("2026-12-10", "2027-12-31") },
			map[string]string{"2026-12-09": "left 0", "2026-12-10": "left 10 earned 10", "2027-01-01": "left 20 carried 10 earned 10",
				"2028-01-01": "left 20 carried 20"}},
		{"a fixed amount a pay period of an employee who begins and leaves after today", leavebalances.Rule{LeaveType: "Sick",
			Earns: leavebalances.ByPeriod, Minutes: 48, YearStart: "01-01", CarryLimit: leavebalances.Everything},
			func(w *world) { w.employed("2026-12-05", "2026-12-20") },
			map[string]string{"2026-11-28": "left 0", "2026-12-12": "left 0.1 earned 0.1", "2027-01-31": "left 0.1 carried 0.1"}},
		{"what an employee has who leaves does not expire", leavebalances.QuebecSick, func(w *world) { w.employed("2020-01-06", "2026-12-31") },
			map[string]string{"2026-12-31": "left 10 earned 10 paid 2", "2027-01-01": "left 10 carried 10 paid 2", "2028-03-01": "left 10 carried 10 paid 2"}},
		{"no more is paid than is left", leavebalances.QuebecSick,
			func(w *world) { w.enter("Sick", "2026-02-01", leavebalances.Adjusted, -9.5) },
			map[string]string{"2026-12-31": "left 0.5 earned 10 adjusted -9.5 paid 0.5"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				w.rule(x.rule)
				x.do(w)
				for _, today := range []string{"2026-11-20", "2026-11-28", "2026-12-31", "2027-01-01", "2027-03-31", "2027-04-01", "2028-01-01"} {
					w.on(today)
					w.OK(w.balances.PostDue(t.Context()))
					w.OK(w.balances.PostDue(t.Context()))
					for day, want := range x.days {
						w.is("Sick", day, want) // what will be, or what has become of it
					}
				}
			})
		})
	}
}

func TestService_PostDue_follows_leave_of_the_year_before(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(leavebalances.Rule{LeaveType: "Sick", Earns: leavebalances.ByYear, Minutes: 4800, YearStart: "01-01", CarryLimit: 960})
		r := w.leave("Sick", "True", "2026-06-01", "2026-06-12")
		w.on("2027-01-01")
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Sick", "2027-01-31", "left 10 earned 10")
		_, err := w.Leave.Decide(t.Context(), w.Admin, r.ID, nil, leaverequests.Decision{Status: "Cancelled"})
		w.OK(err)
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Sick", "2027-01-31", "left 12 carried 10 earned 10 expired 8")
	})
}

func TestService_PostDue_by_two_replicas(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(leavebalances.QuebecSick)
		w.on("2027-01-01")
		failed := make(chan error, 2)
		for range 2 {
			go func() { failed <- w.balances.PostDue(t.Context()) }()
		}
		w.OK(<-failed)
		w.OK(<-failed)
		w.is("Sick", "2027-01-31", "left 10 carried 10 earned 10 expired 10 paid 2")
	})
}

func TestService_SetRule(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.rule(leavebalances.QuebecSick)
		w.is("Sick", "2026-11-20", "left 10 earned 10 paid 2")
		r.Minutes = 2400
		changed, err := w.balances.SetRule(t.Context(), w.Payroll, &r.Version, r)
		w.OK(err)
		w.is("Sick", "2026-11-20", "left 5 earned 5 paid 2")
		if _, err := w.balances.SetRule(t.Context(), w.Payroll, &r.Version, r); timetest.Code(err) != "stale" {
			t.Errorf("an old version is saved: %v", err)
		}
		if same, err := w.balances.SetRule(t.Context(), w.Payroll, nil, changed); err != nil || same.Version != changed.Version {
			t.Errorf("what changes nothing makes version %d of %d: %v", same.Version, changed.Version, err)
		}
		w.on("2027-01-01")
		w.OK(w.balances.PostDue(t.Context()))
		changed.Minutes = 960
		w.rule(changed)
		w.is("Sick", "2026-11-20", "left 5 earned 5 paid 2") // of a year that is over
		w.is("Sick", "2027-01-31", "left 2 carried 5 earned 2 expired 5 paid 2")
		var n int
		w.OK(w.DB.QueryRow(t.Context(), "SELECT COUNT(*) FROM audit_log WHERE kind = 'leave_rule'").Scan(&n))
		if n != 3 {
			t.Errorf("%d entries in the audit log, want 3", n)
		}
	})
}

func TestService_SetRule_posts_by_one_rule(t *testing.T) {
	from := db.MustDay("2025-01-01")
	for _, x := range []struct {
		name   string
		change func(r *leavebalances.Rule)
		want   string
	}{
		{"another amount counts from this year of leave on", func(r *leavebalances.Rule) { r.Minutes = 2400 }, "left 15 carried 10 earned 5"},
		{"another way of earning counts from the first day on", func(r *leavebalances.Rule) { r.Earns, r.Rate = leavebalances.ByWork, 1000 },
			"left 0.1 carried 0.1"},
		{"another beginning of the year counts from the first day on", func(r *leavebalances.Rule) { r.YearStart = "05-01" },
			"left 30 carried 20 earned 10"},
		{"a later first day gives its year of leave once", func(r *leavebalances.Rule) { r.From = db.MustDay("2025-06-01") },
			"left 20 carried 10 earned 10"},
		{"an earlier first day gives the years before", func(r *leavebalances.Rule) { r.From = db.MustDay("2024-06-01") },
			"left 30 carried 20 earned 10"},
		{"what expires does so at the end of each year", func(r *leavebalances.Rule) {
			r.From, r.CarryLimit = db.MustDay("2023-01-01"), 960
		}, "left 12 carried 12 earned 10 expired 10"},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				r := everyYear
				r.From = from
				w.approve(w.worked("2025-11-17"), true)
				w.rule(r)
				w.is("Sick", "2026-11-20", "left 20 carried 10 earned 10")
				x.change(&r)
				w.rule(r)
				w.is("Sick", "2026-11-20", x.want)
				w.OK(w.balances.PostDue(t.Context()))
				w.is("Sick", "2026-11-20", x.want)
			})
		})
	}
}

// Archived employees keep the entries of the rule before, also those of the time for which the new rule posts its entries again.
func TestService_SetRule_leaves_archived_employees_alone(t *testing.T) {
	for _, x := range []struct {
		name   string
		before leavebalances.Rule
		change func(r *leavebalances.Rule)
		want   string
	}{
		{"a fixed amount that becomes smaller", everyYear, func(r *leavebalances.Rule) { r.Minutes = 2400 }, "left 4 earned 10 taken 6"},
		{"a fixed amount in place of which hours earn", everyYear, func(r *leavebalances.Rule) { r.Earns, r.Rate = leavebalances.ByWork, 1000 },
			"left 4 earned 10 taken 6"},
		{"another beginning of the year", everyYear, func(r *leavebalances.Rule) { r.YearStart = "05-01" }, "left 4 carried 10 taken 6"},
		{"hours in place of which a fixed amount is given", leavebalances.Rule{LeaveType: "Sick", Earns: leavebalances.ByWork, Rate: 1000,
			YearStart: "01-01", CarryLimit: leavebalances.Everything}, func(r *leavebalances.Rule) { r.Earns, r.Minutes = leavebalances.ByYear, 4800 },
			"left -5.9 earned 0.1 taken 6"},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				r := x.before
				r.From = db.MustDay("2026-01-01")
				w.rule(r)
				w.approve(w.worked("2026-11-17"), true)
				w.leave("Sick", "True", "2026-06-01", "2026-06-08")
				w.OK(w.DB.Write(t.Context(), exec("UPDATE employees SET archived_at = 9, archived_reason = 'left' WHERE id = $1", w.Ann.EmployeeID)))
				x.change(&r)
				w.rule(r)
				w.is("Sick", "2026-11-20", x.want)
				w.OK(w.balances.PostDue(t.Context()))
				w.is("Sick", "2026-11-20", x.want)
			})
		})
	}
}

// An approval that is being made when its rule changes earns by the new rule.
func TestService_SetRule_waits_for_approvals(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.rule(leavebalances.Rule{LeaveType: "Vacation", Earns: leavebalances.ByWork, Rate: 1000, YearStart: "05-01",
			CarryLimit: leavebalances.Everything})
		sheet := w.worked("2026-11-16")
		w.OK(dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
			if err := tx.LockRows(ctx, "employees", w.Ann.EmployeeID); err != nil {
				return err
			}
			if err := exec("UPDATE timesheets SET is_approved = TRUE WHERE id = $1", sheet.ID)(ctx, tx); err != nil {
				return err
			}
			return leavebalances.SheetsDecided(ctx, tx, 1, []int64{sheet.ID})
		}, func(context.Context) error {
			r.Rate = 2000
			w.rule(r)
			return nil
		}))
		w.is("Vacation", "2026-11-30", "left 0.2 earned 0.2")
	})
}

// Whatever the work days of an employee become, the balance and the ledger are those that they would have had from the beginning.
func TestService_WorkDaysChanged(t *testing.T) {
	to := func(first, last string) func(w *world) {
		return func(w *world) {
			c := employees.Changes{FirstWorkDay: new(db.MustDay(first)), LastWorkDay: new(db.Day)}
			if last != "" {
				*c.LastWorkDay = db.MustDay(last)
			}
			_, err := w.employees().Update(w.Context(), w.Payroll, w.Ann.EmployeeID, nil, c)
			w.OK(err)
		}
	}
	stored := func(first, last string) func(w *world) { // by an older program: the daily task corrects the ledger
		return func(w *world) {
			w.OK(w.DB.Write(w.Context(), exec("UPDATE employees SET first_work_day = $1, last_work_day = $2 WHERE id = $3", first,
				db.NilIfZero(last), w.Ann.EmployeeID)))
		}
	}
	aPeriod := leavebalances.Rule{LeaveType: "Sick", Earns: leavebalances.ByPeriod, Minutes: 480, YearStart: "01-01",
		CarryLimit: leavebalances.Everything, From: db.MustDay("2026-10-01")}
	work := leavebalances.QuebecVacation
	work.LaterYears, work.YearStart = 7, "01-01" // Ann began on 2020-01-06: 6 % from 2027-01-06 on
	sick := leavebalances.QuebecSick
	sick.PaidMinutes = 0
	longAgo := everyYear
	longAgo.From = db.MustDay("2023-01-01")
	kept := func(w *world) { // another limit of what carries over, which only the last end of a year has
		r := longAgo
		r.CarryLimit = 960
		w.rule(r)
	}
	left := func(last string) func(w *world) { // by an older program, which left what had expired
		return func(w *world) {
			w.OK(w.DB.Write(w.Context(), exec("UPDATE employees SET last_work_day = $1, archived_at = 9, archived_reason = 'left' WHERE id = $2",
				last, w.Ann.EmployeeID)))
		}
	}
	for _, x := range []struct {
		name   string
		rule   leavebalances.Rule // from 2025-01-01
		do     func(w *world)
		want   string // on 2026-12-31
		ledger string
	}{
		{"nothing changes", everyYear, to("2020-01-06", ""), "left 20 carried 10 earned 10", "2025-01-01 10, 2026-01-01 10"},
		{"a later first day takes away the year before it", everyYear, to("2026-03-02", ""), "left 10 earned 10", "2026-03-02 10"},
		{"a first day to come", everyYear, to("2026-12-10", ""), "left 10 earned 10", ""},
		{"a first day after the year", everyYear, to("2027-03-01", ""), "left 0", ""},
		{"an earlier first day again", everyYear, func(w *world) { to("2026-03-02", "")(w); to("2025-02-03", "")(w) },
			"left 20 carried 10 earned 10", "2025-02-03 10, 2026-01-01 10"},
		{"what had expired of the year that is taken away", sick, to("2026-03-02", ""), "left 10 earned 10", "2026-03-02 10"},
		{"a last day that is entered late", everyYear, to("2020-01-06", "2025-06-30"), "left 10 carried 10", "2025-01-01 10"},
		{"a last day in the year", everyYear, to("2020-01-06", "2026-06-30"), "left 20 carried 10 earned 10", "2025-01-01 10, 2026-01-01 10"},
		{"a last day that is entered late, after the year has ended in which the rest expired", sick, to("2020-01-06", "2025-06-30"),
			"left 10 carried 10", "2025-01-01 10"},
		{"a last day that an older program has entered late", sick, left("2025-06-30"), "left 10 carried 10", "2025-01-01 10"},
		{"a last day that was too early", everyYear, func(w *world) { to("2020-01-06", "2025-06-30")(w); to("2020-01-06", "2026-06-30")(w) },
			"left 20 carried 10 earned 10", "2025-01-01 10, 2026-01-01 10"},
		{"a last day that was too early, of which nothing is kept", sick,
			func(w *world) { to("2020-01-06", "2025-06-30")(w); to("2020-01-06", "2026-06-30")(w) },
			"left 10 carried 10 earned 10 expired 10", "2025-01-01 10, 2026-01-01 10, 2026-01-01 -10"},
		{"a last day that was too early, of an employee who keeps an amount of the rule before", everyYear, func(w *world) {
			to("2020-01-06", "2025-06-30")(w)
			other := everyYear
			other.YearStart, other.From = "05-01", db.MustDay("2024-10-01")
			w.rule(other)
			to("2020-01-06", "2026-06-30")(w)
		}, "left 20 carried 10 earned 10", "2025-01-01 10, 2026-05-01 10"},
		{"a first day that was too late by years", longAgo, func(w *world) { to("2026-03-02", "")(w); to("2020-01-06", "")(w) },
			"left 40 carried 30 earned 10", "2023-01-01 10, 2024-01-01 10, 2025-01-01 10, 2026-01-01 10"},
		{"years that are over stay, if they are given as before", longAgo, func(w *world) { kept(w); to("2020-02-03", "")(w) },
			"left 12 carried 30 earned 10 expired 28", "2023-01-01 10, 2024-01-01 10, 2025-01-01 10, 2026-01-01 10, 2026-01-01 -28"},
		{"years that are over stay, if an amount moves within its year", longAgo, func(w *world) { kept(w); to("2023-03-01", "")(w) },
			"left 12 carried 30 earned 10 expired 28", "2023-03-01 10, 2024-01-01 10, 2025-01-01 10, 2026-01-01 10, 2026-01-01 -28"},
		{"a last day that is taken back", everyYear, func(w *world) { to("2020-01-06", "2025-06-30")(w); to("2020-01-06", "")(w) },
			"left 20 carried 10 earned 10", "2025-01-01 10, 2026-01-01 10"},
		{"pay periods before the first day", aPeriod, to("2026-11-01", ""), "left 4 earned 4", "2026-11-14 1"},
		{"pay periods after the last day", aPeriod, to("2020-01-06", "2026-10-20"), "left 2 earned 2", "2026-10-03 1, 2026-10-17 1"},
		{"hours at the rate of more years of service", work, to("2019-01-07", ""), "left 0.1208 earned 0.1208", "2026-11-17 0.1208"},
		{"hours at the rate of fewer years of service", work, func(w *world) { to("2019-01-07", "")(w); to("2021-01-07", "")(w) },
			"left 0.0792 earned 0.0792", "2026-11-17 0.0792"},
		{"a first day that an older program has changed", everyYear, stored("2026-03-02", ""), "left 10 earned 10", "2026-03-02 10"},
		{"a last day that an older program has changed", everyYear, stored("2020-01-06", "2025-06-30"), "left 10 carried 10", "2025-01-01 10"},
		{"pay periods after a first day that an older program has changed", aPeriod, stored("2026-11-01", ""), "left 4 earned 4", "2026-11-14 1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				if x.rule.From.IsZero() {
					x.rule.From = db.MustDay("2025-01-01")
				}
				w.rule(x.rule)
				w.approve(w.worked("2026-11-16", "2026-11-17"), true)
				x.do(w)
				if strings.Contains(x.name, "older program") {
					w.OK(w.balances.PostDue(t.Context()))
				}
				for range 2 {
					w.is(x.rule.LeaveType, "2026-12-31", x.want)
					if got := w.ledger(); got != x.ledger {
						t.Errorf("the ledger has %q, want %q", got, x.ledger)
					}
					w.OK(w.balances.PostDue(t.Context())) // changes nothing
				}
			})
		})
	}
}

// Hours earn again at the rate of the corrected first day, also if they have earned nothing before, or if their timesheet goes on for months.
func TestService_WorkDaysChanged_of_sheets(t *testing.T) {
	for _, x := range []struct {
		name          string
		rule          leavebalances.Rule
		sheet         []string
		first, second string // the first day before the sheet is approved, and as it is corrected
		before, after string // the ledger
	}{
		{"a rate of nothing", leavebalances.Rule{LeaveType: "Vacation", Earns: leavebalances.ByWork, LaterYears: 3, LaterRate: 600, YearStart: "01-01",
			CarryLimit: leavebalances.Everything, From: db.MustDay("2020-01-01")}, []string{"2022-03-15"}, "2021-01-04", "2010-01-04", "",
			"2022-03-15 0.0604"},
		{"a rate of nothing again", leavebalances.Rule{LeaveType: "Vacation", Earns: leavebalances.ByWork, LaterYears: 3, LaterRate: 600, YearStart: "01-01",
			CarryLimit: leavebalances.Everything, From: db.MustDay("2020-01-01")}, []string{"2022-03-15"}, "2010-01-04", "2021-01-04", "2022-03-15 0.0604",
			""},
		{"a sheet of months", leavebalances.QuebecVacation, []string{"2026-08-10", "2026-11-17"}, "2023-09-01", "2023-06-01", "2026-11-17 0.1",
			"2026-11-17 0.1208"},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				first := func(day string) {
					_, err := w.employees().Update(w.Context(), w.Payroll, w.Ann.EmployeeID, nil, employees.Changes{FirstWorkDay: new(db.MustDay(day))})
					w.OK(err)
				}
				w.rule(x.rule)
				first(x.first)
				w.approve(w.worked(x.sheet...), true)
				if got := w.ledger(); got != x.before {
					t.Errorf("the ledger has %q, want %q", got, x.before)
				}
				first(x.second)
				if got := w.ledger(); got != x.after {
					t.Errorf("then it has %q, want %q", got, x.after)
				}
			})
		})
	}
}

// Of several employees whose first days change at once, each has hours earn again only on the days of their own other rate.
func TestService_WorkDaysChanged_of_several(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := leavebalances.QuebecVacation
		r.LaterYears = 7
		w.rule(r)
		w.approve(w.worked("2026-11-17"), true)
		w.OK(w.DB.Write(t.Context(), exec("UPDATE leave_ledger SET minutes = 240"))) // by a rate of before
		w.OK(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return w.balances.WorkDaysChanged(ctx, tx, []leavebalances.Employment{
				{EmployeeID: w.Ann.EmployeeID, First: db.MustDay("2021-01-04"), FormerFirst: db.MustDay("2020-01-06")}, // from 2027 on
				{EmployeeID: w.Boss.EmployeeID, First: db.MustDay("2019-01-07"), FormerFirst: db.MustDay("2010-01-04")}})
		}))
		w.is("Vacation", "2026-11-30", "left 0.5 earned 0.5")
	})
}

// employees returns the service of employees, which has the ledger follow their work days.
func (w *world) employees() *employees.Service {
	s := employees.NewService(w.DB, func() time.Time { return w.Clock }, w.Zone, nil)
	s.WorkDaysChanged = w.balances.WorkDaysChanged
	return s
}

// ledger lists what the program has posted to Ann, in days, by the day from which it counts.
func (w *world) ledger() string {
	w.Helper()
	l, err := w.balances.Ledger(w.Context(), w.Payroll, w.Ann.EmployeeID, db.MustDay("2026-11-20"))
	w.OK(err)
	var list []string
	for _, e := range slices.Backward(l.Entries) {
		list = append(list, e.Day.String()+" "+inDays(e.Minutes))
	}
	return strings.Join(list, ", ")
}

// Who is entered after the daily task has the amount of the year at once, and once.
func TestService_WorkDaysChanged_of_someone_new(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(everyYear)
		w.OK(w.balances.PostDue(t.Context()))
		w.OK(w.DB.Write(t.Context(), exec(`INSERT INTO people (id, email, role, created_at, updated_at)
			VALUES ('00000000-0000-4000-8000-0000000000aa', 'luc@example.com', 'employee', 1, 1)`)))
		e, err := w.employees().Create(t.Context(), w.Payroll, employees.New{UserID: "00000000-0000-4000-8000-0000000000aa", FirstName: "Luc",
			LastName: "Roy", Email: "luc@example.com", PhoneNumber: 5145550123, ExternalPayrollID: 77, CompanyCode: 1,
			FirstWorkDay: db.MustDay("2026-11-16")})
		w.OK(err)
		for range 2 {
			list, err := w.balances.Balances(t.Context(), w.Payroll, leavebalances.Query{Day: db.MustDay("2026-12-31"), Employee: e.ID})
			if err != nil || len(list) != 1 || list[0].Left != 4800 {
				t.Errorf("%+v: %v", list, err)
			}
			w.OK(w.DB.Write(t.Context(), exec("DELETE FROM leave_ledger WHERE employee_id = $1", e.ID))) // as an older program has entered them
		}
	})
}

func TestService_PostDue_since_the_year_before(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := everyYear
		r.From = db.MustDay("2020-01-01")
		w.rule(r)
		w.is("Sick", "2026-11-20", "left 70 carried 60 earned 10") // Ann began on 2020-01-06
		w.OK(w.DB.Write(t.Context(), exec("DELETE FROM leave_ledger")))
		w.OK(w.balances.PostDue(t.Context()))
		w.is("Sick", "2026-11-20", "left 20 carried 10 earned 10")
	})
}

func TestService_Add(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(byHand)
		ok := leavebalances.New{LeaveType: "Vacation", Day: db.MustDay("2026-06-01"), Kind: leavebalances.Opening, Minutes: 480, Note: " agreed "}
		for _, x := range []struct {
			name   string
			by     auth.Actor
			change func(n *leavebalances.New)
			code   string
		}{
			{"without a reason", w.Payroll, func(n *leavebalances.New) { n.Note = " " }, "note required"},
			{"of nothing", w.Payroll, func(n *leavebalances.New) { n.Minutes = 0 }, "minutes out_of_range"},
			{"that the program posts", w.Payroll, func(n *leavebalances.New) { n.Kind = leavebalances.Earned }, "entry not_allowed"},
			{"of a kind without a rule", w.Payroll, func(n *leavebalances.New) { n.LeaveType = "Sick" }, "leave_type no_rule"},
			{"before the rule", w.Payroll, func(n *leavebalances.New) { n.Day = db.MustDay("2025-12-31") }, "day before_rule"},
			{"of somebody else's crew", w.Stranger, func(*leavebalances.New) {}, "not_found"},
			{"of an employee", w.Payroll, func(*leavebalances.New) {}, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				n := ok
				x.change(&n)
				if _, err := w.balances.Add(t.Context(), x.by, w.Ann.EmployeeID, n); timetest.Code(err) != x.code {
					t.Errorf("%q, want %q", timetest.Code(err), x.code)
				}
			})
		}
		t.Run("of the actor", func(t *testing.T) {
			own := w.Ann
			own.Role = auth.Payroll
			if _, err := w.balances.Add(t.Context(), own, own.EmployeeID, ok); !errs.HasCode(err, "own_leave_balance") {
				t.Errorf("%v", err)
			}
		})
		w.is("Vacation", "2026-06-01", "left 1 opening 1")
		l, err := w.balances.Ledger(t.Context(), w.Ann, w.Ann.EmployeeID, db.MustDay("2026-06-01"))
		w.OK(err)
		if len(l.Entries) != 1 || l.Entries[0].Note != "agreed" || len(l.Balances) != 1 {
			t.Errorf("%+v", l)
		}
	})
}

func TestService_Balances_in_scope(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(byHand)
		w.enter("Vacation", "2026-06-01", leavebalances.Adjusted, -1)
		for _, x := range []struct {
			name  string
			by    auth.Actor
			query leavebalances.Query
			n     int
		}{
			{"payroll sees everyone", w.Payroll, leavebalances.Query{}, 8},
			{"supervisors see their own, and that of those below them", w.Boss, leavebalances.Query{}, 4},
			{"an employee sees their own", w.Ann, leavebalances.Query{}, 1},
			{"nobody sees others by naming them", w.Stranger, leavebalances.Query{Employee: w.Ann.EmployeeID}, 0},
			{"those of a crew", w.Payroll, leavebalances.Query{Crew: crews.Of(w.Boss.EmployeeID)}, 2},
			{"those below zero", w.Payroll, leavebalances.Query{Negative: true}, 1},
			{"those with a name", w.Payroll, leavebalances.Query{Name: "member5"}, 1},
			{"those of a kind without a rule", w.Payroll, leavebalances.Query{LeaveType: "Sick"}, 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				x.query.Day = db.MustDay("2026-11-20")
				list, err := w.balances.Balances(t.Context(), x.by, x.query)
				if err != nil || len(list) != x.n {
					t.Errorf("%d balances, want %d: %v", len(list), x.n, err)
				}
			})
		}
	})
}

func TestService_Before(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.rule(byHand)
		w.enter("Vacation", "2026-06-01", leavebalances.Opening, 10)
		r := w.leave("Vacation", "Pending", "2026-12-07", "2026-12-11")
		b, known, err := w.balances.Before(t.Context(), w.Boss, w.Ann.EmployeeID, "Vacation", db.MustDay("2026-12-07"), r.ID)
		if err != nil || !known || b.Left != 4800 || b.Asked != 0 {
			t.Errorf("%+v, %v: %v", b, known, err)
		}
		if _, known, err := w.balances.Before(t.Context(), w.Boss, w.Ann.EmployeeID, "Sick", db.MustDay("2026-12-07"), 0); known || err != nil {
			t.Errorf("a kind without a rule has a balance: %v", err)
		}
	})
}

func TestService_Refuses(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.Leave.Refuses = w.balances.Refuses
		refusing := byHand
		refusing.RefuseBelowZero = true
		w.rule(refusing)
		w.enter("Vacation", "2026-06-01", leavebalances.Opening, 5)
		ask := func(leaveType, from, to string) (leaverequests.LeaveRequest, error) {
			return w.Leave.Create(t.Context(), w.Ann, leaverequests.New{EmployeeID: w.Ann.EmployeeID, BankCodeID: w.Crew.Vacation, LeaveType: leaveType,
				Start: db.InstantOf(db.MustDay(from).In(w.Zone)), End: db.InstantOf(db.MustDay(to).Add(1).In(w.Zone))})
		}
		if _, err := ask("Vacation", "2026-12-07", "2026-12-14"); timetest.Code(err) != "start_date_time leave_balance" {
			t.Errorf("six days of five: %v", err)
		}
		if _, err := ask("Unpaid", "2026-11-23", "2026-11-30"); err != nil {
			t.Errorf("of a kind without a rule: %v", err)
		}
		r, err := ask("Vacation", "2026-12-07", "2026-12-11")
		w.OK(err)
		later := db.InstantOf(db.MustDay("2026-12-15").In(w.Zone))
		if _, err := w.Leave.Update(t.Context(), w.Ann, r.ID, nil, leaverequests.Changes{End: &later}); timetest.Code(err) != "start_date_time leave_balance" {
			t.Errorf("made longer: %v", err)
		}
		for _, x := range []struct{ name, from, to string }{
			{"another day before those that are asked for", "2026-12-01", "2026-12-01"},
			{"another day after them", "2026-12-14", "2026-12-14"},
		} {
			if _, err := ask("Vacation", x.from, x.to); timetest.Code(err) != "start_date_time leave_balance" {
				t.Errorf("%s: %v", x.name, err)
			}
		}
		w.enter("Vacation", "2026-06-02", leavebalances.Adjusted, -3)
		shorter := db.InstantOf(db.MustDay("2026-12-11").In(w.Zone))
		if r, err = w.Leave.Update(t.Context(), w.Ann, r.ID, nil, leaverequests.Changes{End: &shorter}); err != nil {
			t.Errorf("made shorter: %v", err)
		}
		if _, err := w.Leave.Decide(t.Context(), w.Boss, r.ID, nil, leaverequests.Decision{Status: "True"}); err != nil {
			t.Errorf("a decision about what was asked for: %v", err)
		}
	})
}

func TestService_Refuses_by_the_year_of_each_day(t *testing.T) {
	for _, x := range []struct {
		name     string
		do       func(w *world)
		from, to string
		code     string
	}{
		{"leave over the end of a year that has enough in each", func(*world) {}, "2026-12-30", "2027-01-15", ""},
		{"more than there is of the first year", func(*world) {}, "2026-12-29", "2027-01-04", "start_date_time leave_balance"},
		{"more than there is of the second", func(*world) {}, "2026-12-31", "2027-01-18", "start_date_time leave_balance"},
		{"what is asked for of a year takes nothing of the next", func(w *world) { w.leave("Sick", "Pending", "2026-12-01", "2026-12-02") },
			"2027-01-04", "2027-01-15", ""},
		{"leave before a year that is below zero for another reason", func(w *world) {
			w.leave("Sick", "True", "2027-02-01", "2027-02-05")
			w.enter("Sick", "2027-01-01", leavebalances.Adjusted, -9)
		}, "2026-12-01", "2026-12-01", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				w.Leave.Refuses = w.balances.Refuses
				r := leavebalances.QuebecSick // nothing is kept at the end of a year
				r.RefuseBelowZero = true
				w.rule(r)
				w.enter("Sick", "2026-02-01", leavebalances.Adjusted, -8)
				x.do(w)
				_, err := w.Leave.Create(t.Context(), w.Ann, leaverequests.New{EmployeeID: w.Ann.EmployeeID, BankCodeID: w.Crew.Vacation,
					LeaveType: "Sick", Start: db.InstantOf(db.MustDay(x.from).In(w.Zone)), End: db.InstantOf(db.MustDay(x.to).Add(1).In(w.Zone))})
				if timetest.Code(err) != x.code {
					t.Errorf("%v, want %q", err, x.code)
				}
			})
		})
	}
}

func TestService_Refuses_what_comes_back(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.Leave.Refuses = w.balances.Refuses
		r := byHand
		r.RefuseBelowZero = true
		w.rule(r)
		w.enter("Vacation", "2026-06-01", leavebalances.Opening, 5)
		deleted, refused := w.leave("Vacation", "Pending", "2026-12-07", "2026-12-08"), w.leave("Vacation", "Pending", "2026-12-14", "2026-12-15")
		_, err := w.Leave.Delete(t.Context(), w.Ann, deleted.ID, nil)
		w.OK(err)
		refused, err = w.Leave.Decide(t.Context(), w.Boss, refused.ID, nil, leaverequests.Decision{Status: leaverequests.Refused})
		w.OK(err)
		for _, x := range []struct {
			name string
			days float64 // that payroll takes away before
			code string
		}{
			{"more than is left", -4, "start_date_time leave_balance"},
			{"no more than is left", 3, ""},
		} {
			w.enter("Vacation", "2026-06-02", leavebalances.Adjusted, x.days)
			if _, err := w.Leave.Restore(t.Context(), w.Boss, deleted.ID, nil); timetest.Code(err) != x.code {
				t.Errorf("deleted leave is restored, %s: %v", x.name, err)
			}
			if _, err := w.Leave.UndoDecision(t.Context(), w.Boss, refused.ID, refused.Version); timetest.Code(err) != x.code {
				t.Errorf("a refusal is undone, %s: %v", x.name, err)
			}
		}
	})
}
