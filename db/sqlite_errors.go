package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// sqliteError converts an error of SQLite to the type that callers check for.
func sqliteError(c driver.Conn, err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT:
		return sqliteConstraint(c, e)
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY,
		sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM, sqlite3.SQLITE_INTERRUPT,
		sqlite3.SQLITE_ABORT:
		return unavailable(err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		if isDamage(err) {
			return err
		}
		return newDamageError("", err)
	}
	return err
}

// sqliteConstraint finds the violated constraint in the message: "constraint failed: UNIQUE constraint failed: t.a, t.b
// (2067)".
func sqliteConstraint(c driver.Conn, e *sqlite.Error) error {
	text := e.Error()
	if i := strings.LastIndex(text, "constraint failed: "); i >= 0 {
		text = text[i+len("constraint failed: "):]
	}
	if i := strings.LastIndex(text, " ("); i >= 0 {
		text = text[:i]
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return &ConstraintError{Unique, uniqueName(c, text), e}
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return &ConstraintError{ForeignKey, "", e}
	case sqlite3.SQLITE_CONSTRAINT_CHECK:
		return &ConstraintError{Check, text, e}
	case sqlite3.SQLITE_CONSTRAINT_NOTNULL:
		return &ConstraintError{NotNull, text, e}
	}
	return e
}

// uniqueName returns the name of the unique index over those columns ("t.a, t.b"), as PostgreSQL names it.
func uniqueName(c driver.Conn, columns string) string {
	if name, ok := strings.CutPrefix(columns, "index '"); ok {
		return strings.TrimSuffix(name, "'")
	}
	var table string
	var names []string
	for _, part := range strings.Split(columns, ", ") {
		t, col, _ := strings.Cut(part, ".")
		table, names = t, append(names, col)
	}
	name, origin, err := findIndex(c, table, strings.Join(names, ","))
	switch {
	case err != nil || origin == "pk":
		return table + "_pkey" // an INTEGER PRIMARY KEY has no index
	case origin == "u":
		return table + "_" + strings.Join(names, "_") + "_key"
	}
	return name
}

// findIndex returns the name and the origin ("c" for CREATE INDEX, "u" for UNIQUE, "pk") of the unique index over those columns
// of a table. It queries the driver's connection directly, because that is in the middle of a statement of database/sql.
func findIndex(c driver.Conn, table, columns string) (name, origin string, err error) {
	rows, err := c.(driver.QueryerContext).QueryContext(context.Background(),
		`SELECT i.name, i.origin FROM pragma_index_list(?1) i WHERE i."unique" = 1 AND
		(SELECT group_concat(x.name) FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno) x) = ?2 ORDER BY i.origin`,
		[]driver.NamedValue{{Ordinal: 1, Value: table}, {Ordinal: 2, Value: columns}})
	if err != nil {
		return "", "", err
	}
	defer rows.Close()
	row := make([]driver.Value, 2)
	if err := rows.Next(row); err != nil {
		return "", "", err
	}
	return fmt.Sprint(row[0]), fmt.Sprint(row[1]), nil
}
