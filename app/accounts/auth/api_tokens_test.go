package auth

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// member adds a person of a role and gives them as an actor.
func (w *world) member(email string, role Role) Actor {
	w.t.Helper()
	p, err := w.s.AddPerson(w.t.Context(), Actor{Via: "command"}, NewPerson{Email: email, Role: role, Language: i18n.EN})
	if err != nil {
		w.t.Fatal(err)
	}
	return p.actor("cookie")
}

func TestAPIToken(t *testing.T) {
	each(t, func(w *world) {
		ctx, s := w.t.Context(), w.s
		anna, ben := w.member("anna@example.com", Employee), w.member("ben@example.com", Employee)
		good := func(token string) bool {
			_, err := s.PersonByToken(ctx, token)
			if err != nil && errs.KindOf(err) != errs.KindUnauthenticated {
				w.t.Error(err)
			}
			return err == nil
		}
		issue := func(by Actor, name string) (string, APIToken) {
			token, k, err := s.CreateAPIToken(ctx, by, name, 24*time.Hour)
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
		if _, _, err := s.CreateAPIToken(ctx, program, "A year more", maxTokenTTL); !errs.HasCode(err, "browser_only") {
			w.t.Errorf("a program makes itself a token: %v", err)
		}
		list, err := s.APITokens(ctx, anna)
		if err != nil || len(list) != 2 {
			w.t.Fatal(list, err)
		}
		if theirs, err := s.APITokens(ctx, ben); err != nil || len(theirs) != 0 {
			w.t.Error("Ben sees", theirs, err)
		}
		if err := s.RevokeAPIToken(ctx, ben, one.ID); errs.KindOf(err) != errs.KindNotFound || !good(first) {
			w.t.Error("Ben voids Anna's:", err)
		}
		if err := s.RevokeAPIToken(ctx, anna, one.ID); err != nil || good(first) || !good(second) {
			w.t.Error("A3: a token that is revoked is void at once, and no other:", err)
		}
		w.now = w.now.Add(25 * time.Hour)
		if good(second) {
			w.t.Error("an old token is good")
		}
		third, _ := issue(anna, "Third")
		if err := s.SignOutEverywhere(ctx, anna); err != nil || good(third) {
			w.t.Error("signed out everywhere, but for a token:", err)
		}
		if list, err := s.APITokens(ctx, anna); err != nil || len(list) != 0 {
			w.t.Error("the list shows void tokens:", list, err)
		}
		fourth, _ := issue(anna, "Fourth")
		if err := s.SetPassword(ctx, anna, anna.Email, testPassword); err != nil {
			w.t.Fatal(err)
		}
		w.now = w.now.Add(time.Second)
		if list, err := s.APITokens(ctx, anna); good(fourth) || err != nil || len(list) != 0 {
			w.t.Error("a new password leaves a token good:", list, err)
		}
	})
}

func TestAPIToken_last_use(t *testing.T) {
	each(t, func(w *world) {
		anna := w.member("anna@example.com", Employee)
		made := map[string]string{}
		for _, name := range []string{"old", "used", "new"} {
			token, _, err := w.s.CreateAPIToken(w.ctx(), anna, name, 30*24*time.Hour)
			if err != nil {
				w.t.Fatal(err)
			}
			made[name] = token
			w.now = w.now.Add(time.Minute)
		}
		begun := w.now
		use := func(name string) {
			w.t.Helper()
			if _, err := w.s.PersonByToken(w.ctx(), made[name]); err != nil {
				w.t.Fatal(err)
			}
		}
		list := func() (names []string, used map[string]time.Duration) {
			w.t.Helper()
			list, err := w.s.APITokens(w.ctx(), anna)
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
		if err := w.s.Revalidate(asks)(w.ctx()); err != nil {
			w.t.Error(err)
		}
		if _, used = list(); len(used) != 2 {
			w.t.Error("asking whether a token is still good counts as use")
		}
	})
}

func TestNewAPIToken_refuses(t *testing.T) {
	each(t, func(w *world) {
		anna := w.member("anna@example.com", Employee)
		for name, c := range map[string]struct {
			name   string
			ttl    time.Duration
			faults []string
		}{
			"no name and no time": {" ", 0, []string{"name", "ttl"}},
			"a name that is long": {strings.Repeat("x", 61), time.Hour, []string{"name"}},
			"a name of two lines": {"a\x00b", time.Hour, []string{"name"}},
			"more than a year":    {"x", 367 * 24 * time.Hour, []string{"ttl"}},
			"less than an hour":   {"x", time.Minute, []string{"ttl"}},
		} {
			w.run(name, func(t *testing.T) {
				_, _, err := w.s.CreateAPIToken(w.t.Context(), anna, c.name, c.ttl)
				var got []string
				if e, ok := errs.Of(err); ok {
					for _, f := range e.Fields {
						got = append(got, f.Field)
					}
				}
				if !slices.Equal(got, c.faults) {
					w.t.Errorf("%s: %v", name, err)
				}
			})
		}
		for i := range maxAPITokens {
			if _, _, err := w.s.CreateAPIToken(w.t.Context(), anna, "no. "+strconv.Itoa(i), time.Hour); err != nil {
				w.t.Fatal(err)
			}
		}
		if _, _, err := w.s.CreateAPIToken(w.t.Context(), anna, "one too many", time.Hour); !errs.HasCode(err, "too_many_tokens") {
			w.t.Error(err)
		}
	})
}

func TestSessions_of_ones_own(t *testing.T) {
	each(t, func(w *world) {
		ctx, s := w.t.Context(), w.s
		anna, ben := w.member("anna@example.com", Employee), w.member("ben@example.com", Employee)
		open := func(by Actor, agent string) {
			if _, err := s.StartSession(ctx, NewSession{Person: Person{ID: by.PersonID}, How: "password", IP: "192.0.2.7",
				Agent: agent}); err != nil {
				w.t.Fatal(err)
			}
			w.now = w.now.Add(time.Second)
		}
		open(anna, "one")
		open(anna, "two")
		open(anna, "three")
		open(ben, "four")
		if _, err := s.IssueTokenPair(ctx, Person{ID: anna.PersonID}, "password"); err != nil {
			w.t.Fatal(err)
		}
		list, err := s.Sessions(ctx, anna)
		if err != nil || len(list) != 3 || list[0].Agent != "three" || list[0].IP != "192.0.2.7" {
			w.t.Fatal(list, err)
		}
		for _, key := range []string{list[0].Key, "", "zz", strings.Repeat("ab", 32)} {
			if err := s.EndOwnSession(ctx, ben, key); errs.KindOf(err) != errs.KindNotFound {
				w.t.Errorf("Ben ends %q: %v", key, err)
			}
		}
		if err := s.EndOwnSession(ctx, anna, list[1].Key); err != nil {
			w.t.Error(err)
		}
		anna.SessionKey = list[0].Key
		if n, err := s.EndOtherSessions(ctx, anna); err != nil || n != 1 {
			w.t.Error(n, err)
		}
		left, err := s.Sessions(ctx, anna)
		if err != nil || len(left) != 1 || left[0].Key != list[0].Key {
			w.t.Error(left, err)
		}
		if theirs, err := s.Sessions(ctx, ben); err != nil || len(theirs) != 1 {
			w.t.Error("Ben's session is gone:", theirs, err)
		}
		if n := w.count(`SELECT COUNT(*) FROM refresh_tokens`); n != 0 {
			w.t.Error(n, "programs are still signed in")
		}
	})
}

func TestNewAPIToken_counts_good_tokens_only(t *testing.T) {
	each(t, func(w *world) {
		anna := w.member("anna@example.com", Employee)
		for range maxAPITokens {
			if _, _, err := w.s.CreateAPIToken(w.ctx(), anna, "x", time.Hour); err != nil {
				w.t.Fatal(err)
			}
		}
		if _, _, err := w.s.CreateAPIToken(w.ctx(), anna, "x", time.Hour); !errs.HasCode(err, "too_many_tokens") {
			w.t.Errorf("one more than there may be: %v", err)
		}
		w.exec(`UPDATE api_tokens SET expires_at = created_at - 1`)
		if _, _, err := w.s.CreateAPIToken(w.ctx(), anna, "x", time.Hour); err != nil {
			w.t.Errorf("all of them have expired, and: %v", err)
		}
	})
}
