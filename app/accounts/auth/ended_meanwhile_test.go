package auth

import (
	"context"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// signsIn is what StartSession, awaitFactor and IssueTokenPair return for a person who was authenticated before.
func (w *world) signsIn(p Person) (session, awaited, tokens error) {
	_, session = w.s.StartSession(w.ctx(), NewSession{Person: p, How: "password", IP: "192.0.2.1"})
	_, awaited = w.s.awaitFactor(w.ctx(), NewSession{Person: p, How: "password"}, "")
	_, tokens = w.s.IssueTokenPair(w.ctx(), p, "password")
	return session, awaited, tokens
}

func TestSignIn_while_the_password_changes(t *testing.T) {
	from := Origin{IP: "192.0.2.1"}
	for what, end := range map[string]func(w *world, p Person) error{
		"a new password": func(w *world, p Person) error {
			_, err := w.s.ChangePassword(w.ctx(), p.actor("cookie"), testPassword, "une autre phrase assez longue", from)
			return err
		},
		"the end of everything": func(w *world, p Person) error { return w.s.SignOutEverywhere(w.ctx(), p.actor("cookie")) },
		"an account that is disabled": func(w *world, p Person) error {
			return w.s.SetDisabled(w.ctx(), Actor{Via: "command"}, p.Email, true)
		},
		"an employee who leaves": func(w *world, p Person) error {
			w.employ(p, 1, 0)
			w.exec(`UPDATE employees SET archived_at = 1`)
			return nil
		},
	} {
		each(t, func(w *world) {
			w.run("after "+what+", whoever was authenticated before gets no session and no token", func(t *testing.T) {
				p := w.add("jeanne@ferme.example", Employee)
				before, err := w.s.CheckPassword(w.ctx(), p.Email, testPassword, from)
				if err != nil {
					t.Fatal(err)
				}
				w.now = w.now.Add(time.Second)
				if err := end(w, p); err != nil {
					t.Fatal(err)
				}
				w.now = w.now.Add(time.Second)
				session, awaited, tokens := w.signsIn(before)
				if !errs.HasCode(session, "wrong_credentials") || !errs.HasCode(awaited, "wrong_credentials") || !errs.HasCode(tokens, "invalid_grant") {
					t.Errorf("a session: %v, a session that waits: %v, tokens: %v", session, awaited, tokens)
				}
				if n := w.count(`SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM refresh_tokens)`); n != 0 {
					t.Errorf("%d sessions and tokens", n)
				}
			})
		})
	}
	each(t, func(w *world) {
		w.run("a password alone no longer suffices once a second factor is added", func(t *testing.T) {
			p := w.add("jeanne@ferme.example", Employee)
			w.enrolCodes(p)
			_, err := w.s.StartSession(w.ctx(), NewSession{Person: p, How: "password", PasswordOnly: true})
			if !errs.HasCode(err, "wrong_credentials") {
				t.Errorf("got %v", err)
			}
			w.start(p, "") // with the second factor
		})
	})
}

// Only PostgreSQL lets another request change a person meanwhile; SQLite has one writer.
func TestPages_signIn_while_everything_ends(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	const end = "UPDATE people SET tokens_after = tokens_after + 1 WHERE id = $1"
	w.run("the form is shown again", func(t *testing.T) {
		var rec *httptest.ResponseRecorder
		err := dbtest.MeanwhileExec(t, w.db, func(context.Context) error {
			rec = w.post("/auth/v1/login", url.Values{"email": {p.Email}, "password": {testPassword}})
			return nil
		}, end, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantStatus(t, rec, 422)
		if session(rec) != nil || !shows(t, rec, "input[name=password]") {
			t.Error("the browser is signed in, or there is no form")
		}
	})
	w.run("a request with a session of before adds no second factor", func(t *testing.T) {
		before, err := personByID(w.ctx(), w.db, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		err = dbtest.MeanwhileExec(t, w.db, func(context.Context) error { return w.codesAdded(before.actor("cookie"), before) }, end, p.ID)
		if !errs.HasCode(err, "session_ended") {
			t.Errorf("got %v", err)
		}
	})
}

func TestRequireLasting(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		script, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour)
		if err != nil {
			w.t.Fatal(err)
		}
		for name, x := range map[string]struct {
			token   string
			refused bool
		}{"a token of a sign-in": {w.tokens(p.Email).Access, true}, "an access token": {w.apiToken(p.ID), false},
			"a token of the command line": {script, false}} {
			for range 2 { // the second time its owner is known
				by, err := w.s.PersonByToken(w.ctx(), x.token)
				if err != nil {
					w.t.Fatal(err)
				}
				if err := RequireLasting(by.actor("bearer")); errs.HasCode(err, "browser_only") != x.refused {
					w.t.Errorf("%s: %v", name, err)
				}
			}
		}
		if err := RequireLasting(p.actor("cookie")); err != nil {
			w.t.Errorf("a browser: %v", err)
		}
	})
}

func TestRequireSignedIn(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		tokens := w.tokens(p.Email)
		byToken, err := w.s.PersonByToken(w.ctx(), tokens.Access)
		if err != nil {
			w.t.Fatal(err)
		}
		bySession, err := w.s.PersonBySession(w.ctx(), w.start(p, "").Value)
		if err != nil {
			w.t.Fatal(err)
		}
		require := func(by Actor) error {
			return w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error { return RequireSignedIn(ctx, tx, by) })
		}
		for name, by := range map[string]Actor{"a token": byToken.actor("bearer"), "a session": bySession.actor("cookie")} {
			if err := require(by); err != nil {
				w.t.Errorf("%s: %v", name, err)
			}
		}
		w.now = w.now.Add(time.Second)
		if err := w.s.SignOutEverywhere(w.ctx(), p.actor("cookie")); err != nil {
			w.t.Fatal(err)
		}
		for name, by := range map[string]Actor{"a token": byToken.actor("bearer"), "a session": bySession.actor("cookie"),
			"nobody": {PersonID: "00000000-0000-4000-8000-00000000beef"}} {
			w.run("after everything ended it fails for "+name, func(t *testing.T) {
				if err := require(by); !errs.HasCode(err, "session_ended") {
					t.Errorf("got %v", err)
				}
			})
		}
		w.run("a request of before makes no second factor", func(t *testing.T) {
			if err := w.codesAdded(bySession.actor("cookie"), p); !errs.HasCode(err, "session_ended") {
				t.Errorf("got %v", err)
			}
			if n := w.count(`SELECT COUNT(*) FROM code_apps`); n != 0 {
				t.Errorf("%d apps", n)
			}
		})
	})
}
