package imports

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"presence/app/platform/errs"
	"presence/db"
)

// notes are the stored form of the verdict of a line.
type notes struct {
	Faults  []storedFault `json:"faults,omitempty"`
	Changes []Change      `json:"changes,omitempty"`
}

// storedFault is an errs.Field in the database.
type storedFault struct {
	Field  string `json:"field"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Other  string `json:"other,omitempty"`
}

const rowColumns = "line, cells, fault, verdict, notes, record_id, record_version, former"

func scanRow(row db.Row) (r Row, err error) {
	var cells, text string
	if err := row.Scan(&r.Line, &cells, &r.fault, &r.Verdict, &text, &r.RecordID, &r.Version, &r.former); err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(cells), &r.Cells); err != nil || text == "" {
		return r, err
	}
	var n notes
	err = json.Unmarshal([]byte(text), &n)
	for _, f := range n.Faults {
		r.Faults.AddOther(f.Field, f.Code, f.Detail, f.Other)
	}
	r.Changes = n.Changes
	return r, err
}

// page selects lines.
type page struct {
	verdicts []Verdict // nil: all
	after    int       // only lines below
	limit    int
}

func rowsOf(ctx context.Context, q db.Queryer, id int64, p page) ([]Row, error) {
	var w db.Where
	w.And("import_id = ? AND line > ?", id, p.after)
	if p.verdicts != nil {
		texts := make([]string, len(p.verdicts))
		for i, v := range p.verdicts {
			texts[i] = string(v)
		}
		w.And("verdict IN ("+q.Dialect().Texts("?")+")", db.Texts(texts))
	}
	return db.Collect(scanRow)(q.Query(ctx, "SELECT "+rowColumns+" FROM import_rows WHERE "+w.String()+" ORDER BY line"+
		db.Limit(w.Bind(p.limit)), w.Args()...))
}

// rowsAt returns the lines with these numbers.
func rowsAt(ctx context.Context, q db.Queryer, id int64, lines []int64) ([]Row, error) {
	return db.Collect(scanRow)(q.Query(ctx, "SELECT "+rowColumns+" FROM import_rows WHERE import_id = $1 AND line IN ("+
		q.Dialect().IDs("$2")+") ORDER BY line", id, db.IDs(lines)))
}

func rowAt(ctx context.Context, q db.Queryer, id int64, line int) (Row, error) {
	found, err := rowsAt(ctx, q, id, []int64{int64(line)})
	if err == nil && len(found) == 0 {
		err = errs.NotFound("line")
	}
	if err != nil {
		return Row{}, err
	}
	return found[0], nil
}

// changesField reports whether a line of the import changes one of the fields of a record that exists.
func changesField(ctx context.Context, q db.Queryer, id int64, fields []string) (bool, error) {
	found := false
	for i := 0; i < len(fields) && !found; i++ {
		// The quotes within a value are escaped in JSON, so that only the name of a field matches.
		err := q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM import_rows WHERE import_id = $1 AND verdict = 'changed' AND notes LIKE $2)",
			id, `%"field":"`+fields[i]+`"%`).Scan(&found)
		if err != nil {
			return false, err
		}
	}
	return found, nil
}

// periodsOf returns the first days of the newest pay periods in which an import has created records.
func periodsOf(ctx context.Context, q db.Queryer, id int64, limit int) (days []db.Day, err error) {
	period := q.Dialect().JSONText("former", "period")
	var w db.Where
	w.And("import_id = ? AND verdict = 'new' AND former <> '' AND "+period+" IS NOT NULL", id)
	return db.Collect(func(row db.Row) (d db.Day, err error) {
		err = row.Scan(&d)
		return d, err
	})(q.Query(ctx, "SELECT DISTINCT "+period+" AS period FROM import_rows WHERE "+w.String()+" ORDER BY period DESC"+
		db.Limit(w.Bind(limit)), w.Args()...))
}

// faultGroup are lines that have the same faults.
type faultGroup struct {
	faults []storedFault
	lines  int64
}

// faultGroups returns the largest groups of wrong lines.
func faultGroups(ctx context.Context, q db.Queryer, id int64) ([]faultGroup, error) {
	const most = 100
	var w db.Where
	w.And("import_id = ? AND verdict = 'wrong' AND notes <> ''", id)
	return db.Collect(func(row db.Row) (g faultGroup, err error) {
		var text string
		if err := row.Scan(&text, &g.lines); err != nil {
			return g, err
		}
		var n notes
		err = json.Unmarshal([]byte(text), &n)
		g.faults = n.Faults
		return g, err
	})(q.Query(ctx, "SELECT notes, COUNT(*) AS lines FROM import_rows WHERE "+w.String()+" GROUP BY notes ORDER BY lines DESC, notes"+
		db.Limit(w.Bind(most)), w.Args()...))
}

// saveRows inserts or replaces lines.
func saveRows(ctx context.Context, tx *db.Tx, id int64, rows []Row) error {
	insert := db.Insert{Into: "INSERT INTO import_rows (import_id, line, cells, fault, verdict, notes, record_id, record_version, former)",
		Conflict: `ON CONFLICT (import_id, line) DO UPDATE SET cells = excluded.cells, verdict = excluded.verdict, notes = excluded.notes,
			record_id = excluded.record_id, record_version = excluded.record_version, former = excluded.former`}
	for _, r := range rows {
		cells, err := json.Marshal(r.Cells)
		if err != nil {
			return err
		}
		var n notes
		for _, f := range r.Faults {
			n.Faults = append(n.Faults, storedFault(f))
		}
		n.Changes = r.Changes
		text, err := json.Marshal(n)
		if err != nil {
			return err
		}
		insert.Add(id, r.Line, string(cells), r.fault, string(r.Verdict), string(text), r.RecordID, r.Version, r.former)
	}
	_, err := insert.Write(ctx, tx)
	return err
}

// saveVersions saves the versions of records that have changed once more, by line.
func saveVersions(ctx context.Context, tx *db.Tx, id int64, versions map[int]int64) error {
	var rows [][]any
	for _, line := range slices.Sorted(maps.Keys(versions)) {
		rows = append(rows, []any{line, versions[line]})
	}
	_, err := tx.Exec(ctx, "WITH v (line, version) AS ("+tx.Dialect().Rows("$2", "BIGINT", "BIGINT")+`)
		UPDATE import_rows SET record_version = v.version FROM v WHERE import_id = $1 AND import_rows.line = v.line`, id, db.RowList(rows))
	return err
}
