package employees

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/apitokens"
	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

var admin = auth.Actor{PersonID: uuidOf(998), Name: "Ada", Role: auth.Admin, Via: "bearer"}

func (c company) exec(sql string, args ...any) {
	c.t.Helper()
	err := c.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// signedIn reports whether the cookie is of a session.
func signedIn(people *auth.Service, cookie *http.Cookie) (good bool) {
	gin.SetMode(gin.TestMode)
	e := gin.New()
	e.Use(people.BrowserSessions(), people.Authenticate(func(c *gin.Context, _ error) { c.Abort() }))
	e.GET("/", func(c *gin.Context) { good = auth.From(c.Request.Context()).SignedIn() })
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.AddCookie(cookie)
	e.ServeHTTP(httptest.NewRecorder(), r)
	return good
}

// admins counts who can administer.
func (c company) admins() (n int) {
	c.t.Helper()
	if err := c.d.QueryRow(context.Background(), `SELECT COUNT(*) FROM people p LEFT JOIN employees e ON e.user_id = p.id
		WHERE p.role = 'admin' AND p.disabled_at IS NULL AND e.archived_at IS NULL`).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// TestService_Update_whose_record_it_is shows who changes the person of a record, and of which records (C11).
func TestService_Update_whose_record_it_is(t *testing.T) {
	nobody := payroll
	nobody.PersonID, nobody.Via = "", "anonymous"
	each(t, func(t *testing.T, c company) {
		own, other, gone := c.hire(1, 0), c.hire(2, 0), c.hire(3, 0)
		if err := c.Delete(t.Context(), payroll, gone, nil); err != nil {
			t.Fatal(err)
		}
		self := payroll
		self.PersonID, self.EmployeeID = uuidOf(1), own
		ghost := Changes{UserID: new(uuidOf(50)), Email: new("ghost@example.com")}
		and := func(day db.Day) Changes { x := ghost; x.LastWorkDay = &day; return x }
		for _, tt := range []struct {
			name string
			by   auth.Actor
			id   int64
			c    Changes
			kind errs.Kind
			want string
		}{
			{"payroll does not give the own record away", self, own, ghost, errs.KindForbidden, "user_id_not_allowed"},
			{"nor that of somebody else", self, other, ghost, errs.KindForbidden, "user_id_not_allowed"},
			{"nor one in the archive", self, gone, ghost, errs.KindForbidden, "user_id_not_allowed"},
			{"nor does it restore one for somebody else", self, gone, and(db.Day{}), errs.KindForbidden, "user_id_not_allowed"},
			{"nor does it take another's", self, other, Changes{UserID: new(uuidOf(998))}, errs.KindForbidden, "user_id_not_allowed"},
			{"an anonymous caller with payroll's scope neither", nobody, other, ghost, errs.KindForbidden, "user_id_not_allowed"},
			{"an archived record keeps its person, or that one would be back", admin, gone, ghost, errs.KindConflict, "employee_archived"},
			{"also while it is restored", admin, gone, and(db.Day{}), errs.KindConflict, "employee_archived"},
			{"and while it is archived", admin, other, and(today), errs.KindConflict, "employee_archived"},
		} {
			t.Run(tt.name, func(t *testing.T) {
				before, people := c.any(tt.id), c.count("people")
				_, err := c.Update(t.Context(), tt.by, tt.id, nil, tt.c)
				wants(t, err, tt.kind, tt.want)
				if c.any(tt.id) != before || c.count("people") != people {
					t.Error("a refused update changed something")
				}
			})
		}
		t.Run("the person who stands may be sent back by payroll", func(t *testing.T) {
			if _, err := c.Update(t.Context(), self, own, nil, Changes{UserID: new(uuidOf(1)), FirstName: new("Ann")}); err != nil {
				t.Error(err)
			}
		})
		t.Run("an administrator changes the person of a live record", func(t *testing.T) {
			if e, err := c.Update(t.Context(), admin, other, nil, ghost); err != nil || e.UserID != uuidOf(50) {
				t.Error(e.UserID, err)
			}
		})
	})
}

// TestService_Create_for_an_administrator shows that payroll makes no record by which an administrator could be shut out.
func TestService_Create_for_an_administrator(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		c.exec(`INSERT INTO people (id, email, name, role, created_at, updated_at) VALUES ($1, 'ada@example.com', 'Ada', 'admin', 1, 1)`,
			uuidOf(998))
		n := marie()
		n.UserID, n.Email = uuidOf(998), "ada@example.com"
		_, err := c.Create(t.Context(), payroll, n)
		wants(t, err, errs.KindForbidden, "user_id_not_allowed")
		_, err = c.Hire(t.Context(), payroll, Hiring{New: n}) // by the e-mail
		wants(t, err, errs.KindForbidden, "user_id_not_allowed")
		if c.count("employees") != 0 {
			t.Error("a refused record was kept")
		}
		if e, err := c.Create(t.Context(), admin, n); err != nil || e.UserID != uuidOf(998) {
			t.Error(err)
		}
	})
}

