package accesstokens

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"

	"presence/app/platform/seal"
	"presence/db"
)

// signingKeyName is the row of auth_secrets with the sealed seed of the key that signs tokens.
const signingKeyName = "signing_key"

// HasSigningKey reports whether the database contains a signing key, which can be opened only with the SECRET_KEY it was sealed
// with.
func HasSigningKey(ctx context.Context, q db.Queryer) (bool, error) {
	sealed, err := valueByName(ctx, q, signingKeyName)
	return sealed != nil, err
}

// Installed returns when the signing key was made, which is at the first start of an installation; 0: there is none yet. A database that
// was moved or restored keeps it.
func Installed(ctx context.Context, q db.Queryer) (db.Instant, error) {
	return createdAt(ctx, q, signingKeyName)
}

// signingKey reads the key, or creates it. If several replicas create one at the same time, all use the first.
func signingKey(ctx context.Context, d *db.DB, sealer seal.Sealer, at db.Instant) (ed25519.PrivateKey, error) {
	sealed, err := valueByName(ctx, d, signingKeyName)
	if err != nil {
		return nil, err
	}
	if sealed == nil {
		seed := make([]byte, ed25519.SeedSize)
		rand.Read(seed)
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return insertOnce(ctx, tx, signingKeyName, sealer.Seal(signingKeyName, string(seed)), at)
		})
		if err != nil {
			return nil, err
		}
		if sealed, err = valueByName(ctx, d, signingKeyName); err != nil {
			return nil, err
		}
	}
	seed, err := sealer.Open(signingKeyName, sealed)
	if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, errors.New("the signing key in the database has the wrong size")
	}
	return ed25519.NewKeyFromSeed([]byte(seed)), nil
}

// JWK is a public key in /.well-known/jwks.json (RFC 8037).
type JWK struct {
	KeyType   string `json:"kty" doc:"The type of key" example:"OKP"`
	Curve     string `json:"crv" doc:"The curve" example:"Ed25519"`
	X         string `json:"x" doc:"The public key" example:"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"`
	KeyID     string `json:"kid" doc:"The key's id" example:"k1"`
	Algorithm string `json:"alg" doc:"The algorithm" example:"EdDSA"`
	Use       string `json:"use" doc:"What it is for" example:"sig"`
}

// jwkOf returns the key as a JWK; its id is the RFC 7638 thumbprint, the same in every replica.
func jwkOf(public ed25519.PublicKey) JWK {
	x := base64.RawURLEncoding.EncodeToString(public)
	thumbprint := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + x + `"}`))
	return JWK{KeyType: "OKP", Curve: "Ed25519", X: x, KeyID: base64.RawURLEncoding.EncodeToString(thumbprint[:]),
		Algorithm: "EdDSA", Use: "sig"}
}

// Keys returns the public keys that verify our tokens.
func (t *Tokens) Keys() []JWK { return []JWK{t.jwk} }

// SealedTexts returns the sealed signing key by its place, for a check of SECRET_KEY.
func SealedTexts(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	sealed, err := valueByName(ctx, q, signingKeyName)
	return map[string][]byte{signingKeyName: sealed}, err
}
