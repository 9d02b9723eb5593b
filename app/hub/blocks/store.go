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

// encode returns a list as it is stored; nil: NULL.
func encode(l *List) (*string, error) {
	if l == nil {
		return nil, nil
	}
	text, err := json.Marshal(document{format, *l})
	return new(string(text)), err
}

// store saves the blocks of an event in place of the stored ones, with the list before the change for Undo, and returns their version. The
// version of an event that was deleted and created again continues, so that no old ETag is valid again: it is more than the number of the
// audit entries.
func store(ctx context.Context, tx *db.Tx, stored, b Saved, undo *List) (version int64, err error) {
	text, err := encode(&b.List)
	if err != nil {
		return 0, err
	}
	before, err := encode(undo)
	if err != nil {
		return 0, err
	}
	if stored.Version > 0 {
		_, err = tx.Exec(ctx, "UPDATE event_blocks SET document = $2, before_change = $3, version = version + 1, updated_at = $4 WHERE event_id = $1",
			b.Event, *text, before, b.UpdatedAt)
		return stored.Version + 1, err
	}
	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM audit_log WHERE kind = 'event_blocks' AND record_id = $1", b.Event).Scan(&version); err != nil {
		return 0, err
	}
	version++
	_, err = tx.Exec(ctx, "INSERT INTO event_blocks (event_id, document, before_change, version, updated_at) VALUES ($1, $2, $3, $4, $5)",
		b.Event, *text, before, version, b.UpdatedAt)
	return version, err
}

// undoOf returns the list before the last change of an event's blocks; nil if that cannot be taken back.
func undoOf(ctx context.Context, q db.Queryer, event string) (*List, error) {
	var text *string
	err := q.QueryRow(ctx, "SELECT before_change FROM event_blocks WHERE event_id = $1", event).Scan(&text)
	if text == nil {
		return nil, db.IgnoreNoRows(err)
	}
	l, err := decode(*text)
	return &l, err
}

func remove(ctx context.Context, tx *db.Tx, event string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM event_block_pictures WHERE event_id = $1", event); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM event_blocks WHERE event_id = $1", event)
	return err
}
