package auth

import (
	"context"
	"time"

	"github.com/google/uuid"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// refreshTTL is the validity of a refresh token: a client that does not use it for that long must sign in again.
const refreshTTL = 30 * 24 * time.Hour

// TokenPair is what a client of the API gets when it signs in or refreshes its tokens (A2).
type TokenPair struct {
	Access    string
	ExpiresIn int // seconds
	Refresh   string
	Person    Person
}

func errInvalidGrant() error {
	return &errs.Error{Kind: errs.KindInvalid, Code: "invalid_grant",
		Detail: "The credentials are wrong, or the refresh token is spent, expired or unknown."}
}

// IssueTokenPair starts a sign-in of an API client: a family of refresh tokens, and its first access token. how is "password" or
// "oidc"; a password does not suffice for a person with a second factor. It fails with invalid_grant if the tokens of the person were
// voided since they were authenticated, or if they are not active.
func (s *Service) IssueTokenPair(ctx context.Context, p Person, how string) (TokenPair, error) {
	family := uuid.NewString()
	refresh, hash := newSecret(32)
	at := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		valid, err := updateSignedIn(ctx, tx, p, db.InstantOf(at)) // locks the person
		if err != nil {
			return err
		}
		if !valid {
			return errInvalidGrant()
		}
		if how == "password" {
			if err := s.passwordSuffices(ctx, tx, p); err != nil {
				return err
			}
		}
		return insertRefresh(ctx, tx, newRefreshToken(hash, family, p.ID, at))
	})
	if err != nil {
		return TokenPair{}, err
	}
	return s.tokenPair(p, family, refresh)
}

func newRefreshToken(hash []byte, family, personID string, at time.Time) refreshToken {
	return refreshToken{hash: hash, family: family, personID: personID, createdAt: db.InstantOf(at),
		expiresAt: db.InstantOf(at.Add(refreshTTL))}
}

func (s *Service) tokenPair(p Person, family, refresh string) (TokenPair, error) {
	access, err := s.tokens.Sign(p.ID, accesstokens.Claims{Family: family}, p.TokensAfter, accessTTL)
	return TokenPair{Access: access, ExpiresIn: int(accessTTL.Seconds()), Refresh: refresh, Person: p}, err
}

// Refresh exchanges a refresh token for the next one. If a token is used a second time, two parties have it, and one of them stole it:
// the whole sign-in ends, with its access tokens (A3).
func (s *Service) Refresh(ctx context.Context, by Actor, spent string) (TokenPair, error) {
	refresh, hash := newSecret(32)
	at := s.now()
	var family string
	var person Person
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		family, person, err = s.rotate(ctx, tx, by, seal.Hash(spent), hash, at)
		return err
	})
	if err != nil {
		return TokenPair{}, err
	}
	if family == "" {
		return TokenPair{}, errInvalidGrant()
	}
	return s.tokenPair(person, family, refresh)
}

// rotate marks a token as spent and stores the next one. For an invalid token it returns no family and no error, so that the
// transaction, which may end a stolen sign-in, is committed.
func (s *Service) rotate(ctx context.Context, tx *db.Tx, by Actor, spent, next []byte, now time.Time) (string, Person, error) {
	at := db.InstantOf(now)
	// What ends all sign-ins of a person locks them first: otherwise it would not see the token that is stored here.
	if err := lockOwner(ctx, tx, spent); err != nil {
		return "", Person{}, err
	}
	old, err := consumeRefreshToken(ctx, tx, spent, at)
	if errs.KindOf(err) == errs.KindNotFound {
		return "", Person{}, revokeReusedFamily(ctx, tx, by, spent, at)
	}
	if err != nil {
		return "", Person{}, err
	}
	p, err := personByID(ctx, tx, old.personID)
	if err != nil {
		return "", Person{}, err
	}
	if !p.Active() || old.createdAt < p.TokensAfter {
		return "", Person{}, deleteFamily(ctx, tx, old.family)
	}
	return old.family, p, insertRefresh(ctx, tx, newRefreshToken(next, old.family, p.ID, now))
}

// revokeReusedFamily ends the family of a token that was spent before; for an unknown token, and one that has only expired, it does
// nothing.
func revokeReusedFamily(ctx context.Context, tx *db.Tx, by Actor, spent []byte, at db.Instant) error {
	old, err := refreshByHash(ctx, tx, spent)
	if errs.KindOf(err) == errs.KindNotFound {
		return nil
	}
	if err != nil || old.spentAt == 0 {
		return err
	}
	if err := deleteFamily(ctx, tx, old.family); err != nil {
		return err
	}
	return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "refresh_token_reused", Kind: "person", RecordID: old.personID})
}

// RevokeTokens ends the sign-in of an access token or a refresh token; either may be empty. Unknown tokens are ignored.
func (s *Service) RevokeTokens(ctx context.Context, access, refresh string) error {
	var family string
	if access != "" {
		if c, err := s.tokens.Verify(access); err == nil {
			family = c.Family
		}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if refresh != "" {
			old, err := refreshByHash(ctx, tx, seal.Hash(refresh))
			if err != nil && errs.KindOf(err) != errs.KindNotFound {
				return err
			}
			if err := deleteFamily(ctx, tx, old.family); err != nil {
				return err
			}
		}
		return deleteFamily(ctx, tx, family)
	})
}

// personByRefresh returns the person who holds a live refresh token; errs.KindUnauthenticated for any other token.
func (s *Service) personByRefresh(ctx context.Context, refresh string) (Person, error) {
	held, err := refreshByHash(ctx, s.db, seal.Hash(refresh))
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return Person{}, err
	}
	if err != nil || held.expiresAt <= db.InstantOf(s.now()) {
		return Person{}, &errs.Error{Kind: errs.KindUnauthenticated, Code: "unauthenticated",
			Detail: "Sign in, or send a bearer token or a refresh token."}
	}
	return personByID(ctx, s.db, held.personID)
}
