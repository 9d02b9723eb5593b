package approvals_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/i18n"
	"presence/app/workforce/approvals"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// world is a world of time with the queue, whose items have names.
type world struct {
	*timetest.World
	s     *approvals.Service
	time  *mytime.Service
	names map[approvals.Ref]string
}

const overdueDays = 5

func each(t *testing.T, fn func(t *testing.T, w *world)) {
	t.Helper()
	timetest.Each(t, func(t *testing.T, x *timetest.World) {
		w := &world{World: x, names: map[approvals.Ref]string{}}
		w.start(false)
		fn(t, w)
	})
}

// start makes the services, of a company with or without single sign-on.
func (w *world) start(singleSignOn bool) {
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	w.OK(err)
	now := func() time.Time { return w.Clock }
	periods := payperiods.NewService(w.DB, now,
		payperiods.Config{Calendar: calendar, Zone: w.Zone, SingleSignOn: singleSignOn})
	w.time = mytime.NewService(w.DB, now, w.Zone, mytime.Parts{Periods: periods, Sheets: w.Sheets, Shifts: w.Shifts, Expenses: w.Expenses})
	w.s = approvals.NewService(w.DB, approvals.Options{Zone: w.Zone, Now: now, OverdueDays: overdueDays, Time: w.time, Sheets: w.Sheets,
		Expenses: w.Expenses, Leave: w.Leave})
}

// name gives an item a name, and lets a minute pass.
func (w *world) name(kind approvals.Kind, id int64, name string) int64 {
	w.names[approvals.Ref{Kind: kind, ID: id}] = name
	w.Clock = w.Clock.Add(time.Minute)
	return id
}

// list returns the names of items.
func (w *world) list(items []approvals.Item) string {
	var list []string
	for _, i := range items {
		list = append(list, w.names[i.Ref])
	}
	return strings.Join(list, ", ")
}

func (w *world) sheet(of auth.Actor, name string) int64 {
	w.Helper()
	return w.name(approvals.Sheet, w.Sheet(of).ID, name)
}

func (w *world) submit(by auth.Actor, id int64) {
	w.Helper()
	_, err := w.Sheets.Submit(w.Context(), by, id, nil)
	w.OK(err)
	w.Clock = w.Clock.Add(time.Minute)
}

func (w *world) approve(by auth.Actor, id int64, yes bool) {
	w.Helper()
	_, err := w.Sheets.Approve(w.Context(), by, id, nil, timesheets.Decision{Approved: yes})
	w.OK(err)
	w.Clock = w.Clock.Add(time.Minute)
}

func (w *world) leave(of auth.Actor, status, start, end, name string) int64 {
	w.Helper()
	r, err := w.Leave.Create(w.Context(), w.Admin, leaverequests.New{EmployeeID: of.EmployeeID, BankCodeID: w.Crew.Vacation,
		LeaveType: "Vacation", Start: w.At(start), End: w.At(end), ApprovalStatus: status})
	w.OK(err)
	return w.name(approvals.Leave, r.ID, name)
}

func (w *world) expense(of auth.Actor, sheet int64, name string) int64 {
	w.Helper()
	return w.name(approvals.Expense, w.Expense(of, sheet, 1250).ID, name)
}

// staffSheet fills the weekdays of the period that begins on a day with eight hours each, and submits the sheet.
func (w *world) staffSheet(of auth.Actor, start, name string) int64 {
	w.Helper()
	period, err := w.time.Periods.PeriodOn(db.MustDay(start))
	w.OK(err)
	var list []shifts.New
	for i := range 14 {
		day := period.Start.Add(i)
		if n := day.Weekday(); n == time.Saturday || n == time.Sunday {
			continue
		}
		for _, from := range []int{8, 13} { // with a meal between
			at := db.InstantOf(day.In(w.Zone)) + db.Instant(from)*3_600_000
			list = append(list, shifts.New{BankCodeID: w.Crew.Regular, Day: day, Start: at, End: at + 4*3_600_000})
		}
	}
	made, _, err := w.time.Copy(w.Context(), of, mytime.Target{Owner: of.EmployeeID, Period: period}, list)
	w.OK(err)
	if len(made) != 20 {
		w.Fatalf("%d shifts in the period of %s", len(made), start)
	}
	var id int64
	w.OK(w.DB.QueryRow(w.Context(), "SELECT id FROM timesheets WHERE employee_id = $1 AND period_start = $2", of.EmployeeID,
		period.Start).Scan(&id))
	w.name(approvals.Sheet, id, name)
	w.submit(of, id)
	return id
}

