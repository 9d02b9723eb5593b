package auth

import (
	"context"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// twoProcesses are two processes on one database, and a token that was presented to the first of them.
func twoProcesses(t *testing.T, dialect db.Dialect) (here, there *world, p Person, token string) {
	t.Helper()
	url := dbtest.URL(t, dialect)
	here, there = newWorld(t, openHandle(t, url), testURL), newWorld(t, openHandle(t, url), testURL)
	p = there.add("lea@ferme.example", Payroll)
	token = here.tokens(p.Email).Access
	if _, err := here.s.PersonByToken(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	return here, there, p, token
}

// The owner of a token is remembered, but no write of this process is overlooked: the clock stands still here, and what
// ends a person's access ends it at the next request.
func TestPersonByToken_forgets_at_each_write_of_this_process(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		for what, stop := range map[string]func(w *world, p Person) error{
			"disables them": func(w *world, p Person) error { return w.s.SetDisabled(w.ctx(), Actor{}, p.Email, true) },
			"archives their employee record": func(w *world, p Person) error {
				w.employ(p, 7, 0)
				w.exec(`UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = 7`)
				return nil
			},
			"voids their tokens": func(w *world, p Person) error {
				w.now = w.now.Add(900 * time.Millisecond) // tokens know whole seconds
				return w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
					return VoidTokens(ctx, tx, p.ID, db.InstantOf(w.now))
				})
			},
		} {
			t.Run(dialect.String()+": refuses the token once this process "+what, func(t *testing.T) {
				here, _, p, token := twoProcesses(t, dialect)
				if err := stop(here, p); err != nil {
					t.Fatal(err)
				}
				here.refuses("the token", token)
			})
		}
		t.Run(dialect.String()+": sees a role that this process has changed", func(t *testing.T) {
			here, _, p, token := twoProcesses(t, dialect)
			here.exec(`UPDATE people SET role = 'employee' WHERE id = $1`, p.ID)
			if got, err := here.s.PersonByToken(t.Context(), token); err != nil || got.Role != Employee {
				t.Errorf("%+v, %v", got, err)
			}
		})
		t.Run(dialect.String()+": a hook of the write that disables somebody finds them refused", func(t *testing.T) {
			here, _, p, token := twoProcesses(t, dialect)
			err := here.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				tx.AfterCommit(func() { here.refuses("the token", token) })
				at := db.InstantOf(here.now)
				return updateDisabled(ctx, tx, p.ID, &at, at)
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// What another process writes is seen after a second at most.
func TestPersonByToken_remembers_for_a_second_at_most(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String()+": refuses the token a second after another process has disabled them", func(t *testing.T) {
			here, there, p, token := twoProcesses(t, dialect)
			if err := there.s.SetDisabled(t.Context(), Actor{}, p.Email, true); err != nil {
				t.Fatal(err)
			}
			here.now = here.now.Add(ownerTTL - time.Millisecond)
			if _, err := here.s.PersonByToken(t.Context(), token); err != nil {
				t.Errorf("the owner of a token is looked up again within a second: %v", err)
			}
			here.now = here.now.Add(time.Millisecond)
			here.refuses("after a second", token)
		})
		t.Run(dialect.String()+": a token that is presented all the time is looked up each second", func(t *testing.T) {
			here, there, p, token := twoProcesses(t, dialect)
			there.exec(`UPDATE people SET role = 'employee' WHERE id = $1`, p.ID)
			roles := map[Role]int{}
			for range 4 {
				here.now = here.now.Add(400 * time.Millisecond)
				got, err := here.s.PersonByToken(t.Context(), token)
				if err != nil {
					t.Fatal(err)
				}
				roles[got.Role]++
			}
			if roles[Payroll] != 2 || roles[Employee] != 2 {
				t.Error(roles)
			}
		})
		t.Run(dialect.String()+": looks the owner up again when the clock was set back", func(t *testing.T) {
			here, there, p, token := twoProcesses(t, dialect)
			if err := there.s.SetDisabled(t.Context(), Actor{}, p.Email, true); err != nil {
				t.Fatal(err)
			}
			here.now = here.now.Add(-time.Second)
			if _, err := here.s.PersonByToken(t.Context(), token); errs.KindOf(err) != errs.KindUnauthenticated {
				t.Error(err)
			}
		})
	}
}

func openHandle(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}
