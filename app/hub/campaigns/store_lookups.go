package campaigns

import (
	"context"
	"strconv"
	"strings"
	"time"

	"presence/db"
)

// lookupDelays are the times after which the provider is asked about an unconfirmed message: one minute after it became
// unconfirmed, which providers need to list a message, and then after each lookup that did not find it. After the last one only
// staff can resolve it.
var lookupDelays = [...]time.Duration{time.Minute, 4 * time.Minute, 25 * time.Minute, 90 * time.Minute}

// unconfirmedOnly is the condition that a recipient is unconfirmed.
var unconfirmedOnly = PendingIn("", PhaseUnconfirmed)

// lookupDue is the condition that a recipient of campaign $1 is to be looked up at instant $2. The column lookups of an unconfirmed
// recipient counts the planned lookups, and lookup_at is when the last of them is due; 0: none is planned. A lookup_at that lies
// further ahead than any delay was set before the clock was set back.
var lookupDue = "campaign_id = $1 AND " + unconfirmedOnly + " AND lookups <= " + strconv.Itoa(len(lookupDelays)) +
	" AND (lookup_at <= $2 OR lookup_at > CAST($2 AS BIGINT) + " +
	strconv.FormatInt(lookupDelays[len(lookupDelays)-1].Milliseconds(), 10) + ")"

// nextLookupDelay is an SQL expression for the delay until the next lookup in milliseconds, by the column lookups.
var nextLookupDelay = func() string {
	var b strings.Builder
	b.WriteString("CASE lookups")
	for i, d := range lookupDelays {
		b.WriteString(" WHEN " + strconv.Itoa(i) + " THEN " + strconv.FormatInt(d.Milliseconds(), 10))
	}
	return b.String() + " ELSE 0 END"
}()

// DueForLookup reports whether any recipient of the campaign is to be looked up.
func DueForLookup(ctx context.Context, q db.Queryer, campaign int64, at db.Instant) (due bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM campaign_recipients WHERE "+lookupDue+")", campaign, int64(at)).Scan(&due)
	return due, err
}

// PlanLookups plans the next lookup of up to n recipients and returns those that are to be looked up now: all except those
// that have just become unconfirmed.
func PlanLookups(ctx context.Context, tx *db.Tx, campaign int64, at db.Instant, n int) (ids []int64, err error) {
	rows, err := tx.Query(ctx, "UPDATE campaign_recipients SET lookups = lookups + 1, lookup_at = CAST($2 AS BIGINT) + "+nextLookupDelay+
		" WHERE id IN (SELECT id FROM campaign_recipients WHERE "+lookupDue+" ORDER BY id LIMIT CAST($3 AS BIGINT)"+tx.Dialect().SkipLocked()+
		") RETURNING id, lookups", campaign, int64(at), n)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var id, lookups int64
		err := rows.Scan(&id, &lookups)
		if lookups > 1 {
			ids = append(ids, id)
		}
		return err
	})
	return ids, err
}

// ReturnLookups undoes PlanLookups for recipients that the provider was not asked about.
func ReturnLookups(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET lookups = lookups - 1, lookup_at = $2 WHERE "+unconfirmedOnly+
		" AND lookups > 0 AND id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids), int64(at))
	return err
}
