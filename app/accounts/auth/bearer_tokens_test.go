package auth

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/accounts/accesstokens"
	"presence/app/apptest/idp"
	"presence/app/platform/errs"
	"presence/db/dbtest"
)

// goodClaims are those of an access token of the person.
func (w *world) goodClaims(p Person) jwt.MapClaims {
	return jwt.MapClaims{"iss": testURL, "aud": []string{"presence"}, "sub": p.ID, "jti": "x", "iat": w.now.Unix(),
		"exp": w.now.Add(time.Minute).Unix()}
}

func (w *world) refuses(what, token string) {
	w.t.Helper()
	if p, err := w.s.PersonByToken(w.ctx(), token); errs.KindOf(err) != errs.KindUnauthenticated || p.ID != "" {
		w.t.Errorf("%s: %v, %v", what, p.Email, err)
	}
}

// Package accesstokens has the corpus of tokens that are refused whatever their person.
func TestPersonByToken_corpus(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	key, kid := w.signingKey()
	head := map[string]any{"typ": "at+jwt", "kid": kid}
	changed := func(name string, value any) string {
		c := w.goodClaims(p)
		c[name] = value
		return idp.Forge(t, jwt.SigningMethodEdDSA, key, head, c)
	}
	good := changed("aud", "presence")
	if got, err := w.s.PersonByToken(w.ctx(), good); err != nil || got.ID != p.ID {
		t.Fatalf("a good token: %v, %v", got, err)
	}
	for what, token := range map[string]string{
		"alg none":                 idp.Forge(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, head, w.goodClaims(p)),
		"another issuer":           changed("iss", "https://evil.example"),
		"subject an e-mail":        changed("sub", p.Email),
		"subject SQL":              changed("sub", "' OR 1=1 --"),
		"subject unknown":          changed("sub", "0b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10"),
		"a sign-in that never was": changed("sid", "0b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10"),
		"a token that never was":   changed("key", "0b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10"),
		"huge":                     changed("x", strings.Repeat("x", 5000)),
		"empty":                    "",
		"a session id":             "kq1sZ0m5xPqgJb1P9m1k2w",
		"without its end":          good[:len(good)-10],
	} {
		w.run(what, func(t *testing.T) {
			w.refuses(what, token)
		})
	}
}

// signingKey reads the key of the tokens from the database.
func (w *world) signingKey() (key ed25519.PrivateKey, id string) {
	w.t.Helper()
	var sealed []byte
	if err := w.db.QueryRow(w.ctx(), `SELECT value FROM auth_secrets WHERE name = 'signing_key'`).Scan(&sealed); err != nil {
		w.t.Fatal(err)
	}
	seed, err := w.s.seal.Open("signing_key", sealed)
	if err != nil {
		w.t.Fatal(err)
	}
	return ed25519.NewKeyFromSeed([]byte(seed)), w.s.tokens.Keys()[0].KeyID
}

func TestPersonByToken_expires_though_its_signature_is_remembered(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	token := w.tokens(w.add("jeanne@ferme.example", Employee).Email).Access
	if _, err := w.s.PersonByToken(w.ctx(), token); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(15*time.Minute - 2*time.Second)
	if _, err := w.s.PersonByToken(w.ctx(), token); err != nil {
		t.Errorf("a second before: %v", err)
	}
	w.now = w.now.Add(2 * time.Second)
	w.refuses("after 15 minutes", token)
	w.now = w.now.Add(-time.Hour) // the clock is set back: the token comes from the future now
	w.refuses("before its time", token)
}

func TestPersonByToken_stops_at_once(t *testing.T) {
	for what, stop := range map[string]func(w *world, p Person){
		"disabled": func(w *world, p Person) { w.exec(`UPDATE people SET disabled_at = 1 WHERE id = $1`, p.ID) },
		"archived": func(w *world, p Person) {
			w.employ(p, 7, 0)
			w.exec(`UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = 7`)
		},
		"voided": func(w *world, p Person) {
			w.now = w.now.Add(time.Second)
			if err := w.s.SetPassword(w.ctx(), Actor{}, p.Email, "une tout autre phrase"); err != nil {
				w.t.Fatal(err)
			}
		},
		"signed out": func(w *world, p Person) { w.exec(`DELETE FROM refresh_tokens`) },
		"deleted":    func(w *world, p Person) { w.exec(`DELETE FROM people WHERE id = $1`, p.ID) },
	} {
		t.Run(what, func(t *testing.T) {
			each(t, func(w *world) {
				p := w.add("jeanne@ferme.example", Employee)
				tokens := w.tokens(p.Email)
				if _, err := w.s.PersonByToken(w.ctx(), tokens.Access); err != nil {
					w.t.Fatal(err)
				}
				stop(w, p)
				w.refuses("the access token", tokens.Access)
				if _, err := w.s.Refresh(w.ctx(), Actor{}, tokens.Refresh); !errs.HasCode(err, "invalid_grant") {
					w.t.Errorf("the refresh token: %v", err)
				}
			})
		})
	}
}

