package campaigns

import (
	"context"

	"github.com/go-json-experiment/json"

	"presence/app/hub/templates"
	"presence/db"
)

// dueToBegin returns the scheduled campaigns whose start is not after last, the first first: those whose start is before missed,
// messages before and after an event, and of the others those whose event has no active campaign.
func dueToBegin(ctx context.Context, q db.Queryer, missed, last db.Instant) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "SELECT c.id FROM campaigns c WHERE c.status = "+Scheduled.SQL()+` AND c.starts_at <= $1
		AND (c.starts_at < $2 OR c.type = '`+TypeMessage+`'
			OR NOT EXISTS (SELECT 1 FROM campaigns a WHERE a.event_id = c.event_id AND `+active("a.")+`))
		ORDER BY c.starts_at, c.id`, int64(last), int64(missed)))
}

// setStart schedules a campaign that is still to begin for an instant. Staff are notified again of what becomes of it.
func setStart(ctx context.Context, tx *db.Tx, id int64, startsAt, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET status = "+Scheduled.SQL()+`, starts_at = $2, reason = '', note = '', told = 0,
		updated_at = $3, version = version + 1 WHERE id = $1`, id, int64(startsAt), int64(at))
	return err
}

// setChannelState saves whether the messages of a campaign are tracked, and whether they are kept in the outbox.
func setChannelState(ctx context.Context, tx *db.Tx, id int64, tracked, kept bool) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET tracked = $2, kept = $3 WHERE id = $1", id, tracked, kept)
	return err
}

// cancelUnstarted cancels the campaigns of an event that are still to begin.
func cancelUnstarted(ctx context.Context, tx *db.Tx, eventID string, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET status = "+Cancelled.SQL()+`, reason = '', note = '', finished_at = $2, updated_at = $2,
		version = version + 1 WHERE event_id = $1 AND started_at = 0 AND `+inState("", Scheduled, Paused), eventID, int64(at))
	return err
}

// unstarted returns the campaigns that are still to begin, the first first: those of an event, or of all ("").
func unstarted(ctx context.Context, q db.Queryer, eventID string, limit int64) ([]Campaign, error) {
	var w db.Where
	w.And("c.started_at = 0")
	w.And(inState("c.", Scheduled, Paused))
	if eventID != "" {
		w.And("c.event_id = ?", eventID)
	}
	n := w.Bind(limit)
	return db.Collect(scanCampaign)(q.Query(ctx,
		"SELECT "+campaignColumns+" FROM campaigns c WHERE "+w.String()+" ORDER BY c.starts_at, c.id"+db.Limit(n), w.Args()...))
}

func insertLook(ctx context.Context, tx *db.Tx, id int64, k templates.Look) error {
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO campaign_looks (campaign_id, content) VALUES ($1, $2)", id, string(text))
	return err
}

func lookOf(ctx context.Context, q db.Queryer, id int64) (k templates.Look, err error) {
	var text string
	if err = q.QueryRow(ctx, "SELECT content FROM campaign_looks WHERE campaign_id = $1", id).Scan(&text); err != nil {
		return k, err
	}
	err = json.Unmarshal([]byte(text), &k)
	return k, err
}
