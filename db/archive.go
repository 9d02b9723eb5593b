package db

// InArchive says when and why a record went to the archive.
type InArchive struct {
	At     Instant
	Reason string // "deleted", "left", "aged"
}

// InArchiveColumns are the two columns of an InArchive, of a table that knows both archived_at and aged_at.
func InArchiveColumns(table string) string {
	return "COALESCE(" + table + ".archived_at, " + table + ".aged_at), CASE WHEN " + table + ".archived_at IS NULL THEN 'aged' ELSE " + table + ".archived_reason END"
}

// Row is one row that can be read: *sql.Row, *sql.Rows.
type Row interface{ Scan(into ...any) error }

// Also is a row from which whoever reads it also reads further columns, that stand behind those they know.
func Also(row Row, more ...any) Row { return longer{row, more} }

type longer struct {
	row  Row
	more []any
}

func (l longer) Scan(into ...any) error { return l.row.Scan(append(into, l.more...)...) }