func TestSign_right_after_tokens_were_voided_gives_a_good_token(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	if err := w.s.SetPassword(w.ctx(), Actor{}, p.Email, testPassword); err != nil {
		t.Fatal(err)
	}
	if _, err := w.s.PersonByToken(w.ctx(), w.tokens(p.Email).Access); err != nil { // in the same second
		t.Error(err)
	}
}

func TestKeys_let_others_check_our_tokens(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	rec := w.get("/.well-known/jwks.json")
	wantStatus(t, rec, 200)
	var set struct{ Keys []accesstokens.JWK }
	if err := json.Unmarshal(rec.Body.Bytes(), &set); err != nil || len(set.Keys) != 1 {
		t.Fatalf("%s, %v", rec.Body, err)
	}
	x, err := base64.RawURLEncoding.DecodeString(set.Keys[0].X)
	if err != nil {
		t.Fatal(err)
	}
	c := jwt.MapClaims{}
	token, err := jwt.ParseWithClaims(w.tokens(p.Email).Access, c, func(*jwt.Token) (any, error) { return ed25519.PublicKey(x), nil },
		jwt.WithTimeFunc(func() time.Time { return w.now }))
	if err != nil || token.Header["kid"] != set.Keys[0].KeyID || token.Header["typ"] != "at+jwt" || token.Header["alg"] != "EdDSA" {
		t.Fatalf("%v, %v", token, err)
	}
	if c["iss"] != testURL || c["sub"] != p.ID || c["jti"] == "" || c["exp"].(float64)-c["iat"].(float64) > 900 {
		t.Errorf("claims %v", c)
	}
	if strings.Contains(rec.Body.String(), `"d"`) {
		t.Error("the private key is published")
	}
}

func TestPersonByToken_reads_the_supervisor_from_the_tree(t *testing.T) {
	each(t, func(w *world) {
		boss, worker := w.add("boss@ferme.example", Employee), w.add("jeanne@ferme.example", Employee)
		w.employ(boss, 1, 0)
		w.employ(worker, 2, 1)
		for email, want := range map[string]Actor{
			boss.Email: {PersonID: boss.ID, EmployeeID: 1, Supervises: true, Name: "Léa Côté", Email: boss.Email, Role: Employee, Language: "fr",
				Via: "bearer", ShortLived: true},
			worker.Email: {PersonID: worker.ID, EmployeeID: 2, Name: "Léa Côté", Email: worker.Email, Role: Employee, Language: "fr",
				Via: "bearer", ShortLived: true},
		} {
			w.run(email, func(t *testing.T) {
				p, err := w.s.PersonByToken(w.ctx(), w.tokens(email).Access)
				if got := p.actor("bearer"); err != nil || !reflect.DeepEqual(got, want) {
					w.t.Errorf("%+v, %v; want %+v", got, err, want)
				}
			})
		}
		w.exec(`UPDATE employees SET archived_at = 1 WHERE id = 2`)
		if p, _ := personByID(w.ctx(), w.db, boss.ID); p.Supervises {
			w.t.Error("an archived report still makes a supervisor")
		}
	})
}

func BenchmarkPersonByToken(b *testing.B) {
	d := dbtest.OpenSQLite(b)
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	s, err := New(context.Background(), Options{DB: d, Now: func() time.Time { return now }, Secret: []byte("0123456789abcdef"),
		PublicURL: testURL})
	if err != nil {
		b.Fatal(err)
	}
	p, err := s.AddPerson(context.Background(), Actor{}, NewPerson{Email: "a@b.example", Role: Employee})
	if err != nil {
		b.Fatal(err)
	}
	t, err := s.IssueTokenPair(context.Background(), p, "password")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.PersonByToken(context.Background(), t.Access); err != nil {
			b.Fatal(err)
		}
	}
}
