package workforce_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// totals are what an old period must still answer after it has gone to the archive, byte for byte.
var totals = []string{
	"/pay-periods/2026/25/overview", "/pay-periods/2026/25/crew-overview?includeSubtree=true&supervisor_id={supervisor}",
	"/exports/csv?period=2026-25",
	"/exports/csv?period=2026-25&status=approved", "/shifts/summary?period=2026-25", "/shifts/export.csv?period=2026-25",
}

// TestArchive_Aged is W11: what was decided in a period long closed leaves the lists, stays readable in the archive,
// changes no more, and still counts in its period.
func TestArchive_Aged(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		admin := a.As("admin").On(t)
		admin.Patch("/pay-periods/2026/25/approval", nil).Want(http.StatusOK)
		admin.Patch("/timesheets/{stranger.timesheet}/approval", map[string]bool{"is_approved": false}).Want(http.StatusOK)
		// Vacation within the period, which counts toward a week's threshold and has lines in the export.
		leave := admin.Post("/leave-requests",
			`{"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Vacation","start_date_time":"2026-11-19T08:00","end_date_time":"2026-11-20T16:00","comment":"","approval_status":"True"}`).ID()
		admin.Delete("/shifts/{stranger.evening}").Want(http.StatusCreated)
		before := map[string]string{}
		for _, path := range totals {
			before[path] = string(admin.Get(path).Want(http.StatusOK).Body)
		}

		// The last day on which 26 periods have not yet closed after period 2026-25.
		a.Clock.Set(time.Date(2027, 11, 28, 4, 0, 0, 0, time.UTC))
		later := a.Browser("admin").On(t)
		archive(t, a)
		if n := a.Count("timesheets", "aged_at IS NOT NULL"); n != 0 {
			t.Fatalf("%d sheets have aged too early", n)
		}
		a.Clock.Set(time.Date(2027, 11, 28, 6, 0, 0, 0, time.UTC))
		archive(t, a)
		archive(t, a)

		t.Run("the totals of the period stay as they were", func(t *testing.T) {
			for _, path := range totals {
				if got := string(later.On(t).Get(path).Want(http.StatusOK).Body); got != before[path] {
					t.Errorf("%s was\n%s\nand is\n%s", path, before[path], got)
				}
			}
		})
		t.Run("what was approved has left the lists, what was not stays", func(t *testing.T) {
			for path, want := range map[string]string{
				"/timesheets": "[{stranger.timesheet}]", "/shifts": "[{stranger.shift}]", "/Expenses": "[{stranger.expense} {stranger.mileage}]",
				"/leave-requests?to=2026-12-31": "[]", "/timesheets/{employee.timesheet}": "400", "/shifts/{employee.shift}": "400",
				"/Expenses/{employee.expense}": "400",
			} {
				r := later.On(t).Get(path)
				got := fmt.Sprint(r.Status)
				if r.Status < 400 {
					got = fmt.Sprint(r.IDs())
				}
				if got != a.World.Fill(want) {
					t.Errorf("%s: %s, want %s", path, got, a.World.Fill(want))
				}
			}
		})
		t.Run("it stands in the archive", func(t *testing.T) {
			for path, has := range map[string]string{
				"/archives/timesheets?id={employee.timesheet}":   `"is_approved":true`,
				"/archives/shifts/{employee.shift}":              `"start_time":"2026-11-16T13:00:00Z"`,
				"/archives/expenses?id={employee.mileage}":       `"amount":36`,
				fmt.Sprintf("/archives/leaveRequests/%d", leave): `"approval_status":"True"`,
			} {
				later.On(t).Get(path).Want(http.StatusOK).Has(has, `"archived_at":"2027-11-28T06:00:00Z","archived_reason":"aged"`)
			}
			later.On(t).Get("/archives/shifts/{stranger.evening}").Want(http.StatusOK).Has(`"archived_reason":"deleted"`)
		})
		t.Run("a list has it, page by page", func(t *testing.T) {
			for _, kind := range []string{"timesheets", "shifts", "expenses", "leaveRequests"} {
				all := later.On(t).Get("/archives?kind=" + kind).Want(http.StatusOK).Has(`"archived_at":"2027-11-28T06:00:00Z"`).IDs()
				var paged []int64
				for next := "/archives?kind=" + kind + "&limit=1"; next != ""; {
					r := later.On(t).Get(next).Want(http.StatusOK)
					paged = append(paged, r.IDs()...)
					_, next, _ = strings.Cut(strings.TrimSuffix(r.Header.Get("Link"), `>; rel="next"`), "<")
				}
				if len(all) == 0 || !slices.Equal(paged, all) {
					t.Errorf("%s: pages of one have %v, the list has %v", kind, paged, all)
				}
			}
			later.On(t).Get("/archives?kind=shifts&name=zzzz").Want(http.StatusOK).Has("[]")
			later.On(t).Get("/archives?kind=shifts&from=2027-11-29").Want(http.StatusOK).Has("[]")
			later.On(t).Get("/archives?kind=shifts&to=2019-12-31").Want(http.StatusOK).Has("[]")
			for _, bad := range []string{"", "?kind=employees", "?kind=shifts&after=x", "?kind=shifts&from=2026-13-01", "?kind=shifts&limit=0"} {
				later.On(t).Get("/archives" + bad).Want(http.StatusBadRequest)
			}
			if ids := a.As("events").On(t).Get("/archives?kind=shifts").Want(http.StatusOK).IDs(); len(ids) != 0 {
				t.Errorf("a person sees the records %v of others", ids)
			}
		})
		t.Run("nothing of it changes any more", func(t *testing.T) {
			rows := a.Rows()
			for _, try := range [][2]string{{"PATCH", "/timesheets/{employee.timesheet}/approval"}, {"DELETE", "/timesheets/{employee.timesheet}"},
				{"PATCH", "/shifts/{employee.shift}/approval"}, {"DELETE", "/Expenses/{employee.expense}"}} {
				later.On(t).Do(try[0], try[1], nil).Want(http.StatusBadRequest)
			}
			later.On(t).Post("/shifts",
				`{"timesheet_id":{employee.timesheet},"bank_code_id":{regular},"date":"2026-11-18","start_time":"2026-11-18T08:00:00-05:00","end_time":"2026-11-18T16:00:00-05:00"}`).
				Want(http.StatusBadRequest)
			a.Unchanged(t, rows, "writing to what has aged")
		})
		t.Run("each batch left one entry", func(t *testing.T) {
			if n := a.Count("audit_log", "action = 'aged'"); n != 2 { // sheets, leave
				t.Errorf("%d entries", n)
			}
			if n := a.Count("audit_log",
				`action = 'aged' AND kind = 'timesheets' AND record_id = '2026-11-29' AND changes LIKE '%"shifts":[null,10]%' AND changes LIKE '%"expenses":[null,10]%'`); n != 1 {
				t.Error("the entry does not say what moved")
			}
		})
	})
}

