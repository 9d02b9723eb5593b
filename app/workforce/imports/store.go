package imports

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, kind, file_name, status, headings, fields, line_count, done_count, new_count, changed_count, unchanged_count, wrong_count,
	problem, worker, created_at, created_by_name, COALESCE(applied_at, 0), applied_by_name, COALESCE(undone_at, 0),
	day_order, company_code`

func scan(row db.Row) (im Import, err error) {
	var headings, fields string
	var n [4]int64
	err = row.Scan(&im.ID, &im.Kind, &im.File, &im.State, &headings, &fields, &im.Lines, &im.Done, &n[0], &n[1], &n[2], &n[3],
		&im.Problem, &im.worker, &im.CreatedAt, &im.CreatedByName, &im.AppliedAt, &im.AppliedByName, &im.UndoneAt,
		&im.DayOrder, &im.Company)
	if errors.Is(err, sql.ErrNoRows) {
		return im, errs.NotFound("import")
	}
	if err != nil {
		return im, err
	}
	im.Count = map[Verdict]int64{New: n[0], Changed: n[1], Unchanged: n[2], Wrong: n[3]}
	err = errors.Join(json.Unmarshal([]byte(headings), &im.Headings), json.Unmarshal([]byte(fields), &im.Fields))
	return im, err
}

// shown is the condition of the imports that people see.
const shown = "status NOT IN ('" + string(Reading) + "', '" + string(discarded) + "')"

// byID returns an import whose file has been read.
func byID(ctx context.Context, q db.Queryer, id int64) (Import, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM imports WHERE id = $1 AND "+shown, id))
}

// list returns the newest imports, before an id if that is not 0.
func list(ctx context.Context, q db.Queryer, before int64, limit int) ([]Import, error) {
	var w db.Where
	w.And(shown)
	if before != 0 {
		w.And("id < ?", before)
	}
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM imports WHERE "+w.String()+" ORDER BY id DESC"+db.Limit(w.Bind(limit)),
		w.Args()...))
}

// newImport is an import for insert.
type newImport struct {
	kind      Kind
	file      string
	worker    string
	by, name  string
	createdAt db.Instant
}

func insert(ctx context.Context, tx *db.Tx, n newImport) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO imports (kind, file_name, status, worker, created_at, created_by, created_by_name)
		VALUES ($1, $2, 'reading', $3, $4, $5, $6) RETURNING id`, string(n.kind), n.file, n.worker, int64(n.createdAt), n.by, n.name).Scan(&id)
	return id, err
}

// begin moves an import to a running state, for the holder of the lock worker. That it is checked again because its records have
// changed remains noted. It fails with a conflict if the import is no longer in the state from.
func begin(ctx context.Context, tx *db.Tx, id int64, from, to State, worker string) error {
	n, err := tx.Exec(ctx, `UPDATE imports SET status = $3, worker = $4, done_count = 0,
			problem = CASE WHEN problem = 'import_outdated' THEN problem ELSE '' END WHERE id = $1 AND status = $2`,
		id, string(from), string(to), worker)
	if err == nil && n == 0 {
		err = errs.Conflict("import_moved_on", "The import is past this step.")
	}
	return err
}

// require fails unless the import is still in the state in which worker has put it.
func require(ctx context.Context, tx *db.Tx, id int64, state State, worker string) error {
	n, err := tx.Exec(ctx, "UPDATE imports SET worker = worker WHERE id = $1 AND status = $2 AND worker = $3", id, string(state), worker)
	if err == nil && n == 0 {
		err = errs.Conflict("import_lost", "The import was interrupted. Nothing was saved. Try again.")
	}
	return err
}

// progress records how many lines have been read or checked.
func progress(ctx context.Context, tx *db.Tx, id, lines, done int64) error {
	_, err := tx.Exec(ctx, "UPDATE imports SET line_count = $2, done_count = $3 WHERE id = $1", id, lines, done)
	return err
}

// rest ends the step of a worker: problem is the code of what ended it, empty for none.
func rest(ctx context.Context, tx *db.Tx, id int64, worker string, state State, problem string) error {
	_, err := tx.Exec(ctx, "UPDATE imports SET status = $3, problem = $4, worker = '' WHERE id = $1 AND worker = $2", id, worker,
		string(state), problem)
	return err
}

