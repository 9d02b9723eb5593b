package auth

import (
	"cmp"
	"context"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

func TestPasswordLink(t *testing.T) {
	const next = "une autre phrase assez longue"
	each(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		made := func(t *testing.T) string {
			link, err := w.s.PasswordLink(w.ctx(), boss, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			token, found := strings.CutPrefix(link.Link, testURL+"/auth/password/")
			if !found {
				t.Fatalf("the link is %s", link.Link)
			}
			return token
		}
		void := func(t *testing.T, what, token string) {
			t.Helper()
			if _, err := w.s.CheckPasswordLink(w.ctx(), token); !errs.HasCode(err, "password_link_void") {
				t.Errorf("%s: %v", what, err)
			}
			if _, err := w.s.UsePasswordLink(w.ctx(), Actor{}, token, next); !errs.HasCode(err, "password_link_void") {
				t.Errorf("%s, used: %v", what, err)
			}
		}
		w.run("only an administrator makes one, for a person who can sign in", func(t *testing.T) {
			if _, err := w.s.PasswordLink(w.ctx(), Actor{PersonID: p.ID, Role: Employee}, other.ID); errs.KindOf(err) != errs.KindForbidden {
				t.Errorf("an employee: %v", err)
			}
			gone := w.add("gone@ferme.example", Employee)
			if err := w.s.SetDisabled(w.ctx(), boss, gone.Email, true); err != nil {
				t.Fatal(err)
			}
			if _, err := w.s.PasswordLink(w.ctx(), boss, gone.ID); !errs.HasCode(err, "cannot_sign_in") {
				t.Errorf("of a disabled person: %v", err)
			}
		})
		w.run("what is not a link is void", func(t *testing.T) {
			token := made(t)
			_, secret, _ := strings.Cut(token, ".")
			for _, bad := range []string{"", ".", p.ID, p.ID + ".", p.ID + ".00", other.ID + "." + secret, secret, token + "0"} {
				void(t, bad, bad)
			}
		})
		w.run("a new link voids the one before", func(t *testing.T) {
			old := made(t)
			made(t)
			void(t, "the old one", old)
		})
		w.run("it is void after 72 hours, and the sweep removes it", func(t *testing.T) {
			token := made(t)
			w.now = w.now.Add(72*time.Hour - time.Second)
			if got, err := w.s.CheckPasswordLink(w.ctx(), token); err != nil || got.ID != p.ID {
				t.Errorf("a second before: %+v, %v", got, err)
			}
			w.now = w.now.Add(time.Second)
			void(t, "after 72 hours", token)
			if err := w.s.Sweep(w.ctx()); err != nil {
				t.Fatal(err)
			}
			if n := w.count(`SELECT COUNT(*) FROM auth_secrets WHERE name LIKE 'password/%'`); n != 0 {
				t.Errorf("%d links are left", n)
			}
		})
		w.run("it is void once the person is disabled, and stays so", func(t *testing.T) {
			token := made(t)
			for _, disabled := range []bool{true, false} {
				if err := w.s.SetDisabled(w.ctx(), boss, p.Email, disabled); err != nil {
					t.Fatal(err)
				}
				void(t, "of a person who was disabled", token)
			}
		})
		w.run("it is void once the password is changed otherwise", func(t *testing.T) {
			token := made(t)
			if err := w.s.SetPassword(w.ctx(), Actor{Via: "command"}, p.Email, testPassword); err != nil {
				t.Fatal(err)
			}
			void(t, "after another change", token)
		})
		w.run("it is void while the person's record is archived", func(t *testing.T) {
			w.employ(p, 1, 0)
			token := made(t)
			w.exec(`UPDATE employees SET archived_at = 1`)
			void(t, "of an archived employee", token)
			w.exec(`DELETE FROM employees`)
		})
		w.run("a password that is too short leaves it valid", func(t *testing.T) {
			token := made(t)
			if _, err := w.s.UsePasswordLink(w.ctx(), Actor{}, token, "court"); len(errs.FieldsOf(err)) != 1 {
				t.Errorf("got %v", err)
			}
			if _, err := w.s.CheckPasswordLink(w.ctx(), token); err != nil {
				t.Error(err)
			}
		})
		w.run("used once, it sets the password of this person alone and ends what was signed in", func(t *testing.T) {
			token, session := made(t), w.start(p, "").Value
			w.now = w.now.Add(time.Second)
			if got, err := w.s.UsePasswordLink(w.ctx(), Actor{Via: "password_link"}, token, next); err != nil || got.ID != p.ID {
				t.Fatal(got, err)
			}
			void(t, "used", token)
			w.wantSession("a session begun before", session, false)
			for email, password := range map[string]string{p.Email: next, other.Email: testPassword} {
				if _, err := w.s.CheckPassword(w.ctx(), email, password, Origin{IP: "192.0.2.1"}); err != nil {
					t.Errorf("%s: %v", email, err)
				}
			}
			if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'password_changed' AND record_id = $1 AND person_id = $2`, p.ID,
				p.ID); n != 1 {
				t.Errorf("%d entries of the change in the audit log", n)
			}
			if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'password_link_made' AND record_id = $1 AND person_id = $2`, p.ID,
				boss.PersonID); n == 0 {
				t.Error("no entry of the link in the audit log")
			}
		})
		w.run("of two at once one succeeds", func(t *testing.T) {
			token, failed := made(t), make([]error, 2)
			var both sync.WaitGroup
			for i := range failed {
				both.Go(func() { _, failed[i] = w.s.UsePasswordLink(w.ctx(), Actor{}, token, next) })
			}
			both.Wait()
			if (failed[0] == nil) == (failed[1] == nil) || !errs.HasCode(cmp.Or(failed...), "password_link_void") {
				t.Errorf("got %v", failed)
			}
		})
		if n := w.count(`SELECT COUNT(*) FROM auth_secrets WHERE name LIKE 'password/%' AND LENGTH(value) <> 32`); n != 0 {
			w.t.Errorf("%d links are not stored as hashes", n)
		}
	})
}

