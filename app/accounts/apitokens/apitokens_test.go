package apitokens_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/apitokens"
	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// world is the service with package auth, on a database and with a clock that tests set.
type world struct {
	t    *testing.T
	db   *db.DB
	auth *auth.Service
	s    *apitokens.Service
	now  time.Time
}

// each runs fn on both engines.
func each(t *testing.T, fn func(w *world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(newWorld(t, d)) })
}

func newWorld(t *testing.T, d *db.DB) *world {
	t.Helper()
	w := &world{t: t, db: d, now: time.Date(2026, 11, 20, 13, 0, 0, 250e6, time.UTC)}
	clock := func() time.Time { return w.now }
	var err error
	w.auth, err = auth.New(t.Context(), auth.Options{DB: d, Now: clock, Secret: []byte("0123456789abcdef0123456789abcdef"),
		PublicURL: "http://presence.example:8080"})
	if err != nil {
		t.Fatal(err)
	}
	w.s = apitokens.NewService(d, clock, w.auth)
	return w
}

func (w *world) ctx() context.Context { return w.t.Context() }

// member adds a person, and returns them as signed in with a browser.
func (w *world) member(email string) auth.Actor {
	w.t.Helper()
	p, err := w.auth.AddPerson(w.ctx(), auth.Actor{Via: "command"}, auth.NewPerson{Email: email, Role: auth.Employee, Language: i18n.EN})
	if err != nil {
		w.t.Fatal(err)
	}
	return auth.Actor{PersonID: p.ID, Role: p.Role, Email: p.Email, Via: "cookie"}
}

func TestService(t *testing.T) {
	each(t, func(w *world) {
		ctx, s := w.t.Context(), w.s
		anna, ben := w.member("anna@example.com"), w.member("ben@example.com")
		good := func(token string) bool {
			_, err := w.auth.PersonByToken(ctx, token)
			if err != nil && errs.KindOf(err) != errs.KindUnauthenticated {
				w.t.Error(err)
			}
			return err == nil
		}
		issue := func(by auth.Actor, name string) (string, apitokens.Token) {
			token, k, err := s.Create(ctx, by, name, 24*time.Hour)
			if err != nil {
				w.t.Fatal(err)
			}
			return token, k
		}
		first, one := issue(anna, "  Payroll \u00a0 script ")
		second, _ := issue(anna, "Backup")
		if one.Name != "Payroll script" || !good(first) || !good(second) {
			w.t.Fatal(one)
		}
		program := anna
		program.Via = "bearer"
		if _, _, err := s.Create(ctx, program, "A year more", 366*24*time.Hour); !errs.HasCode(err, "browser_only") {
			w.t.Errorf("a program makes itself a token: %v", err)
		}
		list, err := s.List(ctx, anna)
		if err != nil || len(list) != 2 {
			w.t.Fatal(list, err)
		}
		if theirs, err := s.List(ctx, ben); err != nil || len(theirs) != 0 {
			w.t.Error("Ben sees", theirs, err)
		}
		if err := s.Revoke(ctx, ben, one.ID); errs.KindOf(err) != errs.KindNotFound || !good(first) {
			w.t.Error("Ben voids Anna's:", err)
		}
		if err := s.Revoke(ctx, anna, one.ID); err != nil || good(first) || !good(second) {
			w.t.Error("A3: a token that is revoked is void at once, and no other:", err)
		}
		w.now = w.now.Add(25 * time.Hour)
		if good(second) {
			w.t.Error("an old token is good")
		}
		third, _ := issue(anna, "Third")
		if err := w.auth.SignOutEverywhere(ctx, anna); err != nil || good(third) {
			w.t.Error("signed out everywhere, but for a token:", err)
		}
		if list, err := s.List(ctx, anna); err != nil || len(list) != 0 {
			w.t.Error("the list shows void tokens:", list, err)
		}
		anna.TokensAfter = db.InstantOf(w.now) // she has signed in again
		fourth, _ := issue(anna, "Fourth")
		if err := w.auth.SetPassword(ctx, anna, anna.Email, "une phrase assez longue"); err != nil {
			w.t.Fatal(err)
		}
		w.now = w.now.Add(time.Second)
		if list, err := s.List(ctx, anna); good(fourth) || err != nil || len(list) != 0 {
			w.t.Error("a new password leaves a token good:", list, err)
		}
	})
}

