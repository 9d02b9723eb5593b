package db

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
)

// CopiedTable is a table that Copy has copied.
type CopiedTable struct {
	Name string
	Rows int64
}

// ErrNotEmpty is the error of Copy for a database that has records.
var ErrNotEmpty = errors.New("the database to move to is not empty: give an empty one")

// Copy copies every row of one database into another, which may be of the other engine. The source must have the program's schema
// (UpToDate); it is read in one snapshot and not changed. The target is brought up to date first, and must have no records. All
// rows are written in one transaction, in which they are read again and compared with what was copied: if Copy fails or is killed,
// the target has its tables and no records, and Copy can begin again. tell is called after each table, in the order of their names.
func Copy(ctx context.Context, from, to *DB, tell func(CopiedTable)) error {
	if err := to.Migrate(ctx); err != nil {
		return fmt.Errorf("the database to move to: %w", err)
	}
	c := copier{seed: maphash.MakeSeed(), tell: tell}
	var err error
	if c.tables, err = sameTables(ctx, from, to); err != nil {
		return err
	}
	if err := requireEmpty(ctx, to, c.tables); err != nil {
		return err
	}
	err = to.Write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := stayWhenIdle(ctx, tx); err != nil {
			return err
		}
		c.sums = make([]tableSum, len(c.tables))
		constraints, err := dropReferences(ctx, tx)
		if err != nil {
			return err
		}
		err = from.Read(ctx, func(ctx context.Context, q Queryer) error { return c.copyTables(ctx, q, tx) })
		if err == nil {
			err = addReferences(ctx, tx, constraints)
		}
		if err == nil {
			err = c.compare(ctx, tx)
		}
		return err
	})
	if err != nil {
		return err
	}
	names := make([]string, len(c.tables))
	for i, t := range c.tables {
		names[i] = t.name
	}
	to.Analyze(ctx, names...)
	return nil
}

// stayWhenIdle keeps the server from ending the transaction because it is idle (sessionSettings), as it is while the source is read.
func stayWhenIdle(ctx context.Context, tx *Tx) error {
	if tx.Dialect() != Postgres {
		return nil
	}
	var set string
	return tx.QueryRow(ctx, "SELECT set_config('idle_in_transaction_session_timeout', '0', true)").Scan(&set)
}

// UpToDate reports whether the database has the schema of this program. It fails for one that a newer program made.
func (d *DB) UpToDate(ctx context.Context) (bool, error) {
	done, err := d.Usable(ctx)
	if err != nil || !done {
		return false, err
	}
	at, err := currentVersion(ctx, d)
	if last := SchemaVersion(); err == nil && at > last { // this program knows neither all tables nor all columns
		err = errNewerSchema(at, last)
	}
	return err == nil, err
}

// copiedTable is a table with its columns, which are the same on both engines.
type copiedTable struct {
	name    string
	columns []copiedColumn
	serial  bool // the engine generates its ids
}

// copiedColumn is a column and the type of its values in Go.
type copiedColumn struct {
	name string
	kind valueKind
}

// valueKind is the type of the values of a column.
type valueKind byte

const (
	kindInteger valueKind = 'i'
	kindBoolean valueKind = 'b'
	kindText    valueKind = 't'
	kindBytes   valueKind = 'x'
)

// kinds are the types of columns of both engines.
var kinds = map[string]valueKind{"BIGINT": kindInteger, "INTEGER": kindInteger, "BOOLEAN": kindBoolean, "TEXT": kindText,
	SQLite.Bytes(): kindBytes, Postgres.Bytes(): kindBytes}

// ofProgram are the tables that Migrate fills: they say which schema the database has.
var ofProgram = []string{"goose_db_version", "schema_migrations"}

