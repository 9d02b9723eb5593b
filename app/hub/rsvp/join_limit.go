package rsvp

import (
	"context"
	"slices"
	"strconv"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// One network has at most maxParties parties on the waiting list of an event, not counting those of personal links, so that it
// cannot capture the places that become free. A guest who asks for the list but gets the confirmation of a registration instead
// counts for joinWindow, too: otherwise the limit would reveal which addresses are known.
const (
	maxParties = 5
	joinWindow = 24 * time.Hour
)

// joinLimit is the limit of a network for the waiting list of an event. It is used under the lock of the event's tally.
type joinLimit struct {
	key    string   // a keyed hash of the network and the event; empty: there is no limit
	before []string // the parties and registrations that count for the network already
	at     db.Instant
}

// joinLimitOf reads the limit; for an empty network there is none.
func (s *Service) joinLimitOf(ctx context.Context, tx *db.Tx, network, eventID string) (l joinLimit, err error) {
	if network == "" {
		return l, nil
	}
	l = joinLimit{key: s.hashLookup(network, joined+eventID), at: s.at()}
	l.before, err = lookupsSince(ctx, tx, l.key, 0)
	return l, err
}

// take counts a party or a registration, by its kind and id, for the network. It fails with rate_limited if the network has maxParties
// others.
func (l joinLimit) take(ctx context.Context, tx *db.Tx, kind string, id int64) error {
	what := joined + kind + strconv.FormatInt(id, 10)
	switch {
	case l.key == "":
		return nil
	case len(l.before) >= maxParties && !slices.Contains(l.before, what):
		return &errs.Error{Kind: errs.KindRateLimited, Code: "rate_limited",
			Detail: "Too many groups joined this waiting list from this address. Try again later.", RetryAfter: int(time.Hour.Seconds())}
	}
	return insertAsked(ctx, tx, l.key, what, l.at)
}
