package home

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/timetest"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/approvals"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/schedule"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// office is the start page with the services of both halves, on one database with a crew, on Friday, November 20, 2026.
type office struct {
	*timetest.World
	today  *Today
	client *featuretest.Client // with no person set; tests call As

	events auth.Actor // runs events and has no employee record
}

func newOffice(t *testing.T, d *db.DB) *office {
	t.Helper()
	w := timetest.New(t, d)
	now := func() time.Time { return w.Clock }
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	w.OK(err)
	periods := payperiods.NewService(d, now, payperiods.Config{Calendar: calendar, Zone: w.Zone})
	mine := mytime.NewService(d, now, w.Zone, mytime.Parts{Periods: periods, Sheets: w.Sheets, Shifts: w.Shifts, Expenses: w.Expenses})
	o := &office{World: w, events: auth.Actor{PersonID: "x", Role: auth.Events, Language: i18n.EN}}
	for _, a := range []*auth.Actor{&w.Admin, &w.Payroll, &w.Boss, &w.Ann, &w.Stranger} {
		a.Language = i18n.EN
	}
	service := NewService(d, now, "1.2.3")
	o.today = NewToday(service, Features{Periods: periods, Payroll: payroll.NewService(d, now, w.Zone, periods),
		Schedule: schedule.NewService(d, schedule.Options{Zone: w.Zone, Now: now}),
		Events:   events.NewService(d, now, events.Hooks{}), Campaigns: campaigns.NewService(d, now, campaigns.Options{}),
		Approvals: approvals.NewService(d, approvals.Options{Zone: w.Zone, Now: now, Time: mine, Sheets: w.Sheets, Expenses: w.Expenses, Leave: w.Leave}),
		Clockings: w.Clockings,
	}, w.Zone, now)
	o.client = featuretest.New(t, featuretest.Options{Now: now, Zone: w.Zone}, func(r *httpx.Router) {
		API(r, service)
		Pages(r, o.today)
		if err := r.Build(httpx.APIInfo{Server: "http://here.test", Tags: []httpx.Tag{{Name: "service", Text: "Health."}}}); err != nil {
			t.Fatal(err)
		}
	})
	return o
}

func (o *office) dashboard(t *testing.T, by auth.Actor) Dashboard {
	t.Helper()
	d, err := o.today.Dashboard(t.Context(), by)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// parts names the parts of a dashboard that are set.
func parts(d Dashboard) string {
	var list []string
	for _, part := range []struct {
		set  bool
		name string
	}{{d.Own != nil, "own"}, {d.Overdue != nil, "overdue"}, {d.Periods != nil, "periods"}, {d.Remind != nil, "remind"},
		{d.Supervisors != nil, "supervisors"}, {d.Sent != nil, "sent"}, {d.Setup != nil, "setup"}} {
		if part.set {
			list = append(list, part.name)
		}
	}
	return strings.Join(list, ", ")
}

func TestToday_Dashboard_of_each_role(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		o.Exec("UPDATE employees SET first_work_day = '2027-01-04' WHERE id = $1", o.Stranger.EmployeeID)
		unlinked := o.Admin
		unlinked.EmployeeID = 0
		for _, x := range []struct {
			name string
			by   auth.Actor
			want string
		}{
			{"an employee has the own sheet, and that of the period before", o.Ann, "own, overdue"},
			{"an employee who begins later has no sheet", o.Stranger, ""},
			{"a supervisor has the crew as well", o.Boss, "own, overdue, periods, remind"},
			{"payroll has everyone, and reminds from the overview", o.Payroll, "own, overdue, periods, supervisors"},
			{"an administrator has all", o.Admin, "own, overdue, periods, supervisors, sent, setup"},
			{"an administrator without an employee record has no sheet", unlinked, "periods, supervisors, sent, setup"},
			{"those who run events have these only", o.events, "sent"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := parts(o.dashboard(t, x.by)); got != x.want {
					t.Errorf("%q, want %q", got, x.want)
				}
			})
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if _, err := o.today.Dashboard(stopped, o.Ann); err == nil {
			t.Error("a part that cannot be loaded is no error")
		}
	})
}

