package payperiods

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// clocked is a service whose clock reads the company's local time.
func (w *world) clocked(local string) *Service {
	w.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", local, w.zone)
	if err != nil {
		w.Fatal(err)
	}
	s := w.service("2026-11-20")
	s.now = func() time.Time { return at }
	return s
}

func (w *world) remind(local string) int {
	w.Helper()
	n, err := w.clocked(local).Remind(context.Background())
	if err != nil {
		w.Fatal(err)
	}
	return n
}

// reminded returns the first names of the people who got a reminder, once for each reminder.
func (w *world) reminded() string {
	w.Helper()
	rows, err := w.db.Query(context.Background(), `SELECT e.first_name FROM notifications n JOIN employees e ON e.user_id = n.person_id
		WHERE n.kind = 'timesheet.reminder' ORDER BY n.id`)
	if err != nil {
		w.Fatal(err)
	}
	var names []string
	if err := db.ForEachRow(rows, func() error {
		var name string
		err := rows.Scan(&name)
		names = append(names, name)
		return err
	}); err != nil {
		w.Fatal(err)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func (w *world) pageSheet(employee int64, submitted bool) {
	w.Helper()
	id := w.sheet(employee)
	w.exec(`UPDATE timesheets SET period_start = $1 WHERE id = $2`, db.MustDay("2026-11-15"), id)
	if submitted {
		w.exec(`UPDATE timesheets SET submitted_at = 1 WHERE id = $1`, id)
	}
}

// The period 2026-25 is 2026-11-15, a Sunday, to 2026-11-28: its evening is that of Thursday the 26th.
func TestService_Remind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		regular, vacation := w.code("regular", "shift", 10000, "REG"), w.code("vacation", "leave", 10000, "VAC")
		person := func(name string) int64 { return w.employee(name, "Tremblay", 0) }

		person("Missing")
		w.pageSheet(person("EmptyDraft"), false)
		draft := person("Draft")
		w.shift(draft, w.sheet(draft), regular, "2026-11-16", 8, 480)
		half := person("HalfSubmitted") // one sheet is handed in, the other is not
		w.shift(half, w.sheet(half), regular, "2026-11-16", 8, 480)
		w.pageSheet(half, true)
		worked := person("WorkedOnLeave")
		w.shift(worked, w.sheet(worked), regular, "2026-11-16", 8, 480)
		w.leave(worked, vacation, "2026-11-16", 8, "2026-11-27", 16, "True")
		w.leave(person("LeaveEndsEarly"), vacation, "2026-11-10", 8, "2026-11-26", 16, "True")
		w.leave(person("LeaveAsked"), vacation, "2026-11-16", 8, "2026-11-27", 16, "Pending")

		w.leave(person("Away"), vacation, "2026-11-10", 8, "2026-12-05", 16, "True")
		w.pageSheet(person("Submitted"), true)
		done := person("Approved")
		sheet := w.sheet(done)
		w.shift(done, sheet, regular, "2026-11-16", 8, 480)
		w.approved(sheet)
		changed := person("ChangedSinceApproval") // its approval was withdrawn: it waits for the supervisor
		sheet = w.sheet(changed)
		w.shift(changed, sheet, regular, "2026-11-16", 8, 480)
		w.exec(`UPDATE timesheets SET changed = TRUE WHERE id = $1`, sheet)
		returned := person("Returned") // changed too, and sent back to its owner
		sheet = w.sheet(returned)
		w.shift(returned, sheet, regular, "2026-11-16", 8, 480)
		w.exec(`UPDATE timesheets SET changed = TRUE, returned_at = 1 WHERE id = $1`, sheet)
		w.exec(`UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = $1`, person("Archived"))
		w.exec(`UPDATE employees SET first_work_day = '2026-11-27' WHERE id = $1`, person("NotYetHired"))
		w.exec(`UPDATE employees SET last_work_day = '2026-11-14' WHERE id = $1`, person("Gone"))
		w.exec(`UPDATE people SET disabled_at = 1 WHERE id = (SELECT user_id FROM employees WHERE id = $1)`, person("Disabled"))

		t.Run("reminds no one before the evening two days before the end", func(t *testing.T) {
			for _, early := range []string{"2026-11-15 19:00", "2026-11-25 23:59", "2026-11-26 17:59"} {
				if n := w.remind(early); n != 0 || w.reminded() != "" {
					t.Errorf("%s: reminded %d: %s", early, n, w.reminded())
				}
			}
		})
		const due = "Draft EmptyDraft HalfSubmitted LeaveEndsEarly Missing Returned WorkedOnLeave"
		t.Run("reminds each employee who has something to submit once, from several replicas", func(t *testing.T) {
			var sent atomic.Int64
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					n, err := w.clocked("2026-11-26 18:00").Remind(context.Background())
					if err != nil {
						t.Error(err)
					}
					sent.Add(int64(n))
				})
			}
			wg.Wait()
			if sent.Load() != 7 || w.reminded() != due {
				t.Errorf("reminded %d: %s", sent.Load(), w.reminded())
			}
		})
		t.Run("reminds no one again until the period is over", func(t *testing.T) {
			for _, later := range []string{"2026-11-26 18:10", "2026-11-28 23:59"} {
				if n := w.remind(later); n != 0 {
					t.Errorf("%s: reminded %d: %s", later, n, w.reminded())
				}
			}
		})
		t.Run("says which period and until when", func(t *testing.T) {
			var data, record string
			err := d.QueryRow(t.Context(), `SELECT MAX(data), MAX(record_kind) FROM notifications WHERE record_id = 0`).Scan(&data, &record)
			if want := `{"period":"2026-11-15","due":"2026-11-28"}`; err != nil || data != want || record != "pay_period" {
				t.Errorf("%s %s, %v", record, data, err)
			}
		})
		t.Run("reminds them of the next period as well", func(t *testing.T) {
			w.exec(`DELETE FROM notifications WHERE person_id <> (SELECT user_id FROM employees WHERE first_name = 'Missing')`)
			w.exec(`UPDATE employees SET archived_at = 1 WHERE first_name NOT IN ('Missing', 'NotYetHired')`)
			if n := w.remind("2026-12-10 18:00"); n != 2 || w.reminded() != "Missing Missing NotYetHired" {
				t.Errorf("reminded %d: %s", n, w.reminded())
			}
		})
	})
}

