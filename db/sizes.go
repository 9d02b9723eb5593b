package db

import "context"

// TableSize is the size of a table with its indexes, in bytes.
type TableSize struct {
	Name  string
	Bytes int64
}

// Sizes returns the size of the database in bytes, and of its largest tables, at most n. On SQLite there are no sizes of tables: adding up
// their pages reads the whole file.
func (d *DB) Sizes(ctx context.Context, n int) (total int64, tables []TableSize, err error) {
	if d.Dialect() != Postgres {
		err = d.QueryRow(ctx, "SELECT c.page_count * s.page_size FROM pragma_page_count c, pragma_page_size s").Scan(&total)
		return total, nil, err
	}
	if err = d.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&total); err != nil {
		return 0, nil, err
	}
	tables, err = Collect(func(row Row) (t TableSize, err error) {
		err = row.Scan(&t.Name, &t.Bytes)
		return t, err
	})(d.Query(ctx, //nolint:rowserrcheck // Collect checks it
		`SELECT relname, pg_total_relation_size(oid) FROM pg_class
		WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace) ORDER BY 2 DESC, 1 LIMIT CAST($1 AS BIGINT)`, n))
	return total, tables, err
}