// The sheet of the period before is overdue until it is submitted.
func TestToday_loadOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		sheet := o.Sheet(o.Ann)
		n := o.ShiftAt(sheet.ID, "2026-11-12T13:00", "2026-11-12T21:00")
		n.Day = db.MustDay("2026-11-12")
		_, err := o.Shifts.Create(t.Context(), o.Ann, n)
		o.OK(err)
		if got := o.dashboard(t, o.Ann); got.Overdue == nil || got.Overdue.Period.Name() != "2026-24" ||
			got.Overdue.Line.Hours().Total() != 480 ||
			got.Own.Period.Name() != "2026-25" {
			t.Errorf("with hours that are not submitted: own %+v, overdue %+v", got.Own, got.Overdue)
		}
		_, err = o.Sheets.Approve(t.Context(), o.Boss, sheet.ID, nil, timesheets.Decision{Approved: true})
		o.OK(err)
		if got := o.dashboard(t, o.Ann); got.Overdue != nil {
			t.Errorf("an approved sheet is overdue: %+v", got.Overdue)
		}
	})
}

// A person who was added after the end of the period before is asked for nothing in it, whenever the person was hired.
func TestToday_before_an_employee_was_added(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		current := o.today.Periods.Current()
		for _, x := range []struct {
			name  string
			added db.Day
			due   bool
		}{
			{"added on the last day of the period before", current.Start.Add(-1), true},
			{"added on the first day of this one", current.Start, false},
		} {
			t.Run(x.name, func(t *testing.T) {
				o.Exec("UPDATE employees SET created_at = $1", db.InstantOf(x.added.In(o.Zone)))
				if got := o.dashboard(t, o.Ann).Overdue != nil; got != x.due {
					t.Errorf("the sheet of the period before is overdue: %v", got)
				}
				d := o.dashboard(t, o.Boss)
				if got := len(d.Remind[o.today.Periods.Calendar().Previous(current)]) > 0; got != x.due {
					t.Errorf("the supervisor may remind the crew of it: %v", got)
				}
				if got := d.Periods[0].Waiting+len(d.Periods[0].Idle) > 0; got != x.due {
					t.Errorf("there is something left to do in it: %v", got)
				}
			})
		}
	})
}

// A supervisor reminds those of the crew who have entered nothing, once a day.
func TestToday_loadRemind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		current := o.today.Periods.Current()
		before := o.today.Periods.Calendar().Previous(current)
		crew := []int64{o.Ann.EmployeeID, o.Deputy.EmployeeID, o.Cid.EmployeeID}
		remind := func() [2][]int64 {
			got := o.dashboard(t, o.Boss).Remind
			for _, ids := range got {
				slices.Sort(ids)
			}
			return [2][]int64{got[current], got[before]}
		}
		all := remind()
		if !slices.Equal(all[0], crew) {
			t.Errorf("to remind are %v, want %v", all[0], crew)
		}
		asked, err := o.today.Periods.RemindSelected(t.Context(), o.Boss, current, crew[:1])
		if err != nil || len(asked.Employees) != 1 {
			t.Fatalf("reminded %+v, %v", asked, err)
		}
		if got := remind(); !slices.Equal(got[0], crew[1:]) || !slices.Equal(got[1], all[1]) {
			t.Errorf("after one was reminded, to remind are %v; of the period before %v, want %v", got[0], got[1], all[1])
		}
		o.Clock = o.Clock.AddDate(0, 0, 3)
		if got := remind(); !slices.Equal(got[0], crew) {
			t.Errorf("days later, to remind are %v", got[0])
		}
		o.Shift(o.Ann, o.Sheet(o.Ann).ID, 1)
		if got := remind(); !slices.Equal(got[0], crew[1:]) {
			t.Errorf("after one has entered hours, to remind are %v", got[0])
		}
	})
}

