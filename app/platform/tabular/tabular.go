// Package tabular reads the files in which people bring tables: CSV in any of its forms (see csvx.Reader) and XLSX. Both are read row
// by row, and neither is ever held in memory. It also matches the headings of a table with the columns that a feature knows.
package tabular

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"presence/app/platform/csvx"
	"presence/app/platform/errs"
)

// Reader returns the rows of a table; the first one is the heading. csvx.Reader is one.
type Reader interface {
	// Read returns the next row that has any text; io.EOF after the last one. Any other error ends the table; if it is an
	// errs.Error, its text describes the fault of the file to users.
	Read() (csvx.Record, error)
}

// maxColumns is the number of cells that a row may have.
const maxColumns = 200

// Open detects whether r is a workbook or a CSV and calls read with its rows. A workbook is copied into a temporary file in dir
// first ("": the folder of the system), because its parts are not stored in the order in which they are needed.
func Open(r io.Reader, dir string, read func(Reader) error) error {
	b := bufio.NewReader(r)
	if head, err := b.Peek(4); err == nil && bytes.Equal(head, []byte("PK\x03\x04")) {
		return openWorkbook(b, dir, read)
	}
	return read(csvx.NewReader(b))
}

// isNoText reports whether a heading has characters that no text has, beside line breaks.
func isNoText(heading string) bool {
	var faults errs.Fields
	faults.Lines("file", errs.CleanLines(heading))
	return len(faults) > 0
}

// ReadHeading reads the first row of a table. It fails with a validation error when there is none, or when it is not a row of text.
func ReadHeading(r Reader) ([]string, error) {
	head, err := r.Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil, errs.InvalidField("file", "csv_empty", "There is nothing in this file.")
	case err != nil:
		return nil, err
	case head.Fault != "", slices.ContainsFunc(head.Cells, isNoText):
		return nil, errs.InvalidField("file", "not_a_table", "This is neither a CSV nor an XLSX workbook.")
	case len(head.Cells) > maxColumns:
		return nil, errs.InvalidField("file", "too_many_columns", "A table has at most 200 columns.")
	}
	return append([]string(nil), head.Cells...), nil
}
