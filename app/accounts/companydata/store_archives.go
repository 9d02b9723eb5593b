package companydata

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// An uploaded archive is a row of company_archives and its bytes in company_archive_chunks. It is arriving, then checked. It is importing
// while a process that holds importLock imports it, and checked again if that fails. It is discarded when it is no longer needed: it is
// not shown any more, and purge deletes it.

// archivesKept serializes the transactions that decide which archive is kept or imported.
const archivesKept = "company archives"

var errArchiveGone = &errs.Error{Kind: errs.KindNotFound, Code: "archive_gone", Detail: "The archive is no longer stored: upload it again."}

func insertArchive(ctx context.Context, tx *db.Tx, id, person string, at db.Instant) error {
	_, err := tx.Exec(ctx, "INSERT INTO company_archives (id, state, created_at, created_by, changed_at) VALUES ($1, 'arriving', $2, $3, $2)",
		id, at, person)
	return err
}

// insertChunk stores the next chunk of an archive that arrives.
func insertChunk(ctx context.Context, tx *db.Tx, id string, position int64, chunk []byte, at db.Instant) error {
	n, err := tx.Exec(ctx, "UPDATE company_archives SET size = size + $2, changed_at = $3 WHERE id = $1 AND state = 'arriving'",
		id, len(chunk), at)
	if err == nil && n == 0 {
		err = errArchiveGone
	}
	if err == nil {
		_, err = tx.Exec(ctx, "INSERT INTO company_archive_chunks (archive, position, bytes) VALUES ($1, $2, $3)", id, position, chunk)
	}
	return err
}

// chunkAt returns a chunk; sql.ErrNoRows if it is deleted.
func chunkAt(ctx context.Context, q db.Queryer, id string, position int64) (chunk []byte, err error) {
	err = q.QueryRow(ctx, "SELECT bytes FROM company_archive_chunks WHERE archive = $1 AND position = $2", id, position).Scan(&chunk)
	return chunk, err
}

// keepChecked ends the arrival of an archive, and discards those that were kept before. It fails with the conflict import_running if one is
// being imported.
func keepChecked(ctx context.Context, tx *db.Tx, id string, c Check) error {
	if err := tx.SerializeBy(ctx, archivesKept); err != nil {
		return err
	}
	claim, err := runningClaim(ctx, tx)
	if err != nil {
		return err
	}
	if claim != "" {
		return errImportRunning
	}
	if _, err := tx.Exec(ctx, "UPDATE company_archives SET state = 'discarded' WHERE state = 'checked'"); err != nil {
		return err
	}
	contents, err := json.Marshal(c)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, "UPDATE company_archives SET state = 'checked', contents = $2 WHERE id = $1 AND state = 'arriving'", id,
		string(contents))
	if err == nil && n == 0 {
		err = errArchiveGone
	}
	return err
}

// archiveOf returns the archive with an id that a person has uploaded.
func archiveOf(ctx context.Context, q db.Queryer, id, person string) (u Upload, err error) {
	var state, contents, failure string
	err = q.QueryRow(ctx, `SELECT id, state, size, contents, saved, failure FROM company_archives
		WHERE id = $1 AND created_by = $2 AND state IN ('checked', 'importing')`, id, person).
		Scan(&u.ID, &state, &u.size, &contents, &u.Saved, &failure)
	if errors.Is(err, sql.ErrNoRows) {
		return u, errArchiveGone
	}
	if err != nil {
		return u, err
	}
	u.Running = state == "importing"
	if u.Failure, err = parseFailure(failure); err != nil {
		return u, err
	}
	err = json.Unmarshal([]byte(contents), &u.Check)
	return u, err
}

// storedFailure is why an import has failed, in JSON.
type storedFailure struct {
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
	File   string `json:"file,omitempty"` // of the archive; empty: the failure is not of one file
	Line   int    `json:"line,omitempty"` // 0: it is not of one row
}

// failureText returns an error as it is stored. The text of an error that is not for users is left out.
func failureText(err error) (string, error) {
	f := storedFailure{Code: "failed"}
	if e, ok := errs.Of(err); ok {
		f.Code, f.Detail = codeAndDetail(e)
	}
	if at, ok := errors.AsType[*placedError](err); ok {
		f.File, f.Line = at.file, at.line
	}
	text, err := json.Marshal(f)
	return string(text), err
}

