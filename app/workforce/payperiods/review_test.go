package payperiods

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/crews"
	"presence/db"
	"presence/db/dbtest"
)

// fortnight adds a shift of eight hours on each weekday of period 2026-25.
func (w *world) fortnight(employee, sheet, code int64) {
	w.Helper()
	var rows []string
	for _, day := range []int{1, 2, 3, 4, 5, 8, 9, 10, 11, 12} {
		d := db.MustDay("2026-11-15").Add(day)
		start := db.InstantOf(d.In(w.zone)) + 8*3_600_000
		rows = append(rows, fmt.Sprintf("(%d, %d, %d, '%s', '%s', %d, %d, 480, 1, 1)", sheet, employee, code, d, d.Week(), start,
			start+480*60_000))
	}
	w.exec(`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
		VALUES ` + strings.Join(rows, ", "))
}

func (w *world) submitted(sheets ...int64) {
	w.exec(`UPDATE timesheets SET submitted_at = 1 WHERE id IN (`+w.db.Dialect().IDs("$1")+`)`, db.IDs(sheets))
}

// crew is a supervisor with reports in every state, on Friday of the first week of period 2026-25.
type crew struct {
	*world
	s                                                       *Service
	p                                                       Period
	boss, ready, draft, missing, away, late, done, below    int64
	bossSheet, readySheet, draftSheet, lateSheet, doneSheet int64
}

func newCrew(t *testing.T, d *db.DB) *crew {
	w := newWorld(t, d)
	c := &crew{world: w, s: w.service("2026-11-20")}
	var err error
	if c.p, err = c.s.PeriodByNumber(2026, 25); err != nil {
		t.Fatal(err)
	}
	regular, evening := w.code("regular", "shift", 10000, "G1"), w.code("evening", "shift", 12500, "G43")
	emergency, vacation := w.code("emergency", "shift", 20000, "G48"), w.code("vacation", "leave", 10000, "V1")
	c.boss = w.employee("Anne", "Aubin", 0)
	c.ready, c.draft = w.employee("Rea", "Bédard", c.boss), w.employee("Dra", "Côté", c.boss)
	c.missing, c.away = w.employee("Mis", "Dubé", c.boss), w.employee("Awa", "Eaton", c.boss)
	c.late, c.done = w.employee("Lat", "Fortin", c.boss), w.employee("Don", "Gagné", c.boss)
	c.below = w.employee("Bel", "Hamel", c.draft)
	c.bossSheet, c.readySheet, c.draftSheet = w.sheet(c.boss), w.sheet(c.ready), w.sheet(c.draft)
	c.lateSheet, c.doneSheet = w.sheet(c.late), w.sheet(c.done)
	w.shift(c.boss, c.bossSheet, regular, "2026-11-16", 8, 480)
	w.fortnight(c.ready, c.readySheet, regular)
	w.fortnight(c.done, c.doneSheet, regular)
	for _, day := range []string{"2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"} {
		w.shift(c.draft, c.draftSheet, regular, day, 8, 480)
	}
	w.shift(c.late, c.lateSheet, evening, "2026-11-16", 18, 240)
	w.shift(c.late, c.lateSheet, emergency, "2026-11-17", 18, 120)
	w.shift(c.late, c.lateSheet, regular, "2026-11-18", 1, 1020)
	w.leave(c.away, vacation, "2026-11-15", 0, "2026-11-29", 0, "True")
	w.submitted(c.readySheet, c.lateSheet)
	w.approved(c.doneSheet)
	return c
}

// described returns a row as text: its state, warnings with their numbers, minutes of all days / of evenings and emergencies, -days
// that are missing.
func described(r *Row) string {
	name, _, _ := strings.Cut(r.Employee.Name, " ")
	text := name + " " + r.State().String()
	for _, w := range r.Warnings {
		text += fmt.Sprintf(" %d:%d", w.Kind, w.N)
	}
	var all, late, missing int64
	for i := range r.Days {
		all, late = all+r.Days[i], late+r.Late[i]
		if r.missing[i] {
			missing++
		}
	}
	text += fmt.Sprintf(" %d/%d", all, late)
	if missing > 0 {
		text += fmt.Sprintf(" -%d", missing)
	}
	if r.Own {
		text += " own"
	}
	if r.Remind {
		text += " remind"
	}
	return text
}

