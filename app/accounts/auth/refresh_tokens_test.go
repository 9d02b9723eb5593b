package auth

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/platform/errs"
)

func TestRefresh_rotates(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		first := w.tokens(p.Email)
		second, err := w.s.Refresh(w.ctx(), Actor{}, first.Refresh)
		if err != nil || second.Refresh == first.Refresh || second.Person.ID != p.ID || second.ExpiresIn != 900 {
			w.t.Fatalf("%+v, %v", second, err)
		}
		if _, err := w.s.PersonByToken(w.ctx(), second.Access); err != nil {
			w.t.Error(err)
		}
		if n := w.count(`SELECT COUNT(*) FROM refresh_tokens WHERE family = (SELECT family FROM refresh_tokens
		WHERE spent_at IS NOT NULL)`); n != 2 {
			w.t.Errorf("%d tokens in the family", n)
		}
	})
}

// reusedEntries counts the entries of the audit log about a person whose refresh token was used twice.
const reusedEntries = `SELECT COUNT(*) FROM audit_log WHERE action = 'refresh_token_reused' AND record_id = $1`

func TestRefresh_of_a_spent_and_expired_token_ends_the_sign_in(t *testing.T) {
	each(t, func(w *world) {
		first := w.tokens(w.add("jeanne@ferme.example", Employee).Email)
		w.now = w.now.Add(refreshTTL - time.Minute)
		second, err := w.s.Refresh(w.ctx(), Actor{}, first.Refresh)
		if err != nil {
			w.t.Fatal(err)
		}
		w.now = w.now.Add(2 * time.Minute)
		if _, err := w.s.Refresh(w.ctx(), Actor{}, first.Refresh); !errs.HasCode(err, "invalid_grant") {
			w.t.Errorf("the spent token: %v", err)
		}
		w.refuses("the access token", second.Access)
		if n := w.count(reusedEntries, first.Person.ID); n != 1 {
			w.t.Errorf("%d entries in the trail", n)
		}
	})
}

func TestRefresh_of_a_spent_token_ends_the_sign_in(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		first, other := w.tokens(p.Email), w.tokens(p.Email)
		second, err := w.s.Refresh(w.ctx(), Actor{}, first.Refresh)
		if err != nil {
			w.t.Fatal(err)
		}
		if _, err := w.s.Refresh(w.ctx(), Actor{}, first.Refresh); !errs.HasCode(err, "invalid_grant") {
			w.t.Errorf("the spent token: %v", err)
		}
		if _, err := w.s.Refresh(w.ctx(), Actor{}, second.Refresh); !errs.HasCode(err, "invalid_grant") {
			w.t.Errorf("its successor: %v", err)
		}
		w.refuses("the access token of before", second.Access)
		if _, err := w.s.Refresh(w.ctx(), Actor{}, other.Refresh); err != nil {
			w.t.Errorf("another sign-in of the person: %v", err)
		}
		if n := w.count(reusedEntries, p.ID); n != 1 {
			w.t.Errorf("%d entries in the trail", n)
		}
	})
}

func TestRefresh_twice_at_once_succeeds_once(t *testing.T) {
	each(t, func(w *world) {
		tokens := w.tokens(w.add("jeanne@ferme.example", Employee).Email)
		var good atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if _, err := w.s.Refresh(w.ctx(), Actor{}, tokens.Refresh); err == nil {
					good.Add(1)
				} else if !errs.HasCode(err, "invalid_grant") {
					w.t.Error(err)
				}
			})
		}
		wg.Wait()
		if good.Load() != 1 {
			w.t.Errorf("%d successors", good.Load())
		}
	})
}

func TestRefresh_expires(t *testing.T) {
	each(t, func(w *world) {
		tokens := w.tokens(w.add("jeanne@ferme.example", Employee).Email)
		w.now = w.now.Add(refreshTTL)
		if p, err := w.s.personByRefresh(w.ctx(), tokens.Refresh); errs.KindOf(err) != errs.KindUnauthenticated {
			w.t.Errorf("whose it was: %+v, %v", p, err)
		}
		if _, err := w.s.Refresh(w.ctx(), Actor{}, tokens.Refresh); !errs.HasCode(err, "invalid_grant") {
			w.t.Error(err)
		}
		if n := w.count(reusedEntries, tokens.Person.ID); n != 0 {
			w.t.Errorf("%d entries say that the expired token was reused", n)
		}
		if err := w.s.Sweep(w.ctx()); err != nil || w.count(`SELECT COUNT(*) FROM refresh_tokens`) != 0 {
			w.t.Errorf("swept: %v", err)
		}
		if w.count(`SELECT COUNT(*) FROM auth_secrets WHERE name = 'signing_key'`) != 1 {
			w.t.Error("the signing key was swept away")
		}
	})
}

func TestEndTokens(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		for what, end := range map[string]func(TokenPair) error{
			"by access token":  func(t TokenPair) error { return w.s.RevokeTokens(w.ctx(), t.Access, "") },
			"by refresh token": func(t TokenPair) error { return w.s.RevokeTokens(w.ctx(), "", t.Refresh) },
		} {
			w.run(what, func(t *testing.T) {
				tokens, other := w.tokens(p.Email), w.tokens(p.Email)
				if err := end(tokens); err != nil {
					w.t.Fatal(err)
				}
				w.refuses(what, tokens.Access)
				if _, err := w.s.Refresh(w.ctx(), Actor{}, tokens.Refresh); !errs.HasCode(err, "invalid_grant") {
					w.t.Errorf("%s: %v", what, err)
				}
				if _, err := w.s.PersonByToken(w.ctx(), other.Access); err != nil {
					w.t.Errorf("%s, another sign-in: %v", what, err)
				}
				if err := end(tokens); err != nil {
					w.t.Errorf("%s, again: %v", what, err)
				}
			})
		}
		script, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour)
		if err != nil {
			w.t.Fatal(err)
		}
		if err := w.s.RevokeTokens(w.ctx(), script, "unknown"); err != nil {
			w.t.Error(err)
		}
	})
}

// A token that a sign-in wrote which was under way while everything of the person was ended.
func TestRefresh_of_a_token_from_before_everything_was_ended(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		held := w.tokens(p.Email)
		w.exec(`UPDATE people SET tokens_after = (SELECT MAX(created_at) + 1 FROM refresh_tokens) WHERE id = $1`, p.ID)
		if _, err := w.s.Refresh(w.ctx(), Actor{}, held.Refresh); !errs.HasCode(err, "invalid_grant") {
			w.t.Errorf("got %v", err)
		}
		if n := w.count(`SELECT COUNT(*) FROM refresh_tokens`); n != 0 {
			w.t.Errorf("%d tokens are left", n)
		}
	})
}