// The pages of a link: the form, validation errors, and the redirect after success.
func TestPasswordLink_pages(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	link, err := w.s.PasswordLink(w.ctx(), Actor{Role: Admin}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.TrimPrefix(link.Link, testURL)
	english := header("Accept-Language", "en")
	t.Run("the form names the person, in the person's language", func(t *testing.T) {
		rec := w.get(at, english)
		wantStatus(t, rec, 200)
		if !shows(t, rec, "html[lang=fr]") || !strings.Contains(rec.Body.String(), "Jeanne Roy") || shows(t, rec, ".form-errors") {
			t.Errorf("%s", rec.Body)
		}
		if !shows(t, rec, "form[action='"+at+"'] input[name=password]") {
			t.Error("no form")
		}
	})
	t.Run("a language that was chosen in the browser counts more", func(t *testing.T) {
		chosen := cookie(session(w.post("/staff/preferences", url.Values{"lang": {"en"}, "next": {at}})))
		if rec := w.get(at, chosen); !shows(t, rec, "html[lang=en]") {
			t.Errorf("%.300s", rec.Body)
		}
	})
	t.Run("a password that is too short is refused, and the form says why", func(t *testing.T) {
		rec := w.post(at, url.Values{"password": {"court"}})
		wantStatus(t, rec, 422)
		errors := htmltest.Text(htmltest.Parse(t, rec.Body.String()).Find(".form-errors li"))
		if !strings.HasPrefix(errors, "Mot de passe") || session(rec) != nil {
			t.Errorf("the errors are %q", errors)
		}
	})
	t.Run("a good one signs in and leads to the start page", func(t *testing.T) {
		rec := w.post(at, url.Values{"password": {testPassword + "!"}})
		wantStatus(t, rec, 303)
		if to := rec.Header().Get("Location"); to != "/staff/" || decode(t, w.get("/auth/v1/me", cookie(session(rec))))["id"] != p.ID {
			t.Errorf("to %q", to)
		}
		if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'password_changed' AND via = 'password_link'`); n != 1 {
			t.Errorf("%d entries by the link in the audit log", n)
		}
	})
	t.Run("a used link has a page that says so", func(t *testing.T) {
		for _, rec := range []*httptest.ResponseRecorder{w.get(at), w.post(at, url.Values{"password": {testPassword}})} {
			wantStatus(t, rec, 404)
			if !strings.Contains(rec.Body.String(), "n’est plus valide") {
				t.Errorf("%.300s", rec.Body)
			}
		}
	})
}

// A link that was replaced or has expired while a password was hashed is not used, and the one that replaced it stays.
func TestConsumeLink(t *testing.T) {
	each(t, func(w *world) {
		ctx, name, value := w.ctx(), passwordLinkName("7"), seal.Hash("secret")
		err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return insertSecret(ctx, tx, name, value, 1, 100) })
		if err != nil {
			w.t.Fatal(err)
		}
		for _, x := range []struct {
			name, id string
			value    []byte
			at       db.Instant
			want     bool
		}{
			{"another value", "7", seal.Hash("replaced"), 99, false},
			{"another person's", "8", value, 99, false},
			{"once it has expired", "7", value, 100, false},
			{"in time", "7", value, 99, true},
			{"a second time", "7", value, 99, false},
		} {
			w.run(x.name, func(t *testing.T) {
				var got bool
				err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
					got, err = consumeLink(ctx, tx, x.id, x.value, x.at)
					return err
				})
				if err != nil || got != x.want {
					t.Errorf("got %v, %v", got, err)
				}
			})
		}
	})
}