func describedAll(rows []Row) (list []string) {
	for i := range rows {
		list = append(list, described(&rows[i]))
	}
	return list
}

func TestService_Review(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCrew(t, d)
		ready, draft, missing, away := "Rea submitted 4:5 4800/0", "Dra draft 1920/0 remind", "Mis missing 1:4 0/0 -4 remind", "Awa missing 0/0"
		late, done, below := "Lat submitted 2:1020 3:7 1380/360 -7", "Don approved 4800/0", "Bel missing 1:4 0/0 -4 remind"
		direct := []string{ready, draft, missing, away, late, done}
		all := append(slices.Clone(direct), below)
		company := func(boss string) []string { return append([]string{"Anne draft 3:3 480/0 -3" + boss}, all...) }
		supervisors := []Supervisor{{c.boss, "Anne Aubin"}, {c.draft, "Dra Côté"}}
		for _, x := range []struct {
			name   string
			by     auth.Actor
			filter CrewFilter
			want   []string
			crews  []Supervisor
			sub    bool
		}{
			{"a supervisor sees everyone below", c.actor(auth.Employee, c.boss), CrewFilter{}, all, nil, true},
			{"or the direct reports", c.actor(auth.Employee, c.boss), CrewFilter{Direct: true}, direct, nil, true},
			{"a supervisor names no other crew", c.actor(auth.Employee, c.draft), CrewFilter{Crew: crews.Of(c.boss)}, []string{below}, nil, false},
			{"payroll sees everyone, and the own time as such", c.actor(auth.Payroll, c.boss), CrewFilter{}, company(" own"), supervisors, false},
			{"an administrator may decide on the own time", c.actor(auth.Admin, c.boss), CrewFilter{}, company(" remind"), supervisors, false},
			{"payroll sees one crew", c.actor(auth.Payroll, 0), CrewFilter{Crew: crews.Of(c.draft)}, []string{below}, supervisors, false},
			{"payroll sees the direct reports of one crew", c.actor(auth.Payroll, 0), CrewFilter{Crew: crews.Of(c.boss), Direct: true}, direct,
				supervisors, false},
		} {
			t.Run(x.name, func(t *testing.T) {
				b, err := c.s.Review(t.Context(), x.by, c.p, x.filter)
				if err != nil {
					t.Fatal(err)
				}
				if got := describedAll(b.Rows); !slices.Equal(got, x.want) {
					t.Errorf("got  %q\nwant %q", got, x.want)
				}
				if !slices.Equal(b.Crews, x.crews) || b.HasSubcrews != x.sub || b.Period != c.p {
					t.Errorf("crews %v, %t", b.Crews, b.HasSubcrews)
				}
			})
		}
		t.Run("asks for nothing before a period begins", func(t *testing.T) {
			b, err := c.s.Review(t.Context(), c.actor(auth.Payroll, 0), c.s.Calendar().Next(c.p), CrewFilter{})
			if err != nil || slices.ContainsFunc(b.Rows, func(r Row) bool { return r.Remind || len(r.Warnings) > 0 }) {
				t.Errorf("%q, %v", describedAll(b.Rows), err)
			}
		})
		t.Run("a row of an employee has the same content", func(t *testing.T) {
			r, err := c.s.EmployeeRow(t.Context(), c.actor(auth.Employee, c.boss), c.late, c.p)
			if got := described(&r); err != nil || got != late {
				t.Errorf("%s, %v", got, err)
			}
			r, err = c.s.OwnRow(t.Context(), c.actor(auth.Employee, c.missing), c.p)
			if got := described(&r); err != nil || got != "Mis missing 1:4 0/0 -4 own" {
				t.Errorf("the own one: %s, %v", got, err)
			}
			for _, by := range []auth.Actor{c.actor(auth.Employee, c.ready), {}} {
				if _, err := c.s.EmployeeRow(t.Context(), by, c.late, c.p); kind(err) != "not_found" {
					t.Errorf("outside of the scope: %v", err)
				}
			}
			rows, err := c.s.RowsOf(t.Context(), c.actor(auth.Employee, c.draft), c.p, []int64{c.late, c.below, c.draft})
			if got := describedAll(rows); err != nil || !slices.Equal(got, []string{draft[:len(draft)-len(" remind")] + " own", below}) {
				t.Errorf("those in the scope: %q, %v", got, err)
			}
		})
	})
}

