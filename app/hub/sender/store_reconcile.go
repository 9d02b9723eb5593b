package sender

import (
	"context"
	"strconv"
	"strings"

	"presence/app/hub/campaigns"
	"presence/db"
)

// unconfirmedOnly is the condition that a recipient is unconfirmed.
var unconfirmedOnly = campaigns.PendingIn("", campaigns.PhaseUnconfirmed)

// lookupDue is the condition that a recipient of a campaign ($1) is to be looked up at an instant ($2). The lease of an
// unconfirmed recipient, which no worker has, counts the lookups that were planned, and next_at is when the last of them is
// due. One that is further away than any lookup can be was planned before the clock was set back.
var lookupDue = "campaign_id = $1 AND " + unconfirmedOnly + " AND lease <= " + strconv.Itoa(len(lookupDelays)) +
	" AND (lease = 0 OR next_at <= $2 OR next_at > CAST($2 AS BIGINT) + " +
	strconv.FormatInt(lookupDelays[len(lookupDelays)-1].Milliseconds(), 10) + ")"

// nextLookupDelay is the delay until the next lookup in milliseconds, by the lease.
var nextLookupDelay = func() string {
	var b strings.Builder
	b.WriteString("CASE lease")
	for i, d := range lookupDelays {
		b.WriteString(" WHEN " + strconv.Itoa(i) + " THEN " + strconv.FormatInt(d.Milliseconds(), 10))
	}
	return b.String() + " ELSE 0 END"
}()

// dueForLookup reports whether any recipient of the campaign is to be looked up.
func dueForLookup(ctx context.Context, q db.Queryer, campaign int64, at db.Instant) (some bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM campaign_recipients WHERE "+lookupDue+")", campaign, int64(at)).Scan(&some)
	return some, err
}

// claimForLookup plans the next lookup of up to n recipients and returns those for which one is due now: all but those
// that have just become unconfirmed.
func claimForLookup(ctx context.Context, tx *db.Tx, campaign int64, at db.Instant, n int) ([]int64, error) {
	rows, err := tx.Query(ctx, "UPDATE campaign_recipients SET lease = lease + 1, next_at = CAST($2 AS BIGINT) + "+nextLookupDelay+
		" WHERE id IN (SELECT id FROM campaign_recipients WHERE "+lookupDue+" ORDER BY id LIMIT $3"+tx.Dialect().SkipLocked()+
		") RETURNING id, lease", campaign, int64(at), n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id, lease int64
		if err := rows.Scan(&id, &lease); err != nil {
			return nil, err
		}
		if lease > 1 {
			ids = append(ids, id)
		}
	}
	return ids, rows.Err()
}

// returnLookups undoes claimForLookup for recipients that the provider was not asked about.
func returnLookups(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET lease = lease - 1, next_at = $2 WHERE "+unconfirmedOnly+
		" AND lease > 0 AND id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids), int64(at))
	return err
}
