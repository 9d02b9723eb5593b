package apitokens

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// maxTTL is the longest lifetime of a token.
const maxTTL = 366 * 24 * time.Hour

// Service lists, creates and revokes the tokens of the actor.
type Service struct {
	db   *db.DB
	auth *auth.Service
	now  func() time.Time
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, accounts *auth.Service) *Service {
	return &Service{db: d, auth: accounts, now: now}
}

// List returns the actor's own valid tokens, the one created or used last first.
func (s *Service) List(ctx context.Context, by auth.Actor) ([]Token, error) {
	return list(ctx, s.db, by.PersonID, db.InstantOf(s.now()))
}

// Create creates a token that acts as the actor until it expires or is revoked. ttl is from an hour to 366 days. Its
// validation errors are of the fields name and ttl. It fails with session_ended as
// auth.RequireSignedIn does, and for a caller who signed in with a token, so that a stolen token of
// 15 minutes cannot be exchanged for one of a year.
func (s *Service) Create(ctx context.Context, by auth.Actor, name string, ttl time.Duration) (token string, k Token, err error) {
	if by.Via == "bearer" {
		return "", k, errs.Forbidden("browser_only", "Tokens are made by a person who is signed in with a browser.")
	}
	k.Name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	var faults errs.Fields
	switch {
	case k.Name == "":
		faults.Add("name", "required", "Say what the token is for.")
	case !utf8.ValidString(k.Name) || strings.ContainsFunc(k.Name, errs.Unreadable) || utf8.RuneCountInString(k.Name) > maxName:
		faults.Add("name", "too_long", "A token's name has at most 60 characters.")
	}
	if ttl < time.Hour || ttl > maxTTL {
		faults.Add("ttl", "out_of_range", "A token lives between an hour and 366 days.")
	}
	if err := faults.Err(); err != nil {
		return "", k, err
	}
	now := s.now()
	k.ID, k.CreatedAt, k.ExpiresAt = uuid.NewString(), db.InstantOf(now), db.InstantOf(now.Add(ttl))
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		if token, err = s.auth.SignAPIToken(by, k.ID, ttl); err != nil {
			return err
		}
		made, err := insert(ctx, tx, k, by.PersonID)
		if err == nil && !made {
			err = errs.Conflict("too_many_tokens", "You already have 50 tokens. Revoke one first.")
		}
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: k.CreatedAt, Who: by.Who(), Action: "token_made", Kind: "person", RecordID: by.PersonID,
			Changes: audit.Changes{"token": {nil, k.Name}}})
	})
	if err != nil {
		return "", k, err
	}
	return token, k, nil
}

// Revoke revokes one of the actor's own tokens; it is invalid at once.
func (s *Service) Revoke(ctx context.Context, by auth.Actor, id string) error {
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		name, err := remove(ctx, tx, by.PersonID, id)
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "token_revoked", Kind: "person", RecordID: by.PersonID,
			Changes: audit.Changes{"token": {name, nil}}})
	})
}
