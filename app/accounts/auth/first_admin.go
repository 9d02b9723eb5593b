package auth

import (
	"context"
	"encoding/hex"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// bootstrapTTL is how long the link for the first administrator is valid.
const bootstrapTTL = 24 * time.Hour

// bootstrapPrefix is the prefix of the names of the links in auth_secrets; the rest is the hash of the link. Each process that
// starts creates its own link, and every replica accepts all of them.
const bootstrapPrefix = "first/"

// BootstrapLink creates the one-time link to the page that creates the first administrator (A5). It returns "" if there is an
// active administrator. The link is printed once and stored only as a hash.
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

// errBootstrapLink returns the error for a link that is used, expired or unknown.
func errBootstrapLink() error {
	return &errs.Error{Kind: errs.KindNotFound, Code: "first_link_void",
		Detail: "This link is no longer valid. When there is no administrator yet, restarting the server prints a new one."}
}

// CheckBootstrapLink returns nil if a link is valid, else errs.NotFound.
func (s *Service) CheckBootstrapLink(ctx context.Context, token string) error {
	return checkBootstrapLink(ctx, s.db, seal.Hash(token), db.InstantOf(s.now()))
}

func checkBootstrapLink(ctx context.Context, q db.Queryer, hash []byte, at db.Instant) error {
	live, err := liveSecret(ctx, q, bootstrapSecretName(hash), at)
	if err != nil {
		return err
	}
	admins, err := activeAdmins(ctx, q)
	if err != nil {
		return err
	}
	if live == nil || len(admins) > 0 {
		return errBootstrapLink()
	}
	return nil
}

// AddFirstAdmin creates the first administrator and deletes every link. After a validation error the link is still valid. Of
// two concurrent requests one succeeds.
func (s *Service) AddFirstAdmin(ctx context.Context, by Actor, token string, n NewPerson) (Person, error) {
	if err := s.CheckBootstrapLink(ctx, token); err != nil {
		return Person{}, err // fail before hashing a password
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
		if err := checkBootstrapLink(ctx, tx, seal.Hash(token), p.CreatedAt); err != nil {
			return err
		}
		deleted, err := deleteSecret(ctx, tx, bootstrapSecretName(seal.Hash(token)))
		if err != nil {
			return err
		}
		if !deleted {
			return errBootstrapLink() // a concurrent request has used the link
		}
		if err := deleteSecretsLike(ctx, tx, bootstrapPrefix+"%"); err != nil {
			return err
		}
		by.PersonID, by.Name = p.ID, p.Name
		return createPerson(ctx, tx, by, p)
	})
	return p, err
}
