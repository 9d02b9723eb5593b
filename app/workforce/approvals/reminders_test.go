package approvals_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/db"
)

// reminders returns what a person is reminded of: the number of timesheets of each notification, the unread ones first.
func (w *world) reminders(of auth.Actor) string {
	w.Helper()
	var list []string
	rows, err := w.DB.Query(w.Context(), `SELECT data FROM notifications WHERE person_id = $1 AND kind = 'approvals.waiting'
		ORDER BY read_at IS NOT NULL, id`, of.PersonID)
	w.OK(err)
	w.OK(db.ForEachRow(rows, func() error {
		var data string
		err := rows.Scan(&data)
		list = append(list, strings.TrimSuffix(strings.TrimPrefix(data, `{"count":`), "}"))
		return err
	}))
	return strings.Join(list, " ")
}

// reported returns what a person was told that waits for too long, for each supervisor: the number and the name.
func (w *world) reported(to auth.Actor) string {
	w.Helper()
	var list []string
	rows, err := w.DB.Query(w.Context(), `SELECT data FROM notifications WHERE person_id = $1 AND kind = 'approvals.overdue' ORDER BY id`,
		to.PersonID)
	w.OK(err)
	w.OK(db.ForEachRow(rows, func() error {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		var data notifications.Data
		list = append(list, "")
		err := json.Unmarshal([]byte(text), &data)
		list[len(list)-1] = fmt.Sprint(data.Count, " of ", data.Employee)
		return err
	}))
	return strings.Join(list, ", ")
}

// at sets the clock to a time of the company's zone.
func (w *world) at(local string) {
	w.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", local, w.Zone)
	w.OK(err)
	w.Clock = at
}

func (w *world) remind(local string) {
	w.Helper()
	w.at(local)
	w.OK(w.s.RemindSupervisors(w.Context()))
}

func TestService_RemindSupervisors(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.at("2026-11-19 09:00") // a Thursday
		first, second := w.sheet(w.Ann, "first"), w.sheet(w.Deputy, "second")
		below := w.sheet(w.Cid, "below") // of the deputy's team
		w.submit(w.Ann, first)
		w.sheet(w.Ann, "draft")
		check := func(t *testing.T, local, boss, deputy string) {
			t.Helper()
			w.remind(local)
			if got := fmt.Sprintf("%s, %s", w.reminders(w.Boss), w.reminders(w.Deputy)); got != boss+", "+deputy {
				t.Errorf("at %s: %s, want %s, %s", local, got, boss, deputy)
			}
		}
		t.Run("not of what was submitted a working day ago or less", func(t *testing.T) {
			check(t, "2026-11-20 06:00", "", "")
			check(t, "2026-11-20 23:00", "", "")
		})
		t.Run("not on a day off", func(t *testing.T) { check(t, "2026-11-21 09:00", "", "") })
		t.Run("not before six", func(t *testing.T) { check(t, "2026-11-23 05:59", "", "") })
		t.Run("each of their own team, once from several replicas", func(t *testing.T) {
			w.at("2026-11-20 05:00")
			w.submit(w.Deputy, second)
			w.submit(w.Cid, below)
			w.at("2026-11-23 06:00")
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					if err := w.s.RemindSupervisors(w.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			check(t, "2026-11-23 06:00", "2", "1")
		})
		t.Run("not again on the next working day", func(t *testing.T) { check(t, "2026-11-24 06:00", "2", "1") })
		t.Run("not one who cannot sign in, who is reminded once they can", func(t *testing.T) {
			w.Exec("UPDATE people SET password_hash = NULL WHERE id = $1", w.Boss.PersonID)
			w.Exec("DELETE FROM notifications WHERE person_id = $1", w.Boss.PersonID)
			check(t, "2026-11-25 05:59", "", "1")
			check(t, "2026-11-25 06:00", "", "1")
			w.start(true) // where people sign in with the company's account, everybody can
			check(t, "2026-11-25 06:00", "2", "1")
			w.Exec("DELETE FROM notifications WHERE person_id = $1", w.Boss.PersonID)
			w.start(false)
			w.Exec("UPDATE people SET password_hash = 'x' WHERE id = $1", w.Boss.PersonID)
		})
		t.Run("again on the one after it, of what is left, in place of what was not read", func(t *testing.T) {
			w.approve(w.Boss, second, true)
			check(t, "2026-11-25 06:00", "1", "1")
		})
		t.Run("no more when everything is decided", func(t *testing.T) {
			w.approve(w.Boss, first, true)
			w.approve(w.Deputy, below, true)
			check(t, "2026-11-27 06:00", "1", "1") // those of Wednesday
		})
	})
}

