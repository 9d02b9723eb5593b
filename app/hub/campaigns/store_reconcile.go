package campaigns

import (
	"context"
	"strconv"
	"strings"

	"presence/db"
)

// lookupDue are the unconfirmed rows of a campaign ($1) that want the attention of seek at a moment ($2). The lease of such a
// row, which no worker has, counts the looks that were planned for it, and next_at is when the last of them is due; one
// that is further away than any of them can be was planned before somebody set the clock back.
var lookupDue = "campaign_id = $1 AND phase = 3 AND status = 0 AND lease <= " + strconv.Itoa(len(lookupDelays)) +
	" AND (lease = 0 OR next_at <= $2 OR next_at > CAST($2 AS BIGINT) + " + strconv.FormatInt(lookupDelays[len(lookupDelays)-1].Milliseconds(), 10) + ")"

// nextLookupDelay is how many milliseconds there are from one look to the next, by the lease.
var nextLookupDelay = func() string {
	var b strings.Builder
	b.WriteString("CASE lease")
	for i, d := range lookupDelays {
		b.WriteString(" WHEN " + strconv.Itoa(i) + " THEN " + strconv.FormatInt(d.Milliseconds(), 10))
	}
	return b.String() + " ELSE 0 END"
}()

// dueForLookup tells whether there are any.
func dueForLookup(ctx context.Context, q db.Queryer, campaign int64, at db.Instant) (some bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM campaign_recipients WHERE "+lookupDue+")", campaign, int64(at)).Scan(&some)
	return some, err
}

// claimForLookup plans the next look for up to n of them and gives those for which a look is due now: all but the new ones.
func claimForLookup(ctx context.Context, tx *db.Tx, campaign int64, at db.Instant, n int) ([]int64, error) {
	rows, err := tx.Query(ctx, "UPDATE campaign_recipients SET lease = lease + 1, next_at = CAST($2 AS BIGINT) + "+nextLookupDelay+
		" WHERE id IN (SELECT id FROM campaign_recipients WHERE "+lookupDue+" ORDER BY id LIMIT $3"+tx.Dialect().SkipLocked()+") RETURNING id, lease", campaign, int64(at), n)
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

// returnLookups lets rows be asked for again as if they had not been taken.
func returnLookups(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET lease = lease - 1, next_at = $2 WHERE phase = 3 AND status = 0 AND lease > 0 AND id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids), int64(at))
	return err
}
