package auth

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
	"presence/views/layout"
)

func TestActor_roles(t *testing.T) {
	for _, x := range []struct {
		name                                    string
		by                                      Actor
		signedIn, seesAll, runsEvents, approver bool
	}{
		{"an anonymous caller", Actor{}, false, false, false, false},
		{"an administrator", Actor{PersonID: "p", Role: Admin}, true, true, true, true},
		{"payroll", Actor{PersonID: "p", Role: Payroll}, true, true, false, true},
		{"one who runs events", Actor{PersonID: "p", Role: Events}, true, false, true, false},
		{"one who runs events and supervises", Actor{PersonID: "p", Role: Events, Supervises: true}, true, false, true, true},
		{"an employee", Actor{PersonID: "p", Role: Employee}, true, false, false, false},
		{"a supervisor", Actor{PersonID: "p", Role: Employee, Supervises: true}, true, false, false, true},
		{"one who stands in for a supervisor", Actor{PersonID: "p", Role: Employee, StandsInFor: []int64{3}}, true, false, false, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := []bool{x.by.SignedIn(), x.by.SeesAll(), x.by.RunsEvents(), x.by.Approver()}
			if want := []bool{x.signedIn, x.seesAll, x.runsEvents, x.approver}; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("signed in, sees all, runs events, approves: %v, want %v", got, want)
			}
		})
	}
}

// Boss ── Ann, Deputy ── Cid        Foreman ── Stranger        Admin, Payroll
func TestActor_scope(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := dbtest.NewCrew(t, d)
		names := map[int64]string{c.Admin.EmployeeID: "Admin", c.Payroll.EmployeeID: "Payroll", c.Boss.EmployeeID: "Boss",
			c.Ann.EmployeeID: "Ann", c.Deputy.EmployeeID: "Deputy", c.Cid.EmployeeID: "Cid", c.Foreman.EmployeeID: "Foreman",
			c.Stranger.EmployeeID: "Stranger"}
		const all = "Admin Payroll Boss Foreman Ann Deputy Cid Stranger"
		for _, x := range []struct {
			name                string
			by                  Actor
			visible, approvable string
		}{
			{"an administrator", Actor{EmployeeID: c.Admin.EmployeeID, Role: Admin}, all, all},
			{"payroll, who do not approve their own", Actor{EmployeeID: c.Payroll.EmployeeID, Role: Payroll}, all,
				"Admin Boss Foreman Ann Deputy Cid Stranger"},
			{"payroll without an employee record", Actor{Role: Payroll}, all, all},
			{"a supervisor of supervisors", Actor{EmployeeID: c.Boss.EmployeeID, Role: Employee}, "Boss Ann Deputy Cid", "Ann Deputy Cid"},
			{"a supervisor", Actor{EmployeeID: c.Deputy.EmployeeID, Role: Employee}, "Deputy Cid", "Cid"},
			{"a supervisor who runs events", Actor{EmployeeID: c.Foreman.EmployeeID, Role: Events}, "Foreman Stranger", "Stranger"},
			{"an employee", Actor{EmployeeID: c.Cid.EmployeeID, Role: Employee}, "Cid", ""},
			{"a person without an employee record", Actor{Role: Employee}, "", ""},
			{"who stands in for a supervisor, without the supervisor's own", Actor{EmployeeID: c.Stranger.EmployeeID, Role: Employee,
				StandsInFor: []int64{c.Boss.EmployeeID}}, "Ann Deputy Cid Stranger", "Ann Deputy Cid"},
			{"who stands in for their own supervisor, and does not approve their own", Actor{EmployeeID: c.Ann.EmployeeID, Role: Employee,
				StandsInFor: []int64{c.Boss.EmployeeID}}, "Ann Deputy Cid", "Deputy Cid"},
			{"a supervisor who stands in for another one", Actor{EmployeeID: c.Foreman.EmployeeID, Role: Events,
				StandsInFor: []int64{c.Deputy.EmployeeID}}, "Foreman Cid Stranger", "Cid Stranger"},
			{"who stands in for two, one of whom is below the other", Actor{EmployeeID: c.Stranger.EmployeeID, Role: Employee,
				StandsInFor: []int64{c.Boss.EmployeeID, c.Deputy.EmployeeID}}, "Ann Deputy Cid Stranger", "Ann Deputy Cid"},
			{"who stands in for a deputy of somebody, and gets nothing of that", Actor{EmployeeID: c.Stranger.EmployeeID, Role: Employee,
				StandsInFor: []int64{c.Ann.EmployeeID}}, "Stranger", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				for what, scope := range map[string]struct {
					cond func(column string, n int) (string, []any)
					want string
				}{"visible": {x.by.Visible, x.visible}, "approvable": {x.by.Approvable, x.approvable}} {
					cond, args := scope.cond("e.id", 1)
					ids, err := db.Collect(func(row db.Row) (id int64, err error) {
						err = row.Scan(&id)
						return id, err
					})(d.Query(t.Context(), "SELECT e.id FROM employees e WHERE "+cond+" ORDER BY e.id", args...))
					if err != nil {
						t.Fatal(err)
					}
					var got []string
					for _, id := range ids {
						got = append(got, names[id])
					}
					if strings.Join(got, " ") != scope.want {
						t.Errorf("%s are %v, want %s", what, got, scope.want)
					}
				}
			})
		}
		t.Run("a supervisor in a circle does not approve their own time", func(t *testing.T) {
			w := newWorld(t, d, testURL)
			w.exec("UPDATE employees SET supervisor_id = $1 WHERE id = $2", c.Cid.EmployeeID, c.Boss.EmployeeID)
			cond, args := Actor{EmployeeID: c.Boss.EmployeeID, Role: Employee}.Approvable("e.id", 1)
			if n := w.count("SELECT COUNT(*) FROM employees e WHERE e.id = "+fmt.Sprint(c.Boss.EmployeeID)+" AND "+cond, args...); n != 0 {
				t.Error("they may approve it")
			}
			cond, args = Actor{EmployeeID: c.Stranger.EmployeeID, Role: Employee, StandsInFor: []int64{c.Boss.EmployeeID}}.Visible("e.id", 1)
			if n := w.count("SELECT COUNT(*) FROM employees e WHERE e.id = "+fmt.Sprint(c.Boss.EmployeeID)+" AND "+cond, args...); n != 0 {
				t.Error("their deputy sees it")
			}
		})
	})
}