func (w *world) page(by auth.Actor, v approvals.View) approvals.QueuePage {
	w.Helper()
	b, err := w.s.QueuePage(w.Context(), by, v)
	w.OK(err)
	return b
}

func TestService_QueuePage(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		reopened := w.sheet(w.Cid, "Cid reopened")
		shift := w.Shift(w.Cid, reopened, 1)
		w.expense(w.Cid, reopened, "Cid's expense")
		w.approve(w.Boss, reopened, true)
		w.approve(w.Boss, reopened, false)
		submitted := w.sheet(w.Ann, "Ann submitted")
		w.Shift(w.Ann, submitted, 1)
		w.expense(w.Ann, submitted, "Ann's expense")
		single, refused := w.expense(w.Ann, submitted, "Ann's approved expense"), w.expense(w.Ann, submitted, "Ann's refused expense")
		returned, approved, draft := w.sheet(w.Ann, "Ann returned"), w.sheet(w.Deputy, "Deputy approved"), w.sheet(w.Ann, "Ann draft")
		w.expense(w.Ann, draft, "an expense on a draft")
		w.leave(w.Ann, leaverequests.Pending, "2026-12-07 08:00", "2026-12-08 16:00", "Ann's leave")
		w.leave(w.Cid, leaverequests.Escalated, "2026-12-07 08:00", "2026-12-07 16:00", "Cid's leave")
		w.leave(w.Ann, leaverequests.Approved, "2027-01-04 08:00", "2027-01-04 16:00", "Ann's approved leave")
		w.leave(w.Ann, leaverequests.Refused, "2027-01-05 08:00", "2027-01-05 16:00", "Ann's refused leave")
		w.leave(w.Ann, leaverequests.Cancelled, "2027-01-06 08:00", "2027-01-06 16:00", "Ann's cancelled leave")
		w.submit(w.Ann, submitted)
		_, err := w.Expenses.Approve(t.Context(), w.Boss, single, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		_, err = w.Expenses.Approve(t.Context(), w.Boss, refused, nil, timesheets.Decision{Comment: new("No receipt")})
		w.OK(err)
		_, err = w.Shifts.Update(t.Context(), w.Cid, shift.ID, nil, shifts.Changes{End: new(shift.End + 3_600_000)})
		w.OK(err)
		w.submit(w.Ann, returned)
		_, err = w.Sheets.Return(t.Context(), w.Boss, returned, nil, "Tuesday?")
		w.OK(err)
		w.approve(w.Boss, approved, true)
		since := w.Clock.Add(-time.Minute) // of the approval
		w.submit(w.Stranger, w.sheet(w.Stranger, "Stranger submitted"))
		w.submit(w.Boss, w.sheet(w.Boss, "Boss submitted"))
		now := w.Clock
		for _, x := range []struct {
			name string
			by   auth.Actor
			v    approvals.View
			at   time.Time
			want string
		}{
			{"sheets and leave of the crew wait, sheets first", w.Boss, approvals.View{Tab: approvals.Waiting}, now,
				"Cid reopened, Ann submitted, Ann's leave, Cid's leave"},
			{"the sheets", w.Boss, approvals.View{Tab: approvals.Waiting, Kind: approvals.Sheet}, now, "Cid reopened, Ann submitted"},
			{"the leave", w.Boss, approvals.View{Tab: approvals.Waiting, Kind: approvals.Leave}, now, "Ann's leave, Cid's leave"},
			{"the expenses on these sheets that are not decided", w.Boss, approvals.View{Tab: approvals.Waiting, Kind: approvals.Expense}, now,
				"Cid's expense, Ann's expense"},
			{"what changed since its approval", w.Boss, approvals.View{Tab: approvals.Changed}, now, "Cid reopened"},
			{"leave never changes since its approval", w.Boss, approvals.View{Tab: approvals.Changed, Kind: approvals.Leave}, now, ""},
			{"what was approved, the newest first", w.Boss, approvals.View{Tab: approvals.Approved}, now, "Deputy approved, Ann's approved leave"},
			{"an expense that was approved", w.Boss, approvals.View{Tab: approvals.Approved, Kind: approvals.Expense}, now,
				"Ann's approved expense"},
			{"what was refused, the newest first", w.Boss, approvals.View{Tab: approvals.Refused}, now, "Ann returned, Ann's refused leave"},
			{"an expense that was refused", w.Boss, approvals.View{Tab: approvals.Refused, Kind: approvals.Expense}, now, "Ann's refused expense"},
			{"what was approved is listed for thirty days", w.Boss, approvals.View{Tab: approvals.Approved}, since.Add(30 * 24 * time.Hour),
				"Deputy approved"},
			{"and no longer", w.Boss, approvals.View{Tab: approvals.Approved}, since.Add(30*24*time.Hour + time.Millisecond), ""},
			{"another crew has its own", w.Payroll, approvals.View{Tab: approvals.Waiting, Kind: approvals.Sheet}, now,
				"Cid reopened, Ann submitted, Stranger submitted, Boss submitted"},
			{"an employee has nothing to decide", w.Ann, approvals.View{Tab: approvals.Waiting}, now, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				w.Clock = x.at
				b, err := w.s.QueuePage(t.Context(), x.by, x.v)
				if err != nil {
					t.Fatal(err)
				}
				if got := w.list(b.Items); got != x.want {
					t.Errorf("listed %q, want %q", got, x.want)
				}
				if n := len(b.Items); b.Counts[x.v.Tab] != n || b.Kinds[x.v.Kind] != n || b.More {
					t.Errorf("%d items, of the tab %d, of the kind %d, more %v", n, b.Counts[x.v.Tab], b.Kinds[x.v.Kind], b.More)
				}
				if (b.Open == nil) != (x.want == "") || b.Open != nil && b.Open.Ref != b.Items[0].Ref {
					t.Errorf("open is %+v", b.Open)
				}
			})
		}
		w.Clock = now
		t.Run("the counts of the navigation are those of the queue", func(t *testing.T) {
			got, err := w.s.OpenCounts(t.Context(), w.Boss)
			w.OK(err)
			if want := (approvals.Counts{Sheets: 2, Changed: 1, Leave: 2, Expenses: 2, Shifts: 2}); got != want || got.Total() != 4 {
				t.Errorf("%+v with %d in all, want %+v", got, got.Total(), want)
			}
			if n, err := w.s.WaitingCount(t.Context(), w.Boss); err != nil || n != 4 {
				t.Errorf("%d wait, %v", n, err)
			}
			if list, err := w.s.OpenLeave(t.Context(), w.Boss, 1); err != nil || w.list(list) != "Ann's leave" {
				t.Errorf("%q, %v", w.list(list), err)
			}
		})
		t.Run("the item that is asked for is open", func(t *testing.T) {
			for ref, want := range map[approvals.Ref]string{{Kind: approvals.Sheet, ID: submitted}: "Ann submitted",
				{Kind: approvals.Sheet, ID: draft}: "Ann draft", {Kind: approvals.Sheet, ID: 4711}: "Cid reopened",
				{Kind: approvals.Expense, ID: single}: "Ann's approved expense", {Kind: approvals.Expense, ID: 4711}: "Cid reopened"} {
				b := w.page(w.Boss, approvals.View{Tab: approvals.Waiting, Open: ref})
				if got := w.names[b.Open.Ref]; got != want {
					t.Errorf("%s opens %q, want %q", ref, got, want)
				}
			}
		})
		t.Run("a sheet is open with its changes, and an expense with its sheet", func(t *testing.T) {
			b := w.page(w.Boss, approvals.View{Tab: approvals.Waiting, Open: approvals.Ref{Kind: approvals.Sheet, ID: reopened}})
			if len(b.Open.Sheet.Changed) != 1 || b.Open.Sheet.ID != reopened || !b.Open.Changed || b.Open.Minutes != 540 || b.Open.Cents != 1250 {
				t.Errorf("%+v", b.Open)
			}
			b = w.page(w.Boss, approvals.View{Tab: approvals.Waiting, Open: approvals.Ref{Kind: approvals.Expense, ID: single}})
			if b.Open.Sheet.ID != submitted || b.Open.Fortnight == nil || b.Open.State != approvals.Accepted {
				t.Errorf("%+v", b.Open)
			}
		})
		t.Run("the sheets lead to their neighbours, in the order of the page", func(t *testing.T) {
			p, err := w.s.Around(t.Context(), w.Boss, reopened)
			w.OK(err)
			if want := (mytime.Place{Position: 1, Total: 4, Next: w.waiting(approvals.Sheet, submitted, p.Next.Name)}); p != want {
				t.Errorf("%+v, want %+v", p, want)
			}
			p, err = w.s.Around(t.Context(), w.Boss, submitted)
			w.OK(err)
			if p.Position != 2 || p.Previous.Item != approvals.Ref.String(approvals.Ref{Kind: approvals.Sheet, ID: reopened}) ||
				!strings.HasPrefix(p.Next.Item, "leave-") || p.Next.Name == "" {
				t.Errorf("%+v", p)
			}
		})
		for name, id := range map[string]int64{"a draft": draft, "an approved sheet": approved, "no sheet": 4711} {
			t.Run(name+" has no neighbours", func(t *testing.T) {
				if p, err := w.s.Around(t.Context(), w.Boss, id); err != nil || p != (mytime.Place{}) {
					t.Errorf("%+v, %v", p, err)
				}
			})
		}
		t.Run("an item has one address", func(t *testing.T) {
			for item, want := range map[string]string{"sheet-12": "/staff/timesheets/12", "leave-12": "/staff/approvals?item=leave-12",
				"expense-12": "/staff/approvals?item=expense-12", "shift-12": "", "": ""} {
				if got := w.s.PageOf(item); got != want {
					t.Errorf("%s is at %q, want %q", item, got, want)
				}
			}
		})
	})
}

