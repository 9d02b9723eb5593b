package tracking

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/db"
)

// linkTarget is the recipient to whom the links of a message belong.
type linkTarget struct {
	id, campaign            int64
	eventID, emailKey, lang string
	salt                    []byte
	sentAt                  db.Instant // when it was saved that the message was sent; 0: it was not
	inFlight                bool       // the message may have been handed over, and the relay's answer is not saved yet
}

func linkTargetByID(ctx context.Context, q db.Queryer, id int64) (t linkTarget, err error) {
	t.id = id
	err = q.QueryRow(ctx, `SELECT c.id, c.event_id, c.salt, r.email_key, r.language, r.sent_at, `+
		campaigns.PendingIn("r.", campaigns.PhaseInFlight)+`
		FROM campaign_recipients r JOIN campaigns c ON c.id = r.campaign_id WHERE r.id = $1`, id).
		Scan(&t.campaign, &t.eventID, &t.salt, &t.emailKey, &t.lang, &t.sentAt, &t.inFlight)
	if errors.Is(err, sql.ErrNoRows) {
		return t, errs.NotFound("link")
	}
	return t, err
}

// column is a column of campaign_recipients with the time of the first event of a kind.
type column string

const (
	openedAt  column = "opened_at"
	clickedAt column = "clicked_at"
	scannedAt column = "scanned_at"
)

// columnOf is the column of each kind of event.
var columnOf = [...]column{kindOpen: openedAt, kindClick: clickedAt, kindBotHit: scannedAt}

// setFirst sets a column of a recipient unless it is set already, and returns the number of rows changed: 1 or 0.
func setFirst(ctx context.Context, tx *db.Tx, id int64, c column, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE campaign_recipients SET "+string(c)+" = $2 WHERE id = $1 AND "+string(c)+" = 0", id, int64(at))
}

// isRecorded reports whether another event of that kind would change nothing.
func isRecorded(ctx context.Context, q db.Queryer, id int64, k kind) (known bool, err error) {
	err = q.QueryRow(ctx, "SELECT "+string(columnOf[k])+" > 0 AND NOT ("+campaigns.PendingIn("", campaigns.PhaseUnconfirmed)+
		") FROM campaign_recipients WHERE id = $1", id).Scan(&known)
	return known, err
}

// reportedRecipients returns the recipients with these ids, by id.
func reportedRecipients(ctx context.Context, q db.Queryer, ids []int64) (map[int64]*reportedRecipient, error) {
	rows, err := q.Query(ctx, `SELECT r.id, c.id, c.salt, c.started_at, r.email_key, r.status, r.phase, r.attempts, r.sent_at, r.reason,
			r.opened_at, r.clicked_at, r.scanned_at, r.bounced_at, r.bounce, r.complained_at
		FROM campaign_recipients r JOIN campaigns c ON c.id = r.campaign_id WHERE r.id IN (`+q.Dialect().IDs("$1")+")", db.IDs(ids))
	if err != nil {
		return nil, err
	}
	found := make(map[int64]*reportedRecipient, len(ids))
	return found, db.ForEachRow(rows, func() error {
		r := &reportedRecipient{}
		n := &r.now
		err := rows.Scan(&r.id, &r.campaign, &r.salt, &r.startedAt, &r.emailKey, &n.State, &n.Phase, &n.Attempts, &n.SentAt, &n.Reason,
			&n.OpenedAt, &n.ClickedAt, &n.ScannedAt, &n.BouncedAt, &n.Bounce, &n.ComplainedAt)
		r.stored = r.now
		found[r.id] = r
		return err
	})
}

// saveReported saves the recipients that have changed.
func saveReported(ctx context.Context, m *campaigns.Moves, recipients map[int64]*reportedRecipient) error {
	var changed []campaigns.ProgressChange
	for _, id := range slices.Sorted(maps.Keys(recipients)) {
		if r := recipients[id]; r.now != r.stored {
			changed = append(changed, campaigns.ProgressChange{Recipient: id, Campaign: r.campaign, Before: r.stored, After: r.now})
		}
	}
	return campaigns.SaveProgress(ctx, m, changed)
}
