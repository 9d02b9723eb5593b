package usualweeks_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/workforce/shifts"
	"presence/app/workforce/usualweeks"
	"presence/db"
)

func TestWeek_On(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	w := usualweeks.Week{Weeks: 2, First: db.MustDay("2026-11-15"), Shifts: []usualweeks.Shift{
		{Week: 1, Weekday: time.Monday, Start: 8 * 60, End: 16 * 60, BankCodeID: 1, Breaks: "30"},
		{Week: 1, Weekday: time.Monday, Start: 18 * 60, End: 20 * 60, BankCodeID: 2, ByRule: true},
		{Week: 2, Weekday: time.Monday, Start: 22 * 60, End: 30 * 60, BankCodeID: 1},
		{Week: 1, Weekday: time.Sunday, Start: 2*60 + 30, End: 9 * 60, BankCodeID: 1},
		{Week: 2, Weekday: time.Saturday, Start: 23 * 60, End: 31 * 60, BankCodeID: 1},
	}}
	for _, x := range []struct{ name, day, want string }{
		{"a day has all its shifts, with the breaks that are typed or those of the rule", "2026-11-16", "08:00-16:00 11:45-12:15, 18:00-20:00 by rule"},
		{"the other week has its own, which may end on the next day", "2026-11-23", "22:00-06:00"},
		{"the weeks alternate after the first", "2026-11-30", "08:00-16:00 11:45-12:15, 18:00-20:00 by rule"},
		{"and before it", "2026-11-09", "22:00-06:00"},
		{"far before it", "2025-11-17", "08:00-16:00 11:45-12:15, 18:00-20:00 by rule"},
		{"a day without shifts has none", "2026-11-17", ""},
		{"a time that the clocks skip is left out", "2026-03-08", ""},
		{"the night when the clocks go back is an hour longer, at the same times", "2026-10-31", "23:00-07:00"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var list []string
			for _, n := range w.On(db.MustDay(x.day), zone) {
				clock := func(at db.Instant) string { return at.Time().In(zone).Format("15:04") }
				text := clock(n.Start) + "-" + clock(n.End)
				for _, b := range n.Breaks.List() {
					text += " " + clock(b.Start) + "-" + clock(b.End)
				}
				if n.ByRule {
					text += " by rule"
				}
				if list = append(list, text); n.Day.String() != x.day {
					t.Errorf("of %s", n.Day)
				}
			}
			if got := strings.Join(list, ", "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestService_Set(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := usualweeks.NewService(w.DB, w.Now, w.Zone)
		shift := func(week int, day time.Weekday, start, end int64) usualweeks.Shift {
			return usualweeks.Shift{Week: week, Weekday: day, Start: start, End: end, BankCodeID: w.Crew.Regular, ByRule: true}
		}
		of := func(by auth.Actor, weeks int, list ...usualweeks.Shift) usualweeks.Week {
			return usualweeks.Week{EmployeeID: by.EmployeeID, Weeks: weeks, First: db.MustDay("2026-11-18"), Shifts: list}
		}
		monday := shift(1, time.Monday, 480, 960)
		for _, x := range []struct {
			name string
			week usualweeks.Week
			want []string
		}{
			{"a shift ends after it starts, and within 24 hours", of(w.Ann, 1, shift(1, time.Monday, 480, 480), shift(1, time.Tuesday, 480, 2000)),
				[]string{"shifts[0].end end_before_start", "shifts[1].end end_before_start"}},
			{"a week lies in the cycle", of(w.Ann, 1, shift(2, time.Monday, 480, 960)), []string{"shifts[0].week out_of_range"}},
			{"a cycle has one week or two", of(w.Ann, 3), []string{"weeks out_of_range"}},
			{"shifts of a day do not overlap", of(w.Ann, 1, monday, shift(1, time.Monday, 900, 1000)), []string{"shifts[1].start overlap"}},
			{"nor does the night before, in whichever order they stand", of(w.Ann, 1, monday, shift(1, time.Sunday, 1380, 1930)), []string{"shifts[0].start overlap"}},
			{"nor does the end of the cycle its beginning", of(w.Ann, 2, shift(1, time.Sunday, 60, 300), shift(2, time.Saturday, 1380, 1560)),
				[]string{"shifts[0].start overlap"}},
			{"breaks fit into their shift", of(w.Ann, 1, func() usualweeks.Shift {
				x := monday
				x.ByRule, x.Breaks = false, "7-7:30"
				return x
			}()), []string{"shifts[0].breaks break_outside"}},
			{"the code is one of shifts", of(w.Ann, 1, func() usualweeks.Shift {
				x := monday
				x.BankCodeID = w.Crew.PerDiem
				return x
			}()), []string{"shifts[0].bank_code_id not_found"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, err := s.Set(t.Context(), w.Boss, x.week, nil)
				w.In(t).Refused(err, "invalid", x.want...)
			})
		}
		standIn := w.Cid
		standIn.StandsInFor = []int64{w.Boss.EmployeeID}
		for _, x := range []struct {
			name string
			by   auth.Actor
			of   auth.Actor
			code string
		}{
			{"a supervisor sets that of somebody in their scope", w.Boss, w.Cid, ""},
			{"a deputy sets that of the crew of an absent supervisor", standIn, w.Ann, ""},
			{"payroll sets anybody’s", w.Payroll, w.Stranger, ""},
			{"an employee does not set their own", w.Ann, w.Ann, "not_allowed"},
			{"nor does a supervisor, whom somebody else supervises", w.Deputy, w.Deputy, "not_allowed"},
			{"to a supervisor of another crew there is none", w.Boss, w.Stranger, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, err := s.Set(t.Context(), x.by, of(x.of, 1, monday), nil)
				w.In(t).Refused(err, x.code)
				v, err := s.Get(t.Context(), w.Admin, x.of.EmployeeID)
				w.In(t).OK(err)
				if stored := !v.Empty(); stored != (x.code == "" || x.of.EmployeeID != w.Deputy.EmployeeID) {
					t.Errorf("stored: %t", stored)
				}
			})
		}
		t.Run("is read back by time, its first day a Sunday, with the breaks as they were typed", func(t *testing.T) {
			late := shift(2, time.Friday, 1320, 1800)
			late.ByRule, late.Breaks = false, "30;  15 paid"
			v, err := s.Set(t.Context(), w.Boss, of(w.Ann, 2, late, monday), nil)
			w.In(t).OK(err)
			if v.First.String() != "2026-11-15" || len(v.Shifts) != 2 || v.Shifts[0] != monday || v.Shifts[1].Breaks != "30; 15 paid" || v.Shifts[1].ByRule {
				t.Errorf("%+v", v)
			}
			list := v.On(db.MustDay("2026-11-27"), w.Zone)
			if len(list) != 1 || list[0].Breaks == (shifts.Breaks("")) {
				t.Errorf("%+v", list)
			}
			if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'usual_week' AND record_id = $1", strconv.FormatInt(w.Ann.EmployeeID, 10)); n != 2 {
				t.Errorf("%d entries in the audit log, want that of the deputy and this one", n)
			}
		})
		t.Run("is not overwritten by somebody who has read an older one", func(t *testing.T) {
			v, err := s.Get(t.Context(), w.Ann, w.Ann.EmployeeID)
			w.In(t).OK(err)
			old := v.Version - 1
			_, err = s.Set(t.Context(), w.Boss, of(w.Ann, 1), &old)
			w.In(t).Refused(err, "stale")
			_, err = s.Set(t.Context(), w.Boss, of(w.Ann, 1), &v.Version)
			w.In(t).OK(err)
		})
		t.Run("of an archived employee stays as it is", func(t *testing.T) {
			w.Exec("UPDATE employees SET archived_at = 1, archived_reason = 'deleted' WHERE id = $1", w.Cid.EmployeeID)
			_, err := s.Set(t.Context(), w.Admin, of(w.Cid, 1), nil)
			w.In(t).Refused(err, "not_allowed")
		})
	})
}