// Leave that waits is listed for those who may decide, and leave of today names those who are away.
func TestToday_loadApprovals_of_leave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		if got := o.dashboard(t, o.Boss); got.Leave != nil || got.Away != nil || got.Pending.Leave != 0 {
			t.Errorf("without leave: %+v", got)
		}
		ask := func(of auth.Actor, from, to, status string) {
			_, err := o.Leave.Create(t.Context(), o.Admin, o.Vacation(func(n *leaverequests.New) {
				n.EmployeeID, n.Start, n.End, n.ApprovalStatus = of.EmployeeID, o.At(from), o.At(to), status
			}))
			o.OK(err)
		}
		ask(o.Ann, "2026-12-07 08:00", "2026-12-07 16:00", leaverequests.Pending)
		ask(o.Ann, "2026-11-20 00:00", "2026-11-21 00:00", leaverequests.Approved)
		ask(o.Cid, "2026-11-19 00:00", "2026-11-20 00:00", leaverequests.Approved) // ended
		ask(o.Cid, "2026-11-21 00:00", "2026-11-22 00:00", leaverequests.Approved) // to come
		ask(o.Deputy, "2026-11-20 00:00", "2026-11-21 00:00", leaverequests.Denied)
		ask(o.Boss, "2026-11-20 00:00", "2026-11-21 00:00", leaverequests.Approved)
		ask(o.Stranger, "2026-11-20 00:00", "2026-11-21 00:00", leaverequests.Approved)
		for _, x := range []struct {
			name    string
			by      auth.Actor
			pending int
			away    string
		}{
			{"a supervisor sees the crew, without the own leave", o.Boss, 1, "Élise Member5"},
			{"a deputy sees the own crew", o.Deputy, 0, ""},
			{"payroll sees everyone", o.Payroll, 1, "Élise Member3, Élise Member5, Élise Member8"},
		} {
			t.Run(x.name, func(t *testing.T) {
				got := o.dashboard(t, x.by)
				if got.Pending.Leave != x.pending || len(got.Leave) != x.pending || strings.Join(got.Away, ", ") != x.away {
					t.Errorf("%d wait, %d are listed, away are %q", got.Pending.Leave, len(got.Leave), got.Away)
				}
			})
		}
	})
}

// A period that has ended is to be exported if it has sheets, until it was exported; the oldest first.
func TestToday_loadPayroll(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		work := func(day string) int64 {
			sheet := o.Sheet(o.Ann)
			n := o.ShiftAt(sheet.ID, day+"T13:00", day+"T21:00")
			n.Day = db.MustDay(day)
			_, err := o.Shifts.Create(t.Context(), o.Ann, n)
			o.OK(err)
			return sheet.ID
		}
		payable := func() string {
			var list []string
			for _, x := range o.dashboard(t, o.Payroll).Payable {
				list = append(list, fmt.Sprintf("%s %d of %d", x.Period.Name(), x.Approved, x.Sheets))
			}
			return strings.Join(list, ", ")
		}
		work("2026-11-17")
		if got := payable(); got != "" {
			t.Errorf("of the current period alone, to export are %q", got)
		}
		old := work("2026-10-20")
		work("2026-11-12")
		_, err := o.Sheets.Approve(t.Context(), o.Boss, old, nil, timesheets.Decision{Approved: true})
		o.OK(err)
		if got := payable(); got != "2026-23 1 of 1, 2026-24 0 of 1" && got != "2026-22 1 of 1, 2026-24 0 of 1" {
			t.Errorf("to export are %q", got)
		}
		period := o.dashboard(t, o.Payroll).Payable[0].Period
		_, err = o.today.Payroll.CreateExport(t.Context(), o.Payroll, period, payroll.Options{})
		o.OK(err)
		if got := payable(); got != "2026-24 0 of 1" {
			t.Errorf("after one was exported, to export are %q", got)
		}
		boss := o.dashboard(t, o.Payroll).Supervisors
		if len(boss) != 4 || boss[o.Ann.EmployeeID].ID != o.Boss.EmployeeID || boss[o.Cid.EmployeeID].Name != "Élise Member6" {
			t.Errorf("the supervisors are %+v", boss)
		}
	})
}

