package auth

import (
	"fmt"
	"testing"
	"time"

	"presence/app/platform/seal"
)

// A device receives notices for as long as its browser is not signed out: also when the session has ended by itself, and its person signs
// in again.
func TestDevices(t *testing.T) {
	each(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		actor := func(session string) Actor {
			return Actor{PersonID: p.ID, SessionKey: sessionKey(seal.Hash(session))}
		}
		for name, x := range map[string]struct {
			do   func(session, second string)
			left []string // devices: of the browser, of a second one, and of another person
		}{
			"stay when their person signs in again": {func(session, _ string) {
				w.now = w.now.Add(13 * time.Hour)
				w.start(p, w.start(p, session).Value)
			}, []string{"one", "two", "others"}},
			"go when another person signs in": {func(session, _ string) { w.start(other, session) }, []string{"two", "others"}},
			"go when the browser is signed out": {func(session, _ string) {
				if _, err := w.s.EndSession(w.ctx(), session); err != nil {
					w.t.Error(err)
				}
			}, []string{"two", "others"}},
			"go when the browser is signed out after another sign-in": {func(session, _ string) {
				if _, err := w.s.EndSession(w.ctx(), w.start(p, session).Value); err != nil {
					w.t.Error(err)
				}
			}, []string{"two", "others"}},
			"go when their session is ended elsewhere": {func(session, second string) {
				if err := w.s.EndOwnSession(w.ctx(), actor(session), sessionKey(seal.Hash(second))); err != nil {
					w.t.Error(err)
				}
			}, []string{"one", "others"}},
			"go when all others are ended": {func(session, _ string) {
				if _, err := w.s.EndOtherSessions(w.ctx(), actor(session)); err != nil {
					w.t.Error(err)
				}
			}, []string{"one", "others"}},
			"go when the account is disabled": {func(string, string) {
				for _, disabled := range []bool{true, false} {
					if err := w.s.SetDisabled(w.ctx(), Actor{Role: Admin}, p.Email, disabled); err != nil {
						w.t.Error(err)
					}
				}
			}, []string{"others"}},
		} {
			w.run(name, func(t *testing.T) {
				w.exec(`DELETE FROM push_subscriptions`)
				one, two := w.start(p, "").Value, w.start(p, "").Value
				for i, d := range []struct{ name, person, session string }{{"one", p.ID, one}, {"two", p.ID, two}, {"others", other.ID, "none"}} {
					w.exec(`INSERT INTO push_subscriptions (person_id, endpoint, keys, device, session_hash, created_at)
						VALUES ($1, $2, $3, $4, $5, $6)`, d.person, "https://push.example.net/"+d.name, []byte("k"), d.name, seal.Hash(d.session), i)
				}
				x.do(one, two)
				var left []string
				for _, name := range []string{"one", "two", "others"} {
					if w.count(`SELECT COUNT(*) FROM push_subscriptions WHERE device = $1`, name) > 0 {
						left = append(left, name)
					}
				}
				if fmt.Sprint(left) != fmt.Sprint(x.left) {
					t.Errorf("%v are left, want %v", left, x.left)
				}
			})
		}
	})
}