// listTables returns the tables with records, by name.
func listTables(ctx context.Context, q Queryer) (list []copiedTable, err error) {
	query := `SELECT m.name, c.name, UPPER(c.type), INSTR(m.sql, 'AUTOINCREMENT') > 0 AND c.pk = 1
		FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\'
		ORDER BY m.name, c.name`
	if q.Dialect() == Postgres {
		query = `SELECT table_name, column_name, UPPER(data_type), is_identity = 'YES'
			FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
			WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name COLLATE "C", column_name COLLATE "C"`
	}
	rows, err := q.Query(ctx, query) //nolint:sqlclosecheck // ForEachRow closes them
	if err != nil {
		return nil, err
	}
	err = ForEachRow(rows, func() error {
		var table, column, kind string
		var serial bool
		if err := rows.Scan(&table, &column, &kind, &serial); err != nil || slices.Contains(ofProgram, table) {
			return err
		}
		if kinds[kind] == 0 {
			return fmt.Errorf("%s.%s has the type %s, which is not copied", table, column, kind)
		}
		if len(list) == 0 || list[len(list)-1].name != table {
			list = append(list, copiedTable{name: table})
		}
		t := &list[len(list)-1]
		t.columns, t.serial = append(t.columns, copiedColumn{column, kinds[kind]}), t.serial || serial
		return nil
	})
	return list, err
}

// sameTables returns the tables of both databases; it fails if they differ.
func sameTables(ctx context.Context, from, to Queryer) ([]copiedTable, error) {
	source, err := listTables(ctx, from)
	if err != nil {
		return nil, err
	}
	target, err := listTables(ctx, to)
	if err != nil {
		return nil, err
	}
	if !slices.EqualFunc(source, target, func(a, b copiedTable) bool { return a.name == b.name && slices.Equal(a.columns, b.columns) }) {
		return nil, errors.New("the two databases have different tables: is there anything else in the database to move to?")
	}
	return target, nil
}

// requireEmpty fails with ErrNotEmpty if a table has other rows than those that the migrations insert.
func requireEmpty(ctx context.Context, d *DB, tables []copiedTable) error {
	return atVersion(ctx, SchemaVersion(), func(empty Queryer) error {
		for _, t := range tables {
			var rows, inserted int64
			count := "SELECT COUNT(*) FROM " + t.name
			if err := errors.Join(d.QueryRow(ctx, count).Scan(&rows), empty.QueryRow(ctx, count).Scan(&inserted)); err != nil {
				return err
			}
			if rows != inserted {
				return fmt.Errorf("%w (it has %d rows in %s)", ErrNotEmpty, rows, t.name)
			}
		}
		return nil
	})
}

// copier copies the rows of tables.
type copier struct {
	tables []copiedTable
	sums   []tableSum // what was copied of each table
	seed   maphash.Seed
	tell   func(CopiedTable)
}

// copiedAtOnce is the largest number of rows that are in memory at once (see Insert.IsFull).
const copiedAtOnce = 1000

// tableSum says what a table contains, whatever the order of its rows.
type tableSum struct {
	rows int64
	hash uint64 // the sum of the hashes of the rows
}

func (s *tableSum) add(h uint64) { s.rows, s.hash = s.rows+1, s.hash+h }

func (c *copier) copyTables(ctx context.Context, from Queryer, tx *Tx) error {
	for i, t := range c.tables {
		if err := c.copyTable(ctx, from, tx, t, &c.sums[i]); err != nil {
			return fmt.Errorf("the table %s: %w", t.name, err)
		}
		c.tell(CopiedTable{t.name, c.sums[i].rows})
	}
	return nil
}

// copyTable replaces the rows that the migrations have inserted by those of the source.
func (c *copier) copyTable(ctx context.Context, from Queryer, tx *Tx, t copiedTable, sum *tableSum) error {
	if _, err := tx.Exec(ctx, "DELETE FROM "+t.name); err != nil {
		return err
	}
	batch := Insert{Into: "INSERT INTO " + t.name + " (" + strings.Join(t.columnNames(), ", ") + ")"}
	if err := c.eachRow(ctx, from, t, func(values []any, hash uint64) error {
		sum.add(hash)
		if batch.Add(values...); !batch.IsFull(copiedAtOnce) {
			return nil
		}
		_, err := batch.Write(ctx, tx)
		return err
	}); err != nil {
		return err
	}
	if _, err := batch.Write(ctx, tx); err != nil || !t.serial {
		return err
	}
	last, err := LastID(ctx, from, t.name)
	if err != nil {
		return err
	}
	return tx.SetLastID(ctx, t.name, last)
}