// Payroll's page and the approvals say the same of a period, whatever became of its sheets.
func TestToday_counts_agree(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		day := 1
		work := func(by auth.Actor, set string) {
			day++
			sheet := o.Sheet(by)
			text := fmt.Sprintf("2026-11-%02d", day)
			n := o.ShiftAt(sheet.ID, text+"T13:00", text+"T21:00")
			n.Day = db.MustDay(text)
			_, err := o.Shifts.Create(t.Context(), by, n)
			o.OK(err)
			o.Exec("UPDATE timesheets SET "+set+" WHERE id = $1", sheet.ID)
		}
		period, err := o.today.Periods.PeriodByNumber(2026, 24)
		o.OK(err)
		for _, x := range []struct {
			name string
			by   auth.Actor
			set  string
			want string // approved, to approve, with another approver, not submitted
		}{
			{"a draft is not submitted", o.Ann, "submitted_at = NULL", "0 0 0 1"},
			{"a returned sheet is not submitted", o.Ann, "returned_at = 5", "0 0 0 2"},
			{"a submitted sheet is to approve", o.Cid, "submitted_at = 5", "0 1 0 2"},
			{"an approved sheet is neither", o.Ann, "is_approved = TRUE, approved_at = 5, submitted_at = 5", "1 1 0 2"},
			{"payroll's own is with somebody else", o.Payroll, "submitted_at = 5", "1 1 1 2"},
		} {
			t.Run(x.name, func(t *testing.T) {
				work(x.by, x.set)
				list, err := o.today.Payroll.PeriodStates(t.Context(), o.Payroll, period, 1)
				o.OK(err)
				c := list[0].SheetCounts
				if got := fmt.Sprint(c.Approved, c.Waiting, c.Own(), c.Unsent); got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
				if queue := o.dashboard(t, o.Payroll).Pending.Sheets; int64(queue) != c.Waiting {
					t.Errorf("%d wait in the approvals, and %d on the page of payroll", queue, c.Waiting)
				}
			})
		}
		t.Run("a sheet that changed after its approval is to approve", func(t *testing.T) {
			o.Exec(`INSERT INTO timesheet_approvals (timesheet_id, approved_at, approved_by, content, withdrawn_at)
				SELECT id, 1, $2, '[]', 2 FROM timesheets WHERE returned_at = $1`, 5, o.Boss.PersonID)
			o.Exec("UPDATE timesheets SET returned_at = NULL, changed = TRUE WHERE returned_at = $1", 5)
			list, err := o.today.Payroll.PeriodStates(t.Context(), o.Payroll, period, 1)
			o.OK(err)
			if queue := o.dashboard(t, o.Payroll).Pending.Sheets; queue != 2 || list[0].Waiting != 2 || list[0].Unsent != 1 {
				t.Errorf("%d wait in the approvals, and the page of payroll has %+v", queue, list[0].SheetCounts)
			}
		})
	})
}

// event inserts an event that begins a number of days after today.
func (o *office) event(id string, days int) {
	o.Helper()
	at := db.InstantOf(o.Clock.AddDate(0, 0, days))
	o.Exec(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
		VALUES ($1, 'open', $2, $3, 'forest', $1, 1, 1)`, id, at, at+3_600_000)
}

// campaign inserts a campaign of an event.
func (o *office) campaign(event, status string) {
	o.Helper()
	o.Exec(`INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, total, sent, pending, created_at, updated_at)
		VALUES ($1, 'event', $2, 'bulk', 'a@example.org', FALSE, $3, 10, 4, 6, 1, 1)`, event, status, []byte("salt"))
}

func (o *office) answer(event, name, confidence string, days int) {
	o.Helper()
	o.Exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, created_at, responded_at)
		VALUES ($1, 'name:' || $2, $2, 1, 'fr', $3, $4, $4)`, event, name, confidence, db.InstantOf(o.Clock.AddDate(0, 0, days)))
}

func TestToday_loadEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		if got := o.dashboard(t, o.events); len(got.Events) != 0 || len(got.Recent) != 0 || len(got.ToCheck) != 0 || len(got.Sends) != 0 {
			t.Errorf("without events: %+v", got)
		}
		o.event("later", 20)
		o.event("gala", 10)
		o.event("past", -10)
		o.campaign("gala", "sending")
		o.campaign("later", "paused")
		o.campaign("gala", "completed")
		o.campaign("deleted", "sending")
		o.answer("gala", "a", "probable", -1)
		o.answer("gala", "b", "probable", -1)
		o.answer("gala", "c", "confirmed", -1)
		o.answer("later", "d", "none", -1)
		o.answer("past", "e", "probable", -20)
		got := o.dashboard(t, o.events)
		if len(got.Events) != 2 || got.Events[0].ID != "gala" || got.Events[1].ID != "later" {
			t.Errorf("upcoming are %+v", got.Events)
		}
		if len(got.ToCheck) != 1 || got.ToCheck["gala"] != 2 || !got.Sent["gala"] || len(got.Recent) != 1 {
			t.Errorf("to check are %v, sent %v, recent %v", got.ToCheck, got.Sent, got.Recent)
		}
		var sends []string
		for _, s := range got.Sends {
			sends = append(sends, s.Event.ID+" "+string(s.State))
		}
		if !slices.Equal(sends, []string{"later paused", "gala sending"}) {
			t.Errorf("unfinished are %q", sends)
		}
	})
}