// TestArchive_PagesSheet keeps the staff pages from making a second sheet for a period that has aged.
func TestArchive_PagesSheet(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		actor, employee, period := a.Actor("admin"), a.World.IDs["employee"], db.MustDay("2026-11-15")
		forPeriod := func() (sheet timesheets.Timesheet, err error) {
			err = a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				sheet, err = timesheets.FindOrCreate(ctx, tx, actor, employee, period, db.InstantOf(a.Clock.Now()))
				return err
			})
			return sheet, err
		}
		sheet, err := forPeriod()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Timesheets.Approve(t.Context(), actor, sheet.ID, nil, timesheets.Decision{Approved: true}); err != nil {
			t.Fatal(err)
		}
		a.Clock.Set(time.Date(2028, 1, 1, 12, 0, 0, 0, time.UTC))
		archive(t, a)
		if _, err := forPeriod(); err == nil || !strings.Contains(err.Error(), "timesheet_archived") {
			t.Errorf("got %v", err)
		}
	})
}

func archive(t *testing.T, a *apptest.App) {
	t.Helper()
	if err := a.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestArchives(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin").On(t)
	admin.Delete("/shifts/{employee.shift}").Want(http.StatusCreated)
	admin.Delete("/Expenses/{employee.expense}").Want(http.StatusCreated)
	admin.Delete("/leave-requests/{employee.leave}").Want(http.StatusCreated)
	admin.Delete("/timesheets/{employee.timesheet}").Want(http.StatusCreated)
	admin.Delete("/employees/{colleague}").Want(http.StatusNoContent)
	id := map[string]string{"employees": "{colleague}", "shifts": "{employee.shift}", "expenses": "{employee.expense}",
		"leaveRequests": "{employee.leave}", "timesheets": "{employee.timesheet}"}
	live := map[string]string{"employees": "{stranger}", "shifts": "{stranger.shift}", "expenses": "{stranger.expense}",
		"leaveRequests": "{stranger.leave}", "timesheets": "{stranger.timesheet}"}
	for plural, id := range id {
		t.Run(plural+" are found by either place of the id, with when and why", func(t *testing.T) {
			query := admin.On(t).Get("/archives/"+plural+"?id="+id).Want(http.StatusOK).Has(a.World.Fill(`{"id":`+id+`,`),
				`"archived_at":"2026-11-20T13:00:00Z","archived_reason":"deleted"}`)
			path := admin.On(t).Get("/archives/" + plural + "/" + id).Want(http.StatusOK)
			if string(query.Body) != string(path.Body) || query.ETag() != path.ETag() {
				t.Errorf("%s and %s", query.Body, path.Body)
			}
		})
		t.Run(plural+" refuse an id that is missing or none", func(t *testing.T) {
			for _, bad := range []string{"", "?id=", "?id=x", "?id=0", "?id=-1", "?id=1.0", "?id=99999999999999999999", "/x", "/0", "/%20", "?no=1",
				"/1?id=1"} {
				admin.On(t).Get("/archives/" + plural + bad).Want(http.StatusBadRequest)
			}
		})
		t.Run(plural+" hide what is live, unknown or out of scope alike", func(t *testing.T) {
			admin.On(t).Get("/archives/" + plural + "?id=" + live[plural]).Want(http.StatusNotFound)
			admin.On(t).Get("/archives/" + plural + "/987654").Want(http.StatusNotFound)
			a.As("foreman").On(t).Get("/archives/" + plural + "/" + id).Want(http.StatusNotFound)
			a.As("events").On(t).Get("/archives/" + plural + "?id=" + id).Want(http.StatusNotFound)
			a.As(apptest.Anonymous).On(t).Get("/archives/" + plural + "?id=" + id).Want(http.StatusUnauthorized)
		})
		t.Run(plural+" show to the crew's head, and to payroll", func(t *testing.T) {
			a.As("supervisor").On(t).Get("/archives/" + plural + "/" + id).Want(http.StatusOK)
			a.As("payroll").On(t).Get("/archives/" + plural + "/" + id).Want(http.StatusOK)
		})
	}
}
