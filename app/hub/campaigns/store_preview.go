package campaigns

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"presence/db"
)

// TracksPeople reports whether opens and clicks are recorded for each person; staff can turn that off.
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

// testRecord is a test that a person has sent of an event's message.
type testRecord struct {
	eventID, person, language string
	digest                    string // of the message
	at                        db.Instant
}

// insertTest stores a test, or replaces the time of an earlier one of the same message by the same person.
func insertTest(ctx context.Context, tx *db.Tx, t testRecord) error {
	_, err := tx.Exec(ctx, `INSERT INTO send_tests (event_id, language, message, person, sent_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (event_id, language, message, person) DO UPDATE SET sent_at = excluded.sent_at`,
		t.eventID, t.language, t.digest, t.person, int64(t.at))
	return err
}

// lastTestSends returns the latest tests of an event's messages, by language. digests are those of the messages as they are now,
// by language.
func lastTestSends(ctx context.Context, q db.Queryer, eventID string, digests map[string]string) (map[string]LastTest, error) {
	rows, err := q.Query(ctx, "SELECT language, message, MAX(sent_at) FROM send_tests WHERE event_id = $1 GROUP BY language, message", eventID)
	if err != nil {
		return nil, err
	}
	tests := map[string]LastTest{}
	return tests, db.ForEachRow(rows, func() error {
		var lang, digest string
		var at db.Instant
		if err := rows.Scan(&lang, &digest, &at); err != nil {
			return err
		}
		t := tests[lang]
		if digest == digests[lang] {
			t.At = at
		} else {
			t.Other = max(t.Other, at)
		}
		tests[lang] = t
		return nil
	})
}

func deleteTestSends(ctx context.Context, tx *db.Tx, eventID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM send_tests WHERE event_id = $1", eventID)
	return err
}

// lastSend returns the event's active campaign, else the newest one that handed a message over; the zero Campaign for none.
func lastSend(ctx context.Context, q db.Queryer, eventID string) (c Campaign, err error) {
	active := active("c.")
	c, err = scanCampaign(q.QueryRow(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE c.event_id = $1 AND ("+active+
		` OR c.type = '`+TypeEvent+`' AND (c.sent > 0 OR c.unconfirmed > 0))
		ORDER BY CASE WHEN `+active+" THEN 0 ELSE 1 END, c.id DESC LIMIT 1", eventID))
	if errors.Is(err, sql.ErrNoRows) {
		return Campaign{}, nil
	}
	return c, err
}

// eventsSent returns the ids of the events whose invitation was sent, is being sent or is scheduled.
func eventsSent(ctx context.Context, q db.Queryer) (map[string]bool, error) {
	return db.ReadMap[string, bool](q.Query(ctx, "SELECT DISTINCT c.event_id, TRUE FROM campaigns c WHERE c.type = '"+TypeEvent+"' AND "+
		"(c.sent > 0 OR c.unconfirmed > 0 OR "+inState("c.", Scheduled, Sending, Paused)+")"))
}

// newest returns up to limit campaigns, the newest first: with ids below before unless it is 0, of one event unless eventID is
// empty, and if live only those that are neither completed nor
// cancelled, without messages before and after an event that are still to begin.
func newest(ctx context.Context, q db.Queryer, eventID string, before int64, live bool, limit int64) ([]Campaign, error) {
	var w db.Where
	if before != 0 {
		w.And("c.id < ?", before)
	}
	if eventID != "" {
		w.And("c.event_id = ?", eventID)
	}
	if live {
		w.And("(" + inState("c.", Sending, Paused, Interrupted) + " OR c.type = '" + TypeEvent + "' AND c.status = " + Scheduled.SQL() + ")")
	}
	n := w.Bind(limit)
	return db.Collect(scanCampaign)(q.Query(ctx,
		"SELECT "+campaignColumns+" FROM campaigns c WHERE "+w.String()+" ORDER BY c.id DESC"+db.Limit(n), w.Args()...))
}

// byIDs returns the campaigns with these ids.
func byIDs(ctx context.Context, q db.Queryer, ids []int64) ([]Campaign, error) {
	return db.Collect(scanCampaign)(q.Query(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE c.id IN ("+q.Dialect().IDs("$1")+")",
		db.IDs(ids)))
}

// nameOfPerson returns the name of a person, or the address when the name is empty; "" for an unknown id.
func nameOfPerson(ctx context.Context, q db.Queryer, id string) (name string, err error) {
	err = q.QueryRow(ctx, "SELECT CASE WHEN name <> '' THEN name ELSE email END FROM people WHERE id = $1", id).Scan(&name)
	return name, db.IgnoreNoRows(err)
}

// number formats an id.
func number(id int64) string { return strconv.FormatInt(id, 10) }
