package campaigns

import (
	"context"

	"presence/db"
)

// Figures are sums over all campaigns, for the operator.
type Figures struct {
	ByState                                     map[State]int64 // campaigns
	Waiting                                     int64           // recipients of campaigns that are being sent whose message is still to go out
	Unconfirmed                                 int64
	Sent, Failed, Excluded, Bounced, Complained int64 // recipients
}

// ReadFigures reads the sums. A company has thousands of campaigns at most: their recipients are not read.
func ReadFigures(ctx context.Context, q db.Queryer) (Figures, error) {
	f := Figures{ByState: map[State]int64{Scheduled: 0, Sending: 0, Paused: 0, Interrupted: 0, Completed: 0, Cancelled: 0}}
	rows, err := q.Query(ctx, `SELECT status, COUNT(*), SUM(pending - unconfirmed), SUM(unconfirmed), SUM(sent), SUM(failed), SUM(excluded),
		SUM(bounced), SUM(complained) FROM campaigns GROUP BY status`)
	if err != nil {
		return f, err
	}
	err = db.ForEachRow(rows, func() error {
		var state State
		var n, waiting, unconfirmed, sent, failed, excluded, bounced, complained int64
		err := rows.Scan(&state, &n, &waiting, &unconfirmed, &sent, &failed, &excluded, &bounced, &complained)
		f.ByState[state] = n
		if state == Sending {
			f.Waiting = waiting
		}
		f.Unconfirmed += unconfirmed
		f.Sent, f.Failed, f.Excluded = f.Sent+sent, f.Failed+failed, f.Excluded+excluded
		f.Bounced, f.Complained = f.Bounced+bounced, f.Complained+complained
		return err
	})
	return f, err
}