// TestService_the_last_administrator_at_once lets two acts that each take one of two administrators away meet, on every
// pair of ways: one of the administrators stays.
func TestService_the_last_administrator_at_once(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		people, err := auth.New(t.Context(), auth.Options{DB: c.d, Now: func() time.Time { return nineteenth },
			Secret: []byte("0123456789abcdef0123456789abcdef"), PublicURL: "http://x.example"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, employee, n := context.Background(), auth.Employee, 0
		ways := map[string]func(id int64, user string) error{
			"delete": func(id int64, _ string) error { return c.Delete(ctx, admin, id, nil) },
			"last day today": func(id int64, _ string) error {
				_, err := c.Update(ctx, admin, id, nil, Changes{LastWorkDay: new(today)})
				return err
			},
			"nightly sweep": func(id int64, _ string) error {
				c.exec("UPDATE employees SET last_work_day = $1 WHERE id = $2", today.Add(-1), id)
				_, err := c.ArchiveDue(ctx, today)
				return err
			},
			"another role": func(_ int64, user string) error {
				return people.ChangePerson(ctx, admin, user, nil, auth.PersonChanges{Role: &employee})
			},
			"disabled": func(_ int64, user string) error { return people.SetDisabledByID(ctx, admin, user, true) },
		}
		var names []string
		for name := range ways {
			names = append(names, name)
		}
		slices.Sort(names)
		for i, one := range names {
			for _, two := range names[i:] {
				t.Run(one+" and "+two, func(t *testing.T) {
					c.exec("UPDATE people SET role = 'employee'")
					n += 2
					a, b := c.hire(n, 0), c.hire(n+1, 0)
					c.promote(a, b)
					ea, eb := race(func() error { return ways[one](a, uuidOf(n)) }, func() error { return ways[two](b, uuidOf(n+1)) })
					for _, err := range []error{ea, eb} {
						if err != nil && !errs.HasCode(err, "last_admin") {
							t.Error(err)
						}
					}
					if left := c.admins(); left != 1 && !(one == "nightly sweep" && two == one && left == 2) {
						t.Errorf("%d administrators are left (%v, %v)", left, ea, eb)
					}
				})
			}
		}
	})
}

// TestService_archiving_ends_what_is_open shows that neither a browser session nor a token of either kind is good again
// when the record comes back, whatever archived it.
func TestService_archiving_ends_what_is_open(t *testing.T) {
	ctx := context.Background()
	archive := map[string]func(c company, id int64) error{
		"by DELETE": func(c company, id int64) error { return c.Delete(ctx, admin, id, nil) },
		"by a last work day": func(c company, id int64) error {
			_, err := c.Update(ctx, admin, id, nil, Changes{LastWorkDay: new(today)})
			return err
		},
		"by the sweep": func(c company, id int64) error {
			c.update(id, Changes{LastWorkDay: new(today.Add(1))})
			n, err := c.ArchiveDue(ctx, today.Add(2))
			if n != 1 {
				return fmt.Errorf("%d archived", n)
			}
			return err
		},
	}
	for name, act := range archive {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, c company) {
				now := nineteenth
				people, err := auth.New(ctx, auth.Options{DB: c.d, Now: func() time.Time { return now },
					Secret: []byte("0123456789abcdef0123456789abcdef"), PublicURL: "http://x.example"})
				if err != nil {
					t.Fatal(err)
				}
				id := c.hire(1, 0)
				p := auth.Person{ID: uuidOf(1), Role: auth.Employee}
				cookie, err := people.StartSession(ctx, auth.NewSession{Person: p, How: "password"})
				if err != nil {
					t.Fatal(err)
				}
				tokens, err := people.IssueTokenPair(ctx, p, "password")
				if err != nil {
					t.Fatal(err)
				}
				named, _, err := apitokens.NewService(c.d, func() time.Time { return now }, people).Create(ctx, auth.Actor{PersonID: p.ID, Via: "cookie"}, "script", 24*time.Hour)
				if err != nil {
					t.Fatal(err)
				}
				if err := act(c, id); err != nil {
					t.Fatal(err)
				}
				if _, err := people.StartSession(ctx, auth.NewSession{Person: p, How: "password"}); !errs.HasCode(err, "wrong_credentials") {
					t.Errorf("a sign-in that was under way when the person went: %v", err)
				}
				if _, err := c.Update(ctx, payroll, id, nil, Changes{LastWorkDay: new(db.Day)}); err != nil {
					t.Fatal(err)
				}
				if signedIn(people, cookie) {
					t.Error("the session is good again")
				}
				for kind, token := range map[string]string{"access": tokens.Access, "named": named} {
					if _, err := people.PersonByToken(ctx, token); errs.KindOf(err) != errs.KindUnauthenticated {
						t.Errorf("the %s token is good again: %v", kind, err)
					}
				}
				if _, err := people.Refresh(ctx, auth.Actor{}, tokens.Refresh); !errs.HasCode(err, "invalid_grant") {
					t.Errorf("the refresh token is good again: %v", err)
				}
				now = now.Add(time.Second)
				if p, _, err = people.Person(ctx, auth.Actor{Role: auth.Admin}, p.ID); err != nil {
					t.Fatal(err)
				}
				if cookie, err = people.StartSession(ctx, auth.NewSession{Person: p, How: "password"}); err != nil || !signedIn(people, cookie) {
					t.Errorf("a new sign-in is not good: %v", err)
				}
			})
		})
	}
}