// compare reads all rows that were written, and fails if they are not those that were read.
func (c *copier) compare(ctx context.Context, tx *Tx) error {
	for i, t := range c.tables {
		var sum tableSum
		if err := c.eachRow(ctx, tx, t, func(_ []any, hash uint64) error {
			sum.add(hash)
			return nil
		}); err != nil {
			return fmt.Errorf("the table %s: %w", t.name, err)
		}
		if sum != c.sums[i] {
			return fmt.Errorf("the table %s has %d rows that are not the %d that were read", t.name, sum.rows, c.sums[i].rows)
		}
	}
	return nil
}

// eachRow calls fn with the values of each row of a table, in the order of its columns, and their hash.
func (c *copier) eachRow(ctx context.Context, q Queryer, t copiedTable, fn func(values []any, hash uint64) error) error {
	var h maphash.Hash
	h.SetSeed(c.seed)
	query := "SELECT " + strings.Join(t.columnNames(), ", ") + " FROM " + t.name
	rows, err := q.Query(ctx, query) //nolint:sqlclosecheck // ForEachRow closes them
	if err != nil {
		return err
	}
	return ForEachRow(rows, func() error {
		values, into := make([]any, len(t.columns)), make([]any, len(t.columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		h.Reset()
		for i, column := range t.columns {
			value, err := column.kind.normalize(values[i])
			if err != nil {
				return fmt.Errorf("%s: %w", column.name, err)
			}
			values[i] = value
			hashValue(&h, value)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return fn(values, h.Sum64())
	})
}

func (t copiedTable) columnNames() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return names
}

// normalize returns a value of a column with the type that both engines take and give: int64, bool, string, []byte or nil.
func (k valueKind) normalize(value any) (any, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case int64:
		switch k {
		case kindInteger:
			return v, nil
		case kindBoolean:
			return v != 0, nil
		}
	case bool:
		if k == kindBoolean {
			return v, nil
		}
	case string:
		switch k {
		case kindText:
			return v, nil
		case kindBytes:
			return []byte(v), nil
		}
	case []byte:
		switch k {
		case kindText:
			return string(v), nil
		case kindBytes:
			return v, nil
		}
	}
	return nil, fmt.Errorf("a value of the type %T does not fit the column", value)
}

// hashValue adds a value to a hash, so that no two lists of values are written alike.
func hashValue(h *maphash.Hash, value any) {
	number := func(kind byte, n int64) {
		_ = h.WriteByte(kind)
		for range 8 {
			_ = h.WriteByte(byte(n))
			n >>= 8
		}
	}
	switch v := value.(type) {
	case nil:
		_ = h.WriteByte(0)
	case int64:
		number(byte(kindInteger), v)
	case bool:
		number(byte(kindBoolean), map[bool]int64{true: 1}[v])
	case string:
		number(byte(kindText), int64(len(v)))
		_, _ = h.WriteString(v)
	case []byte:
		number(byte(kindBytes), int64(len(v)))
		_, _ = h.Write(v)
	}
}

// reference is a foreign key that is dropped while rows are copied, in any order, and added again.
type reference struct{ table, name, definition string }

// dropReferences makes the transaction take rows in any order. addReferences checks them all.
func dropReferences(ctx context.Context, tx *Tx) (list []reference, err error) {
	if tx.Dialect() == SQLite {
		_, err := tx.Exec(ctx, "PRAGMA defer_foreign_keys = ON") // until the commit, which fails if one does not hold
		return nil, err
	}
	rows, err := tx.Query(ctx, `SELECT CAST(CAST(conrelid AS regclass) AS TEXT), CAST(conname AS TEXT), pg_get_constraintdef(oid)
		FROM pg_constraint WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace) ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	err = ForEachRow(rows, func() error {
		var r reference
		err := rows.Scan(&r.table, &r.name, &r.definition)
		list = append(list, r)
		return err
	})
	for _, r := range list {
		if err == nil {
			_, err = tx.Exec(ctx, "ALTER TABLE "+r.table+" DROP CONSTRAINT "+r.name)
		}
	}
	return list, err
}

func addReferences(ctx context.Context, tx *Tx, list []reference) error {
	for _, r := range list {
		if _, err := tx.Exec(ctx, "ALTER TABLE "+r.table+" ADD CONSTRAINT "+r.name+" "+r.definition); err != nil {
			return err
		}
	}
	return nil
}
