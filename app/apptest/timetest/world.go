// Package timetest provides the world of tests about time: the services of timesheets, shifts, expenses and leave on one
// database, with a crew of people.
package timetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/clockings"
	"presence/app/workforce/expenses"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// World are the services on one database. Its clock is stopped at 2026-11-20 13:00 UTC, in pay period 2026-25, until a test sets
// it.
type World struct {
	testing.TB
	DB    *db.DB
	Crew  dbtest.Crew
	Zone  *time.Location
	Clock time.Time

	Sheets    *timesheets.Service
	Shifts    *shifts.Service
	Expenses  *expenses.Service
	Leave     *leaverequests.Service
	Clockings *clockings.Service // which rounds to five minutes

	Admin, Payroll, Boss, Ann, Deputy, Cid, Stranger auth.Actor

	client *featuretest.Client // with no person set; tests call As
}

// Each runs fn in a new world on both engines.
func Each(t *testing.T, fn func(t *testing.T, w *World)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, New(t, d)) })
}

// New returns a world on an empty database.
func New(t testing.TB, d *db.DB) *World {
	t.Helper()
	w := &World{TB: t, DB: d, Crew: dbtest.NewCrew(t, d), Clock: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)}
	now := func() time.Time { return w.Clock }
	w.Sheets = timesheets.NewService(d, now, shifts.Lines(), expenses.Lines(expenses.Options{}))
	w.Shifts, w.Expenses = shifts.NewService(d, now, shifts.Options{}), expenses.NewService(d, now, expenses.Options{})
	w.Leave = leaverequests.NewService(d, now, leaverequests.Options{Holidays: labourstandards.Quebec().Holidays})
	w.Admin, w.Payroll, w.Stranger = actor(w.Crew.Admin), actor(w.Crew.Payroll), actor(w.Crew.Stranger)
	w.Boss, w.Ann, w.Deputy, w.Cid = actor(w.Crew.Boss), actor(w.Crew.Ann), actor(w.Crew.Deputy), actor(w.Crew.Cid)
	w.Boss.Supervises, w.Deputy.Supervises = true, true
	var err error
	w.Zone, err = time.LoadLocation("America/Toronto")
	w.OK(err)
	w.client = w.serve(now)
	return w
}

func (w *World) serve(now func() time.Time) *featuretest.Client {
	w.Helper()
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	w.OK(err)
	periods := payperiods.NewService(w.DB, now, payperiods.Config{Calendar: calendar, Zone: w.Zone})
	w.Clockings = clockings.NewService(w.DB, clockings.Options{Periods: periods, Shifts: w.Shifts, Zone: w.Zone, Step: 5, Now: now})
	return featuretest.New(w, featuretest.Options{Now: now, Zone: w.Zone}, func(r *httpx.Router) {
		timesheets.API(r, w.Sheets)
		shifts.API(r, w.Shifts, periods)
		expenses.API(r, w.Expenses)
		leaverequests.API(r, w.Leave)
		clockings.API(r, w.Clockings)
	})
}

func actor(m dbtest.Member) auth.Actor {
	return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Via: "bearer"}
}

// As returns the client of a person for the JSON routes of the four features.
func (w *World) As(by auth.Actor) *featuretest.Client { return w.client.On(w).As(by) }

// OK ends the test if there is an error.
func (w *World) OK(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// Refused checks the code of an error, and its field errors, each as "field code". An empty code expects no error; without
// fields, field errors are not checked.
func (w *World) Refused(err error, code string, fields ...string) {
	w.Helper()
	if code == "" {
		w.OK(err)
		return
	}
	if !errs.HasCode(err, code) {
		w.Errorf("got %v, want %s", err, code)
		return
	}
	if got := invalidFields(err); len(fields) > 0 && !slices.Equal(got, fields) {
		w.Errorf("invalid fields %v, want %v", got, fields)
	}
}

// Code returns the code of an error, or "field code" for a single field error; "" for nil.
func Code(err error) string {
	if err == nil {
		return ""
	}
	if fields := invalidFields(err); len(fields) == 1 {
		return fields[0]
	}
	if e, ok := errs.Of(err); ok {
		return e.Code
	}
	return err.Error()
}

func invalidFields(err error) (list []string) {
	e, ok := errs.Of(err)
	if !ok {
		return nil
	}
	for _, f := range e.Fields {
		list = append(list, f.Field+" "+f.Code)
	}
	return list
}

// Count returns one number from the database.
func (w *World) Count(sql string, args ...any) (n int64) {
	w.Helper()
	w.OK(w.DB.QueryRow(w.Context(), sql, args...).Scan(&n))
	return n
}

// Now returns the time of the world's clock.
func (w *World) Now() time.Time { return w.Clock }

// Exec runs a statement in a transaction of its own.
func (w *World) Exec(sql string, args ...any) {
	w.Helper()
	w.OK(w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}))
}

// In returns the same world with failures reported to a subtest.
func (w *World) In(t testing.TB) *World {
	sub := *w
	sub.TB = t
	return &sub
}
