package shifts_test

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

func TestAPI(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const body = `{"timesheet_id":1,"bank_code_id":{regular},"date":"2026-11-16","start_time":"2026-11-16T08:00:00-05:00","end_time":"2026-11-16T16:00:00-05:00"}`
		fill := strings.NewReplacer("{regular}", fmt.Sprint(w.Crew.Regular), "{ann}", fmt.Sprint(w.Ann.EmployeeID))
		for _, x := range []struct {
			name         string
			by           auth.Actor
			method, path string
			body         string
			ifMatch      string
			status       int
			has          string // each word of it
		}{
			{"create answers 201", w.Ann, "POST", "/shifts", body, "", 201,
				`"id":1,"timesheet_id":1 "date":"2026-11-16T00:00:00Z","start_time":"2026-11-16T13:00:00Z","end_time":"2026-11-16T21:00:00Z","is_approved":false`},
			{"all five fields are required, and all are told", w.Ann, "POST", "/shifts", `{}`, "", 400,
				`"timesheet_id" "bank_code_id" "date" "start_time" "end_time" "required"`},
			{"faults of the schema and of the rules together", w.Ann, "POST", "/shifts",
				`{"timesheet_id":0,"bank_code_id":1,"date":"2026-02-30","start_time":"8h","end_time":"2026-11-16T16:00:00-05:00"}`, "", 400,
				`"field":"timesheet_id","code":"out_of_range" "field":"date","code":"format" "field":"start_time","code":"format"`},
			{"is_approved is not the owner's to send", w.Ann, "POST", "/shifts", strings.Replace(body, "{", `{"is_approved":true,`, 1), "", 400,
				`"field":"is_approved","code":"unknown"`},
			{"overlap is named", w.Ann, "POST", "/shifts", body, "", 400, `"code":"overlap" "field":"start_time","code":"overlap"`},
			{"get answers 201", w.Ann, "GET", "/shifts/1", "", "", 201, `"id":1`},
			{"a missing one answers 400", w.Ann, "GET", "/shifts/9", "", "", 400, `"code":"not_found"`},
			{"another's answers the same", w.Stranger, "GET", "/shifts/1", "", "", 400, `"code":"not_found"`},
			{"list answers 201", w.Ann, "GET",
				"/shifts?timesheet_id=1&from=2026-11-16&to=2026-11-16&is_approved=false&employee_id={ann}&bank_code_id={regular}", "", "", 201,
				`[{"id":1,`},
			{"another's is in no list", w.Stranger, "GET", "/shifts", "", "", 201, `[]`},
			{"a filter that is no boolean", w.Ann, "GET", "/shifts?is_approved=maybe", "", "", 400, `"field":"is_approved","code":"not_allowed"`},
			{"patch answers 201", w.Ann, "PATCH", "/shifts/1", `{"end_time":"2026-11-16T17:30:00-05:00"}`, `"1-1"`, 201,
				`"end_time":"2026-11-16T22:30:00Z"`},
			{"an old version is refused", w.Ann, "PATCH", "/shifts/1", `{"date":"2026-11-17"}`, `"1-1"`, 412, `"code":"stale"`},
			{"null is no time", w.Ann, "PATCH", "/shifts/1", `{"end_time":null,"date":null}`, "", 400, `"field":"end_time" "field":"date"`},
			{"the owner's is_approved by PATCH", w.Ann, "PATCH", "/shifts/1", `{"is_approved":true}`, "", 400,
				`"field":"is_approved","code":"unknown"`},
			{"in capitals", w.Ann, "PATCH", "/shifts/1", `{"IS_APPROVED":true}`, "", 400, `"code":"unknown"`},
			{"a key twice", w.Ann, "PATCH", "/shifts/1", `{"date":"2026-11-17","date":"2026-11-18"}`, "", 400, `"code":"`},
			{"the own approval", w.Ann, "PATCH", "/shifts/1/approval", "", "", 403, `"code":"own_approval"`},
			{"approval answers 200", w.Boss, "PATCH", "/shifts/1/approval", "", "", 200, `"is_approved":true`},
			{"an approved shift does not change", w.Ann, "PATCH", "/shifts/1", `{"date":"2026-11-17"}`, "", 409, `"code":"shift_approved"`},
			{"withdrawing it", w.Boss, "PATCH", "/shifts/1/approval", `{"is_approved":false}`, "", 200, `"is_approved":false`},
			{"a shift has no breaks at first", w.Ann, "GET", "/shifts/1/breaks", "", "", 200, `{"breaks":[]}`},
			{"breaks are replaced as a whole", w.Ann, "PUT", "/shifts/1/breaks",
				`{"breaks":[{"start_time":"2026-11-16T12:00:00","end_time":"2026-11-16T12:30:00-05:00"},` +
					`{"start_time":"2026-11-16T10:00:00-05:00","end_time":"2026-11-16T10:15:00-05:00","paid":true}]}`,
				`"1-4"`, 200, `{"breaks":[{"start_time":"2026-11-16T15:00:00Z","end_time":"2026-11-16T15:15:00Z","paid":true},` +
					`{"start_time":"2026-11-16T17:00:00Z","end_time":"2026-11-16T17:30:00Z","paid":false}]}`},
			{"an old version of the shift is refused", w.Ann, "PUT", "/shifts/1/breaks", `{"breaks":[]}`, `"1-4"`, 412, `"code":"stale"`},
			{"hours are without the unpaid break", w.Ann, "GET", "/shifts/summary?from=2026-11-16&to=2026-11-16", "", "", 200, `"total_hours":9`},
			{"times that leave a break outside", w.Ann, "PATCH", "/shifts/1", `{"start_time":"2026-11-16T12:15:00-05:00"}`, "", 400,
				`"field":"breaks","code":"break_outside"`},
			{"a break without an end", w.Ann, "PUT", "/shifts/1/breaks", `{"breaks":[{"start_time":"2026-11-16T12:00:00-05:00"}]}`,
				"", 400, `"field":"breaks[0].end_time","code":"required"`},
			{"another's breaks are missing", w.Stranger, "GET", "/shifts/1/breaks", "", "", 400, `"code":"not_found"`},
			{"delete answers 201 with the record", w.Ann, "DELETE", "/shifts/1", "", "", 201, `"id":1`},
			{"after which it is missing", w.Ann, "DELETE", "/shifts/1", "", "", 400, `"code":"not_found"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				var headers []string
				if x.ifMatch != "" {
					headers = []string{"If-Match", x.ifMatch}
				}
				a := w.As(x.by).Do(x.method, fill.Replace(x.path), fill.Replace(x.body), headers...)
				if a.Status != x.status {
					t.Errorf("%s: status %d, want %d: %s", x.name, a.Status, x.status, a.Body)
				}
				for _, text := range strings.Fields(x.has) {
					if !strings.Contains(a.Body, text) {
						t.Errorf("%s: %s lacks %s", x.name, a.Body, text)
					}
				}
			})
		}
	})
}

// Times without an offset are read where the company is (C5); hours are what really went by (W3).
func TestAPI_nights_when_the_clocks_change(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.SQLite))
	for _, x := range []struct {
		name, day, start, end string
		status                int
		minutes               int64
		has                   string
	}{
		{"the night of spring has an hour less", "2026-03-08", "2026-03-08T00:00", "2026-03-08T08:00", 201, 420,
			`"start_time":"2026-03-08T05:00:00Z","end_time":"2026-03-08T12:00:00Z"`},
		{"the night of autumn has an hour more", "2026-11-01", "2026-11-01T00:00:00", "2026-11-01T08:00:00", 201, 540,
			`"start_time":"2026-11-01T04:00:00Z","end_time":"2026-11-01T13:00:00Z"`},
		{"a time that does not exist is refused", "2026-03-09", "2026-03-08T02:30", "2026-03-09T01:00", 400, 0,
			`"field":"start_time","code":"no_such_time"`},
		{"of a time that comes twice the first overlaps", "2026-10-31", "2026-10-31T20:00", "2026-11-01T01:30", 400, 0, `"code":"overlap"`},
		{"midnight ends the day", "2026-10-31", "2026-10-31T16:00", "2026-11-01T00:00", 201, 480, `"date":"2026-10-31T00:00:00Z"`},
		{"the day is taken as written", "2026-06-02T23:59:00-04:00", "2026-06-02T23:00:00-04:00", "2026-06-03T07:00:00-04:00", 201, 480,
			`"date":"2026-06-02T00:00:00Z"`},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := w.As(w.Ann).Post("/shifts",
				fmt.Sprintf(`{"timesheet_id":1,"bank_code_id":%d,"date":%q,"start_time":%q,"end_time":%q}`, w.Crew.Regular, x.day, x.start, x.end))
			if a.Status != x.status || !strings.Contains(a.Body, x.has) {
				t.Errorf("%d %s", a.Status, a.Body)
			}
			if x.status == 201 {
				if got := w.Count("SELECT minutes FROM shifts ORDER BY id DESC LIMIT 1"); got != x.minutes {
					t.Errorf("%d minutes, want %d", got, x.minutes)
				}
			}
		})
	}
}
