package auth

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// APIToken is an access token that a person created for a program. The token itself is shown once and not stored.
type APIToken struct {
	ID        string // UUID; the token's claims carry it
	Name      string // what it is for
	CreatedAt db.Instant
	ExpiresAt db.Instant
	UsedAt    db.Instant // last recorded use; 0: never
}

// TokenUseInterval is the shortest time between two records of a token's use.
const TokenUseInterval = time.Hour

const (
	maxAPITokens = 50 // that one person may have at a time
	maxTokenName = 60 // characters
)

// APITokens returns the actor's own valid tokens, the one created or used last first.
func (s *Service) APITokens(ctx context.Context, by Actor) ([]APIToken, error) {
	return apiTokens(ctx, s.db, by.PersonID, db.InstantOf(s.now()))
}

// CreateAPIToken creates a token that acts as the actor until it expires or is revoked. ttl is from an hour to 366 days. Its
// validation errors are of the fields name and ttl. It fails for a caller who signed in with a token, so that a stolen token of
// 15 minutes cannot be exchanged for one of a year.
func (s *Service) CreateAPIToken(ctx context.Context, by Actor, name string, ttl time.Duration) (token string, k APIToken, err error) {
	if by.Via == "bearer" {
		return "", k, errs.Forbidden("browser_only", "Tokens are made by a person who is signed in with a browser.")
	}
	k.Name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	var faults errs.Fields
	switch {
	case k.Name == "":
		faults.Add("name", "required", "Say what the token is for.")
	case !validName(k.Name) || utf8.RuneCountInString(k.Name) > maxTokenName:
		faults.Add("name", "too_long", "A token's name has at most 60 characters.")
	}
	if ttl < time.Hour || ttl > maxTokenTTL {
		faults.Add("ttl", "out_of_range", "A token lives between an hour and 366 days.")
	}
	if err := faults.Err(); err != nil {
		return "", k, err
	}
	now := s.now()
	k.ID, k.CreatedAt, k.ExpiresAt = uuid.NewString(), db.InstantOf(now), db.InstantOf(now.Add(ttl))
	var p Person
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = personByID(ctx, tx, by.PersonID); err != nil {
			return err
		}
		made, err := insertAPIToken(ctx, tx, k, p.ID, maxAPITokens)
		if err == nil && !made {
			err = errs.Conflict("too_many_tokens", "You have 50 tokens already: revoke one first.")
		}
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: k.CreatedAt, Who: by.Who(), Action: "token_made", Kind: "person", RecordID: p.ID,
			Changes: audit.Changes{"token": {nil, k.Name}}})
	})
	if err != nil {
		return "", k, err
	}
	token, err = s.tokens.Sign(p.ID, accesstokens.Claims{Named: k.ID}, p.TokensAfter, ttl)
	return token, k, err
}

// touchToken records the use of a token. It returns nil even if the database cannot be written, so that programs can still
// read.
func (s *Service) touchToken(ctx context.Context, id string, used db.Instant) error {
	now := s.now()
	if now.Sub(used.Time()) < TokenUseInterval {
		return nil
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return touchAPIToken(ctx, tx, id, used, db.InstantOf(now)) })
	if errs.KindOf(err) == errs.KindUnavailable {
		return nil
	}
	return err
}

// RevokeAPIToken revokes one of the actor's own tokens; it is invalid at once.
func (s *Service) RevokeAPIToken(ctx context.Context, by Actor, id string) error {
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		name, err := deleteAPIToken(ctx, tx, by.PersonID, id)
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "token_revoked", Kind: "person", RecordID: by.PersonID,
			Changes: audit.Changes{"token": {name, nil}}})
	})
}
