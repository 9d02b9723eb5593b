package leaverequests

import (
	"context"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/labourstandards"
	"presence/db"
	"presence/db/dbtest"
)

// fixture is the leave of a crew on one database, at noon of 2026-11-20 UTC.
type fixture struct {
	*Service
	testing.TB
	crew   dbtest.Crew
	client *featuretest.Client // with no person set; tests call As

	admin, payroll, boss, ann, cid, stranger auth.Actor
}

func each(t *testing.T, fn func(t *testing.T, d *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newFixture(t, d)) })
}

func newFixture(t testing.TB, database *db.DB) *fixture {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	d := &fixture{Service: NewService(database, now, Options{Holidays: labourstandards.Quebec().Holidays}), TB: t, crew: dbtest.NewCrew(t, database)}
	actor := func(m dbtest.Member) auth.Actor {
		return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Via: "bearer"}
	}
	c := d.crew
	d.admin, d.payroll, d.boss, d.ann, d.cid, d.stranger = actor(c.Admin), actor(c.Payroll), actor(c.Boss), actor(c.Ann),
		actor(c.Cid), actor(c.Stranger)
	d.client = featuretest.New(t, featuretest.Options{Now: now, Zone: toronto(t)}, func(r *httpx.Router) {
		API(r, d.Service)
		Pages(r, d.Service, toronto(t), Around{Holidays: func(from, _ db.Day) map[db.Day]i18n.Text {
			return map[db.Day]i18n.Text{from.Add(3): {FR: "Noël", EN: "Christmas"}}
		}, Find: findBySQL(database)})
	})
	return d
}

// vacation is two days of Ann's, pending.
func (d *fixture) vacation(change func(*New)) New {
	n := New{EmployeeID: d.crew.Ann.EmployeeID, BankCodeID: d.crew.Vacation, LeaveType: "Vacation",
		Start: at(d, "2026-12-07 08:00"), End: at(d, "2026-12-08 16:00"), ApprovalStatus: Pending}
	if change != nil {
		change(&n)
	}
	return n
}

// made is Ann's vacation in that status, as an admin makes it.
func (d *fixture) made(status string) LeaveRequest {
	d.Helper()
	r, err := d.Create(d.Context(), d.admin, d.vacation(func(n *New) { n.ApprovalStatus = status }))
	if err != nil {
		d.Fatal(err)
	}
	return r
}

// removed deletes every request, for the next test.
func (d *fixture) removed() {
	d.Helper()
	if err := d.exec("DELETE FROM leave_requests"); err != nil {
		d.Fatal(err)
	}
}

// exec runs a statement in a new transaction.
func (d *fixture) exec(statement string, args ...any) error {
	return d.db.Write(d.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
}

func (d *fixture) count(sql string, args ...any) (n int64) {
	d.Helper()
	if err := d.db.QueryRow(d.Context(), sql, args...).Scan(&n); err != nil {
		d.Fatal(err)
	}
	return n
}

// told is the code of a refusal, or the field and code of its one fault; empty for none.
func told(err error) string {
	if err == nil {
		return ""
	}
	e, ok := errs.Of(err)
	switch {
	case !ok:
		return err.Error()
	case len(e.Fields) == 1:
		return e.Fields[0].Field + " " + e.Fields[0].Code
	}
	return e.Code
}