func (w *world) waiting(kind approvals.Kind, id int64, name string) mytime.Waiting {
	return mytime.Waiting{Item: approvals.Ref{Kind: kind, ID: id}.String(), Name: name}
}

// A page has fifty items, and the next one those after them, even where all were made in the same millisecond.
func TestService_QueuePage_paging(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		fill := func(from, to int) {
			w.Exec(`INSERT INTO timesheets (employee_id, submitted_at, created_at, updated_at)
				WITH RECURSIVE n(i) AS (SELECT CAST($1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < $2)
				SELECT CAST($3 AS BIGINT), 5, 1, 1 FROM n`, from, to, w.Ann.EmployeeID)
		}
		fill(1, 50)
		if b := w.page(w.Boss, approvals.View{Tab: approvals.Waiting}); len(b.Items) != 50 || b.More {
			t.Fatalf("of 50 there are %d, and more: %v", len(b.Items), b.More)
		}
		fill(51, 53)
		first := w.page(w.Boss, approvals.View{Tab: approvals.Waiting})
		if len(first.Items) != 50 || !first.More || first.Counts[approvals.Waiting] != 53 {
			t.Fatalf("%d items, more: %v, %d in all", len(first.Items), first.More, first.Counts[approvals.Waiting])
		}
		second := w.page(w.Boss, approvals.View{Tab: approvals.Waiting, From: 50})
		var ids []int64
		for _, i := range slices.Concat(first.Items, second.Items) {
			ids = append(ids, i.ID)
		}
		slices.Sort(ids)
		if ids = slices.Compact(ids); len(second.Items) != 3 || second.More || len(ids) != 53 {
			t.Errorf("the next page has %d, more: %v; %d different ones", len(second.Items), second.More, len(ids))
		}
		last := func(n int) mytime.Waiting { return w.waiting(approvals.Sheet, ids[n], "Élise Member5") }
		for _, x := range []struct {
			name string
			n    int // index of the sheet
			want mytime.Place
		}{
			{"the first sheet has no previous one", 0, mytime.Place{Position: 1, Total: 53, Next: last(1)}},
			{"the second sheet has both", 1, mytime.Place{Position: 2, Total: 53, Previous: last(0), Next: last(2)}},
			{"the last sheet of the page leads to the next page", 49, mytime.Place{Position: 50, Total: 53, Previous: last(48), Next: last(50)}},
			{"the first sheet of the next page is known too", 50, mytime.Place{Position: 51, Total: 53, Previous: last(49), Next: last(51)}},
			{"the last sheet has no next one", 52, mytime.Place{Position: 53, Total: 53, Previous: last(51)}},
		} {
			t.Run(x.name, func(t *testing.T) {
				got, err := w.s.Around(t.Context(), w.Boss, ids[x.n])
				if err != nil || got != x.want {
					t.Errorf("%+v, want %+v, %v", got, x.want, err)
				}
			})
		}
	})
}

