package db

import (
	"database/sql"
	"errors"
)

// Row is a row that can be scanned: *sql.Row, *sql.Rows.
type Row interface{ Scan(into ...any) error }

// ExtendRow returns a row with additional columns after those that its reader scans: Scan of it also scans them, into more.
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