// A sheet that was submitted with a shift or an expense of a day to come has a warning until that day.
func TestService_Review_of_days_to_come(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		regular, meal := w.code("regular", "shift", 10000, "G1"), w.code("meal", "expense", 10000, "G9")
		e := w.employee("Ann", "Aubin", 0)
		sheet := w.sheet(e)
		w.fortnight(e, sheet, regular)
		w.expense(e, sheet, meal, "2026-11-28", 100) // a Saturday
		w.submitted(sheet)
		for _, x := range []struct{ today, want string }{
			{"2026-11-25", "Ann submitted 4:3 4800/0"}, {"2026-11-27", "Ann submitted 4:1 4800/0"}, {"2026-11-28", "Ann submitted 4800/0"},
		} {
			s := w.service(x.today)
			p, err := s.PeriodByNumber(2026, 25)
			if err != nil {
				t.Fatal(err)
			}
			row, err := s.EmployeeRow(t.Context(), w.actor(auth.Payroll, 0), e, p)
			if got := described(&row); err != nil || got != x.want {
				t.Errorf("on %s: %q, want %q, %v", x.today, got, x.want, err)
			}
		}
	})
}

// A review and an overview know the versions of the sheets, and which of them changed after their approval.
func TestService_Review_of_a_changed_sheet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCrew(t, d)
		boss := c.actor(auth.Employee, c.boss)
		if _, err := c.s.Approve(t.Context(), boss, c.p); err != nil {
			t.Fatal(err)
		}
		if _, err := c.s.WithdrawSelected(t.Context(), boss, c.p, []int64{c.draftSheet}); err != nil {
			t.Fatal(err)
		}
		c.exec(`UPDATE timesheets SET changed = TRUE WHERE id = $1`, c.draftSheet)
		sheet := func() Sheet {
			t.Helper()
			r, err := c.s.EmployeeRow(t.Context(), boss, c.draft, c.p)
			if err != nil || len(r.Sheets) != 1 {
				t.Fatalf("%+v, %v", r.Sheets, err)
			}
			return r.Sheets[0]
		}
		version := int64(c.count(fmt.Sprintf(`SELECT version FROM timesheets WHERE id = %d`, c.draftSheet)))
		c.exec(`UPDATE timesheets SET updated_at = 4 WHERE id = $1`, c.draftSheet)
		if got := sheet(); got != (Sheet{c.draftSheet, c.draft, Changed, true, version, false, 4}) || version < 2 {
			t.Errorf("%+v, want version %d", got, version)
		}
		c.exec(`UPDATE timesheets SET submitted_at = 3 WHERE id = $1`, c.draftSheet)
		if got := sheet(); got.Since != 3 {
			t.Errorf("submitted at 3, not %d", got.Since)
		}
		c.exec(`UPDATE timesheets SET submitted_at = NULL WHERE id = $1`, c.draftSheet)
		c.exec(`UPDATE timesheets SET returned_at = 5 WHERE id = $1`, c.draftSheet)
		if got := sheet(); !got.Returned || got.AwaitsApproval() {
			t.Errorf("after it was sent back: %+v", got)
		}
		o, err := c.s.Overview(t.Context(), boss, c.p)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range o.Rows {
			if r.Employee.ID == c.draft && (r.Sheets[0] != sheet()) {
				t.Errorf("in the overview: %+v", r.Sheets)
			}
		}
	})
}