// Administrators see the open steps of the setup until all are done, except in the demo.
func TestToday_loadSetup(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		all := Configured{Mail: true, Postal: true, Directory: true}
		o.today.Configured = all
		if s := o.dashboard(t, o.Admin).Setup; s == nil || !s.People || !s.Codes || s.Event || s.Period || !s.Supervisors || s.left() != 2 || !s.basic() {
			t.Errorf("before the first event: %+v", s)
		}
		if _, err := o.Sheets.Approve(t.Context(), o.Boss, o.Sheet(o.Ann).ID, nil, timesheets.Decision{Approved: true}); err != nil {
			t.Fatal(err)
		}
		if s := o.dashboard(t, o.Admin).Setup; s == nil || !s.Period || s.left() != 1 {
			t.Errorf("after the first approval: %+v", s)
		}
		o.today.Configured.Demo = true
		if s := o.dashboard(t, o.Admin).Setup; s != nil {
			t.Errorf("in the demonstration: %+v", s)
		}
		o.today.Configured = Configured{Mail: true, Postal: true}
		if s := o.dashboard(t, o.Admin).Setup; s == nil || s.Directory {
			t.Errorf("without customers: %+v", s)
		}
		o.Exec("UPDATE directory_state SET generation = 1") // as publishing does; customers of a sync under way do not count
		if s := o.dashboard(t, o.Admin).Setup; s == nil || !s.Directory {
			t.Errorf("with customers from a file: %+v", s)
		}
		o.today.Configured = all
		o.event("gala", 10)
		if s := o.dashboard(t, o.Admin).Setup; s != nil {
			t.Errorf("when all is done: %+v", s)
		}
		o.Exec("UPDATE bank_codes SET archived_at = 1, archived_reason = 'deleted'")
		if s := o.dashboard(t, o.Admin).Setup; s == nil || s.Codes || s.basic() {
			t.Errorf("without pay codes: %+v", s)
		}
		o.Exec("UPDATE bank_codes SET archived_at = NULL, archived_reason = NULL")
		o.Exec("UPDATE employees SET supervisor_id = NULL")
		if s := o.dashboard(t, o.Admin).Setup; s == nil || s.Supervisors {
			t.Errorf("without supervisors: %+v", s)
		}
		o.Exec("UPDATE employees SET archived_at = 1, archived_reason = 'deleted'")
		if s := o.dashboard(t, auth.Actor{PersonID: "x", Role: auth.Admin}).Setup; s == nil || s.People || s.basic() {
			t.Errorf("without employees: %+v", s)
		}
	})
}

func TestPages_today(t *testing.T) {
	o := newOffice(t, dbtest.OpenSQLite(t))
	o.event("gala", 10)
	o.campaign("gala", "sending")
	for _, x := range []struct {
		name    string
		by      auth.Actor
		headers []string
		whole   bool
		has     string
	}{
		{"the whole page", o.Ann, nil, true, "Period 2026-25"},
		{"the part with the sends to its script", o.events, []string{"HX-Request", "true", "HX-Target", "sends"}, false, "Sent: 4 of 10"},
		{"the whole page to a browser that only names the part", o.events, []string{"HX-Target", "sends"}, true, "Sent: 4 of 10"},
		{"the whole page to a script that asks for nothing of it", o.events, []string{"HX-Request", "true"}, true, "Sent: 4 of 10"},
		{"the whole page to those who do not run events", o.Ann, []string{"HX-Request", "true", "HX-Target", "sends"}, true, "Period 2026-25"},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := o.client.On(t).As(x.by).Get("/staff/", x.headers...)
			body := plain(a.Body)
			if a.Status != http.StatusOK || strings.Contains(body, "<html") != x.whole || !strings.Contains(body, x.has) {
				t.Errorf("%d, lacks %q, or is not whole %v: %s", a.Status, x.has, x.whole, body)
			}
		})
	}
}

