package db

import "context"

// LastID returns the highest id that the database has ever generated for a table, even if its row was deleted since; 0 if there
// is none. table is a name in the program's text, never input.
func LastID(ctx context.Context, q Queryer, table string) (last int64, err error) {
	query := `SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = $1`
	if q.Dialect() == Postgres {
		query = `SELECT GREATEST(COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence($1, 'id') AS regclass)), 0),
			(SELECT COALESCE(MAX(id), 0) FROM ` + table + `))`
	}
	err = q.QueryRow(ctx, query, table).Scan(&last)
	return last, err
}

// SetLastID makes the database generate ids above last for a table. last must not be lower than any id in the table.
func (t *Tx) SetLastID(ctx context.Context, table string, last int64) error {
	switch {
	case last == 0:
		return nil
	case t.dialect == Postgres:
		var set int64
		return t.QueryRow(ctx, `SELECT setval(CAST(pg_get_serial_sequence($1, 'id') AS regclass), $2)`, table, last).Scan(&set)
	}
	if _, err := t.Exec(ctx, `DELETE FROM sqlite_sequence WHERE name = $1`, table); err != nil {
		return err
	}
	_, err := t.Exec(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, table, last)
	return err
}