func TestReview_Progress(t *testing.T) {
	p, _ := calendar(t).Number(2026, 25)
	row := func(name string, state State, change ...func(*Row)) Row {
		r := Row{Employee: Employee{ID: int64(name[0]), Name: name, FirstDay: db.MustDay("2020-01-06")}}
		if state != Missing {
			r.Sheets = []Sheet{{ID: int64(name[0]), State: state, Active: true, Version: 1, Since: db.Instant(name[0])}}
		}
		for _, f := range change {
			f(&r)
		}
		return r
	}
	warned := func(kinds ...WarningKind) func(*Row) {
		return func(r *Row) {
			for _, k := range kinds {
				r.Warnings = append(r.Warnings, Warning{Kind: k, N: 1})
			}
		}
	}
	own := func(r *Row) { r.Own = true }
	away := func(r *Row) {
		for i := range r.away {
			r.away[i] = true
		}
	}
	b := Review{Overview: Overview{Period: p, Rows: []Row{
		row("Approved", Approved), row("Blank, on leave", Missing, away), row("Clean", Submitted), row("Draft", Draft, away),
		row("Empty", Missing, warned(NoSheet)), row("Future", Missing, func(r *Row) { r.Employee.FirstDay = p.End }),
		row("Gone", Missing, func(r *Row) { r.Employee.Archived = true }),
		row("Half", Submitted, func(r *Row) { r.Sheets = append(r.Sheets, Sheet{ID: 1, State: Draft, Active: true, Since: 1}) }),
		row("Later", Submitted, warned(Over)), row("Modified", Changed, warned(SheetChanged, Over)), row("Never asked", Missing),
		row("Own, empty", Missing, own, warned(NoSheet)), row("Prepared and own", Submitted, own), row("Quite own", Draft, own),
	}}}
	names := func(rows []*Row) string {
		text := ""
		for _, r := range rows {
			text += r.Employee.Name[:1]
		}
		return text
	}
	out := b.Progress()
	got := fmt.Sprintf("approved %d of %d, %d waiting, %d ready (%s) since %c, check %s since %c, idle %s, open %s", out.Approved, out.All,
		out.Waiting, out.Ready, out.Sheets, rune(out.ReadySince), names(out.Check), rune(out.CheckSince), names(out.Idle), names(out.Open))
	if want := "approved 1 of 8, 4 waiting, 1 ready (67-1) since C, check MLH since H, idle E, open DEHNOQ"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestRow_mustSubmit(t *testing.T) {
	p, _ := calendar(t).Number(2026, 25)
	day := func(n int) db.Day { return p.Start.Add(n) }
	worked := []Sheet{{ID: 1, State: Draft, Active: true}}
	for _, x := range []struct {
		name string
		row  Row
		away []int // the days without leave are all others
		want bool
	}{
		{"an employee with working days", Row{}, nil, true},
		{"an archived one with hours", Row{Employee: Employee{Archived: true}, Sheets: worked}, nil, false},
		{"one who left before the period, with hours", Row{Employee: Employee{LastDay: day(-1)}, Sheets: worked}, nil, false},
		{"one who left on its first day, a Sunday", Row{Employee: Employee{LastDay: day(0)}}, nil, false},
		{"one who left on its first day, with hours", Row{Employee: Employee{LastDay: day(0)}, Sheets: worked}, nil, true},
		{"one who left on its first Monday", Row{Employee: Employee{LastDay: day(1)}}, nil, true},
		{"one who begins on its last Friday", Row{Employee: Employee{FirstDay: day(12)}}, nil, true},
		{"one who begins on its last Saturday", Row{Employee: Employee{FirstDay: day(13)}}, nil, false},
		{"one who is on leave on all weekdays", Row{}, []int{1, 2, 3, 4, 5, 8, 9, 10, 11, 12}, false},
		{"one who is on leave and has hours", Row{Sheets: worked}, []int{1, 2, 3, 4, 5, 8, 9, 10, 11, 12}, true},
		{"one who is on leave on all weekdays but one", Row{}, []int{1, 2, 3, 4, 5, 8, 9, 10, 11}, true},
		{"one who is on leave and has an empty sheet", Row{Sheets: []Sheet{{ID: 1, State: Draft}}},
			[]int{1, 2, 3, 4, 5, 8, 9, 10, 11, 12}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, i := range x.away {
				x.row.away[i] = true
			}
			if got := x.row.mustSubmit(p); got != x.want {
				t.Errorf("%t", got)
			}
		})
	}
}

