// Package tablereader reads the tables that people send: CSV in any of its forms (see CSVReader) and XLSX. Both are read row by row, and
// neither is ever held in memory. It also matches the headings of a table with the columns that a feature knows. Package tablewriter
// writes tables.
package tablereader

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"presence/app/platform/errs"
)

// Reader returns the rows of a table; the first one is the heading. CSVReader is one.
type Reader interface {
	// Read returns the next row that has any text; io.EOF after the last one. Any other error ends the table; if it is an
	// errs.Error, its text describes the fault of the file to users.
	Read() (Record, error)
}

// maxColumns is the number of cells that a row may have.
const maxColumns = 200

// Open detects whether r is a workbook or a CSV and calls read with its rows. A workbook that is not a file already is copied into a
// temporary file in dir first ("": the folder of the system), because its parts are not stored in the order in which they are needed.
// Reading a workbook ends with ctx. It fails with busy when others have not been read in time, see maxWorkbooks.
func Open(ctx context.Context, r io.Reader, dir string, read func(Reader) error) error {
	b := bufio.NewReader(r)
	if head, err := b.Peek(4); err != nil || !bytes.Equal(head, []byte("PK\x03\x04")) {
		return read(NewCSV(b))
	}
	if f, ok := r.(*os.File); ok {
		return openWorkbook(ctx, f, maxUnpacked, read)
	}
	return Spool(b, dir, func(f *os.File) error { return openWorkbook(ctx, f, maxUnpacked, read) })
}

// Spool copies r into a temporary file in dir ("": the folder of the system), and calls use with it, at its beginning. Where the system
// permits it, the name of the file is removed at once, so that nothing is left if the process dies.
func Spool(r io.Reader, dir string, use func(f *os.File) error) (err error) {
	f, err := os.CreateTemp(dir, "presence-*.table")
	if err != nil {
		return err
	}
	kept := os.Remove(f.Name())
	defer func() {
		err = errors.Join(err, f.Close())
		if kept != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if _, err := io.Copy(f, r); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return use(f)
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
