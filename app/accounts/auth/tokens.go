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

// What an access token is (A3).
const (
	accessTTL   = 15 * time.Minute
	tokenType   = "at+jwt" // RFC 9068: an ID token of ours or of anyone is never taken for one
	audience    = "presence"
	maxToken    = 4096                 // bytes; ours have about 500
	clockDrift  = time.Minute          // how far ahead another replica's clock may be
	maxTokenTTL = 366 * 24 * time.Hour // of `presence token`
	cacheSize   = 16384                // verified signatures that are kept
	ownerTTL    = time.Second          // for which the owner of a token is remembered
)

// claims of an access token. Family ties it to its refresh tokens, Named to the row of a token that a person made; a
// token of the command line has neither.
type claims struct {
	jwt.RegisteredClaims
	Family string `json:"sid,omitempty"`
	Named  string `json:"key,omitempty"`
}

// verified is a token whose signature was checked.
type verified struct {
	claims
	owner atomic.Pointer[owner] // as of its last look-up
}

// owner is the person a token lets act, as the database had it.
type owner struct {
	person     Person
	used       db.Instant // of a token that a person made: its last recorded use
	generation uint64     // of the database before it was asked
	at         time.Time  // before it was asked
}

// holds tells whether o may be taken for what the database has at now: this process has written nothing since, and what
// another process wrote is older than ownerTTL. A clock that was set back ends it.
func (o *owner) holds(generation uint64, now time.Time) bool {
	age := now.Sub(o.at)
	return o.generation == generation && age >= 0 && age < ownerTTL
}

// tokens signs and checks access tokens. It knows nothing of the person: whether they may still act is asked of the
// database on every request.
type tokens struct {
	key       ed25519.PrivateKey
	jwk       JWK
	issuer    string
	now       func() time.Time
	parser    *jwt.Parser
	validator *jwt.Validator
	// Checking a signature costs 25 times a database read, so it is done once a token. Keys are hashes of tokens whose
	// signature is good.
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

// newCache keeps a value for each of the cacheSize tokens used last.
func newCache[V any]() *lru.Cache[tokenHash, V] {
	c, err := lru.New[tokenHash, V](cacheSize)
	if err != nil {
		panic(err) // a size below 1
	}
	return c
}

// sign makes an access token of a sign-in, or of none. notBefore is the moment before which the person's tokens are void.
func (t *tokens) sign(personID, family string, notBefore db.Instant, ttl time.Duration) (string, error) {
	return t.signed(personID, claims{Family: family}, notBefore, ttl)
}

// signed completes the claims that tie a token to what it belongs to, and signs them.
func (t *tokens) signed(personID string, c claims, notBefore db.Instant, ttl time.Duration) (string, error) {
	now := t.now()
	issued := now.Truncate(time.Second)
	if db.InstantOf(issued) < notBefore {
		issued = issued.Add(time.Second) // tokens know whole seconds: this one must not look older than it is
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

// errToken is the one answer to a token that is not good, whatever the reason.
func errToken(cause error) error {
	return fmt.Errorf("%w: %w", &errs.Error{Kind: errs.KindUnauthenticated, Code: "invalid_token",
		Detail: "The access token is invalid or has expired."}, cause)
}

// parse checks everything that the token itself can tell: size, type, algorithm, key, signature, issuer, audience and
// times.
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

// check is about the times, and runs on every request.
func (t *tokens) check(c *claims) error {
	if c.IssuedAt == nil || c.IssuedAt.After(t.now().Add(clockDrift)) {
		return errors.New("issued in the future")
	}
	if _, ok := cleanUUID(c.Subject); !ok {
		return errors.New("no subject")
	}
	return t.validator.Validate(c)
}

// PersonByToken is the person who presents an access token. The token must be good in itself, its sign-in not ended,
// and the person still be allowed to act: people whom this process disables or archives stop at once, those whom
// another process does after ownerTTL (A3). Tokens of the sign-in provider are
// taken too; errs.Unavailable when its keys cannot be had.
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

// validToken is the person whom a token lets act; of one that a person made also which it is, and when it was last used.
func (s *Service) validToken(ctx context.Context, token string) (p Person, named string, used db.Instant, err error) {
	if s.isProviderToken(token) {
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

// IssueToken makes a bearer token for scripts that act as the person. ttl is at most 366 days.
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
