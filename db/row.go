package db

// Row is one row that can be read: *sql.Row, *sql.Rows.
type Row interface{ Scan(into ...any) error }

// Also returns row with further columns behind those that its reader knows: Scan of it reads them into more.
func Also(row Row, more ...any) Row { return extendedRow{row, more} }

type extendedRow struct {
	row  Row
	more []any
}

func (r extendedRow) Scan(into ...any) error { return r.row.Scan(append(into, r.more...)...) }