func TestViewerFrame(t *testing.T) {
	for _, x := range []struct {
		name string
		by   Actor
		want layout.Viewer
	}{
		{"an administrator", Actor{PersonID: "p", Name: "Ada", Email: "ada@example.com", Role: Admin},
			layout.Viewer{SignedIn: true, Name: "Ada", Email: "ada@example.com", Role: "Administrator", SeesPeriods: true, RunsPayroll: true,
				RunsEvents: true}},
		{"payroll without a name", Actor{PersonID: "p", Email: "pay@example.com", Role: Payroll, EmployeeID: 3},
			layout.Viewer{SignedIn: true, Name: "pay@example.com", Email: "pay@example.com", Role: "Payroll", KeepsTime: true, SeesPeriods: true,
				RunsPayroll: true}},
		{"an employee", Actor{PersonID: "p", Name: "Luc", Role: Employee, EmployeeID: 3},
			layout.Viewer{SignedIn: true, Name: "Luc", Role: "Employee", KeepsTime: true}},
		{"a supervisor", Actor{PersonID: "p", Name: "Lea", Role: Employee, EmployeeID: 3, Supervises: true},
			layout.Viewer{SignedIn: true, Name: "Lea", Role: "Supervisor", KeepsTime: true, SeesPeriods: true}},
		{"one who runs events and supervises", Actor{PersonID: "p", Name: "Eve", Role: Events, Supervises: true},
			layout.Viewer{SignedIn: true, Name: "Eve", Role: "Events", SeesPeriods: true, RunsEvents: true}},
		{"an anonymous caller", Actor{}, layout.Viewer{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.by.Language = i18n.EN
			c, _ := gin.CreateTestContext(httptest.NewRecorder())
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/staff/", nil)
			c.Request = r.WithContext(With(r.Context(), x.by))
			f := viewerFrame(c)
			if f.Viewer != x.want {
				t.Errorf("%+v, want %+v", f.Viewer, x.want)
			}
			if got := f.Bell != "" && f.Stream != ""; got != x.want.SignedIn {
				t.Errorf("the bell is at %q, its stream at %q", f.Bell, f.Stream)
			}
		})
	}
}

func TestProvideViewer(t *testing.T) {
	gin.SetMode(gin.TestMode)
	e := gin.New()
	router := httpx.NewRouter(e, httpx.Config{}, httpx.NoRules)
	var f layout.Frame
	e.Use(ProvideViewer)
	show := func(c *gin.Context) error {
		f = frame.Of(c)
		return nil
	}
	router.Page(http.MethodGet, "/staff/time", httpx.SignedIn, show)
	router.Page(http.MethodGet, "/docs", httpx.Anyone, show, httpx.Public)
	router.PageOf(httpx.Op{Method: http.MethodGet, Path: "/rsvp/gala", Kind: httpx.GuestPage, Rule: httpx.Anyone}, show)
	for path, want := range map[string]i18n.Lang{"/staff/time": i18n.EN, "/docs": i18n.EN, "/rsvp/gala": i18n.FR} {
		t.Run(path, func(t *testing.T) {
			r := httptest.NewRequestWithContext(With(t.Context(), Actor{PersonID: "p", Language: i18n.EN}), http.MethodGet, path, nil)
			r.Header.Set("Accept-Language", "fr")
			e.ServeHTTP(httptest.NewRecorder(), r)
			if f.Lang != want || f.Viewer.SignedIn != (want == i18n.EN) {
				t.Errorf("the page is in %s, signed in: %t", f.Lang, f.Viewer.SignedIn)
			}
		})
	}
}
