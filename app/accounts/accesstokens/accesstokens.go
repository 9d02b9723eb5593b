// Package accesstokens signs and verifies the access tokens of the API, which are JWTs (RFC 9068), with a key that it keeps in the
// database. It knows people by their ids. Whether a person is active, and whether a sign-in or an API token has ended, is decided by
// package auth (A3).
package accesstokens

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"presence/app/platform/seal"
	"presence/db"
)

// Properties and limits of access tokens (A3).
const (
	tokenType  = "at+jwt" // RFC 9068; distinguishes access tokens from ID tokens
	audience   = "presence"
	maxToken   = 4096        // bytes; ours have about 500
	clockDrift = time.Minute // how far ahead a token's time may be: clocks differ
	cacheSize  = 16384       // verified signatures that are cached
)

// Claims are the claims of an access token. Family connects it to its refresh tokens, APITokenID is the row of an API token; a token
// of the command line has neither.
type Claims struct {
	jwt.RegisteredClaims
	Family     string `json:"sid,omitempty"`
	APITokenID string `json:"key,omitempty"`

	// Hash is the SHA-256 of a verified token.
	Hash [sha256.Size]byte `json:"-"`
}

// Tokens signs and verifies access tokens.
type Tokens struct {
	db        *db.DB
	key       ed25519.PrivateKey
	jwk       JWK
	issuer    string
	now       func() time.Time
	parser    *jwt.Parser
	validator *jwt.Validator
	// Verifying a signature costs 25 times as much as a database read, so it is done once for each token. The keys are hashes
	// of tokens with a valid signature.
	verified *lru.Cache[[sha256.Size]byte, *Claims]
}

// New reads the signing key, or creates it at the first start. The database must be migrated. The issuer of the tokens is
// publicURL. It fails if the stored key was sealed with another SECRET_KEY.
func New(ctx context.Context, d *db.DB, sealer seal.Sealer, publicURL string, now func() time.Time) (*Tokens, error) {
	key, err := signingKey(ctx, d, sealer, db.InstantOf(now()))
	if err != nil {
		return nil, err
	}
	t := newTokens(key, issuerOf(publicURL), now)
	t.db = d
	return t, nil
}

func newTokens(key ed25519.PrivateKey, issuer string, now func() time.Time) *Tokens {
	verified, err := lru.New[[sha256.Size]byte, *Claims](cacheSize)
	if err != nil {
		panic(err) // a size below 1
	}
	return &Tokens{key: key, jwk: jwkOf(key.Public().(ed25519.PublicKey)), issuer: issuer, now: now, verified: verified,
		parser: jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithStrictDecoding(),
			jwt.WithoutClaimsValidation()),
		validator: jwt.NewValidator(jwt.WithIssuer(issuer), jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(now)),
	}
}

// Sign returns an access token of a person with the Family or APITokenID of c, valid for ttl. notBefore is the time before which the
// person's tokens are void.
func (t *Tokens) Sign(personID string, c Claims, notBefore db.Instant, ttl time.Duration) (string, error) {
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

// Verify verifies everything except the person: size, type, algorithm, key, signature, issuer, audience and times. The caller must not
// change the claims.
func (t *Tokens) Verify(token string) (*Claims, error) {
	if len(token) > maxToken {
		return nil, errors.New("too long")
	}
	hash := sha256.Sum256([]byte(token))
	c, known := t.verified.Get(hash)
	if !known {
		c = &Claims{Hash: hash}
		if _, err := t.parser.ParseWithClaims(token, c, t.keyFor); err != nil {
			return nil, err
		}
	}
	if err := t.check(c); err != nil {
		return nil, err
	}
	if !known {
		t.verified.Add(hash, c)
	}
	return c, nil
}

func (t *Tokens) keyFor(token *jwt.Token) (any, error) {
	if token.Header["typ"] != tokenType || token.Header["kid"] != t.jwk.KeyID {
		return nil, errors.New("not an access token of ours")
	}
	if _, critical := token.Header["crit"]; critical {
		return nil, errors.New("unknown critical header")
	}
	return t.key.Public(), nil
}

// check verifies the times; it is called for every request.
func (t *Tokens) check(c *Claims) error {
	if c.IssuedAt == nil || c.IssuedAt.After(t.now().Add(clockDrift)) {
		return errors.New("issued in the future")
	}
	if len(c.Subject) != 36 || uuid.Validate(c.Subject) != nil {
		return errors.New("no subject")
	}
	return t.validator.Validate(c)
}
