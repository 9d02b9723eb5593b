package rsvp

import (
	"context"
	"crypto/rand"

	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// A check-in code leads staff at the door to the registration of a guest. Each answer and each message gets a new one, and
// earlier ones stay valid: a code that two answers share would tell that the directory connects them (R17). A code is 128 random
// bits as text; only its hash is stored.

// codeLength is the number of characters of a check-in code.
const codeLength = 26

// newCode returns a new check-in code.
func newCode() string { return rand.Text() }

// IsCode reports whether a text has the form of a check-in code.
func IsCode(s string) bool {
	for _, r := range s {
		if (r < 'A' || r > 'Z') && (r < '2' || r > '7') {
			return false
		}
	}
	return len(s) == codeLength
}

// issueCode returns a new check-in code of a registration, which it stores.
func issueCode(ctx context.Context, tx *db.Tx, registration int64) (string, error) {
	code := newCode()
	return code, insertCodes(ctx, tx, map[string]int64{code: registration})
}

// CodeHash returns the form in which a check-in code is stored, and in which devices at the door keep those of an event.
func CodeHash(code string) []byte { return seal.Hash(code) }

// ByCode returns the registration to which a check-in code belongs. It fails with NotFound if there is none.
func (s *Service) ByCode(ctx context.Context, code string) (RSVP, error) {
	if !IsCode(code) {
		return RSVP{}, errs.NotFound("registration")
	}
	return byCode(ctx, s.db, CodeHash(code))
}