// What is to be checked comes first though fifty others wait longer, then leave, and the parts count what is on all pages.
func TestService_QueuePage_parts_over_pages(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for i := range 51 {
			w.leave(w.Cid, leaverequests.Pending, fmt.Sprintf("2026-12-11 %02d:%02d", 8+i/60, i%60), fmt.Sprintf("2026-12-11 %02d:%02d", 8+(i+1)/60, (i+1)%60),
				"leave")
		}
		w.staffSheet(w.Ann, "2026-10-18", "clean")
		w.staffSheet(w.Deputy, "2026-11-15", "days to come")
		b := w.page(w.Boss, approvals.View{Tab: approvals.Waiting})
		if got := w.list(b.Items[:3]); got != "days to come, leave, leave" || fmt.Sprint(b.Parts) != "map[0:1 1:51 2:1]" {
			t.Errorf("the page begins with %q, and the parts have %v", got, b.Parts)
		}
		last := w.page(w.Boss, approvals.View{Tab: approvals.Waiting, From: 500})
		if last.From != 50 || len(last.Items) != 3 || last.Before == nil || !reflect.DeepEqual(*last.Before, b.Items[49]) || last.More {
			t.Errorf("the last page begins after %d and has %d items", last.From, len(last.Items))
		}
		if clean := last.Items[2].Ref; len(b.Ready) != 1 || b.Ready[0].Ref != clean || last.Ready != nil {
			t.Errorf("of the ready timesheet %v, the first page has %v, and its own page %v", clean, b.Ready, last.Ready)
		}
	})
}

