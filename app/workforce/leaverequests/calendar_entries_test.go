package leaverequests

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/platform/i18n"
	"presence/db"
)

// A calendar entry gives the person and the days of leave, and neither its type nor its note.
func TestCalendarEntries(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		zone := time.UTC
		at := func(day int) db.Instant { return db.InstantOf(time.Date(2026, 11, day, 0, 0, 0, 0, zone)) }
		for i, x := range []struct {
			employee int64
			status   string
			from, to int
		}{{d.ann.EmployeeID, "True", 23, 25}, {d.ann.EmployeeID, "Pending", 26, 27}, {d.ann.EmployeeID, "Denied", 28, 29}, {d.cid.EmployeeID, "True", 2, 4},
			{d.boss.EmployeeID, "True", 9, 10}, {d.stranger.EmployeeID, "True", 9, 10}} {
			if err := d.exec(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status,
				created_at, updated_at) VALUES ($1, $2, 'Sick', $3, $4, 'Surgery', $5, 1, $6)`, x.employee, d.crew.Vacation, at(x.from), at(x.to), x.status,
				i); err != nil {
				t.Fatal(err)
			}
		}
		read := func(s calendars.Source, by auth.Actor) (list []string) {
			t.Helper()
			by.Language = i18n.EN
			entries, err := s(t.Context(), d.db, by, at(1), at(30))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				list = append(list, fmt.Sprintf("%s %d %t %t", e.Title, e.Start.Time().In(zone).Day(), e.AllDay, e.Tentative))
			}
			return list
		}
		name := func(id int64) (name string) {
			t.Helper()
			if err := d.db.QueryRow(t.Context(), "SELECT first_name || ' ' || last_name FROM employees WHERE id = $1", id).Scan(&name); err != nil {
				t.Fatal(err)
			}
			return name
		}
		ann, cid := name(d.ann.EmployeeID), name(d.cid.EmployeeID)
		for _, x := range []struct {
			name   string
			source calendars.Source
			by     auth.Actor
			want   []string
		}{
			{"one's own leave is without its type, approved or requested, and not what was refused", CalendarOfOwn(zone), d.ann,
				[]string{"Leave 23 true false", "Leave (requested) 26 true true"}},
			{"a supervisor's team is those below them, without themselves, and with approved leave alone", CalendarOfTeam(zone), d.boss,
				[]string{cid + " on leave 2 true false", ann + " on leave 23 true false"}},
			{"who has no team gets nobody", CalendarOfTeam(zone), d.ann, nil},
			{"an administrator gets their own team and not everyone", CalendarOfTeam(zone), d.admin, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := read(x.source, x.by); !slices.Equal(got, x.want) {
					t.Errorf("%v, want %v", got, x.want)
				}
			})
		}
	})
}
