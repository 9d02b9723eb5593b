package db

import (
	"context"
	"strings"
)

// Orphans are the rows of a table that refer to rows of a parent that do not exist.
type Orphans struct {
	Table, Parent string
	Rows          int64
}

// Orphans returns the rows that break a foreign key, by table and parent; none in a whole database. It reads every row with a key.
func (d *DB) Orphans(ctx context.Context) (list []Orphans, err error) {
	err = d.Read(ctx, func(ctx context.Context, q Queryer) error {
		if q.Dialect() == Postgres {
			list, err = postgresOrphans(ctx, q)
		} else {
			list, err = Collect(scanOrphans)(q.Query(ctx, //nolint:rowserrcheck // Collect checks it
				`SELECT "table", parent, COUNT(*) FROM pragma_foreign_key_check
				GROUP BY 1, 2 ORDER BY 1, 2`))
		}
		return err
	})
	return list, err
}

func scanOrphans(row Row) (o Orphans, err error) {
	err = row.Scan(&o.Table, &o.Parent, &o.Rows)
	return o, err
}

// foreignKey is a foreign key of PostgreSQL, with the names of its columns separated by commas.
type foreignKey struct{ table, columns, parent, parentColumns string }

// postgresOrphans runs an anti-join for each foreign key: the server checks a key when a row is written, and not what was written while
// the check was off.
func postgresOrphans(ctx context.Context, q Queryer) (list []Orphans, err error) {
	columns := func(numbers, table string) string {
		return "(SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(" + numbers + ") WITH ORDINALITY k (num, n) " +
			"JOIN pg_attribute a ON a.attrelid = " + table + " AND a.attnum = k.num)"
	}
	keys, err := Collect(func(row Row) (k foreignKey, err error) {
		err = row.Scan(&k.table, &k.columns, &k.parent, &k.parentColumns)
		return k, err
	})(q.Query(ctx, `SELECT CAST(CAST(c.conrelid AS regclass) AS TEXT), `+columns("c.conkey", "c.conrelid")+`,
			CAST(CAST(c.confrelid AS regclass) AS TEXT), `+columns("c.confkey", "c.confrelid")+`
		FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = CAST(current_schema() AS regnamespace) ORDER BY 1, 3, 2`))
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		o := Orphans{Table: k.table, Parent: k.parent}
		if err := q.QueryRow(ctx, k.antiJoin()).Scan(&o.Rows); err != nil {
			return nil, err
		}
		if last := len(list) - 1; o.Rows > 0 && last >= 0 && list[last].Table == o.Table && list[last].Parent == o.Parent {
			list[last].Rows += o.Rows
		} else if o.Rows > 0 {
			list = append(list, o)
		}
	}
	return list, nil
}

// antiJoin returns the statement that counts the rows whose key has no row in the parent; a key with a NULL refers to none.
func (k foreignKey) antiJoin() string {
	var given, same []string
	parents := strings.Split(k.parentColumns, ",")
	for i, c := range strings.Split(k.columns, ",") {
		given = append(given, "t."+c+" IS NOT NULL")
		same = append(same, "p."+parents[i]+" = t."+c)
	}
	return "SELECT COUNT(*) FROM " + k.table + " t WHERE " + strings.Join(given, " AND ") + " AND NOT EXISTS (SELECT 1 FROM " + k.parent +
		" p WHERE " + strings.Join(same, " AND ") + ")"
}

// StoredSchema returns the number of the last migration of the database; 0 for a database without tables.
func (d *DB) StoredSchema(ctx context.Context) (version int64, err error) {
	columns, err := columnsOf(ctx, d)
	if err != nil || len(columns) == 0 {
		return 0, err
	}
	err = d.QueryRow(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&version)
	return version, err
}
