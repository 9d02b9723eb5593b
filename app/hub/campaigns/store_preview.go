package campaigns

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"presence/app/platform/errs"
	"presence/db"
)

// TracksPeople reports whether opens and clicks are kept of each person: staff may turn that off.
func TracksPeople(ctx context.Context, q db.Queryer) (bool, error) {
	on := true
	err := q.QueryRow(ctx, "SELECT track_people FROM send_settings WHERE id = 1").Scan(&on)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return on, err
}

func saveTracksPeople(ctx context.Context, tx *db.Tx, on bool) error {
	_, err := tx.Exec(ctx, "INSERT INTO send_settings (id, track_people) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET "+
		"track_people = excluded.track_people", on)
	return err
}

// saveTestSend notes that a person has just sent a test of an event's invitation.
func saveTestSend(ctx context.Context, tx *db.Tx, eventID, person, lang string, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO send_trials (event_id, person, language, sent_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (event_id, person, language) DO UPDATE SET sent_at = excluded.sent_at`, eventID, person, lang, int64(at))
	return err
}

// lastTestSends are the times of the latest tests of an event's invitation, by language.
func lastTestSends(ctx context.Context, q db.Queryer, eventID string) (map[string]db.Instant, error) {
	rows, err := q.Query(ctx, "SELECT language, MAX(sent_at) FROM send_trials WHERE event_id = $1 GROUP BY language", eventID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	at := map[string]db.Instant{}
	for rows.Next() {
		var lang string
		var when db.Instant
		if err := rows.Scan(&lang, &when); err != nil {
			return nil, err
		}
		at[lang] = when
	}
	return at, rows.Err()
}

func deleteTestSends(ctx context.Context, tx *db.Tx, eventID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM send_trials WHERE event_id = $1", eventID)
	return err
}

// lastSend is the campaign of an event that is active, else the newest one that handed anything over; the zero Campaign
// for none.
func lastSend(ctx context.Context, q db.Queryer, eventID string) (c Campaign, err error) {
	active := StatusIn("c.", activeStatuses...)
	c, err = scanCampaign(q.QueryRow(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE c.event_id = $1 AND ("+active+
		` OR c.sent > 0 OR c.unconfirmed > 0)
		ORDER BY CASE WHEN `+active+" THEN 0 ELSE 1 END, c.id DESC LIMIT 1", eventID))
	if errors.Is(err, sql.ErrNoRows) {
		return Campaign{}, nil
	}
	return c, err
}

// newest are campaigns from the newest on, those under an id only when before is not 0.
func newest(ctx context.Context, q db.Queryer, eventID string, before int64, live bool, limit int64) ([]Campaign, error) {
	var w db.Where
	w.And("c.id > 0")
	if before != 0 {
		w.And("c.id < ?", before)
	}
	if eventID != "" {
		w.And("c.event_id = ?", eventID)
	}
	if live {
		w.And(StatusIn("c.", Scheduled, Sending, Paused, Interrupted))
	}
	n := w.Bind(limit)
	return scanAll(q.Query(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE "+w.String()+" ORDER BY c.id DESC LIMIT "+n, w.Args()...))
}

// nameOfPerson is the name of the person with that id; empty when there is none.
func nameOfPerson(ctx context.Context, q db.Queryer, id string) (name string, err error) {
	err = q.QueryRow(ctx, "SELECT CASE WHEN name <> '' THEN name ELSE email END FROM people WHERE id = $1", id).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return name, err
}

// intervalCounts counts what happened in a stretch of time.
type intervalCounts struct {
	n                     int64 // which one, from the first
	Sent, Opened, Clicked int64
}

// countByInterval counts a campaign's sends, opens and clicks by stretches of so many milliseconds since it began. It reads all
// of its rows once.
func countByInterval(ctx context.Context, q db.Queryer, c Campaign, width int64) (list []intervalCounts, err error) {
	count := func(column string) string {
		return "SELECT (r." + column + " - $4) / $5 AS n, CASE WHEN '" + column + "' = 'sent_at' THEN 0 WHEN '" + column +
			"' = 'opened_at' THEN 1 ELSE 2 END AS kind, COUNT(*) AS many FROM campaign_recipients r WHERE r.id BETWEEN $1 AND $2 AND " +
			"+r.campaign_id = $3 AND r." + column + " >= $4 GROUP BY 1"
	}
	rows, err := q.Query(ctx, "SELECT n, kind, many FROM ("+count("sent_at")+" UNION ALL "+count("opened_at")+" UNION ALL "+
		count("clicked_at")+") x ORDER BY n",
		c.FirstID, c.LastID, c.ID, int64(c.StartedAt), width)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n, kind, many int64
		if err := rows.Scan(&n, &kind, &many); err != nil {
			return nil, err
		}
		if len(list) == 0 || list[len(list)-1].n != n {
			list = append(list, intervalCounts{n: n})
		}
		s := &list[len(list)-1]
		*[...]*int64{&s.Sent, &s.Opened, &s.Clicked}[kind] = many
	}
	return list, rows.Err()
}

// lastEventAt is when something last happened in a campaign.
func lastEventAt(ctx context.Context, q db.Queryer, c Campaign) (at db.Instant, scanned int64, err error) {
	err = q.QueryRow(ctx, `SELECT COALESCE(MAX(CASE WHEN r.clicked_at > r.opened_at AND r.clicked_at > r.sent_at THEN r.clicked_at
			WHEN r.opened_at > r.sent_at THEN r.opened_at ELSE r.sent_at END), 0), COALESCE(CAST(SUM(CASE
			WHEN r.scanned_at > 0 THEN 1 ELSE 0 END) AS BIGINT), 0)
		FROM campaign_recipients r WHERE r.id BETWEEN $1 AND $2 AND +r.campaign_id = $3`, c.FirstID, c.LastID, c.ID).Scan(&at, &scanned)
	return at, scanned, err
}

// RecipientFilter is a part of a campaign's recipients: in a state, or "unconfirmed", "opened", "clicked", or any.
type RecipientFilter struct {
	State       string
	After, Rows int64
}

// unsent is the condition of the index campaign_recipients_unsent, which a statement must repeat to be served by it.
var unsent = "r.status >= " + Failed.SQL() + " AND "

// filterConditions are the filters of a report. Those of states with a partial index hold its condition.
var filterConditions = map[string]string{
	"":            "r.status >= 0",
	"sent":        InState("r.", Sent),
	"pending":     PendingIn("r.", PhaseWaiting, PhaseClaimed, PhaseInFlight),
	"failed":      unsent + InState("r.", Failed),
	"excluded":    unsent + InState("r.", Excluded),
	"unconfirmed": PendingIn("r.", PhaseUnconfirmed),
	"opened":      "r.opened_at > 0",
	"clicked":     "r.clicked_at > 0",
	"scanned":     "r.scanned_at > 0",
}

// selectRecipients calls each for recipients in the order of their ids until each fails.
func selectRecipients(ctx context.Context, q db.Queryer, c Campaign, p RecipientFilter, each func(Recipient) error) error {
	cond, known := filterConditions[p.State]
	if !known {
		return errs.NotFound("state")
	}
	campaign := "+r.campaign_id = $3"
	switch p.State {
	case "failed", "excluded", "unconfirmed":
		campaign = "r.campaign_id = $3"
	}
	return eachRecipient(ctx, q, "r.id BETWEEN $1 AND $2 AND "+campaign+" AND "+cond, []any{max(p.After+1, c.FirstID), c.LastID, c.ID}, p.Rows,
		each)
}

// number is an id as text.
func number(id int64) string { return strconv.FormatInt(id, 10) }
