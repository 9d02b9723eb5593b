package leaverequests

import (
	"context"
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
	"presence/db"
	"presence/db/dbtest"
)

// fixture is the leave of a crew on one database, at noon of 2026-11-20 UTC.
type fixture struct {
	*Service
	testing.TB
	crew    dbtest.Crew
	handler http.Handler

	admin, payroll, boss, ann, cid, stranger auth.Actor
}

func each(t *testing.T, fn func(t *testing.T, d *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newFixture(t, d)) })
}

func newFixture(t testing.TB, database *db.DB) *fixture {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	d := &fixture{Service: NewService(database, now), TB: t, crew: dbtest.NewCrew(t, database)}
	actor := func(m dbtest.Member) auth.Actor {
		return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Via: "bearer"}
	}
	c := d.crew
	d.admin, d.payroll, d.boss, d.ann, d.cid, d.stranger = actor(c.Admin), actor(c.Payroll), actor(c.Boss), actor(c.Ann), actor(c.Cid), actor(c.Stranger)
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	API(httpx.NewRouter(engine, "test", "1"), d.Service)
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	d.handler = httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: now, Zone: zone}.Wrap(engine)
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

// exec runs a statement in a transaction of its own.
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

// call sends one request as by and gives status and body.
func (d *fixture) call(by auth.Actor, method, path, body string, headers ...string) (int, string) {
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
