package blocks

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"presence/db"
)

// format is the version of the stored documents.
const format = 1

// document is a list as it is stored.
type document struct {
	Format int `json:"format"`
	List
}

// decode reads a stored document. Unknown members and another format are errors.
func decode(text string) (List, error) {
	var d document
	r := json.NewDecoder(bytes.NewReader([]byte(text)))
	r.DisallowUnknownFields()
	if err := r.Decode(&d); err != nil {
		return List{}, fmt.Errorf("stored blocks: %w", err)
	}
	if d.Format != format {
		return List{}, fmt.Errorf("stored blocks have format %d, expected %d", d.Format, format)
	}
	return d.List, nil
}

// byEvent returns the blocks of an event; those of the festive invitation, with version 0, if none are stored.
func byEvent(ctx context.Context, q db.Queryer, event string) (s Saved, err error) {
	s.Event = event
	var text string
	err = q.QueryRow(ctx, "SELECT document, version, updated_at FROM event_blocks WHERE event_id = $1", event).
		Scan(&text, &s.Version, &s.UpdatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		s.List = Standard()
		return s, nil
	}
	if err == nil {
		s.List, err = decode(text)
	}
	return s, err
}

// store saves the blocks of an event. The version of an event that was deleted and created again continues, so that no old ETag is valid
// again: it is more than the number of the audit entries.
func store(ctx context.Context, tx *db.Tx, event string, l List, at db.Instant) error {
	text, err := json.Marshal(document{format, l})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO event_blocks (event_id, document, version, updated_at)
		VALUES ($1, $2, 1 + (SELECT COUNT(*) FROM audit_log WHERE kind = 'event_blocks' AND record_id = $3), $4)
		ON CONFLICT (event_id) DO UPDATE SET document = excluded.document, version = event_blocks.version + 1, updated_at = excluded.updated_at`,
		event, string(text), event, at)
	return err
}

func remove(ctx context.Context, tx *db.Tx, event string) error {
	_, err := tx.Exec(ctx, "DELETE FROM event_blocks WHERE event_id = $1", event)
	return err
}