// Waiting sheets of the staff pages have the row of their period; those with warnings come first. The rows of six periods are read.
func TestService_QueuePage_rows(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		starts := []string{"2026-08-09", "2026-08-23", "2026-09-06", "2026-09-20", "2026-10-04", "2026-10-18", "2026-11-01"}
		w.staffSheet(w.Ann, starts[0], "Ann 0")
		api := w.sheet(w.Ann, "of the API")
		w.submit(w.Ann, api)
		for i, start := range starts[1:] {
			w.staffSheet(w.Ann, start, fmt.Sprintf("Ann %d", i+1))
		}
		w.staffSheet(w.Cid, starts[0], "Cid 0")
		late := w.sheet(w.Cid, "Cid's sheet of the API")
		w.submit(w.Cid, late)
		b := w.page(w.Boss, approvals.View{Tab: approvals.Waiting})
		var with []string
		for _, i := range b.Items {
			if i.Row == nil {
				continue
			}
			with = append(with, w.names[i.Ref])
			if i.Row.Employee.ID != i.EmployeeID || i.Row.Hours().Total() != 80*60 {
				t.Errorf("%s has the row of %d with %d minutes", w.names[i.Ref], i.Row.Employee.ID, i.Row.Hours().Total())
			}
		}
		slices.Sort(with)
		if got := strings.Join(with, ", "); got != "Ann 0, Ann 1, Ann 2, Ann 3, Ann 4, Ann 5, Cid 0" {
			t.Errorf("rows of %s", got)
		}
		const order = "of the API, Cid's sheet of the API, Ann 6, Ann 0, Cid 0, Ann 1, Ann 2, Ann 3, Ann 4, Ann 5"
		if got := w.list(b.Items); got != order {
			t.Errorf("listed %q, want %q", got, order)
		}
		p, err := w.s.Around(t.Context(), w.Boss, api)
		if err != nil || p.Position != 1 || p.Next.Item == "" {
			t.Errorf("the first sheet is at %+v, %v", p, err)
		}
	})
}