// interrupt ends the steps of processes that have died: those of a lock, or of one import if id is not 0. Nothing of them is saved.
func interrupt(ctx context.Context, tx *db.Tx, worker string, id int64) error {
	_, err := tx.Exec(ctx, `UPDATE imports SET problem = 'interrupted', status = CASE status WHEN 'checking' THEN 'mapping'
			WHEN 'applying' THEN 'checked' ELSE '`+string(discarded)+`' END
		WHERE worker = $1 AND status IN ('reading', 'checking', 'applying') AND ($2 = 0 OR id = $2)`, worker, id)
	return err
}

// running returns the imports that processes work on.
func running(ctx context.Context, q db.Queryer) ([]Import, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM imports WHERE status IN ('reading', 'checking', 'applying') ORDER BY id"))
}

// saveHeadings saves the fields of the columns of a file.
func saveHeadings(ctx context.Context, tx *db.Tx, id int64, headings, fields []string) error {
	h, err := json.Marshal(headings)
	if err != nil {
		return err
	}
	f, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE imports SET headings = $2, fields = $3 WHERE id = $1", id, string(h), string(f))
	return err
}

// saveReading saves how the lines of a file are read beside its fields.
func saveReading(ctx context.Context, tx *db.Tx, id int64, order DayOrder, company int64) error {
	_, err := tx.Exec(ctx, "UPDATE imports SET day_order = $2, company_code = $3 WHERE id = $1", id, string(order), company)
	return err
}

// saveCounts counts the verdicts of the lines.
func saveCounts(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := tx.Exec(ctx, `UPDATE imports SET new_count = n.new, changed_count = n.changed, unchanged_count = n.unchanged, wrong_count = n.wrong
		FROM (SELECT COUNT(CASE WHEN verdict = 'new' THEN 1 END) AS new, COUNT(CASE WHEN verdict = 'changed' THEN 1 END) AS changed,
			COUNT(CASE WHEN verdict = 'unchanged' THEN 1 END) AS unchanged, COUNT(CASE WHEN verdict = 'wrong' THEN 1 END) AS wrong
			FROM import_rows WHERE import_id = $1) n WHERE imports.id = $1`, id)
	return err
}

func markApplied(ctx context.Context, tx *db.Tx, id int64, name string, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE imports SET status = 'applied', worker = '', applied_at = $2, applied_by_name = $3 WHERE id = $1", id,
		int64(at), name)
	return err
}

func markUndone(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE imports SET status = 'undone', undone_at = $2 WHERE id = $1", id, int64(at))
	return err
}

// headingsOf returns the fields that people have chosen for headings of a kind.
func headingsOf(ctx context.Context, q db.Queryer, kind Kind) (map[string]string, error) {
	return db.ReadMap[string, string](q.Query(ctx, "SELECT heading, field FROM import_headings WHERE kind = $1", string(kind)))
}

// rememberHeadings keeps the chosen fields for the next file of the kind.
func rememberHeadings(ctx context.Context, tx *db.Tx, kind Kind, fields map[string]string) error {
	rows := db.Insert{Into: "INSERT INTO import_headings (kind, heading, field)",
		Conflict: "ON CONFLICT (kind, heading) DO UPDATE SET field = excluded.field"}
	for heading, field := range fields {
		rows.Add(string(kind), heading, field)
	}
	_, err := rows.Write(ctx, tx)
	return err
}

// expired returns an import whose lines are no longer needed; 0 for none.
func expired(ctx context.Context, q db.Queryer, created, applied db.Instant) (id int64, err error) {
	err = q.QueryRow(ctx, `SELECT COALESCE(MIN(i.id), 0) FROM imports i WHERE status = '`+string(discarded)+`' OR created_at < $1 AND status NOT IN
			('reading', 'checking', 'applying', 'applied', 'undone')
		OR EXISTS (SELECT 1 FROM import_rows r WHERE r.import_id = i.id) AND (applied_at < $2 AND status = 'applied' OR undone_at < $2)`,
		int64(created), int64(applied)).Scan(&id)
	return id, err
}

// remove deletes an import with its lines; one that was saved stays in the list, without its lines.
func remove(ctx context.Context, tx *db.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "DELETE FROM import_rows WHERE import_id = $1", id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM imports WHERE id = $1 AND status NOT IN ('applied', 'undone')", id)
	return err
}
