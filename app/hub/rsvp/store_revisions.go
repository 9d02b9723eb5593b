package rsvp

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// revisionContent is the JSON that is stored of a revision.
type revisionContent struct {
	Answer
	Attribution
	IP          string     `json:"ip"`
	EnteredBy   string     `json:"entered_by"`
	RespondedAt db.Instant `json:"responded_at"`
}

func insertRevision(ctx context.Context, tx *db.Tx, r RSVP, at db.Instant, by string) error {
	text, err := json.Marshal(revisionContent{r.Answer, r.Attribution, r.IP, r.EnteredBy, r.RespondedAt})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO rsvp_revisions (rsvp_id, version, content, replaced_at, replaced_by) VALUES ($1, $2, $3, $4, $5)", r.ID,
		r.Version, string(text), at, by)
	return err
}

const revisionColumns = "version, content, replaced_at, replaced_by, COALESCE((SELECT p.name FROM people p WHERE p.id = replaced_by), '')"

func scanRevision(row db.Row) (v Revision, err error) {
	var text string
	if err := row.Scan(&v.Version, &text, &v.ReplacedAt, &v.ReplacedBy, &v.Replacer); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = errs.NotFound("revision")
		}
		return v, err
	}
	var c revisionContent
	err = json.Unmarshal([]byte(text), &c)
	v.Answer, v.Attribution, v.IP, v.EnteredBy, v.RespondedAt = c.Answer, c.Attribution, c.IP, c.EnteredBy, c.RespondedAt
	return v, err
}

func revision(ctx context.Context, q db.Queryer, id, version int64) (Revision, error) {
	return scanRevision(q.QueryRow(ctx, "SELECT "+revisionColumns+" FROM rsvp_revisions WHERE rsvp_id = $1 AND version = $2", id, version))
}

func revisions(ctx context.Context, q db.Queryer, id int64) (found []Revision, err error) {
	return db.Collect(scanRevision)(q.Query(ctx, "SELECT "+revisionColumns+
		" FROM rsvp_revisions WHERE rsvp_id = $1 ORDER BY version DESC LIMIT 200", id))
}

// revisionsOf returns the earlier answers of several registrations, the newest first, by the ids of these.
func revisionsOf(ctx context.Context, q db.Queryer, ids []int64) (map[int64][]Revision, error) {
	rows, err := q.Query(ctx, "SELECT "+revisionColumns+", rsvp_id FROM rsvp_revisions WHERE rsvp_id IN ("+q.Dialect().IDs("$1")+
		") ORDER BY version DESC LIMIT 500", db.IDs(ids))
	if err != nil {
		return nil, err
	}
	found := map[int64][]Revision{}
	err = db.ForEachRow(rows, func() error {
		var id int64
		v, err := scanRevision(db.ExtendRow(rows, &id))
		found[id] = append(found[id], v)
		return err
	})
	return found, err
}
