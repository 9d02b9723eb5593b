package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/errs"
	"presence/db"
)

// Limits of bearer tokens (A3).
const (
	accessTTL   = 15 * time.Minute
	maxTokenTTL = 366 * 24 * time.Hour // of `presence token`
	maxOwners   = 16384                // tokens whose owner is cached
	ownerTTL    = time.Second          // how long the owner of a token is cached
)

// TokenUseInterval is the shortest time between two records of the use of an API token.
const TokenUseInterval = time.Hour

// owner is the person of a token, as read from the database.
type owner struct {
	person     Person
	used       db.Instant // of an API token: its last recorded use
	generation uint64     // of the database when the read began: see db.DB.Generation
	at         time.Time  // when the read began
}

// holds reports whether the cached owner may be used at the time now: this process has written nothing since, to any table (ADR 17), and
// o is younger than ownerTTL, because other processes may have. After the clock was set back o is not used.
func (o *owner) holds(generation uint64, now time.Time) bool {
	age := now.Sub(o.at)
	return o.generation == generation && age >= 0 && age < ownerTTL
}

// owners are the owners of the access tokens used last, by the hash of the token.
type owners = lru.Cache[[32]byte, *owner]

func newOwners() *owners {
	c, err := lru.New[[32]byte, *owner](maxOwners)
	if err != nil {
		panic(err) // a size below 1
	}
	return c
}

var errTwoHeaders = errors.New("two Authorization headers")

// errToken returns the error for every invalid token, whatever the reason.
func errToken(cause error) error {
	return fmt.Errorf("%w: %w", &errs.Error{Kind: errs.KindUnauthenticated, Code: "invalid_token",
		Detail: "The access token is invalid or has expired."}, cause)
}

// PersonByToken returns the person of an access token, ours or the identity provider's. The token must be valid, its sign-in
// must not have ended, and the person must be active. A person who is disabled or archived by this process is refused at once,
// by another process after at most ownerTTL (A3). It fails with errs.KindUnavailable when the provider's keys cannot be read.
func (s *Service) PersonByToken(ctx context.Context, token string) (Person, error) {
	p, named, used, err := s.validToken(ctx, token)
	if err == nil && named != "" {
		err = s.touchToken(ctx, named, used)
	}
	if err != nil {
		return Person{}, err
	}
	return p, nil
}

// touchToken records the use of a token. It returns nil even if the database cannot be written, so that programs can still
// read.
func (s *Service) touchToken(ctx context.Context, id string, used db.Instant) error {
	now := s.now()
	if now.Sub(used.Time()) < TokenUseInterval {
		return nil
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return touchAPIToken(ctx, tx, id, used, db.InstantOf(now)) })
	if errs.KindOf(err) == errs.KindStorage {
		return nil
	}
	return err
}

// validToken returns the person of a token; for an API token also its id and its last recorded use.
func (s *Service) validToken(ctx context.Context, token string) (p Person, named string, used db.Instant, err error) {
	if s.provider != nil && s.provider.Issued(token) {
		p, err = s.personByProviderToken(ctx, token)
		p.shortLived = true
		return p, "", 0, err
	}
	c, err := s.tokens.Verify(token)
	if err != nil {
		return p, "", 0, errToken(err)
	}
	generation, now := s.db.Generation(), s.now()
	if o, known := s.owners.Get(c.Hash); known && o.holds(generation, now) {
		return o.person, c.APITokenID, o.used, nil
	}
	p, used, err = personOfToken(ctx, s.db, c, s.today())
	p.shortLived = c.Family != ""
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
		err = errToken(err)
	case err == nil:
		s.owners.Add(c.Hash, &owner{person: p, used: used, generation: generation, at: now})
	}
	return p, c.APITokenID, used, err
}

// IssueToken returns a bearer token for scripts that act as the person. ttl is at most 366 days.
func (s *Service) IssueToken(ctx context.Context, email string, ttl time.Duration) (string, error) {
	if ttl < time.Second || ttl > maxTokenTTL {
		return "", errs.InvalidField("ttl", "out_of_range", "A token lives between a second and 366 days.")
	}
	if err := s.tokens.CheckIssuer(ctx); err != nil {
		return "", err
	}
	clean, _ := CleanEmail(email)
	p, err := personByEmail(ctx, s.db, clean)
	if err != nil {
		return "", err
	}
	if !p.Active() {
		return "", errs.Conflict("person_inactive", "This person is disabled or archived.")
	}
	return s.tokens.Sign(p.ID, accesstokens.Claims{}, p.TokensAfter, ttl)
}

// SignAPIToken returns the API token with that id (package apitokens), which acts as the actor for ttl. The transaction that stores the id
// has called RequireSignedIn.
func (s *Service) SignAPIToken(by Actor, id string, ttl time.Duration) (string, error) {
	return s.tokens.Sign(by.PersonID, accesstokens.Claims{APITokenID: id}, by.TokensAfter, ttl)
}