// TestService_RemindSupervisors_reports: Cid is in the team of Deputy, who is in the team of Boss, above whom nobody is. Five working days
// after Thursday the 19th is Thursday the 26th.
func TestService_RemindSupervisors_reports(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.at("2026-11-19 09:00")
		ofBoss, ofDeputy := w.sheet(w.Ann, "of Boss"), w.sheet(w.Cid, "of Deputy")
		w.submit(w.Ann, ofBoss)
		w.submit(w.Cid, ofDeputy)
		w.leave(w.Cid, "Pending", "2026-12-21 08:00", "2026-12-22 16:00", "leave")
		w.leave(w.Cid, "Denied", "2026-12-23 08:00", "2026-12-24 16:00", "denied")
		deputy, boss := w.nameOf(w.Deputy), w.nameOf(w.Boss)
		check := func(t *testing.T, local, toBoss, toPayroll, toAdmin string) {
			t.Helper()
			w.remind(local)
			got := fmt.Sprintf("%s; %s; %s", w.reported(w.Boss), w.reported(w.Payroll), w.reported(w.Admin))
			if want := fmt.Sprintf("%s; %s; %s", toBoss, toPayroll, toAdmin); got != want {
				t.Errorf("at %s: %q, want %q", local, got, want)
			}
			if got := w.reported(w.Deputy) + w.reported(w.Ann) + w.reported(w.Cid); got != "" {
				t.Errorf("at %s others are told: %s", local, got)
			}
		}
		t.Run("not within the company's limit", func(t *testing.T) { check(t, "2026-11-26 06:00", "", "", "") })
		t.Run("of what waits for a supervisor, to the one above; payroll where nobody is above", func(t *testing.T) {
			check(t, "2026-11-27 06:00", "2 of "+deputy, "1 of "+boss, "")
		})
		t.Run("not again on the next working day", func(t *testing.T) {
			check(t, "2026-11-30 06:00", "2 of "+deputy, "1 of "+boss, "")
		})
		t.Run("again on the one after it, of what is left, in place of what was not read", func(t *testing.T) {
			w.approve(w.Deputy, ofDeputy, true)
			w.Exec("UPDATE people SET role = 'employee' WHERE id = $1", w.Payroll.PersonID)
			check(t, "2026-12-01 06:00", "1 of "+deputy, "1 of "+boss, "1 of "+boss) // administrators where there is no payroll
		})
		t.Run("not to a supervisor about themselves, though they are of payroll", func(t *testing.T) {
			w.Exec("DELETE FROM notifications")
			w.Exec("UPDATE people SET role = 'payroll' WHERE id IN ($1, $2)", w.Boss.PersonID, w.Payroll.PersonID)
			check(t, "2026-12-03 06:00", "1 of "+deputy, "1 of "+boss, "")
		})
		t.Run("never where the company has no limit", func(t *testing.T) {
			w.s.OverdueDays = 0
			w.Exec("DELETE FROM notifications")
			check(t, "2026-12-07 06:00", "", "", "")
		})
	})
}

// nameOf returns the name of an actor's employee record.
func (w *world) nameOf(a auth.Actor) (name string) {
	w.Helper()
	w.OK(w.DB.QueryRow(w.Context(), "SELECT first_name || ' ' || last_name FROM employees WHERE id = $1", a.EmployeeID).Scan(&name))
	return name
}

// TestService_RemindSupervisors_deputies: Ann stands in for Deputy, of whose team Cid is, and for Boss, of whose team Ann and Deputy are.
func TestService_RemindSupervisors_deputies(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.at("2026-11-19 09:00")
		w.submit(w.Cid, w.sheet(w.Cid, "of Deputy"))
		w.submit(w.Ann, w.sheet(w.Ann, "her own"))
		stands := func(supervisor auth.Actor, from, until string) {
			w.Exec(`INSERT INTO deputies (supervisor_id, deputy_id, from_day, until_day, created_at, updated_at) VALUES ($1, $2, $3, $4, 1, 1)`,
				supervisor.EmployeeID, w.Ann.EmployeeID, from, until)
		}
		stands(w.Deputy, "2026-11-25", "2026-11-25")
		stands(w.Deputy, "2026-11-24", "2026-11-25")
		stands(w.Boss, "2026-11-24", "2026-11-25")
		for _, x := range []struct{ name, local, want string }{
			{"not before their days", "2026-11-23 06:00", ""},
			{"of a sheet once with two entries for the day, and not of their own", "2026-11-25 06:00", "1"},
			{"not after their days", "2026-11-27 06:00", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				w.Exec("DELETE FROM notifications WHERE person_id = $1", w.Ann.PersonID)
				if w.remind(x.local); w.reminders(w.Ann) != x.want {
					t.Errorf("Ann is told %q, want %q", w.reminders(w.Ann), x.want)
				}
			})
		}
		if got := w.reminders(w.Deputy); got != "1" {
			t.Errorf("Deputy is told %q", got)
		}
	})
}