// The evening begins at six by the company's clock, in summer and in winter; a program that did not run then reminds later.
func TestService_Remind_AtTheEndOfSummerTime(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	w := newWorld(t, d)
	w.employee("Missing", "Tremblay", 0)
	for _, x := range []struct {
		local string
		want  int
	}{{"2026-10-29 17:59", 0}, {"2026-10-29 18:00", 1}, {"2026-11-12 17:59", 0}, {"2026-11-12 18:00", 1},
		{"2026-11-26 17:59", 0}, {"2026-11-27 00:10", 1}, {"2026-11-28 00:10", 0}} {
		if n := w.remind(x.local); n != x.want {
			t.Errorf("%s: reminded %d, want %d", x.local, n, x.want)
		}
	}
	if got := w.reminded(); got != "Missing Missing Missing" {
		t.Error(got)
	}
}

// The period ends on Saturday the 28th: the first working day after it is a Monday, the third a Wednesday.
func TestService_Remind_after_the_end(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.employee("Missing", "Tremblay", 0)
		w.pageSheet(w.employee("Submitted", "Tremblay", 0), true)
		for _, x := range []struct {
			local string
			want  int
		}{{"2026-11-26 18:00", 1}, {"2026-11-28 23:59", 0}, {"2026-11-29 06:00", 0}, {"2026-11-30 05:59", 0}, {"2026-11-30 06:00", 1},
			{"2026-11-30 06:10", 0}, {"2026-11-30 23:59", 0}, {"2026-12-01 06:00", 0}, {"2026-12-02 05:59", 0}, {"2026-12-02 06:00", 1},
			{"2026-12-02 12:00", 0}, {"2026-12-03 06:00", 0}, {"2026-12-04 06:00", 0}} {
			t.Run(x.local, func(t *testing.T) {
				if n := w.remind(x.local); n != x.want {
					t.Errorf("reminded %d, want %d", n, x.want)
				}
			})
		}
		t.Run("the last reminder replaces those that were not read", func(t *testing.T) {
			if got := w.reminded(); got != "Missing" {
				t.Errorf("there are those of %s", got)
			}
			var data string
			err := d.QueryRow(t.Context(), `SELECT data FROM notifications`).Scan(&data)
			if want := `{"period":"2026-11-15","due":"2026-11-28","late":true}`; err != nil || data != want {
				t.Errorf("%s, %v", data, err)
			}
		})
	})
}
