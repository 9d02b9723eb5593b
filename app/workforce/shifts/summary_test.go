package shifts_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// week puts shifts on the sheet from Monday 2026-11-16: so many days of so many hours under the code.
func (w *world) week(sheet, code int64, days, hours int, at string) {
	w.Helper()
	for i := range days {
		start, err := time.Parse("2006-01-02T15:04", fmt.Sprintf("2026-11-%dT%s", 16+i, at))
		w.OK(err)
		_, err = w.Shifts.Create(w.Context(), w.Boss, shifts.New{TimesheetID: sheet, BankCodeID: code, Day: db.DayOf(start),
			Start: db.InstantOf(start), End: db.InstantOf(start.Add(time.Duration(hours) * time.Hour))})
		w.OK(err)
	}
}

func TestAPI_Summary(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.week(1, w.Crew.Regular, 5, 9, "12:00") // 45 h: 5 above the threshold
		w.week(1, w.Crew.Evening, 1, 2, "22:00") // and 2 more push as many regular ones over it
		w.week(2, w.Crew.Regular, 2, 8, "12:00")
		const (
			anns = `{"employee_id":%d,"employee_name":"Élise Member5","shifts":6,"regular_hours":38,"evening_hours":2,"emergency_hours":0,"overtime_hours":7,"total_hours":47}`
			cids = `{"employee_id":%d,"employee_name":"Élise Member7","shifts":2,"regular_hours":16,"evening_hours":0,"emergency_hours":0,"overtime_hours":0,"total_hours":16}`
			days = `{"employee_id":%d,"employee_name":"Élise Member5","shifts":3,"regular_hours":18,"evening_hours":2,"emergency_hours":0,"overtime_hours":0,"total_hours":20}`
		)
		ann, cid := fmt.Sprintf(anns, w.Ann.EmployeeID), fmt.Sprintf(cids, w.Cid.EmployeeID)
		both := `{"from":"2026-11-15","to":"2026-11-28","employees":[` + ann + `,` + cid + `]}`
		for _, x := range []struct {
			name, query string
			by          auth.Actor
			status      int
			want        string
		}{
			{"the current period when nothing is asked", "", w.Boss, 200, both},
			{"a period", "?period=2026-25", w.Boss, 200, both},
			{"a date in it", "?period=2026-11-20", w.Admin, 200, both},
			{"another period", "?period=2026-24", w.Boss, 200, `{"from":"2026-11-01","to":"2026-11-14","employees":[]}`},
			{"one employee", fmt.Sprintf("?period=current&employee_id=%d", w.Cid.EmployeeID), w.Boss, 200,
				`{"from":"2026-11-15","to":"2026-11-28","employees":[` + cid + `]}`},
			{"the own only", "", w.Ann, 200, `{"from":"2026-11-15","to":"2026-11-28","employees":[` + ann + `]}`},
			{"nobody of another crew", fmt.Sprintf("?employee_id=%d", w.Ann.EmployeeID), w.Stranger, 200,
				`{"from":"2026-11-15","to":"2026-11-28","employees":[]}`},
			{"two days of a week count by themselves", fmt.Sprintf("?from=2026-11-16&to=2026-11-17&employee_id=%d", w.Ann.EmployeeID), w.Boss, 200,
				`{"from":"2026-11-16","to":"2026-11-17","employees":[` + fmt.Sprintf(days, w.Ann.EmployeeID) + `]}`},
			{"a week that the end cuts, after a whole one", fmt.Sprintf("?from=2026-11-08&to=2026-11-17&employee_id=%d", w.Ann.EmployeeID), w.Boss,
				200,
				`{"from":"2026-11-08","to":"2026-11-17","employees":[` + fmt.Sprintf(days, w.Ann.EmployeeID) + `]}`},
			{"a week that the start cuts, before a whole one", fmt.Sprintf("?from=2026-11-17&to=2026-11-28&employee_id=%d", w.Cid.EmployeeID),
				w.Boss, 200,
				`{"from":"2026-11-17","to":"2026-11-28","employees":[` +
					fmt.Sprintf(`{"employee_id":%d,"employee_name":"Élise Member7","shifts":1,"regular_hours":8,"evening_hours":0,"emergency_hours":0,"overtime_hours":0,"total_hours":8}`, w.Cid.EmployeeID) + `]}`},
			{"one whole week", "?from=2026-11-15&to=2026-11-21", w.Boss, 200,
				`{"from":"2026-11-15","to":"2026-11-21","employees":[` + ann + `,` + cid + `]}`},
			{"a period and days", "?period=current&from=2026-11-16&to=2026-11-17", w.Boss, 400, `"field":"period","code":"not_allowed"`},
			{"the first day alone", "?from=2026-11-16", w.Boss, 400, `"field":"to","code":"required"`},
			{"the last day alone", "?to=2026-11-16", w.Boss, 400, `"field":"from","code":"required"`},
			{"backwards", "?from=2026-11-16&to=2026-11-15", w.Boss, 400, `"field":"to","code":"out_of_range"`},
			{"no such period", "?period=2026-27", w.Boss, 400, `"field":"period","code":"not_found"`},
			{"no period at all", "?period=soon", w.Boss, 400, `"field":"period","code":"format"`},
			{"an unknown filter", "?weeks=2", w.Boss, 400, `"field":"weeks","code":"unknown"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				a := w.As(x.by).Get("/shifts/summary" + x.query)
				if a.Status != x.status || a.Status == 200 && a.Body != x.want || !strings.Contains(a.Body, x.want) {
					t.Errorf("%s: %d %s\nwant %d %s", x.name, a.Status, a.Body, x.status, x.want)
				}
			})
		}
	})
}

// Hours of type emergency have a column of their own and are part of the total.
func TestAPI_Summary_of_emergencies(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.Exec("UPDATE bank_codes SET type = 'emergency' WHERE id = $1", w.Crew.Evening)
		w.week(1, w.Crew.Regular, 1, 8, "12:00")
		w.week(1, w.Crew.Evening, 1, 3, "22:00")
		const want = `"regular_hours":8,"evening_hours":0,"emergency_hours":3,"overtime_hours":0,"total_hours":11}`
		if a := w.As(w.Ann).Get("/shifts/summary"); a.Status != 200 || !strings.Contains(a.Body, want) {
			t.Errorf("%d %s, want %s", a.Status, a.Body, want)
		}
	})
}

// A day that cannot be read is the only fault: it is not compared with the other one.
func TestAPI_Summary_of_no_day(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		a := w.As(w.Ann).Get("/shifts/summary?from=2026-11-16&to=soon")
		if a.Status != 400 || !strings.Contains(a.Body, `"field":"to","code":"format"`) || strings.Contains(a.Body, "out_of_range") {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}

// ended counts how a file ended.
type ended struct {
	tablewriter.Rows
	closed, abandoned int
}

func (e *ended) Close() error { e.closed++; return e.Rows.Close() }
func (e *ended) Abandon()     { e.abandoned++; e.Rows.Abandon() }

func TestService_Export_ends_the_file(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		all := shifts.Range{From: db.MustDay("2026-11-15"), To: db.MustDay("2026-11-28")}
		whole := &ended{Rows: tablewriter.NewCSV(io.Discard, tablewriter.Options{})}
		if err := w.Shifts.Export(t.Context(), w.Admin, all, whole); err != nil || whole.closed != 1 || whole.abandoned != 0 {
			t.Errorf("a whole file: %v, closed %d, abandoned %d", err, whole.closed, whole.abandoned)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		part := &ended{Rows: tablewriter.NewCSV(io.Discard, tablewriter.Options{})}
		if err := w.Shifts.Export(stopped, w.Admin, all, part); err == nil || part.closed != 0 || part.abandoned != 1 {
			t.Errorf("a part: %v, closed %d, abandoned %d", err, part.closed, part.abandoned)
		}
	})
}

func TestAPI_Export(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.week(1, w.Crew.Regular, 2, 8, "13:00")
		w.week(2, w.Crew.Evening, 1, 1, "23:30")
		_, err := w.Sheets.Approve(t.Context(), w.Boss, 2, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		const (
			head   = "id,timesheet_id,employee_id,employee_name,date,start_time,end_time,hours,bank_code,type,is_approved\r\n"
			first  = "1,1,{ann},Élise Member5,2026-11-16,2026-11-16T13:00:00Z,2026-11-16T21:00:00Z,8,G-regular,regular,false\r\n"
			second = "2,1,{ann},Élise Member5,2026-11-17,2026-11-17T13:00:00Z,2026-11-17T21:00:00Z,8,G-regular,regular,false\r\n"
			third  = "3,2,{cid},Élise Member7,2026-11-16,2026-11-16T23:30:00Z,2026-11-17T00:30:00Z,1,G-evening,evening,true\r\n"
		)
		fill := strings.NewReplacer("{ann}", fmt.Sprint(w.Ann.EmployeeID), "{cid}", fmt.Sprint(w.Cid.EmployeeID))
		for _, x := range []struct {
			name, query string
			by          auth.Actor
			status      int
			want        string
		}{
			{"the current period", "", w.Boss, 200, head + first + second + third},
			{"many years", "?from=2000-01-01&to=2099-12-31", w.Boss, 200, head + first + second + third},
			{"a day", "?from=2026-11-17&to=2026-11-17", w.Boss, 200, head + second},
			{"one employee", "?period=2026-25&employee_id={cid}", w.Boss, 200, head + third},
			{"the own only", "", w.Cid, 200, head + third},
			{"nobody of another crew", "?employee_id={ann}", w.Stranger, 200, head},
			{"for a French Excel", "?from=2026-11-17&to=2026-11-17&bom=1&sep=%3B", w.Boss, 200,
				"\xEF\xBB\xBF" + strings.ReplaceAll(head+second, ",", ";")},
			{"every fault at once", "?period=soon&sep=x&bom=maybe", w.Boss, 400, `"field":"period"`},
			{"of the file as well", "?period=soon&sep=x&bom=maybe", w.Boss, 400, `"field":"sep"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				a := w.As(x.by).Get("/shifts/export.csv" + fill.Replace(x.query))
				want := fill.Replace(x.want)
				if a.Status != x.status || a.Status == 200 && a.Body != want || !strings.Contains(a.Body, want) {
					t.Errorf("%s: %d %s\nwant %s", x.name, a.Status, a.Body, want)
				}
			})
		}
	})
}

// A million lines: the rate is in rows/s; what it holds in memory must not grow with them.
func BenchmarkExport(b *testing.B) {
	w := newWorld(b, dbtest.OpenSQLite(b))
	const rows = 200_000
	w.OK(w.DB.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range rows {
			start := int64(i) * 3_600_000
			if _, err := tx.Exec(ctx,
				`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
				VALUES (1, $1, $2, '2026-11-16', '2026-11-15', $3, $4, 60, 1, 1)`, w.Ann.EmployeeID, w.Crew.Regular, start,
				start+3_600_000); err != nil {
				return err
			}
		}
		return nil
	}))
	all := shifts.Range{From: db.MustDay("2000-01-01"), To: db.MustDay("2099-12-31")}
	b.ReportAllocs()
	for b.Loop() {
		w.OK(w.Shifts.Export(b.Context(), w.Admin, all, tablewriter.NewCSV(io.Discard, tablewriter.Options{})))
	}
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
