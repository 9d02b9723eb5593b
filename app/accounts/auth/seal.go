package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// sealer encrypts what is kept in auth_secrets with a key that is not in the database: a copied database file signs
// no tokens.
type sealer struct{ aead cipher.AEAD }

// errSealed is for the operator, at start.
var errSealed = errors.New("the secrets in the database were sealed with another SECRET_KEY: start with that key")

// Sealer encrypts what another feature must not keep in the clear, with a key of its own.
type Sealer struct{ sealer }

// NewSealer derives the key of that purpose from SECRET_KEY, which has at least 16 bytes.
func NewSealer(secret []byte, purpose string) (Sealer, error) {
	s, err := sealerFor(secret, "presence "+purpose)
	return Sealer{s}, err
}

// Seal binds the text to its place, such as table, row and column: it opens nowhere else.
func (s Sealer) Seal(place, text string) []byte { return s.seal(place, []byte(text)) }

// Open is the text that was sealed for that place; it fails when it was not, or with another SECRET_KEY.
func (s Sealer) Open(place string, sealed []byte) (string, error) {
	text, err := s.open(place, sealed)
	return string(text), err
}

func newSealer(secret []byte) (sealer, error) { return sealerFor(secret, "presence auth secrets") }

// sealerFor derives its key from SECRET_KEY, which has at least 16 bytes.
func sealerFor(secret []byte, purpose string) (sealer, error) {
	if len(secret) < 16 {
		return sealer{}, errors.New("SECRET_KEY has fewer than 16 bytes")
	}
	key, err := hkdf.Key(sha256.New, secret, nil, purpose, 32)
	if err != nil {
		return sealer{}, fmt.Errorf("deriving from SECRET_KEY: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCM(block)
	return sealer{aead}, err
}

// seal binds the value to its name, so that one row cannot be put in the place of another.
func (s sealer) seal(name string, plain []byte) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	rand.Read(nonce)
	return s.aead.Seal(nonce, nonce, plain, []byte(name))
}

func (s sealer) open(name string, sealed []byte) ([]byte, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return nil, errSealed
	}
	plain, err := s.aead.Open(nil, sealed[:n], sealed[n:], []byte(name))
	if err != nil {
		return nil, errSealed
	}
	return plain, nil
}
