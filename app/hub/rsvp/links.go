package rsvp

import (
	"context"
	"strings"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/seal"
	"presence/db"
)

// linkGrace is how long a personal link works after its event has ended (R18).
const linkGrace = 7 * 24 * time.Hour

// maxToken is a length that no valid token exceeds.
const maxToken = 200

// Link is a personal link before it is sent (R18), with what the invitation shows of its recipient.
type Link struct {
	Token       string // 128 random bits as text; only their hash is stored
	EventID     string
	Name        string
	Email       string
	Language    i18n.Lang
	CustomerID  string // empty: the recipient is not a known customer
	RecipientID int64  // of the campaign; 0: none
}

// Guest is the recipient of a personal link.
type Guest struct {
	Name     string
	Email    string
	Language i18n.Lang

	customerID  string
	recipientID int64
}

// IssueLinks stores personal links of an event. Those whose tokens are stored already
// stay as they are, so that a resumed send can issue its links again.
func IssueLinks(ctx context.Context, tx *db.Tx, at db.Instant, links []Link) error {
	return insertLinks(ctx, tx, at, links)
}

// Guest returns the recipient of the personal link with that token. ok is false for a token that is unknown, expired or of
// another event; the caller cannot tell which.
func (s *Service) Guest(ctx context.Context, e events.Event, token string) (g Guest, ok bool, err error) {
	if token == "" || len(token) > maxToken || s.now().After(e.EndsAt.Time().Add(linkGrace)) {
		return g, false, nil
	}
	return findGuest(ctx, s.db, e.ID, seal.Hash(token))
}

// Answered returns the registration of the owner of a personal link: the one that is kept under the customer or the address of the link.
// One that is only similar, such as an answer with the same phone, may be another person's and is not returned. ok is false if there is
// none.
func (s *Service) Answered(ctx context.Context, e events.Event, g Guest) (r RSVP, ok bool, err error) {
	identity := claimsOf(Answer{}, keys{}, Attribution{}, g).identity()
	if !strings.HasPrefix(identity, customerIdentity) && !strings.HasPrefix(identity, emailIdentity) {
		return r, false, nil
	}
	r, err = byIdentity(ctx, s.db, e.ID, identity)
	if errs.KindOf(err) == errs.KindNotFound {
		return RSVP{}, false, nil
	}
	return r, err == nil, err
}