func TestRow_waitsForOwner(t *testing.T) {
	for _, x := range []struct {
		name   string
		sheets []Sheet
		want   bool
	}{
		{"no sheet", nil, true},
		{"a draft", []Sheet{{State: Draft}}, true},
		{"a submitted sheet", []Sheet{{State: Submitted}}, false},
		{"a draft beside a submitted sheet", []Sheet{{State: Draft}, {State: Submitted}}, false},
		{"a sheet that was sent back", []Sheet{{State: Changed, Returned: true}}, true},
		{"a changed sheet", []Sheet{{State: Changed}}, false},
		{"an approved sheet", []Sheet{{State: Approved}}, false},
		{"a draft beside an approved sheet", []Sheet{{State: Approved}, {State: Draft}}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := (&Row{Sheets: x.sheets}).waitsForOwner(); got != x.want {
				t.Errorf("%t", got)
			}
		})
	}
}

func TestRow_findMissing(t *testing.T) {
	p, _ := calendar(t).Number(2026, 25)
	for _, x := range []struct {
		name   string
		change func(*Row)
		today  int
		want   string
	}{
		{"past weekdays of a draft", func(*Row) {}, 5, "[1 2 3 4]"},
		{"all weekdays of a submitted sheet", func(r *Row) { r.Sheets[0].State = Submitted }, 5, "[1 2 3 4 5 8 9 10 11 12]"},
		{"not those with hours or leave", func(r *Row) { r.Days[1], r.away[2] = 1, true }, 5, "[3 4]"},
		{"not those before the first work day", func(r *Row) { r.Employee.FirstDay = p.Start.Add(3) }, 5, "[3 4]"},
		{"not those of an archived employee", func(r *Row) { r.Employee.Archived = true }, 5, "[]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := Row{Sheets: []Sheet{{State: Draft}}}
			x.change(&r)
			r.findMissing(p, p.Start.Add(x.today))
			got := []int{}
			for i, missing := range r.missing {
				if missing {
					got = append(got, i)
				}
			}
			if fmt.Sprint(got) != x.want {
				t.Errorf("%v, want %s", got, x.want)
			}
		})
	}
}

func TestService_ApproveSelected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCrew(t, d)
		c.exec(`UPDATE timesheets SET version = 5 WHERE id = $1`, c.lateSheet)
		boss := c.actor(auth.Employee, c.boss)
		pick := func(submitted bool, sheets ...SheetVersion) Selection { return Selection{sheets, submitted} }
		for _, x := range []struct {
			name     string
			selected Selection
			approved []int64
			already  []int64
			skipped  []Skip
		}{
			{"skips a draft, and a sheet of another version",
				pick(true, SheetVersion{c.draftSheet, 1}, SheetVersion{c.lateSheet, 4}, SheetVersion{c.doneSheet, 9}),
				nil, []int64{c.doneSheet}, []Skip{{c.draftSheet, NotHandedIn}, {c.lateSheet, Outdated}}},
			{"leaves a sheet that is not selected, and one that is not in the scope",
				pick(true, SheetVersion{c.readySheet, 1}, SheetVersion{c.bossSheet, 1}), []int64{c.readySheet}, nil, nil},
			{"approves a draft that is selected as such", pick(false, SheetVersion{c.draftSheet, 1}, SheetVersion{c.lateSheet, 5}),
				[]int64{c.draftSheet, c.lateSheet}, nil, nil},
			{"approves nothing twice", pick(true, SheetVersion{c.draftSheet, 1}), nil, []int64{c.draftSheet}, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				a, err := c.s.ApproveSelected(t.Context(), boss, c.p, x.selected)
				a.Skipped = slices.DeleteFunc(a.Skipped, func(s Skip) bool { return s.TimesheetID == c.bossSheet })
				if err != nil || !slices.Equal(sheetIDs(a.Approved), x.approved) || !slices.Equal(a.Already, x.already) ||
					!slices.Equal(a.Skipped, x.skipped) {
					t.Errorf("%+v, %v", a, err)
				}
			})
		}
		t.Run("notifies each employee of the approval", func(t *testing.T) {
			if n := c.count(`SELECT COUNT(*) FROM notifications WHERE kind LIKE '%approved%'`); n != 3 {
				t.Errorf("%d notifications", n)
			}
		})
	})
}

