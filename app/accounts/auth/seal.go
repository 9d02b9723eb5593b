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

// sealer encrypts secrets in the database with a key that is not stored there, so that tokens cannot be signed with a copy of
// the database.
type sealer struct{ aead cipher.AEAD }

// errSealed tells the operator at the start that SECRET_KEY has changed.
var errSealed = errors.New("the secrets in the database were sealed with another SECRET_KEY: start with that key")

// Sealer encrypts the secrets of another feature with a key of its own.
type Sealer struct{ sealer }

// NewSealer derives the key for a purpose from SECRET_KEY, which has at least 16 bytes.
func NewSealer(secret []byte, purpose string) (Sealer, error) {
	s, err := sealerFor(secret, "presence "+purpose)
	return Sealer{s}, err
}

// Seal encrypts a text for a place, such as table, row and column; Open needs the same place.
func (s Sealer) Seal(place, text string) []byte { return s.seal(place, []byte(text)) }

// Open decrypts a text that was sealed for that place. It fails for any other text, and with another SECRET_KEY.
func (s Sealer) Open(place string, sealed []byte) (string, error) {
	text, err := s.open(place, sealed)
	return string(text), err
}

func newSealer(secret []byte) (sealer, error) { return sealerFor(secret, "presence auth secrets") }

// sealerFor returns a sealer with a key derived from SECRET_KEY, which has at least 16 bytes.
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

// seal encrypts a value together with its name, so that the value of one row is not valid in another.
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
