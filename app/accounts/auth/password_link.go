package auth

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"presence/app/accounts/passwords"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// How long a link to choose a password is valid.
const (
	invitationTTL = 72 * time.Hour // made by staff
	forgottenTTL  = time.Hour      // asked for on the sign-in page
)

// passwordLinkPrefix and the id of the person are the name of a link in auth_secrets; the value is the hash of its secret. A person
// has at most one such link, so that a new one voids the one before. The name of a link requested on the sign-in page also has
// forgottenSuffix and the hash in hexadecimal. Anyone can ask for one, which must void neither an invitation nor the link that the
// person has just received.
const (
	passwordLinkPrefix = "password/"
	forgottenSuffix    = "/forgotten/"
)

func passwordLinkName(id string) string { return passwordLinkPrefix + id }

func forgottenLinkName(id string, hash []byte) string {
	return passwordLinkName(id) + forgottenSuffix + hex.EncodeToString(hash)
}

// payrollsMark begins the secret of a link that payroll has copied. Its hash covers it, so that it cannot be taken away.
const payrollsMark = "p."

// passwordLink describes a link to make.
type passwordLink struct {
	personID    string
	forgotten   bool   // requested on the sign-in page
	mark        string // payrollsMark or ""
	at, expires db.Instant
}

// newPasswordLink returns a new link, and what saveLinks stores of it. It replaces the one before of its name.
func (s *Service) newPasswordLink(l passwordLink) (string, storedLink) {
	random, _ := newSecret(16)
	secret := l.mark + random
	name, hash := passwordLinkName(l.personID), seal.Hash(secret)
	if l.forgotten {
		name = forgottenLinkName(l.personID, hash)
	}
	return s.publicURL + "/auth/password/" + l.personID + "." + secret, storedLink{name, hash, l.at, l.expires}
}

// checkCopied fails if payroll has copied the link with this secret and may no longer do so: since then the person has got another role,
// reports or a way to sign in, and a person with a copy of the link must not gain those rights.
func checkCopied(ctx context.Context, q db.Queryer, id, secret string) error {
	if !strings.HasPrefix(secret, payrollsMark) {
		return nil
	}
	a, err := accountByID(ctx, q, id)
	if err == nil && checkPayrollInvites(a, false, true) != nil {
		err = errPasswordLink()
	}
	return err
}

// errPasswordLink returns the error for a link that is used, replaced, expired, voided (VoidTokens) or unknown.
func errPasswordLink() error {
	return &errs.Error{Kind: errs.KindNotFound, Code: "password_link_void", Detail: "This link is no longer valid. Ask for a new one."}
}

// CheckPasswordLink returns the person whose link has this token, or fails with password_link_void.
func (s *Service) CheckPasswordLink(ctx context.Context, token string) (Person, error) {
	id, secret, _ := strings.Cut(token, ".")
	valid, err := hasLink(ctx, s.db, id, seal.Hash(secret), db.InstantOf(s.now()))
	if err != nil {
		return Person{}, err
	}
	if !valid {
		return Person{}, errPasswordLink()
	}
	p, err := personByID(ctx, s.db, id)
	if err == nil && !p.Active() {
		err = errPasswordLink()
	}
	if err == nil {
		err = checkCopied(ctx, s.db, id, secret)
	}
	return p, err
}

// UsePasswordLink sets the password of the person whose link has this token, ends every session and token made before, and
// deletes the link. After a validation error, which is of the field password, the link is still valid. Of two concurrent requests
// one succeeds. The change is recorded as the person's own.
func (s *Service) UsePasswordLink(ctx context.Context, by Actor, token, password string) (Person, error) {
	p, err := s.CheckPasswordLink(ctx, token)
	if err != nil {
		return Person{}, err // fail before hashing a password
	}
	var faults errs.Fields
	passwords.Check(&faults, password)
	if err := faults.Err(); err != nil {
		return Person{}, err
	}
	by.PersonID, by.Name = p.ID, p.Name
	return s.savePassword(ctx, by, p, password, func(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error {
		_, secret, _ := strings.Cut(token, ".")
		if err := checkCopied(ctx, tx, id, secret); err != nil {
			return err
		}
		valid, err := consumeLink(ctx, tx, id, seal.Hash(secret), at)
		if err != nil {
			return err
		}
		if !valid {
			return errPasswordLink() // it was used, replaced or voided while the password was hashed
		}
		return updatePassword(ctx, tx, id, hash, at)
	})
}
