// Package tablewriter writes tables as files: CSV (W14) and XLSX, cell by cell and row by row, so that a million lines need no more
// memory than one. Package tablereader reads the tables that people send.
package tablewriter

import (
	"io"
	"mime"

	"presence/app/platform/errs"
	"presence/db"
)

// Rows writes a table cell by cell. EndRow and Close return the first error; nothing more is written after it. A file ends with
// Close, or with Abandon if it cannot be finished.
type Rows interface {
	Text(s string)               // text that people typed; it never becomes a formula
	Int(n int64)                 // a whole number
	Decimal(n int64, places int) // n in units of 10^-places, without trailing zeros: Decimal(250, 2) is 2.5
	Cents(n int64)               // dollars with two decimals
	Hours(minutes int64)         // hours to four decimals, from which the minutes can be computed back exactly
	Day(d db.Day)                // YYYY-MM-DD, empty for none
	Instant(i db.Instant)        // RFC 3339 in UTC, empty for never
	Empty()
	EndRow() error
	Close() error // writes what is buffered; the destination stays open
	Abandon()     // ends an unfinished file: writes nothing more and frees its resources
}

// Format is the kind of file.
type Format string

// The formats that /exports/csv and the other files offer.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// Options say how a file is written. The zero value is plain CSV: UTF-8 without a byte order mark, separated by commas.
type Options struct {
	Format Format
	BOM    bool // a byte order mark, by which Excel recognizes UTF-8
	Sep    byte // ',' or ';'. With ';' decimals have a comma, as a French Excel expects
}

// ParseOptions parses the query parameters format, bom and sep; an empty one means its default. It returns all validation
// errors together.
func ParseOptions(format, bom, sep string) (Options, error) {
	o := Options{Format: CSV, Sep: ','}
	var faults errs.Fields
	switch format {
	case "", string(CSV):
	case string(XLSX):
		o.Format = XLSX
	default:
		faults.Add("format", "not_allowed", "format is csv or xlsx.")
	}
	switch bom {
	case "", "0", "false":
	case "1", "true":
		o.BOM = true
	default:
		faults.Add("bom", "not_allowed", "bom is 0 or 1.")
	}
	switch sep {
	case "", ",":
	case ";":
		o.Sep = ';'
	default:
		faults.Add("sep", "not_allowed", "sep is a comma or a semicolon (%3B in an address).")
	}
	return o, faults.Err()
}

// ContentType returns the media type of the file.
func (o Options) ContentType() string {
	if o.Format == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8; header=present"
}

// Disposition returns the Content-Disposition with the name under which a browser saves the file; name has no extension.
func (o Options) Disposition(name string) string {
	format := o.Format
	if format == "" {
		format = CSV
	}
	return mime.FormatMediaType("attachment", map[string]string{"filename": name + "." + string(format)})
}

// New starts a file on w.
func New(w io.Writer, o Options) (Rows, error) {
	if o.Format == XLSX {
		return newSheet(w)
	}
	return NewCSV(w, o), nil
}
