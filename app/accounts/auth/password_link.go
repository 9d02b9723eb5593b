package auth

import (
	"context"
	"crypto/subtle"
	"strings"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// passwordLinkTTL is how long a link to choose a password is valid.
const passwordLinkTTL = 72 * time.Hour

// passwordLinkPrefix is the prefix of the names of the links in auth_secrets; the rest is the id of the person.
const passwordLinkPrefix = "password/"

// passwordLinkName returns the name in auth_secrets of a person's link; the value is the hash of its secret. A person has at most
// one link, so that a new one voids the one before.
func passwordLinkName(id string) string { return passwordLinkPrefix + id }

// PasswordLink makes a one-time link with which a person chooses a password, so that no administrator knows it. The link is
// returned once and stored only as a hash. People who cannot sign in get none (409 cannot_sign_in).
func (s *Service) PasswordLink(ctx context.Context, by Actor, id string) (string, error) {
	secret, hash := newSecret(16)
	err := s.changeAccount(ctx, by, id, func(tx *db.Tx, at db.Instant, a account) error {
		if !a.Active() {
			return errs.Conflict("cannot_sign_in", "This person cannot sign in.")
		}
		if _, err := deleteSecret(ctx, tx, passwordLinkName(id)); err != nil {
			return err
		}
		expires := db.InstantOf(at.Time().Add(passwordLinkTTL))
		if err := insertSecret(ctx, tx, passwordLinkName(id), hash, at, expires); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "password_link_made", Kind: "person", RecordID: id})
	})
	if err != nil {
		return "", err
	}
	return s.publicURL + "/auth/password/" + id + "." + secret, nil
}

// errPasswordLink returns the error for a link that is used, replaced, expired, voided (VoidTokens) or unknown.
func errPasswordLink() error {
	return &errs.Error{Kind: errs.KindNotFound, Code: "password_link_void", Detail: "This link is no longer valid. Ask for a new one."}
}

// CheckPasswordLink returns the person whose link has this token, or fails with password_link_void.
func (s *Service) CheckPasswordLink(ctx context.Context, token string) (Person, error) {
	id, secret, _ := strings.Cut(token, ".")
	hash, err := liveSecret(ctx, s.db, passwordLinkName(id), db.InstantOf(s.now()))
	if err != nil {
		return Person{}, err
	}
	if subtle.ConstantTimeCompare(hash, hashOf(secret)) != 1 {
		return Person{}, errPasswordLink()
	}
	p, err := personByID(ctx, s.db, id)
	if err == nil && !p.Active() {
		err = errPasswordLink()
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
	checkPassword(&faults, password)
	if err := faults.Err(); err != nil {
		return Person{}, err
	}
	by.PersonID, by.Name = p.ID, p.Name
	return p, s.savePassword(ctx, by, p.ID, password, func(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error {
		_, secret, _ := strings.Cut(token, ".")
		valid, err := consumeSecret(ctx, tx, passwordLinkName(id), hashOf(secret), at)
		if err != nil {
			return err
		}
		if !valid {
			return errPasswordLink() // it was used, replaced or voided while the password was hashed
		}
		return updatePassword(ctx, tx, id, hash, at)
	})
}
