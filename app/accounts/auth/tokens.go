package auth

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"presence/app/platform/errs"
	"presence/db"
)

// Properties and limits of access tokens (A3).
const (
	accessTTL   = 15 * time.Minute
	tokenType   = "at+jwt" // RFC 9068; distinguishes access tokens from ID tokens
	audience    = "presence"
	maxToken    = 4096                 // bytes; ours have about 500
	clockDrift  = time.Minute          // how far ahead a token's time may be: clocks differ
	maxTokenTTL = 366 * 24 * time.Hour // of `presence token`
	cacheSize   = 16384                // verified signatures that are cached
	ownerTTL    = time.Second          // how long the owner of a token is cached
)

// claims are the claims of an access token. Family connects it to its refresh tokens, Named to the row of an API token; a token
// of the command line has neither.
type claims struct {
	jwt.RegisteredClaims
	Family string `json:"sid,omitempty"`
	Named  string `json:"key,omitempty"`
}

// verified is a token whose signature was checked.
type verified struct {
	claims
	owner atomic.Pointer[owner] // as of the last query
}

// owner is the person of a token, as read from the database.
type owner struct {
	person     Person
	used       db.Instant // of an API token: its last recorded use
	generation uint64     // of the tables when the read began
	at         time.Time  // when the read began
}

// holds reports whether o may be used at now: this process has not written to the tables since, and o is younger than ownerTTL,
// because other processes may have. After the clock was set back o is not used.
func (o *owner) holds(generation uint64, now time.Time) bool {
	age := now.Sub(o.at)
	return o.generation == generation && age >= 0 && age < ownerTTL
}

// tokens signs and verifies access tokens. Whether the person is still active is not part of it.
type tokens struct {
	key       ed25519.PrivateKey
	jwk       JWK
	issuer    string
	now       func() time.Time
	parser    *jwt.Parser
	validator *jwt.Validator
	// Verifying a signature costs 25 times as much as a database read, so it is done once for each token. The keys are hashes
	// of tokens with a valid signature.
	verified *lru.Cache[tokenHash, *verified]
}

func newTokens(key ed25519.PrivateKey, issuer string, now func() time.Time) *tokens {
	t := &tokens{key: key, jwk: jwkOf(key.Public().(ed25519.PublicKey)), issuer: issuer, now: now,
		parser: jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithStrictDecoding(),
			jwt.WithoutClaimsValidation()),
		validator: jwt.NewValidator(jwt.WithIssuer(issuer), jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(now)),
		verified:  newCache[*verified](),
	}
	return t
}

// tokenHash is the SHA-256 of a token.
type tokenHash = [sha256.Size]byte

// newCache returns a cache for the cacheSize tokens used last.
func newCache[V any]() *lru.Cache[tokenHash, V] {
	c, err := lru.New[tokenHash, V](cacheSize)
	if err != nil {
		panic(err) // a size below 1
	}
	return c
}

// sign returns an access token for a sign-in, or for none if family is empty. notBefore is the time before which the person's
// tokens are void.
func (t *tokens) sign(personID, family string, notBefore db.Instant, ttl time.Duration) (string, error) {
	return t.signed(personID, claims{Family: family}, notBefore, ttl)
}

// signed completes the claims and signs them.
func (t *tokens) signed(personID string, c claims, notBefore db.Instant, ttl time.Duration) (string, error) {
	now := t.now()
	issued := now.Truncate(time.Second)
	if db.InstantOf(issued) < notBefore {
		issued = issued.Add(time.Second) // times are whole seconds; rounded down, the token would seem to be void
	}
	c.RegisteredClaims = jwt.RegisteredClaims{
		Issuer: t.issuer, Subject: personID, Audience: jwt.ClaimStrings{audience}, ID: uuid.NewString(),
		IssuedAt: jwt.NewNumericDate(issued), ExpiresAt: jwt.NewNumericDate(now.Add(ttl)),
	}
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
	token.Header["typ"], token.Header["kid"] = tokenType, t.jwk.KeyID
	return token.SignedString(t.key)
}

var errTwoHeaders = errors.New("two Authorization headers")

// errToken returns the error for every invalid token, whatever the reason.
func errToken(cause error) error {
	return fmt.Errorf("%w: %w", &errs.Error{Kind: errs.KindUnauthenticated, Code: "invalid_token",
		Detail: "The access token is invalid or has expired."}, cause)
}

// parse verifies everything except the person: size, type, algorithm, key, signature, issuer, audience and times.
func (t *tokens) parse(token string) (*verified, error) {
	if len(token) > maxToken {
		return nil, errToken(errors.New("too long"))
	}
	hash := sha256.Sum256([]byte(token))
	c, known := t.verified.Get(hash)
	if !known {
		c = &verified{}
		if _, err := t.parser.ParseWithClaims(token, &c.claims, t.keyFor); err != nil {
			return nil, errToken(err)
		}
	}
	if err := t.check(&c.claims); err != nil {
		return nil, errToken(err)
	}
	if !known {
		t.verified.Add(hash, c)
	}
	return c, nil
}

func (t *tokens) keyFor(token *jwt.Token) (any, error) {
	if token.Header["typ"] != tokenType || token.Header["kid"] != t.jwk.KeyID {
		return nil, errors.New("not an access token of ours")
	}
	if _, critical := token.Header["crit"]; critical {
		return nil, errors.New("unknown critical header")
	}
	return t.key.Public(), nil
}

// check verifies the times; it is called for every request.
func (t *tokens) check(c *claims) error {
	if c.IssuedAt == nil || c.IssuedAt.After(t.now().Add(clockDrift)) {
		return errors.New("issued in the future")
	}
	if _, ok := cleanUUID(c.Subject); !ok {
		return errors.New("no subject")
	}
	return t.validator.Validate(c)
}

// PersonByToken returns the person of an access token, ours or the identity provider's. The token must be valid, its sign-in
// must not have ended, and the person must be active. A person who is disabled or archived by this process is refused at once,
// by another process after at most ownerTTL (A3). It fails with errs.Unavailable when the provider's keys cannot be read.
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

// validToken returns the person of a token; for an API token also its id and its last recorded use.
func (s *Service) validToken(ctx context.Context, token string) (p Person, named string, used db.Instant, err error) {
	if s.provider != nil && s.provider.Issued(token) {
		p, err = s.personByProviderToken(ctx, token)
		return p, "", 0, err
	}
	c, err := s.tokens.parse(token)
	if err != nil {
		return p, "", 0, err
	}
	generation, now := s.db.Generation(), s.now()
	if o := c.owner.Load(); o != nil && o.holds(generation, now) {
		return o.person, c.Named, o.used, nil
	}
	p, used, err = personOfToken(ctx, s.db, &c.claims)
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
		err = errToken(err)
	case err == nil:
		c.owner.Store(&owner{person: p, used: used, generation: generation, at: now})
	}
	return p, c.Named, used, err
}

// IssueToken returns a bearer token for scripts that act as the person. ttl is at most 366 days.
func (s *Service) IssueToken(ctx context.Context, email string, ttl time.Duration) (string, error) {
	if ttl < time.Second || ttl > maxTokenTTL {
		return "", errs.InvalidField("ttl", "out_of_range", "A token lives between a second and 366 days.")
	}
	if err := s.checkIssuer(ctx); err != nil {
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
	return s.tokens.sign(p.ID, "", p.TokensAfter, ttl)
}
