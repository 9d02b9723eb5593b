package approvals_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
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
