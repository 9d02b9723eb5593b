package timesheets_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/expenses"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// desk is everything that keeps time, on one database, with people to use it.
type desk struct {
	testing.TB
	db       *db.DB
	crew     dbtest.Crew
	sheets   *timesheets.Service
	shifts   *shifts.Service
	expenses *expenses.Service
	clock    time.Time
	handler  http.Handler

	admin, payroll, boss, ann, deputy, cid, stranger auth.Actor
}

// each runs fn on both engines.
func each(t *testing.T, fn func(t *testing.T, d *desk)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newDesk(t, d)) })
}

func newDesk(t testing.TB, database *db.DB) *desk {
	t.Helper()
	d := &desk{TB: t, db: database, crew: dbtest.NewCrew(t, database), clock: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)}
	now := func() time.Time { return d.clock }
	d.sheets = timesheets.NewService(database, now, shifts.Lines(), expenses.Lines())
	d.shifts, d.expenses = shifts.NewService(database, now), expenses.NewService(database, now)
	d.admin, d.payroll, d.boss, d.ann = actor(d.crew.Admin, false), actor(d.crew.Payroll, false), actor(d.crew.Boss, true), actor(d.crew.Ann, false)
	d.deputy, d.cid, d.stranger = actor(d.crew.Deputy, true), actor(d.crew.Cid, false), actor(d.crew.Stranger, false)

	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := httpx.NewRouter(engine, "test", "1")
	timesheets.API(r, d.sheets)
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	d.handler = httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: now, Zone: zone}.Wrap(engine)
	return d
}

func actor(m dbtest.Member, supervises bool) auth.Actor {
	return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Supervises: supervises, Via: "bearer"}
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

// sheet makes one for the employee of by.
func (d *desk) sheet(by auth.Actor) timesheets.Timesheet {
	d.Helper()
	t, err := d.sheets.Create(d.Context(), d.admin, timesheets.New{EmployeeID: by.EmployeeID})
	d.ok(err)
	return t
}

// shift puts eight hours on the sheet, n days into the period.
func (d *desk) shift(by auth.Actor, sheet int64, n int) shifts.Shift {
	d.Helper()
	s, err := d.shifts.Create(d.Context(), by, d.eight(sheet, n))
	d.ok(err)
	return s
}

func (d *desk) eight(sheet int64, n int) shifts.New {
	start := time.Date(2026, 11, 15+n, 13, 0, 0, 0, time.UTC)
	return shifts.New{TimesheetID: sheet, BankCodeID: d.crew.Regular, Day: db.DayOf(start), Start: db.InstantOf(start), End: db.InstantOf(start.Add(8 * time.Hour))}
}

func (d *desk) expense(by auth.Actor, sheet, cents int64) expenses.Expense {
	d.Helper()
	e, err := d.expenses.Create(d.Context(), by, expenses.New{TimesheetID: sheet, BankCodeID: d.crew.PerDiem, Day: db.MustDay("2026-11-17"), Amount: cents, Description: "Dîner"})
	d.ok(err)
	return e
}

func (d *desk) ok(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// refused checks the code of a refusal; empty is none.
func (d *desk) refused(err error, code string) {
	d.Helper()
	if code == "" {
		d.ok(err)
		return
	}
	if !errs.HasCode(err, code) {
		d.Errorf("got %v, want %s", err, code)
	}
}

// count is one number from the database.
func (d *desk) count(sql string, args ...any) (n int64) {
	d.Helper()
	d.ok(d.db.QueryRow(d.Context(), sql, args...).Scan(&n))
	return n
}

// amount is what a line comes to, as a test writes it.
func amount(l *timesheets.Line) string {
	switch {
	case l == nil:
		return ""
	case l.Kind == timesheets.KindShift:
		return strconv.FormatInt(l.Minutes, 10) + " min"
	}
	return strconv.FormatInt(l.Amount, 10) + " ¢"
}
