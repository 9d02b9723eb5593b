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

// newSealer derives its key from SECRET_KEY, which has at least 16 bytes.
func newSealer(secret []byte) (sealer, error) {
	if len(secret) < 16 {
		return sealer{}, errors.New("SECRET_KEY has fewer than 16 bytes")
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "presence auth secrets", 32)
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