// parseFailure returns a stored error; nil for an empty text.
func parseFailure(text string) (failure, err error) {
	if text == "" {
		return nil, nil
	}
	var f storedFailure
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return nil, err
	}
	failure = &errs.Error{Kind: errs.KindInvalid, Code: f.Code, Detail: f.Detail}
	if f.File != "" {
		failure = &placedError{f.File, f.Line, failure}
	}
	return failure, nil
}

// runningClaim returns the claim of the import under way, also if its process has died; empty: there is none.
func runningClaim(ctx context.Context, q db.Queryer) (claim string, err error) {
	err = q.QueryRow(ctx, "SELECT claim FROM company_archives WHERE state = 'importing'").Scan(&claim)
	return claim, db.IgnoreNoRows(err)
}

// beginImport gives a checked archive to the holder of importLock. An import that is still under way has lost its process.
func beginImport(ctx context.Context, tx *db.Tx, id, claim string) error {
	if err := tx.SerializeBy(ctx, archivesKept); err != nil {
		return err
	}
	lost, err := runningClaim(ctx, tx)
	if err == nil && lost != "" {
		err = endImport(ctx, tx, lost, errInterrupted)
	}
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `UPDATE company_archives SET state = 'importing', claim = $2, saved = 0, failure = ''
		WHERE id = $1 AND state = 'checked'`, id, claim)
	if err == nil && n == 0 {
		err = errArchiveGone
	}
	return err
}

func saveProgress(ctx context.Context, tx *db.Tx, claim string, saved int64) error {
	_, err := tx.Exec(ctx, "UPDATE company_archives SET saved = $2 WHERE state = 'importing' AND claim = $1", claim, saved)
	return err
}

// endImport saves why an import has failed, unless it has ended before. The archive stays, to be imported again.
func endImport(ctx context.Context, tx *db.Tx, claim string, failure error) error {
	text, err := failureText(failure)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE company_archives SET state = 'checked', claim = '', failure = $2 WHERE state = 'importing' AND claim = $1",
		claim, text)
	return err
}

// finishImport discards all archives at the end of an import. It fails with the conflict import_lost if the archive was taken from the
// process meanwhile: the transaction must then be rolled back.
func finishImport(ctx context.Context, tx *db.Tx, claim string) error {
	n, err := tx.Exec(ctx, "UPDATE company_archives SET state = 'discarded', claim = '' WHERE state = 'importing' AND claim = $1", claim)
	if err == nil && n == 0 {
		err = errs.Conflict("import_lost", "The import was interrupted. Nothing was saved. Try again.")
	}
	if err == nil {
		_, err = tx.Exec(ctx, "UPDATE company_archives SET state = 'discarded' WHERE state <> 'discarded'")
	}
	return err
}

func discardArchive(ctx context.Context, tx *db.Tx, id string) error {
	_, err := tx.Exec(ctx, "UPDATE company_archives SET state = 'discarded' WHERE id = $1", id)
	return err
}

// discardOld discards the archives of which nothing has arrived since an instant, and those that were uploaded before an earlier one.
func discardOld(ctx context.Context, tx *db.Tx, stalled, uploaded db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE company_archives SET state = 'discarded'
		WHERE state = 'arriving' AND changed_at < $1 OR state = 'checked' AND created_at < $2`, stalled, uploaded)
	return err
}

// discarded returns the id of an archive that is to be deleted; empty: there is none.
func discarded(ctx context.Context, q db.Queryer) (id string, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MIN(id), '') FROM company_archives WHERE state = 'discarded'").Scan(&id)
	return id, err
}

// deleteChunks deletes at most that many chunks of an archive, and then the archive. It reports whether something is left. Two processes
// that delete the same one follow each other.
func deleteChunks(ctx context.Context, tx *db.Tx, id string, most int64) (left bool, err error) {
	if err := tx.LockSelected(ctx, "SELECT id FROM company_archives WHERE id = $1", id); err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `DELETE FROM company_archive_chunks WHERE archive = $1
		AND position < (SELECT MIN(position) FROM company_archive_chunks WHERE archive = $1) + $2`, id, most)
	if err != nil || n > 0 {
		return true, err
	}
	_, err = tx.Exec(ctx, "DELETE FROM company_archives WHERE id = $1", id)
	return false, err
}
