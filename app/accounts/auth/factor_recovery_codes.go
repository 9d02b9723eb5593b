package auth

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

// Recovery codes stand in for a second factor that is lost. Each is 50 random bits, in ten characters with a dash between them.
const (
	recoveryCodes      = 10
	recoveryCodeLength = 10
)

// recoveryAlphabet has no letters that look like digits or like each other (l, o, s, z), and is in lower case.
var recoveryAlphabet = base32.NewEncoding("abcdefghijkmnpqrtuvwxy0123456789").WithPadding(base32.NoPadding)

// newRecoveryCodes replaces a person's recovery codes, and returns the new ones. Only hashes of them are stored.
func (s *Service) newRecoveryCodes(ctx context.Context, tx *db.Tx, personID string) ([]string, error) {
	if err := deleteRecoveryCodes(ctx, tx, personID); err != nil {
		return nil, err
	}
	list := make([]string, recoveryCodes)
	for i := range list {
		b := make([]byte, 7) // 56 bits, of which 50 are used
		rand.Read(b)
		code := recoveryAlphabet.EncodeToString(b)[:recoveryCodeLength]
		if err := insertRecoveryCode(ctx, tx, personID, s.recoveryCodeHash(personID, code)); err != nil {
			return nil, err
		}
		list[i] = code[:recoveryCodeLength/2] + "-" + code[recoveryCodeLength/2:]
	}
	return list, nil
}

// recoveryCodeHash returns the stored form of a code: a MAC, because a plain hash of 50 bits could be broken by brute force.
func (s *Service) recoveryCodeHash(personID, code string) []byte {
	return s.limits.mac("recovery code", personID+"\x00"+code)
}

// cleanCode returns a one-time code or a recovery code without what people type between its characters.
func cleanCode(code string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t-\u00a0\u2011\u2013", r) {
			return -1
		}
		return r
	}, code))
}

// RenewRecoveryCodes makes ten new recovery codes for the actor; the ones before are void. It fails for a person without a second
// factor, for whom they would be one (409 no_second_factor).
func (s *Service) RenewRecoveryCodes(ctx context.Context, by Actor) (codes []string, err error) {
	err = s.changeFactors(ctx, by, func(ctx context.Context, tx *db.Tx, at db.Instant, f Factors) error {
		if !f.Any() {
			return errs.Conflict("no_second_factor", "Set up a passkey or one-time codes first.")
		}
		if codes, err = s.newRecoveryCodes(ctx, tx, by.PersonID); err != nil {
			return err
		}
		return recordFactorAudit(ctx, tx, by, at, "recovery_codes_made", nil)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// firstRecoveryCodes makes recovery codes for a person who has just added their first second factor; nil for others.
func (s *Service) firstRecoveryCodes(ctx context.Context, tx *db.Tx, personID string, before Factors) ([]string, error) {
	if before.Any() {
		return nil, nil
	}
	return s.newRecoveryCodes(ctx, tx, personID)
}
