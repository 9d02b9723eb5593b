package clockings_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/i18n"
	"presence/app/workforce/clockings"
	"presence/app/workforce/leaverequests"
	"presence/db"
	"presence/db/dbtest"
)

// planned publishes a shift of an employee, at times of the company.
func planned(w *timetest.World, of auth.Actor, start, end string) {
	w.Helper()
	from := w.At(start)
	w.OK(w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error {
		var id int64
		err := tx.QueryRow(ctx, `INSERT INTO planned_shifts (employee_id, bank_code_id, day, start_at, end_at, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, 0, 0) RETURNING id`,
			of.EmployeeID, w.Crew.Regular, db.DayOf(from.Time().In(w.Zone)), from, w.At(end)).Scan(&id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO published_shifts (id, employee_id, bank_code_id, day, start_at, end_at, updated_at)
			SELECT id, employee_id, bank_code_id, day, start_at, end_at, 0 FROM planned_shifts WHERE id = $1`, id)
		return err
	}))
}

// What is known of today stands in one sentence, and who should be at work and is not is late, five minutes after the start of the shift until
// its end, unless they have requested leave or type their hours.
func TestService_NotIn(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		at := func(clock string) { w.Clock = w.At("2026-11-20 " + clock).Time() }
		people := map[string]auth.Actor{"Ann": w.Ann, "Cid": w.Cid, "Stranger": w.Stranger}
		say := func(t *testing.T, who, want string) {
			t.Helper()
			x, err := w.Clockings.TodayOf(t.Context(), w.Payroll, []int64{people[who].EmployeeID})
			w.In(t).OK(err)
			got := strings.ReplaceAll(w.Clockings.Say(i18n.EN, x[people[who].EmployeeID]).Text, "\u00a0", " ")
			if len(x) != 1 || got != want {
				t.Errorf("%s: %q, want %q", who, got, want)
			}
		}
		late := func(t *testing.T, by auth.Actor, want ...auth.Actor) {
			t.Helper()
			list, err := w.Clockings.NotIn(t.Context(), by)
			w.In(t).OK(err)
			ok := len(list) == len(want)
			for i := range min(len(list), len(want)) {
				ok = ok && list[i].EmployeeID == want[i].EmployeeID
			}
			if !ok {
				t.Errorf("%+v are late", list)
			}
		}
		at("07:00")
		say(t, "Ann", "Not scheduled")
		planned(w, w.Ann, "2026-11-20 08:00", "2026-11-20 16:00")
		planned(w, w.Stranger, "2026-11-20 08:00", "2026-11-20 16:00")
		planned(w, w.Cid, "2026-11-19 22:00", "2026-11-20 07:30")
		planned(w, w.Cid, "2026-11-20 08:30", "2026-11-20 12:00")
		say(t, "Ann", "Scheduled: 8:00 a.m. – 4:00 p.m.")
		late(t, w.Payroll, w.Cid) // whose night shift goes on
		at("08:04")
		late(t, w.Payroll)
		at("08:40")
		say(t, "Ann", "Late · scheduled for 8:00 a.m.")
		late(t, w.Payroll, w.Ann, w.Stranger, w.Cid)
		late(t, w.Boss, w.Ann, w.Cid)
		late(t, w.Ann)
		_, err := w.Clockings.ClockIn(t.Context(), w.Ann, w.Crew.Regular)
		w.OK(err)
		say(t, "Ann", "Working since 8:40 a.m.")
		late(t, w.Boss, w.Cid)
		at("10:00")
		_, err = w.Clockings.StartBreak(t.Context(), w.Ann)
		w.OK(err)
		say(t, "Ann", "On break since 10:00 a.m.")
		at("10:15")
		_, err = w.Clockings.EndBreak(t.Context(), w.Ann)
		w.OK(err)
		at("11:00")
		_, err = w.Clockings.ClockOut(t.Context(), w.Ann)
		w.OK(err)
		say(t, "Ann", "2.08 h today, until 11:00 a.m.")
		late(t, w.Boss, w.Cid)
		at("12:00")
		late(t, w.Boss)
		say(t, "Cid", "Not clocked in · scheduled: 8:30 a.m. – 12:00 p.m.")
		request, err := w.Leave.Create(t.Context(), w.Payroll, leaverequests.New{EmployeeID: w.Stranger.EmployeeID, BankCodeID: w.Crew.Vacation,
			LeaveType: "Vacation", Start: w.At("2026-11-20 08:00"), End: w.At("2026-11-20 16:00"), ApprovalStatus: leaverequests.Pending})
		w.OK(err)
		late(t, w.Payroll)
		say(t, "Stranger", "Leave requested")
		_, err = w.Leave.Update(t.Context(), w.Payroll, request.ID, nil, leaverequests.Changes{ApprovalStatus: new(leaverequests.Approved)})
		w.OK(err)
		say(t, "Stranger", "On leave")
		w.Clock = w.At("2026-11-21 09:00").Time()
		planned(w, w.Cid, "2026-11-21 08:00", "2026-11-21 12:00")
		late(t, w.Boss, w.Cid)
		w.Shift(w.Cid, w.Sheet(w.Cid).ID, 1) // typed, and they have never clocked in
		late(t, w.Boss)
		say(t, "Cid", "Scheduled: 8:00 a.m. – 12:00 p.m.")
	})
}

// Those who are not clocked in although something is known of them today are in one list each: late, on leave, or scheduled later.
func TestService_NotWorking(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		w.Clock = w.At("2026-11-20 08:02").Time()
		says := func(t *testing.T, by auth.Actor, want string) {
			t.Helper()
			x, err := w.Clockings.NotWorking(t.Context(), by)
			w.In(t).OK(err)
			var late []string
			for _, p := range x.Late {
				late = append(late, p.Name)
			}
			names := func(list []clockings.Span) (out []string) {
				for _, p := range list {
					out = append(out, p.Name)
				}
				return out
			}
			got := fmt.Sprint(late, names(x.OnLeave), x.OnLeaveN, names(x.Scheduled), x.ScheduledN)
			if got = strings.NewReplacer(nameOf(w, w.Ann), "Ann", nameOf(w, w.Cid), "Cid", nameOf(w, w.Stranger), "Stranger").Replace(got); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		planned(w, w.Ann, "2026-11-20 08:00", "2026-11-20 12:00")
		planned(w, w.Ann, "2026-11-20 13:00", "2026-11-20 17:00")
		planned(w, w.Cid, "2026-11-20 14:00", "2026-11-20 16:00")
		planned(w, w.Cid, "2026-11-20 18:00", "2026-11-20 20:00")
		planned(w, w.Stranger, "2026-11-20 13:00", "2026-11-20 16:00")
		says(t, w.Boss, "[] [] 0 [Ann Cid] 2") // two minutes are not late, and two shifts are one person
		says(t, w.Payroll, "[] [] 0 [Ann Stranger Cid] 3")
		says(t, w.Ann, "[] [] 0 [] 0")
		w.Clock = w.At("2026-11-20 08:10").Time()
		says(t, w.Boss, "[Ann] [] 0 [Cid] 1")
		for _, times := range [][2]string{{"2026-11-20 08:00", "2026-11-20 10:00"}, {"2026-11-20 13:00", "2026-11-21 00:00"}} {
			_, err := w.Leave.Create(t.Context(), w.Payroll, leaverequests.New{EmployeeID: w.Stranger.EmployeeID, BankCodeID: w.Crew.Vacation,
				LeaveType: "Vacation", Start: w.At(times[0]), End: w.At(times[1]), ApprovalStatus: leaverequests.Approved})
			w.OK(err)
		}
		says(t, w.Payroll, "[Ann] [Stranger] 1 [Cid] 1")
		says(t, w.Boss, "[Ann] [] 0 [Cid] 1")
		for _, who := range []auth.Actor{w.Ann, w.Cid, w.Stranger} {
			_, err := w.Clockings.ClockIn(t.Context(), who, w.Crew.Regular)
			w.OK(err)
		}
		says(t, w.Payroll, "[] [] 0 [] 0")
		w.Clock = w.At("2026-11-20 08:30").Time()
		_, err := w.Clockings.ClockOut(t.Context(), w.Ann)
		w.OK(err)
		says(t, w.Boss, "[] [] 0 [Ann] 1") // who came and left is still expected for the shift of the afternoon
	})
}

// nameOf returns the name of an employee, as lists show it.
func nameOf(w *timetest.World, of auth.Actor) (name string) {
	w.Helper()
	w.OK(w.DB.QueryRow(w.Context(), "SELECT first_name || ' ' || last_name FROM employees WHERE id = $1", of.EmployeeID).Scan(&name))
	return name
}

func BenchmarkService_NotWorking_5000_people(b *testing.B) {
	w := timetest.New(b, dbtest.OpenSQLite(b))
	w.Clock = w.At("2026-11-20 08:30").Time()
	w.OK(w.DB.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
		const numbers = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000) "
		for _, sql := range []string{
			`INSERT INTO people (id, email, role, created_at, updated_at)
				SELECT printf('%08x-0000-4000-8000-000000000009', n), n || '@example.org', 'employee', 1, 1 FROM numbers WHERE $1 < $2 AND $3 <> ''`,
			`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
				first_work_day, created_at, updated_at)
				SELECT printf('%08x-0000-4000-8000-000000000009', n), 'Marie', 'Tremblay ' || n, 'tremblay ' || n, 'x', 5145550123, 90000 + n, 1,
					'2010-01-01', 1, 1 FROM numbers WHERE $1 < $2 AND $3 <> ''`,
			`INSERT INTO planned_shifts (id, employee_id, bank_code_id, day, start_at, end_at, created_at, updated_at)
				SELECT 90000 + id, id, (SELECT MIN(id) FROM bank_codes), $3, CASE WHEN id % 4 = 0 THEN $1 ELSE $1 + 7200000 END, $2, 0, 0 FROM employees`,
			`INSERT INTO published_shifts (id, employee_id, bank_code_id, day, start_at, end_at, updated_at)
				SELECT id, employee_id, bank_code_id, day, start_at, end_at, 0 FROM planned_shifts WHERE $1 < $2 AND $3 <> ''`,
		} {
			if _, err := tx.Exec(ctx, numbers+sql, w.At("2026-11-20 08:00"), w.At("2026-11-20 16:00"), "2026-11-20"); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "ANALYZE")
		return err
	}))
	for b.Loop() {
		if x, err := w.Clockings.NotWorking(b.Context(), w.Payroll); err != nil || len(x.Late) < 1000 || x.ScheduledN < 3000 {
			b.Fatal(len(x.Late), x.ScheduledN, err)
		}
	}
}
