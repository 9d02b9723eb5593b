package rsvp

import (
	"context"
	"crypto/sha256"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/db"
)

// linkGrace is how long a personal link works after its event has ended (R18).
const linkGrace = 7 * 24 * time.Hour

// maxToken is more than any token of ours has.
const maxToken = 200

// Link is a personal link, before it is sent (R18). It says what the invitation shows of its recipient, and no more.
type Link struct {
	Token       string // 128 random bits as text; only its hash is kept
	EventID     string
	Name        string
	Email       string
	Language    i18n.Lang
	CustomerID  string // empty: the recipient is no customer that is known
	RecipientID int64  // of the campaign; 0: none
}

// Guest is whom a personal link was made for.
type Guest struct {
	Name     string
	Email    string
	Language i18n.Lang

	customerID  string
	recipientID int64
}

// IssueLinks keeps the links of one event, in the transaction that makes their recipients. A token that was issued
// before is left as it is, so that a send that is taken up again issues nothing new.
func IssueLinks(ctx context.Context, tx *db.Tx, at db.Instant, links []Link) error {
	return insertLinks(ctx, tx, at, links)
}

// Guest is whom the token of a personal link was made for. ok is false for a token that is unknown, of another event or
// expired: the three are not told apart.
func (s *Service) Guest(ctx context.Context, e events.Event, token string) (g Guest, ok bool, err error) {
	if token == "" || len(token) > maxToken || s.now().After(e.EndsAt.Time().Add(linkGrace)) {
		return g, false, nil
	}
	return findGuest(ctx, s.db, e.ID, hashOf(token))
}

// hashOf is the hash of a token that is stored. Its 128 random bits need no slow hash.
func hashOf(token string) []byte {
	h := sha256.Sum256([]byte(token))
	return h[:]
}