// The list and the page of a sheet have one definition of what is to be checked: such sheets come first, however long the others wait.
func TestService_QueuePage_rows_agree_with_the_sheet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.staffSheet(w.Ann, "2026-10-18", "Ann, past")
		w.staffSheet(w.Deputy, "2026-10-18", "Deputy, evenings")
		w.staffSheet(w.Cid, "2026-11-15", "Cid, days to come")
		w.Exec(`INSERT INTO bank_codes (id, type, categorie, modifier, bank_code, created_at, updated_at)
			VALUES (77, 'evening', 'shift', 10000, 'SOIR', 1, 1)`)
		w.Exec(`UPDATE shifts SET bank_code_id = 77, end_at = end_at + 1800000, minutes = minutes + 30 WHERE employee_id = $1`, w.Deputy.EmployeeID)
		w.OK(w.DB.Write(t.Context(), dbtest.AddUp))
		b := w.page(w.Boss, approvals.View{Tab: approvals.Waiting})
		const order = "Deputy, evenings, Cid, days to come, Ann, past"
		if got := w.list(b.Items); got != order {
			t.Errorf("listed %q, want %q", got, order)
		}
		for _, i := range b.Items {
			c := w.page(w.Boss, approvals.View{Tab: approvals.Waiting, Open: i.Ref}).Open
			checks := mytime.Review(i18n.EN, w.Zone, c.Fortnight, c.Sheet, 0, "").Checks
			if (len(checks) > 0) != (len(i.Row.Warnings) > 0) {
				t.Errorf("%s: the list has %+v, the sheet %+v", w.names[i.Ref], i.Row.Warnings, checks)
			}
		}
	})
}

// The approver of leave sees how many working hours it takes, and who else of the crew is away at the same time.
func TestService_QueuePage_leave(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		id := w.leave(w.Ann, leaverequests.Pending, "2026-12-10 08:00", "2026-12-14 16:00", "Ann's leave") // Thursday to Monday
		w.leave(w.Cid, leaverequests.Approved, "2026-12-09 08:00", "2026-12-10 08:00", "ends when it begins")
		w.leave(w.Cid, leaverequests.Approved, "2026-12-14 16:00", "2026-12-15 16:00", "begins when it ends")
		w.leave(w.Cid, leaverequests.Refused, "2026-12-10 08:00", "2026-12-10 16:00", "refused")
		w.leave(w.Stranger, leaverequests.Approved, "2026-12-10 08:00", "2026-12-10 16:00", "of another crew")
		open := func() *approvals.Context {
			return w.page(w.Boss, approvals.View{Tab: approvals.Waiting, Open: approvals.Ref{Kind: approvals.Leave, ID: id}}).Open
		}
		if c := open(); c.Takes.Days != 3 || c.Takes.Minutes != 3*480 || len(c.Away) != 0 || c.AwayMore != 0 {
			t.Errorf("it takes %+v, %+v and %d more are away", c.Takes, c.Away, c.AwayMore)
		}
		for hour := range 3 {
			for _, who := range []auth.Actor{w.Cid, w.Deputy} {
				w.leave(who, []string{leaverequests.Pending, leaverequests.Approved}[hour%2], fmt.Sprintf("2026-12-11 %02d:00", 8+hour),
					fmt.Sprintf("2026-12-11 %02d:00", 9+hour), "away")
			}
		}
		c := open()
		if len(c.Away) != 5 || c.AwayMore != 1 || c.Away[0].Approved || !c.Away[2].Approved || c.Away[0].Start != w.At("2026-12-11 08:00") {
			t.Errorf("%+v and %d more are away", c.Away, c.AwayMore)
		}
	})
}