func TestAPI(t *testing.T) {
	o := newOffice(t, dbtest.OpenSQLite(t))
	for _, x := range []struct {
		name, path, accept string
		by                 auth.Actor
		status             int
		header, value      string // of the answer
		has                string
	}{
		{"the root tells a program where to go on", "/", "application/json", auth.Actor{}, 200, "Content-Type",
			"application/json; charset=utf-8",
			`{"name":"Presence","version":"1.2.3","links":{"docs":"/docs","health":"/health",` +
				`"login":"/auth/v1/login","openapi":"/openapi.json","staff":"/staff/"}}`},
		{"the root leads a browser to sign in", "/", "text/html", auth.Actor{}, 200, "Refresh", "0; url=/auth/v1/login",
			`<a href="/auth/v1/login">`},
		{"the root leads a person who has signed in to the start page", "/", "text/html", o.Ann, 200, "Refresh", "0; url=/staff/",
			`<a href="/staff/">`},
		{"the root differs by what is accepted", "/", "text/html", auth.Actor{}, 200, "Vary", "Accept", "<!doctype html>"},
		{"a program that is well", "/health", "", auth.Actor{}, 200, "Cache-Control", "no-store",
			`"status":"ok","version":"1.2.3","database":"ok"`},
		{"a program that is ready", "/readyz", "", auth.Actor{}, 200, "Cache-Control", "no-store",
			`"status":"ok","version":"1.2.3","database":"ok"`},
		{"a process that answers", "/livez", "", auth.Actor{}, 200, "Cache-Control", "no-store", `{"status":"ok"}`},
		{"the description", "/openapi.json", "", auth.Actor{}, 200, "Cache-Control", "max-age=300", `"openapi":"3.1`},
		{"the description has a type of its own", "/openapi.json", "", auth.Actor{}, 200, "Content-Type", descriptionMedia,
			`"get-description"`},
		{"the description on a page", "/docs", "", o.Ann, 200, "Content-Type", "text/html; charset=utf-8", "?group=service"},
		{"one group of it", "/docs?group=service", "", o.Ann, 200, "Content-Type", "text/html; charset=utf-8", `id="readiness"`},
		{"a group that there is not", "/docs?group=rent", "", o.Ann, 404, "", "", `"code":"not_found"`},
		{"what was searched", "/docs?q=readyz", "", o.Ann, 200, "Content-Type", "text/html; charset=utf-8", "readyz"},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := o.client.On(t).As(x.by).Get(x.path, "Accept", x.accept)
			if got := a.Header.Get(x.header); a.Status != x.status || !strings.Contains(a.Body, x.has) || x.header != "" &&
				got != x.value {
				t.Errorf("%d, %s %q: %s", a.Status, x.header, got, a.Body)
			}
		})
	}
	t.Run("a search leaves out what does not fit", func(t *testing.T) {
		ann := o.client.On(t).As(o.Ann)
		all, found := ann.Get("/docs").Body, ann.Get("/docs?q=readyz").Body
		if !strings.Contains(all, "/livez") || strings.Contains(found, "/livez") {
			t.Errorf("/livez is on the page of all: %v, of readyz: %v", strings.Contains(all, "/livez"), strings.Contains(found, "/livez"))
		}
	})
	t.Run("a program that is about to stop is not well, but lives", func(t *testing.T) {
		o.today.Drain()
		for path, status := range map[string]int{"/health": 503, "/readyz": 503, "/livez": 200} {
			if a := o.client.On(t).Get(path); a.Status != status {
				t.Errorf("%s answers %d, want %d", path, a.Status, status)
			}
		}
	})
	t.Run("the description says what the root and the description answer", func(t *testing.T) {
		var d struct {
			Paths map[string]map[string]struct {
				Responses map[string]struct{ Content map[string]any }
			}
		}
		o.client.On(t).Get("/openapi.json").JSON(&d)
		for path, media := range map[string]string{"/": "application/json", "/openapi.json": descriptionMedia} {
			if _, said := d.Paths[path]["get"].Responses["200"].Content[media]; !said {
				t.Errorf("%s: %+v", path, d.Paths[path]["get"].Responses)
			}
		}
		if _, said := d.Paths["/"]["get"].Responses["200"].Content["text/html"]; !said {
			t.Error("the page at the root is not described")
		}
	})
}

func TestDocsPage_of_no_description(t *testing.T) {
	if err := newDocs(func() ([]byte, error) { return []byte("{"), nil }).page(nil); err == nil {
		t.Error("half a description is shown")
	}
}