func TestService_RemindSelected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCrew(t, d)
		all := []int64{c.boss, c.ready, c.draft, c.missing, c.away, c.late, c.done, c.below}
		boss := c.actor(auth.Employee, c.boss)
		remind := func(t *testing.T, s *Service, by auth.Actor, employees []int64, want ...int64) {
			t.Helper()
			got, err := s.RemindSelected(t.Context(), by, c.p, employees)
			slices.Sort(got.Employees)
			if err != nil || !slices.Equal(got.Employees, want) {
				t.Errorf("reminded %+v, %v, want %v", got, err, want)
			}
		}
		t.Run("is not for someone who approves nothing", func(t *testing.T) {
			if _, err := c.s.RemindSelected(t.Context(), c.actor(auth.Employee, c.ready), c.p, all); kind(err) != "not_an_approver" {
				t.Error(err)
			}
		})
		t.Run("reminds those who have something to submit", func(t *testing.T) {
			remind(t, c.s, boss, []int64{c.ready, c.away, c.late, c.done, c.boss})
			remind(t, c.s, boss, []int64{c.missing}, c.missing)
			remind(t, c.s, c.actor(auth.Employee, c.draft), all, c.below)
		})
		t.Run("reminds each once a day", func(t *testing.T) {
			remind(t, c.s, boss, all, c.draft)
			remind(t, c.s, boss, all)
			got, err := c.s.RemindedToday(t.Context(), c.p)
			if want := map[int64]bool{c.draft: true, c.missing: true, c.below: true}; err != nil || !maps.Equal(got, want) {
				t.Errorf("%v, %v", got, err)
			}
		})
		t.Run("keeps a record of each reminder", func(t *testing.T) {
			if n := c.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'reminded' AND record_id = '2026-25'`); n != 3 {
				t.Errorf("%d entries, want 3", n)
			}
			if n := c.count(`SELECT COUNT(*) FROM notifications WHERE record_kind = 'pay_period' AND record_id = 202625`); n != 3 {
				t.Errorf("%d notifications of the period, want 3", n)
			}
		})
		t.Run("begins again on the next day, and for another period", func(t *testing.T) {
			nextYear, _ := c.s.Calendar().Number(2027, 25)
			for _, p := range []Period{c.s.Calendar().Previous(c.p), c.s.Calendar().Next(c.p), nextYear} {
				if got, err := c.s.RemindedToday(t.Context(), p); err != nil || len(got) != 0 {
					t.Errorf("of %s: %v, %v", p.Name(), got, err)
				}
			}
			tomorrow := c.service("2026-11-21")
			if got, err := tomorrow.RemindedToday(t.Context(), c.p); err != nil || len(got) != 0 {
				t.Errorf("of the day before: %v, %v", got, err)
			}
			remind(t, tomorrow, boss, []int64{c.missing}, c.missing)
		})
	})
}

// Approved leave of a person who has left is exported, but there is nothing to approve; a period can have expenses alone.
func TestService_Lines_of_leave_or_expenses_alone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-20")
		left := w.employee("Denis", "Dubé", 0)
		w.leave(left, w.code("vacation", "leave", 10000, "V1"), "2026-11-16", 0, "2026-11-17", 0, "True")
		w.exec(`UPDATE employees SET archived_at = 5, archived_reason = 'left', last_work_day = '2026-11-10' WHERE id = $1`, left)
		w.expense(left, w.sheet(left), w.code("meal", "expense", 10000, "G56"), "2026-12-12", 1999)
		admin := w.actor(auth.Admin, 0)
		for p, want := range map[Period]string{s.Current(): "Denis Dubé 2026-11-15 V1 480 0 true",
			s.Calendar().Next(s.Current()): "Denis Dubé 2026-12-06 G56 0 1999 false"} {
			var lines []string
			err := s.Lines(t.Context(), admin, p, false, func(l Line) error {
				lines = append(lines, fmt.Sprint(l.Employee.Name, " ", l.Week, " ", l.BankCode, " ", l.Minutes, " ", l.Cents, " ", l.Approved))
				return nil
			})
			if err != nil || !slices.Equal(lines, []string{want}) {
				t.Errorf("%q, %v", lines, err)
			}
		}
		if o, err := s.Overview(t.Context(), admin, s.Current()); err != nil || len(o.Rows) != 0 {
			t.Errorf("%d rows, %v", len(o.Rows), err)
		}
	})
}