func TestService_Decide(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.sheet(w.Ann, "sheet")
		expense := w.expense(w.Ann, sheet, "expense")
		w.submit(w.Ann, sheet)
		leave := w.leave(w.Ann, leaverequests.Pending, "2026-12-07 08:00", "2026-12-08 16:00", "leave")
		ids := map[approvals.Kind]int64{approvals.Sheet: sheet, approvals.Expense: expense, approvals.Leave: leave}
		for _, x := range []struct {
			name  string
			kind  approvals.Kind
			verb  approvals.Verb
			note  string
			state approvals.State
			code  string
		}{
			{"an expense is refused with a reason", approvals.Expense, approvals.Refuse, " No receipt ", approvals.Declined, ""},
			{"an expense is approved", approvals.Expense, approvals.Approve, "", approvals.Accepted, ""},
			{"the approval of an expense is withdrawn", approvals.Expense, approvals.Withdraw, "", approvals.Declined, ""},
			{"an expense is not escalated", approvals.Expense, approvals.Escalate, "", approvals.Declined, "decision not_allowed"},
			{"a sheet is not returned without a reason", approvals.Sheet, approvals.Refuse, " ", approvals.Pending, "note required"},
			{"the reason of a return has a limit", approvals.Sheet, approvals.Refuse, strings.Repeat("é", 1001), approvals.Pending, "note length"},
			{"a sheet is approved", approvals.Sheet, approvals.Approve, "", approvals.Accepted, ""},
			{"the approval of a sheet is withdrawn", approvals.Sheet, approvals.Withdraw, "", approvals.Pending, ""},
			{"a sheet is returned", approvals.Sheet, approvals.Refuse, "Tuesday?", approvals.Declined, ""},
			{"leave is escalated", approvals.Leave, approvals.Escalate, "", approvals.Escalated, ""},
			{"leave is approved", approvals.Leave, approvals.Approve, "", approvals.Accepted, ""},
			{"approved leave is cancelled", approvals.Leave, approvals.Withdraw, "", approvals.Cancelled, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				ref := approvals.Ref{Kind: x.kind, ID: ids[x.kind]}
				before := w.page(w.Boss, approvals.View{Tab: approvals.Waiting, Open: ref}).Open
				version, err := w.s.Decide(t.Context(), w.Boss, approvals.Decision{Ref: ref, Expect: &before.Version, Verb: x.verb, Note: x.note})
				if got := timetest.Code(err); got != x.code {
					t.Fatalf("%v, want %q", err, x.code)
				}
				after := w.page(w.Boss, approvals.View{Tab: approvals.Waiting, Open: ref}).Open
				if after.State != x.state {
					t.Errorf("it is %s, want %s", after.State, x.state)
				}
				if x.code == "" && (version != after.Version || version == before.Version) {
					t.Errorf("it was version %d, is %d, and %d was returned", before.Version, after.Version, version)
				}
			})
		}
	})
}

func TestService_ApproveMany_and_Undo(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		refs := []approvals.Ref{{Kind: approvals.Sheet, ID: w.sheet(w.Ann, "a")}, {Kind: approvals.Sheet, ID: w.sheet(w.Cid, "b")},
			{Kind: approvals.Sheet, ID: w.sheet(w.Ann, "c")}, {Kind: approvals.Sheet, ID: w.sheet(w.Stranger, "d")}}
		var list []approvals.Decision
		for _, r := range refs {
			list = append(list, approvals.Decision{Ref: r, Expect: new(int64(1)), Verb: approvals.Refuse, Note: "No"})
		}
		list[2].Expect = new(int64(9))
		approved, skipped, err := w.s.ApproveMany(t.Context(), w.Boss, list)
		w.OK(err)
		var got []string
		for _, d := range approved {
			got = append(got, fmt.Sprintf("%s at %d", w.names[d.Ref], *d.Expect))
		}
		for _, x := range skipped {
			got = append(got, w.names[x.Ref]+" "+x.Code)
		}
		if want := []string{"a at 2", "b at 2", "c stale", "d not_found"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		approved = append(approved, approvals.Decision{Ref: approvals.Ref{Kind: "shift", ID: 1}, Expect: new(int64(1))})
		undone, skipped, err := w.s.Undo(t.Context(), w.Boss, append(approved, list[2]))
		w.OK(err)
		if undone != 2 || len(skipped) != 2 || skipped[0].Code != "not_found" || skipped[1].Code != "stale" {
			t.Errorf("%d undone, %+v", undone, skipped)
		}
		if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE is_approved"); n != 0 {
			t.Errorf("%d sheets are approved", n)
		}
	})
}
