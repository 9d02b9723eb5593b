package shifts_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// desk is the shifts and their sheets on one database. Ann has sheet 1, Cid sheet 2.
type desk struct {
	testing.TB
	db      *db.DB
	crew    dbtest.Crew
	sheets  *timesheets.Service
	shifts  *shifts.Service
	clock   time.Time
	handler http.Handler

	admin, boss, ann, cid, stranger auth.Actor
}

func each(t *testing.T, fn func(t *testing.T, d *desk)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newDesk(t, d)) })
}

func newDesk(t testing.TB, database *db.DB) *desk {
	t.Helper()
	d := &desk{TB: t, db: database, crew: dbtest.NewCrew(t, database), clock: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)}
	now := func() time.Time { return d.clock }
	d.sheets, d.shifts = timesheets.NewService(database, now, shifts.Lines()), shifts.NewService(database, now)
	d.admin, d.boss, d.ann = actor(d.crew.Admin), actor(d.crew.Boss), actor(d.crew.Ann)
	d.cid, d.stranger = actor(d.crew.Cid), actor(d.crew.Stranger)
	for _, m := range []dbtest.Member{d.crew.Ann, d.crew.Cid} {
		_, err := d.sheets.Create(t.Context(), d.admin, timesheets.New{EmployeeID: m.EmployeeID})
		d.ok(err)
	}
	zone, err := time.LoadLocation("America/Toronto")
	d.ok(err)
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	d.ok(err)
	periods := payperiods.NewService(database, now, payperiods.Config{Calendar: calendar, Zone: zone, Threshold: 40 * 60})
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	shifts.API(httpx.NewRouter(engine, "test", "1"), d.shifts, periods)
	d.handler = httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: now, Zone: zone}.Wrap(engine)
	return d
}

func actor(m dbtest.Member) auth.Actor {
	return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Via: "bearer"}
}

// call sends one request as by and gives status and body.
func (d *desk) call(by auth.Actor, method, path, body string, headers ...string) (int, string) {
	d.Helper()
	r := httptest.NewRequestWithContext(auth.With(context.Background(), by), method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// from is a regular shift on the sheet, at times written 2026-11-20T08:00 in UTC.
func (d *desk) from(sheet int64, start, end string) shifts.New {
	d.Helper()
	s, err := time.Parse("2006-01-02T15:04", start)
	d.ok(err)
	e, err := time.Parse("2006-01-02T15:04", end)
	d.ok(err)
	return shifts.New{TimesheetID: sheet, BankCodeID: d.crew.Regular, Day: db.DayOf(s), Start: db.InstantOf(s), End: db.InstantOf(e)}
}

func (d *desk) ok(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// refused checks the code of a refusal, and the faults "field code" it names; an empty code is none.
func (d *desk) refused(err error, code string, faults ...string) {
	d.Helper()
	if code == "" {
		d.ok(err)
		return
	}
	if !errs.HasCode(err, code) {
		d.Errorf("got %v, want %s", err, code)
		return
	}
	if e, _ := errs.Of(err); len(faults) > 0 {
		var got []string
		for _, f := range e.Fields {
			got = append(got, f.Field+" "+f.Code)
		}
		if fmt.Sprint(got) != fmt.Sprint(faults) {
			d.Errorf("faults %v, want %v", got, faults)
		}
	}
}

func (d *desk) count(sql string, args ...any) (n int64) {
	d.Helper()
	d.ok(d.db.QueryRow(d.Context(), sql, args...).Scan(&n))
	return n
}
