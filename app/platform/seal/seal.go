// Package seal encrypts secrets that are stored in the database with keys that are not, so that a copy of the database alone reveals
// none of them.
package seal

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// ErrOtherKey is the error for a text that was sealed with another key or for another place, or was changed. At the start it tells the
// operator that SECRET_KEY has changed.
var ErrOtherKey = errors.New("the secrets in the database were sealed with another SECRET_KEY: start with that key")

// Sealer encrypts with AES-GCM the secrets of one purpose.
type Sealer struct{ aead cipher.AEAD }

// MinSecret is the least number of bytes of SECRET_KEY.
const MinSecret = 16

// New derives the key for a purpose from SECRET_KEY, which has at least MinSecret bytes.
func New(secret []byte, purpose string) (Sealer, error) {
	if len(secret) < MinSecret {
		return Sealer{}, errors.New("SECRET_KEY has fewer than 16 bytes")
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "presence "+purpose, 32)
	if err != nil {
		return Sealer{}, fmt.Errorf("deriving from SECRET_KEY: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return Sealer{}, err
	}
	aead, err := cipher.NewGCM(block)
	return Sealer{aead}, err
}

// Seal encrypts a text for a place, such as table, row and column; Open needs the same place, so that the value of one row is not valid
// in another.
func (s Sealer) Seal(place, text string) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	rand.Read(nonce)
	return s.aead.Seal(nonce, nonce, []byte(text), []byte(place))
}

// Open decrypts a text that was sealed for that place. It fails with ErrOtherKey for any other text, and with another SECRET_KEY.
func (s Sealer) Open(place string, sealed []byte) (string, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return "", ErrOtherKey
	}
	text, err := s.aead.Open(nil, sealed[:n], sealed[n:], []byte(place))
	if err != nil {
		return "", ErrOtherKey
	}
	return string(text), nil
}

// Unreadable counts the sealed texts that read returns from q, by their places, which the Sealer for a secret does not open. Places
// without a text do not count.
func Unreadable[Q any](ctx context.Context, q Q, secret []byte, newSealer func(secret []byte) (Sealer, error),
	read func(ctx context.Context, q Q) (map[string][]byte, error),
) (n int64, err error) {
	s, err := newSealer(secret)
	if err != nil {
		return 0, err
	}
	sealed, err := read(ctx, q)
	for place, text := range sealed {
		if _, err := s.Open(place, text); err != nil && text != nil {
			n++
		}
	}
	return n, err
}

// Hash returns the SHA-256 of a secret that was drawn by chance, such as a token: what the database keeps of it. It is no hash for
// passwords, which people choose.
func Hash(secret string) []byte {
	h := sha256.Sum256([]byte(secret))
	return h[:]
}
