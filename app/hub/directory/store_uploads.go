package directory

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"

	"presence/app/platform/errs"
	"presence/db"
)

const uploadColumns = "id, file_name, headings, fields, line_count, created_at, created_by_name, findings, unknown_as_empty"

func scanUpload(row db.Row) (u Upload, err error) {
	var headings, fields, findings string
	if err := row.Scan(&u.ID, &u.File, &headings, &fields, &u.Lines, &u.CreatedAt, &u.CreatedByName, &findings,
		&u.UnknownAsEmpty); err != nil {
		return u, err
	}
	if u.Findings, err = parseFindings(findings); err != nil {
		return u, err
	}
	err = errors.Join(json.Unmarshal([]byte(headings), &u.Headings), json.Unmarshal([]byte(fields), &u.Fields))
	return u, err
}

func uploadByID(ctx context.Context, q db.Queryer, id int64) (Upload, error) {
	u, err := scanUpload(q.QueryRow(ctx, "SELECT "+uploadColumns+" FROM directory_uploads WHERE id = $1 AND whole", id))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("upload")
	}
	return u, err
}

func listUploads(ctx context.Context, q db.Queryer, rows int) ([]Upload, error) {
	return db.Collect(scanUpload)(q.Query(ctx, "SELECT "+uploadColumns+" FROM directory_uploads WHERE whole ORDER BY id DESC"+db.Limit("$1"),
		rows))
}

func insertUpload(ctx context.Context, tx *db.Tx, u Upload) (id int64, err error) {
	headings, err := json.Marshal(u.Headings)
	if err != nil {
		return 0, err
	}
	fields, err := json.Marshal(u.Fields)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `INSERT INTO directory_uploads (file_name, headings, fields, line_count, created_at, created_by_name)
		VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`, u.File, string(headings), string(fields), u.Lines, u.CreatedAt,
		u.CreatedByName).Scan(&id)
	return id, err
}

func insertPart(ctx context.Context, tx *db.Tx, upload int64, position int, part []byte) error {
	_, err := tx.Exec(ctx, "INSERT INTO directory_upload_parts (upload, position, bytes) VALUES ($1, $2, $3)", upload, position, part)
	return err
}

func completeUpload(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "UPDATE directory_uploads SET whole = TRUE WHERE id = $1", id)
	return err
}

// readPart returns a part of a file; io.EOF after the last one.
func readPart(ctx context.Context, q db.Queryer, upload int64, position int) (part []byte, err error) {
	err = q.QueryRow(ctx, "SELECT bytes FROM directory_upload_parts WHERE upload = $1 AND position = $2", upload, position).Scan(&part)
	if errors.Is(err, sql.ErrNoRows) {
		err = io.EOF
	}
	return part, err
}

func saveFields(ctx context.Context, tx *db.Tx, id int64, m Mapping) error {
	text, err := json.Marshal(m.Fields)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE directory_uploads SET fields = $2, unknown_as_empty = $3 WHERE id = $1", id, string(text), m.UnknownAsEmpty)
	return err
}

// saveFindings stores what a check has found; nil: the file is not checked.
func saveFindings(ctx context.Context, tx *db.Tx, id int64, f *Findings) (err error) {
	text := ""
	if f != nil {
		if text, err = f.text(); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, "UPDATE directory_uploads SET findings = $2 WHERE id = $1", id, text)
	return err
}

func deleteUpload(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM directory_uploads WHERE id = $1", id)
	return err
}

// deleteUploads deletes the files whose upload began before an instant, and incomplete ones already if it began before unfinished, which
// is later.
func deleteUploads(ctx context.Context, tx *db.Tx, before, unfinished db.Instant) error {
	_, err := tx.Exec(ctx, "DELETE FROM directory_uploads WHERE created_at < $1 OR NOT whole AND created_at < $2", before, unfinished)
	return err
}

// runOfUpload returns the last sync of a file; nil when there is none.
func runOfUpload(ctx context.Context, q db.Queryer, upload int64) (*Run, error) {
	return oneRun(q.QueryRow(ctx, "SELECT "+runColumns+" FROM directory_syncs WHERE upload = $1 ORDER BY id DESC LIMIT 1", upload))
}

// publishedRun returns the sync that published the current generation; nil when there is none.
func publishedRun(ctx context.Context, q db.Queryer) (*Run, error) {
	return oneRun(q.QueryRow(ctx, "SELECT "+runColumns+` FROM directory_syncs WHERE status = 'done' AND undone_at = 0
		AND generation = (SELECT generation FROM directory_state) ORDER BY id DESC LIMIT 1`))
}

// permitUndo lets a sync be undone until an instant, and no other one.
func permitUndo(ctx context.Context, tx *db.Tx, run int64, until db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE directory_syncs SET undo_until = CASE WHEN id = $1 THEN CAST($2 AS BIGINT) ELSE 0 END
		WHERE undo_until <> 0 OR id = $1`, run, until)
	return err
}

func setUndone(ctx context.Context, tx *db.Tx, run int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE directory_syncs SET undone_at = $2, undo_until = 0 WHERE id = $1", run, at)
	return err
}

// nextGeneration returns a number that no generation has had, published or not: because processes may have cached rows of an
// unpublished generation.
func nextGeneration(ctx context.Context, q db.Queryer) (next int64, err error) {
	err = q.QueryRow(ctx, `SELECT MAX(n) + 1 FROM (SELECT generation AS n FROM directory_state UNION ALL
		SELECT generation FROM directory_syncs) g`).Scan(&next)
	return next, err
}
