package auth

import (
	"context"
	"encoding/hex"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// bootstrapTTL is how long the link of the first start is good.
const bootstrapTTL = 24 * time.Hour

// bootstrapPrefix begins the names of the links' rows in auth_secrets; the rest is the link's hash. Every start makes its
// own, so that the link a replica printed is good whichever replica answers.
const bootstrapPrefix = "first/"

// BootstrapLink makes the one-time link to the page that makes the first administrator (A5). It is "" when there is an
// administrator who can act already. The link is printed once and kept only as a hash.
func (s *Service) BootstrapLink(ctx context.Context) (string, error) {
	token, hash := newSecret(16)
	at := s.now()
	made := false
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		admins, err := activeAdmins(ctx, tx)
		if made = len(admins) == 0; err != nil || !made {
			return err
		}
		return insertSecret(ctx, tx, bootstrapSecretName(hash), hash, db.InstantOf(at), db.InstantOf(at.Add(bootstrapTTL)))
	})
	if err != nil || !made {
		return "", err
	}
	return s.publicURL + "/auth/first/" + token, nil
}

func bootstrapSecretName(hash []byte) string { return bootstrapPrefix + hex.EncodeToString(hash) }

// errBootstrapLink answers a link that is used, expired or unknown.
func errBootstrapLink() error {
	return &errs.Error{Kind: errs.KindNotFound, Code: "first_link_void",
		Detail: "This link is no longer good. When there is no administrator yet, restarting the server prints a new one."}
}

// CheckBootstrapLink tells whether a link is good, as errs.NotFound when it is not.
func (s *Service) CheckBootstrapLink(ctx context.Context, token string) error {
	return checkBootstrapLink(ctx, s.db, hashOf(token), db.InstantOf(s.now()))
}

func checkBootstrapLink(ctx context.Context, q db.Queryer, hash []byte, at db.Instant) error {
	good, err := secretIsLive(ctx, q, bootstrapSecretName(hash), at)
	if err != nil {
		return err
	}
	admins, err := activeAdmins(ctx, q)
	if err != nil {
		return err
	}
	if !good || len(admins) > 0 {
		return errBootstrapLink()
	}
	return nil
}

// AddFirstAdmin makes the first administrator and voids every link. Data with faults leave the link good. Of two requests at
// once one succeeds.
func (s *Service) AddFirstAdmin(ctx context.Context, by Actor, token string, n NewPerson) (Person, error) {
	if err := s.CheckBootstrapLink(ctx, token); err != nil {
		return Person{}, err // before any password is hashed
	}
	n.Role = Admin
	faults := n.Validate()
	if n.Name == "" {
		faults.Add("name", "required", "The name is missing.")
	}
	if n.Password == "" {
		faults.Add("password", "required", "The password is missing.")
	}
	if err := faults.Err(); err != nil {
		return Person{}, err
	}
	p, err := s.buildPerson(ctx, n)
	if err != nil {
		return Person{}, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := checkBootstrapLink(ctx, tx, hashOf(token), p.CreatedAt); err != nil {
			return err
		}
		voided, err := deleteSecret(ctx, tx, bootstrapSecretName(hashOf(token)))
		if err != nil {
			return err
		}
		if !voided {
			return errBootstrapLink() // another request held the row, and was first
		}
		if err := deleteSecretsLike(ctx, tx, bootstrapPrefix+"%"); err != nil {
			return err
		}
		by.PersonID, by.Name = p.ID, p.Name
		return createPerson(ctx, tx, by, p)
	})
	return p, err
}
