package auth

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// awaitedTTL is how long a sign-in waits for the second factor.
const awaitedTTL = 10 * time.Minute

// describeSignIn adds to the values of a new session how its person signed in, when they gave a password or a second factor, and
// whether they must set one up. The provider is responsible for those who sign in with it: they are asked for nothing here.
func (s *Service) describeSignIn(ctx context.Context, tx *db.Tx, n NewSession, v values) error {
	v[byKey] = n.How
	if n.How == "oidc" {
		return nil
	}
	if n.How != "demo" { // the demo needs no second factor
		v[authenticatedAtKey] = formatInstant(db.InstantOf(s.now()))
	}
	f, err := s.factorsWithRule(ctx, tx, n.Person.ID, n.Person.Role)
	if err == nil && n.PasswordOnly && f.Any() { // added since NeedsFactor
		err = errCredentials()
	}
	if err == nil && f.Lacking() {
		v[enrolKey] = "1"
	}
	return err
}

func formatInstant(at db.Instant) string { return strconv.FormatInt(int64(at), 10) }

// authenticatedSince reports whether the value of authenticatedAtKey is an instant not before at.
func authenticatedSince(value string, at db.Instant) bool {
	ms, err := strconv.ParseInt(value, 10, 64)
	return err == nil && db.Instant(ms) >= at
}

// NeedsFactor reports whether a person who has given the right password is asked for a second factor.
func (s *Service) NeedsFactor(ctx context.Context, p Person) (bool, error) {
	f, err := factorsOf(ctx, s.db, p.ID)
	return f.Any(), err
}

// awaitFactor replaces the browser's session by one that records the right password and waits for the second factor. Its id is
// new, so that an attacker who has set the old id in the browser cannot use it (session fixation). language is the one that the
// visitor has chosen, "" for none. It fails with wrong_credentials if the tokens of the person were voided since the password was checked.
func (s *Service) awaitFactor(ctx context.Context, n NewSession, language string) (*http.Cookie, error) {
	id, hash := newSecret(16)
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		valid, err := lockSignedIn(ctx, tx, n.Person.ID, n.Person.TokensAfter)
		if err != nil {
			return err
		}
		if !valid {
			return errCredentials()
		}
		kept, err := replaceSession(ctx, tx, n.Old, hash)
		if err != nil {
			return err
		}
		kept[awaitedKey], kept[awaitedByKey] = n.Person.ID, n.How
		if language != "" {
			kept[languageKey] = language
		}
		data, err := kept.encode()
		if err != nil {
			return err
		}
		return insertSession(ctx, tx, sessionRow{hash: hash, data: data, createdAt: db.InstantOf(now),
			expiresAt: db.InstantOf(now.Add(awaitedTTL))})
	})
	if err != nil {
		return nil, err
	}
	return s.cookie(id, awaitedTTL), nil
}

// errNotAwaited returns the error for a browser in which no sign-in waits for a second factor, or no longer.
func errNotAwaited() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: "not_awaited", Detail: "No sign-in is pending a second factor here. Start again."}
}

// awaitedPerson returns the person with that id whose second factor has been awaited since an instant. It fails with
// errNotAwaited if the person has been disabled since, or their password was changed: they must sign in again.
func (s *Service) awaitedPerson(ctx context.Context, id string, since db.Instant) (Person, error) {
	if id == "" {
		return Person{}, errNotAwaited()
	}
	p, err := personByID(ctx, s.db, id)
	if errs.KindOf(err) == errs.KindNotFound || err == nil && (!p.Active() || since < p.TokensAfter) {
		err = errNotAwaited()
	}
	return p, err
}
