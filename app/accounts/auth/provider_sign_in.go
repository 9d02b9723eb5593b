package auth

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"time"

	"presence/app/accounts/openid"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/app/platform/seal"
	"presence/db"
)

// signInTTL is the maximum duration of a sign-in.
const signInTTL = 10 * time.Minute

// A sign-in starts here, continues at the provider and returns to /auth/callback, at any replica. It is protected as follows:
//
//   - state, 128 random bits, is valid once and for ten minutes. It is deleted from the table before anything else is
//     checked, so that it cannot be used again even if it is presented by the wrong client.
//   - Login CSRF means that an attacker starts a sign-in and makes another person's browser finish it, so that this
//     person works under the attacker's account. To prevent it, a sign-in belongs to the id in the cookie of the browser
//     that started it, and only that browser gets a session. A program has no cookie; it keeps the state itself and gets
//     tokens in the answer. A browser that presents the state of a program has another cookie or none, and is refused.
//   - A stolen code is useless without PKCE's verifier, which the server sends only to the provider.
//   - nonce binds the ID token to this sign-in; iss (RFC 9207) and the issuer in the token bind it to our provider.

// pendingSignIn is an unfinished sign-in with the provider. It is stored, sealed, in a row of sessions without a person, which
// is found by its state. It is not a value of the browser's session, because a program has none, and because the state must be
// deleted even if another browser presents it.
type pendingSignIn struct {
	NonceHash []byte `json:"nonce_hash"`
	Verifier  string `json:"verifier"`
	Program   bool   `json:"program"` // started by a program
	Next      string `json:"next"`    // local path to continue with
}

// stateHash returns the key of the row. It differs from the hash of a session id, so that a state is never valid as a cookie.
func stateHash(state string) []byte { return seal.Hash("state " + state) }

// signInSealName returns the name under which the row's data are sealed (see seal.Sealer).
func signInSealName(hash []byte) string { return "sessions/" + hex.EncodeToString(hash) }

// startedSignIn is the result of starting a sign-in.
type startedSignIn struct {
	URL     string // the provider's page
	State   string
	Browser string // the id to set as the browser's cookie; "" if its present one belongs to the sign-in
}

// callbackParams are the parameters of the callback, and the client that presents them.
type callbackParams struct {
	openid.Response
	State   string
	Browser string // the id in the cookie; "" for none
	Program bool   // the caller wants tokens
}

// errState returns the error for a state that is missing, of another client, used or expired (A2).
func errState() error {
	return &errs.Error{Kind: errs.KindInvalid, Code: "unknown_state", Detail: "No sign-in was started here, or it took too long. Begin again."}
}

// startProviderSignIn starts a sign-in with the provider for the browser of that visit; next is a local path to continue with.
// It fails with errs.KindUnavailable while the provider does not answer, and with errs.KindRateLimited when one network starts too
// many.
func (s *Service) startProviderSignIn(ctx context.Context, next string, program bool, ip string, v *requestSession) (startedSignIn, error) {
	limit := s.limits.bucket(providerSignIns, ratelimit.Network(ip))
	if err := s.checkLimits(ctx, s.db, limit); err != nil {
		return startedSignIn{}, err
	}
	state, _ := newSecret(16)
	nonce, nonceHash := newSecret(16)
	verifier, _ := newSecret(32)
	address, err := s.provider.AuthCodeURL(ctx, state, nonce, verifier)
	if err != nil {
		return startedSignIn{}, err
	}
	begun := pendingSignIn{NonceHash: nonceHash, Verifier: verifier, Program: program, Next: next}
	var browser string
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err := s.takeFrom(ctx, tx, limit); err != nil {
			return err
		}
		browser, err = s.insertPendingSignIn(ctx, tx, stateHash(state), begun, v)
		return err
	})
	return startedSignIn{URL: address, State: state, Browser: browser}, err
}

// insertPendingSignIn stores a started sign-in. It belongs to the id in the browser's cookie, if that is the id of a session or
// of another sign-in of this browser; else to a new id, which it returns.
func (s *Service) insertPendingSignIn(ctx context.Context, tx *db.Tx, hash []byte, begun pendingSignIn,
	v *requestSession) (browser string, err error) {
	at := s.now()
	holds := v.live
	if !holds && v.id != "" {
		if holds, err = hasSignIns(ctx, tx, seal.Hash(v.id), db.InstantOf(at)); err != nil {
			return "", err
		}
	}
	browserHash := seal.Hash(v.id)
	if !holds {
		browser, browserHash = newSecret(16)
	}
	plain, err := json.Marshal(begun)
	if err != nil {
		return "", err
	}
	return browser, insertSignIn(ctx, tx, signInRow{stateHash: hash, browserHash: browserHash,
		sealed: s.seal.Seal(signInSealName(hash), string(plain)), createdAt: db.InstantOf(at), expiresAt: db.InstantOf(at.Add(signInTTL))})
}

// finishProviderSignIn returns the person who comes back from the provider, and the local path to continue with. Every refusal
// is errs.KindInvalid: unknown_state, access_denied, sign_in_refused, email_unverified or no_access (A2).
func (s *Service) finishProviderSignIn(ctx context.Context, by Actor, r callbackParams) (Person, string, error) {
	begun, err := s.consumeSignIn(ctx, r)
	if err != nil {
		return Person{}, "", err
	}
	identity, err := s.provider.Exchange(ctx, r.Response, begun.Verifier, begun.NonceHash)
	if err != nil {
		return Person{}, "", err
	}
	p, err := s.personOfIdentity(ctx, by, identity)
	return p, begun.Next, err
}

// consumeSignIn deletes the state, and fails unless the client is the one that started the sign-in.
func (s *Service) consumeSignIn(ctx context.Context, r callbackParams) (begun pendingSignIn, err error) {
	if r.State == "" || len(r.State) > 64 {
		return begun, errState()
	}
	var browserHash, sealed []byte
	hash := stateHash(r.State)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		browserHash, sealed, err = deleteSignIn(ctx, tx, hash, db.InstantOf(s.now()))
		return err
	})
	if errs.KindOf(err) == errs.KindNotFound {
		return begun, errState()
	}
	if err != nil {
		return begun, err
	}
	plain, err := s.seal.Open(signInSealName(hash), sealed)
	if err != nil {
		return begun, err
	}
	if err := json.Unmarshal([]byte(plain), &begun); err != nil {
		return begun, err
	}
	sameBrowser := r.Browser != "" && subtle.ConstantTimeCompare(seal.Hash(r.Browser), browserHash) == 1
	if !sameBrowser && !(begun.Program && r.Program) {
		return begun, errState()
	}
	return begun, nil
}
