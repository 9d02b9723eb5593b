package directory

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

const runColumns = `id, generation, source, started_at, seen_at, finished_at, status, read_count, total, added, changed, removed, rejected, problem,
	upload, undone_at, previous, undo_until, findings`

func scanRun(row db.Row) (r Run, err error) {
	var finished, total sql.NullInt64
	var findings string
	err = row.Scan(&r.ID, &r.Generation, &r.Source, &r.StartedAt, &r.SeenAt, &finished, &r.State, &r.Read, &total, &r.Added, &r.Changed,
		&r.Removed, &r.Rejected, &r.Problem, &r.Upload, &r.UndoneAt, &r.previous, &r.undoUntil, &findings)
	if finished.Valid {
		at := db.Instant(finished.Int64)
		r.FinishedAt = &at
	}
	if total.Valid {
		r.Total = &total.Int64
	}
	if err == nil {
		r.Findings, err = parseFindings(findings)
	}
	return r, err
}

// lastRun returns the newest run with one of the states; nil when there is none.
func lastRun(ctx context.Context, q db.Queryer, states ...string) (*Run, error) {
	return oneRun(q.QueryRow(ctx, "SELECT "+runColumns+" FROM directory_syncs WHERE status IN ("+q.Dialect().Texts("$1")+
		") ORDER BY id DESC LIMIT 1", db.Texts(states)))
}

// oneRun scans a run; nil when there is none.
func oneRun(row db.Row) (*Run, error) {
	r, err := scanRun(row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // there was no run yet
	}
	return &r, err
}

func listRuns(ctx context.Context, q db.Queryer, before, rows int64) (runs []Run, err error) {
	return db.Collect(scanRun)(q.Query(ctx, "SELECT "+runColumns+" FROM directory_syncs WHERE $1 = 0 OR id < $1 ORDER BY id DESC"+
		db.Limit("$2"), before, rows))
}

func runByID(ctx context.Context, q db.Queryer, id int64) (Run, error) {
	r, err := scanRun(q.QueryRow(ctx, "SELECT "+runColumns+" FROM directory_syncs WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.NotFound("sync")
	}
	return r, err
}

// lastCursor returns the cursor of the last successful run, if it read the same source.
func lastCursor(ctx context.Context, q db.Queryer, source string) (cursor string, err error) {
	var last string
	err = q.QueryRow(ctx, "SELECT source, mark FROM directory_syncs WHERE status IN ('done', 'unchanged') ORDER BY id DESC LIMIT 1").Scan(&last, &cursor)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", nil
	case last != source:
		cursor = ""
	}
	return cursor, err
}

func insertRun(ctx context.Context, tx *db.Tx, r Run) (Run, error) {
	return scanRun(tx.QueryRow(ctx, `INSERT INTO directory_syncs (generation, previous, upload, source, started_at, seen_at, status)
		VALUES ($1, $2, $3, $4, $5, $5, 'running') RETURNING `+runColumns, r.Generation, r.previous, r.Upload, r.Source, r.StartedAt))
}

// touch saves a heartbeat and the progress of a run. Every transaction of a run calls it first: it fails with errLost when
// another process has declared the run dead, so that such a run writes nothing.
func touch(ctx context.Context, tx *db.Tx, r Run, at db.Instant) error {
	n, err := tx.Exec(ctx, `UPDATE directory_syncs
	SET seen_at = $2, read_count = $3, total = $4, added = $5, changed = $6, removed = $7, rejected = $8
		WHERE id = $1 AND status = 'running'`, r.ID, at, r.Read, r.Total, r.Added, r.Changed, r.Removed, r.Rejected)
	if err == nil && n == 0 {
		err = errLost
	}
	return err
}

// runResult is the result of a run.
type runResult struct {
	state   string // done, unchanged or failed
	problem string // why it failed
	cursor  string // for the next run of the same source

	findings Findings
}

// finish saves the result of a run, if its state is still running.
func finish(ctx context.Context, tx *db.Tx, id int64, r runResult, at db.Instant) error {
	r.findings.sort()
	findings, err := r.findings.text()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE directory_syncs SET status = $2, problem = $3, mark = $4, finished_at = $5, seen_at = $5, findings = $6
	WHERE id = $1 AND status = 'running'`,
		id, r.state, r.problem, r.cursor, at, findings)
	return err
}

// forgetRuns deletes old runs, except the last one that brought the directory up to date.
func forgetRuns(ctx context.Context, tx *db.Tx, keep int) error {
	_, err := tx.Exec(ctx, `DELETE FROM directory_syncs WHERE id <= (SELECT MAX(id) FROM directory_syncs) - $1
		AND id <> (SELECT COALESCE(MAX(id), 0) FROM directory_syncs WHERE status IN ('done', 'unchanged'))`, keep)
	return err
}

func insertRejects(ctx context.Context, tx *db.Tx, run, from int64, list []Rejected) error {
	in := db.Insert{Into: "INSERT INTO directory_rejects (sync, position, place, customer_id, reason, field)"}
	for i, r := range list {
		in.Add(run, from+int64(i), r.Place, r.CustomerID, r.Reason, r.Field)
	}
	_, err := in.Write(ctx, tx)
	return err
}

func listRejects(ctx context.Context, q db.Queryer, run int64) (list []Rejected, err error) {
	return db.Collect(func(row db.Row) (r Rejected, err error) {
		err = row.Scan(&r.Place, &r.CustomerID, &r.Reason, &r.Field)
		return r, err
	})(q.Query(ctx, "SELECT place, customer_id, reason, field FROM directory_rejects WHERE sync = $1 ORDER BY position", run))
}

// LastSource returns the name of the source that was read last; empty: none was.
func LastSource(ctx context.Context, q db.Queryer) (name string, err error) {
	err = q.QueryRow(ctx, "SELECT source FROM directory_syncs ORDER BY generation DESC"+db.Limit("1")).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return name, err
}

// LastRead returns when the source of the settings was last read successfully; 0: never. Files that staff upload do not count.
func LastRead(ctx context.Context, q db.Queryer) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(finished_at), 0) FROM directory_syncs WHERE status IN ('done', 'unchanged') AND upload = 0").Scan(&at)
	return at, err
}
