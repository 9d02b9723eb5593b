package auth

import (
	"context"
	"fmt"
	"maps"
	"testing"
	"time"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/audit"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

func TestDeputies_active(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorldOf(t, Options{DB: d, PublicURL: testURL, Zone: zone})
		c := dbtest.NewCrew(t, d)
		person, err := personByID(w.ctx(), d, c.Stranger.PersonID)
		if err != nil {
			t.Fatal(err)
		}
		begin := w.now
		at := func(text string) time.Time {
			at, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
		days := func(from, until string) string {
			return fmt.Sprintf(`INSERT INTO deputies (supervisor_id, deputy_id, from_day, until_day, created_at, updated_at)
				VALUES (%d, %d, '%s', '%s', 1, 1)`, c.Boss.EmployeeID, c.Stranger.EmployeeID, from, until)
		}
		standing := fmt.Sprintf(`INSERT INTO deputies (supervisor_id, deputy_id, created_at, updated_at) VALUES (%d, %d, 1, 1)`,
			c.Boss.EmployeeID, c.Stranger.EmployeeID)
		leave := func(member dbtest.Member, from, until, status string) string {
			return fmt.Sprintf(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
				VALUES (%d, %d, 'Vacation', %d, %d, '%s', 1, 1)`, member.EmployeeID, c.Vacation, db.InstantOf(at(from)), db.InstantOf(at(until)), status)
		}
		week := leave(c.Boss, "2026-11-16 00:00", "2026-11-21 00:00", "True")
		noon := "2026-11-20 12:00"
		for _, x := range []struct {
			name   string
			now    string
			do     []string
			active bool
		}{
			{"in the days", noon, []string{days("2026-11-16", "2026-11-27")}, true},
			{"on the first day, from midnight of the company", "2026-11-20 00:00", []string{days("2026-11-20", "2026-11-27")}, true},
			{"not in the last minute before it", "2026-11-19 23:59", []string{days("2026-11-20", "2026-11-27")}, false},
			{"in the last minute of the last day", "2026-11-20 23:59", []string{days("2026-11-16", "2026-11-20")}, true},
			{"not from the midnight after it", "2026-11-21 00:00", []string{days("2026-11-16", "2026-11-20")}, false},
			{"not once withdrawn", noon, []string{days("2026-11-16", "2026-11-27"), "UPDATE deputies SET archived_at = 1"}, false},
			{"not for a supervisor who has left", noon, []string{days("2026-11-16", "2026-11-27"),
				fmt.Sprintf("UPDATE employees SET archived_at = 1 WHERE id = %d", c.Boss.EmployeeID)}, false},
			{"not for somebody without a crew", noon, []string{days("2026-11-16", "2026-11-27"),
				fmt.Sprintf("UPDATE employees SET archived_at = 1 WHERE supervisor_id = %d", c.Boss.EmployeeID)}, false},
			{"on a day of approved leave", noon, []string{standing, week}, true},
			{"until the leave ends at midnight", "2026-11-20 23:59", []string{standing, week}, true},
			{"not on the day after", "2026-11-21 00:00", []string{standing, week}, false},
			{"all day, when the leave takes a part of it", "2026-11-20 08:00", []string{standing,
				leave(c.Boss, "2026-11-20 13:00", "2026-11-20 17:00", "True")}, true},
			{"not without leave", noon, []string{standing}, false},
			{"not with leave that is only requested", noon, []string{standing, leave(c.Boss, "2026-11-16 00:00", "2026-11-21 00:00", "Pending")}, false},
			{"not with leave of another person", noon, []string{standing, leave(c.Ann, "2026-11-16 00:00", "2026-11-21 00:00", "True")}, false},
			{"not once the leave is cancelled", noon, []string{standing, week, "UPDATE leave_requests SET approval_status = 'Cancelled'"}, false},
			{"not once the leave is deleted", noon, []string{standing, week, "UPDATE leave_requests SET archived_at = 1"}, false},
			{"not by leave outside of the days", "2026-11-18 12:00", []string{days("2026-11-20", "2026-11-27"), week}, false},
		} {
			w.run(x.name, func(t *testing.T) {
				for _, statement := range append([]string{"DELETE FROM deputies", "DELETE FROM leave_requests",
					"UPDATE employees SET archived_at = NULL"}, x.do...) {
					w.exec(statement)
				}
				w.now = at(x.now)
				cookie, err := w.s.StartSession(w.ctx(), NewSession{Person: person, How: "password"})
				if err != nil {
					t.Fatal(err)
				}
				session, err := sessionByHash(w.ctx(), d, seal.Hash(cookie.Value), w.s.today())
				if err != nil {
					t.Fatal(err)
				}
				token, err := w.s.tokens.Sign(person.ID, accesstokens.Claims{}, person.TokensAfter, time.Hour)
				if err != nil {
					t.Fatal(err)
				}
				bearer, err := w.s.PersonByToken(w.ctx(), token)
				if err != nil {
					t.Fatal(err)
				}
				want := "[]"
				if x.active {
					want = fmt.Sprint([]int64{c.Boss.EmployeeID})
				}
				for how, p := range map[string]Person{"a session": session.Person, "a token": bearer} {
					if got := fmt.Sprint(p.actor("").StandsInFor); got != want {
						t.Errorf("with %s, they stand in for %s, want %s", how, got, want)
					}
				}
			})
		}
		w.now = begin
	})
}

func TestSupervisorsFor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := dbtest.NewCrew(t, d)
		all := []int64{c.Boss.EmployeeID, c.Ann.EmployeeID, c.Deputy.EmployeeID, c.Cid.EmployeeID, c.Stranger.EmployeeID}
		boss, deputy := "Élise Member3", "Élise Member6"
		for _, x := range []struct {
			name string
			by   Actor
			want map[int64]string
		}{
			{"who stands in for nobody", Actor{EmployeeID: c.Boss.EmployeeID, Role: Employee}, nil},
			{"payroll, who need nobody's", Actor{EmployeeID: c.Payroll.EmployeeID, Role: Payroll, StandsInFor: []int64{c.Boss.EmployeeID}}, nil},
			{"the crew of the absent supervisor", Actor{EmployeeID: c.Foreman.EmployeeID, Role: Employee, StandsInFor: []int64{c.Boss.EmployeeID}},
				map[int64]string{c.Ann.EmployeeID: boss, c.Deputy.EmployeeID: boss, c.Cid.EmployeeID: boss}},
			{"their own reports and their own records are not", Actor{EmployeeID: c.Deputy.EmployeeID, Role: Employee,
				StandsInFor: []int64{c.Boss.EmployeeID}}, map[int64]string{c.Ann.EmployeeID: boss}},
			{"the nearest of two", Actor{EmployeeID: c.Foreman.EmployeeID, Role: Employee,
				StandsInFor: []int64{c.Boss.EmployeeID, c.Deputy.EmployeeID}},
				map[int64]string{c.Ann.EmployeeID: boss, c.Deputy.EmployeeID: boss, c.Cid.EmployeeID: deputy}},
		} {
			t.Run(x.name, func(t *testing.T) {
				got, err := supervisorsFor(t.Context(), d, x.by, all, false)
				if err != nil || !maps.Equal(got, x.want) {
					t.Errorf("%v, %v; want %v", got, err, x.want)
				}
			})
		}
		t.Run("the crew of the absent supervisor, by the supervisor's id", func(t *testing.T) {
			by := Actor{EmployeeID: c.Foreman.EmployeeID, Role: Employee, StandsInFor: []int64{c.Boss.EmployeeID}}
			got, err := supervisorsFor(t.Context(), d, by, all, true)
			want := map[int64]string{c.Boss.EmployeeID: boss, c.Ann.EmployeeID: boss, c.Deputy.EmployeeID: boss, c.Cid.EmployeeID: boss}
			if err != nil || !maps.Equal(got, want) {
				t.Errorf("%v, %v; want %v", got, err, want)
			}
		})
		t.Run("an entry of the audit log says for whom", func(t *testing.T) {
			by := Actor{PersonID: c.Deputy.PersonID, Name: "Marie Tremblay", EmployeeID: c.Deputy.EmployeeID, Role: Employee,
				StandsInFor: []int64{c.Boss.EmployeeID}}
			entry := func(id int64) audit.Entry {
				return audit.Entry{At: 1, Who: by.Who(), Action: "approved", Kind: "timesheet", RecordID: fmt.Sprint(id)}
			}
			if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return RecordFor(ctx, tx, by, []int64{c.Ann.EmployeeID, c.Cid.EmployeeID}, entry(1), entry(2))
			}); err != nil {
				t.Fatal(err)
			}
			for id, want := range map[string]string{"1": boss, "2": ""} {
				list, err := audit.History(t.Context(), d, "timesheet", id, 1)
				if err != nil || len(list) != 1 || list[0].Who.Name != "Marie Tremblay" || list[0].Who.For != want {
					t.Errorf("%s: %+v, %v; want for %q", id, list, err, want)
				}
			}
		})
	})
}