func TestService_last_use(t *testing.T) {
	each(t, func(w *world) {
		anna := w.member("anna@example.com")
		made := map[string]string{}
		for _, name := range []string{"old", "used", "new"} {
			token, _, err := w.s.Create(w.ctx(), anna, name, 30*24*time.Hour)
			if err != nil {
				w.t.Fatal(err)
			}
			made[name] = token
			w.now = w.now.Add(time.Minute)
		}
		begun := w.now
		use := func(name string) {
			w.t.Helper()
			if _, err := w.auth.PersonByToken(w.ctx(), made[name]); err != nil {
				w.t.Fatal(err)
			}
		}
		list := func() (names []string, used map[string]time.Duration) {
			w.t.Helper()
			list, err := w.s.List(w.ctx(), anna)
			if err != nil {
				w.t.Fatal(err)
			}
			used = map[string]time.Duration{}
			for _, k := range list {
				names = append(names, k.Name)
				if k.UsedAt != 0 {
					used[k.Name] = k.UsedAt.Time().Sub(begun)
				}
			}
			return names, used
		}
		names, used := list()
		if !slices.Equal(names, []string{"new", "used", "old"}) || len(used) != 0 {
			w.t.Errorf("%v, used %v", names, used)
		}
		use("used")
		w.now = begun.Add(59 * time.Minute)
		use("used") // which is not worth a write
		if names, used = list(); !slices.Equal(names, []string{"used", "new", "old"}) || len(used) != 1 || used["used"] != 0 {
			w.t.Errorf("%v, used %v", names, used)
		}
		w.now = begun.Add(time.Hour)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { use("used") })
		}
		all.Wait()
		use("old")
		if names, used = list(); used["used"] != time.Hour || used["old"] != time.Hour || !slices.Equal(names, []string{"used", "old", "new"}) {
			w.t.Errorf("%v, used %v", names, used)
		}
		asks := httptest.NewRequestWithContext(w.ctx(), http.MethodGet, "/", nil)
		asks.Header.Set("Authorization", "Bearer "+made["new"])
		if err := w.auth.Revalidate(asks)(w.ctx()); err != nil {
			w.t.Error(err)
		}
		if _, used = list(); len(used) != 2 {
			w.t.Error("asking whether a token is still good counts as use")
		}
	})
}

func TestService_Create_refuses(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t))
	anna := w.member("anna@example.com")
	for _, x := range []struct {
		name, of string
		ttl      time.Duration
		want     string // fields and codes
	}{
		{"an hour", "Script", time.Hour, ""},
		{"less than an hour", "Script", time.Hour - 1, "ttl out_of_range"},
		{"366 days", "Script", 366 * 24 * time.Hour, ""},
		{"more than 366 days", "Script", 366*24*time.Hour + 1, "ttl out_of_range"},
		{"a name of 60 characters", strings.Repeat("é", 60), time.Hour, ""},
		{"a name of 61 characters", strings.Repeat("é", 61), time.Hour, "name too_long"},
		{"a name with a control character", "a\x01b", time.Hour, "name too_long"},
		{"neither a name nor a time", " ", 0, "name required, ttl out_of_range"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, _, err := w.s.Create(t.Context(), anna, x.of, x.ttl)
			var got []string
			for _, f := range errs.FieldsOf(err) {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want || (err == nil) != (x.want == "") {
				t.Errorf("got %v, want %q", err, x.want)
			}
		})
	}
}

func TestService_Create_counts_valid_tokens_only(t *testing.T) {
	each(t, func(w *world) {
		anna := w.member("anna@example.com")
		for range 50 {
			if _, _, err := w.s.Create(w.ctx(), anna, "x", time.Hour); err != nil {
				w.t.Fatal(err)
			}
		}
		if _, _, err := w.s.Create(w.ctx(), anna, "x", time.Hour); !errs.HasCode(err, "too_many_tokens") {
			w.t.Errorf("one more than there may be: %v", err)
		}
		err := w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE api_tokens SET expires_at = created_at - 1`)
			return err
		})
		if err != nil {
			w.t.Fatal(err)
		}
		if _, _, err := w.s.Create(w.ctx(), anna, "x", time.Hour); err != nil {
			w.t.Errorf("all of them have expired, and: %v", err)
		}
	})
}

func TestService_Create_after_everything_ended(t *testing.T) {
	each(t, func(w *world) {
		anna := w.member("anna@example.com")
		w.now = w.now.Add(time.Second)
		if err := w.auth.SignOutEverywhere(w.ctx(), anna); err != nil {
			w.t.Fatal(err)
		}
		w.now = w.now.Add(time.Second)
		token, _, err := w.s.Create(w.ctx(), anna, "Planted", time.Hour)
		if !errs.HasCode(err, "session_ended") || token != "" {
			w.t.Errorf("a request that was sent before makes a token: %v", err)
		}
	})
}
