package httpx

import (
	"crypto/sha256"
	"crypto/subtle"
)

// SameSecret compares two secrets in constant time, whatever their lengths.
func SameSecret(got, want string) bool {
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
