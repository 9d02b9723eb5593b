package db

import (
	"database/sql"
	"errors"
)

// Row is a row that can be scanned: *sql.Row, *sql.Rows.
type Row interface{ Scan(into ...any) error }

// ExtendRow returns a row for a scan function that knows fewer columns than the query selects: the function scans the first columns, and
// the columns after them are scanned into more, which are pointers. Example: scanShift(db.ExtendRow(rows, &total)) reads a query that
// selects the columns of a shift and then a total.
func ExtendRow(row Row, more ...any) Row { return extendedRow{row, more} }

type extendedRow struct {
	row  Row
	more []any
}

func (r extendedRow) Scan(into ...any) error { return r.row.Scan(append(into, r.more...)...) }

// IgnoreNoRows returns nil for sql.ErrNoRows, else err. It is used with queries of one row, where the zero value stands for a
// missing row.
func IgnoreNoRows(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}
