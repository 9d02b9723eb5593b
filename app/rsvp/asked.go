package rsvp

import (
	"cmp"
	"context"
	"slices"
	"time"

	"presence/db"
)

// askable is about how many different accounts one address may ask within windowMinutes (R17). To answer without a
// personal link asks about the account that the answer points to, whether or not the match is confirmed, so that whoever
// tries out numbers is soon past it, while the guests behind one address are not for having answered often.
const askable = 5

// asks notes whom an answer without a personal link points to, and tells whether the address may still be answered by
// it. When it may not, nothing that becomes of the answer may depend on the directory. The statements are the same
// whatever the directory knows.
func (a attempt) asks(ctx context.Context, tx *db.Tx, of Attribution) (may bool, err error) {
	at := db.InstantOf(a.at)
	if err := noteAsked(ctx, tx, a.network, "", at); err != nil { // locks the address until the end of the transaction
		return false, err
	}
	known, err := askedSince(ctx, tx, a.network, db.InstantOf(a.at.Add(-windowMinutes*time.Minute)))
	if err != nil {
		return false, err
	}
	account := of.askedOf()
	if may = slices.Contains(known, account) || len(known) < askable; !may {
		account = ""
	}
	return may, noteAsked(ctx, tx, a.network, account, at)
}

// askedOf is whose account an answer points to; "" for nobody's.
func (a Attribution) askedOf() string {
	if a.Confidence == Unknown {
		return ""
	}
	return cmp.Or(a.AccountID, a.CustomerID, "several")
}
