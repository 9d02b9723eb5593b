package companydata

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxRow is the maximum size of a row in a file, in bytes; the largest contains the six attachments of 4 MB of a frozen campaign, as
// base64.
const maxRow = 40 << 20

// rowsReader reads what a rowsWriter has written, and nothing else.
type rowsReader interface {
	// next reads a row; io.EOF after the last. line is where the row begins, counted from 1; also with an error.
	next(row []cell) (line int, err error)
}

func newRowsReader(r io.Reader, p Part) (rowsReader, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if strings.HasSuffix(p.File(), ".jsonl") {
		return &jsonReader{in: in}, nil
	}
	x := &csvReader{in: in, line: 1, cells: make([]string, 0, len(p.Columns))}
	if err := x.record(len(p.Columns)); err != nil {
		return nil, fmt.Errorf("the header: %w", noEOF(err))
	}
	for i, c := range p.Columns {
		if x.cells[i] != c.Name {
			return nil, fmt.Errorf("the header has the column %q where %q belongs", x.cells[i], c.Name)
		}
	}
	return x, nil
}

// noEOF returns the error for a file that ends within a row.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// csvReader reads CSV as csvWriter writes it. It keeps line breaks within cells as they are, which encoding/csv does not.
type csvReader struct {
	in    *bufio.Reader
	line  int // that is read next
	cells []string
	cell  []byte
	size  int // of the record
}

func (x *csvReader) next(row []cell) (line int, err error) {
	line = x.line
	if _, err := x.in.Peek(1); err != nil {
		return line, err
	}
	if err := x.record(len(row)); err != nil {
		return line, noEOF(err)
	}
	for i := range row {
		if err := row[i].parse(strings.TrimPrefix(x.cells[i], "'")); err != nil {
			return line, err
		}
	}
	return line, nil
}

// record reads one record of n cells into x.cells.
func (x *csvReader) record(n int) error {
	x.cells, x.size = x.cells[:0], 0
	for {
		end, err := x.readCell()
		if err != nil {
			return err
		}
		x.cells = append(x.cells, string(x.cell))
		switch {
		case len(x.cells) > n, end == '\n' && len(x.cells) < n:
			return fmt.Errorf("%d columns, not %d", len(x.cells), n)
		case end == '\n':
			return nil
		}
	}
}

// readCell reads one cell and what ends it: a comma, or CRLF, for which it returns '\n'.
func (x *csvReader) readCell() (end byte, err error) {
	x.cell = x.cell[:0]
	c, err := x.byte()
	if err == nil && c == '"' {
		c, err = x.readQuoted()
	}
	for ; err == nil; c, err = x.byte() {
		switch c {
		case ',':
			return c, nil
		case '\r':
			if c, err = x.byte(); err == nil && c != '\n' {
				err = errors.New("a line break that is not quoted")
			}
			return c, err
		case '"', '\n':
			return c, fmt.Errorf("the character %q where it cannot be", c)
		}
		x.cell = append(x.cell, c)
	}
	return 0, err
}

// readQuoted reads up to the closing quote, and returns the byte after it.
func (x *csvReader) readQuoted() (byte, error) {
	for {
		c, err := x.byte()
		if err == nil && c == '"' {
			if c, err = x.byte(); err != nil || c != '"' {
				return c, err
			}
		}
		if err != nil {
			return 0, err
		}
		x.cell = append(x.cell, c)
	}
}

func (x *csvReader) byte() (byte, error) {
	c, err := x.in.ReadByte()
	if c == '\n' {
		x.line++
	}
	if x.size++; x.size > maxRow {
		return 0, errTooLong
	}
	return c, err
}

var errTooLong = fmt.Errorf("a row has more than %d MB", maxRow>>20)

// jsonReader reads a JSON object from each line.
type jsonReader struct {
	in   *bufio.Reader
	line int
	buf  []byte
}

func (x *jsonReader) next(row []cell) (line int, err error) {
	x.line++
	if err := x.readLine(); err != nil {
		return x.line, err
	}
	return x.line, parseObject(x.buf, row)
}

// parseObject reads an object whose members are the columns of the row, in their order. It stops at the first other one: a row could have
// millions of them.
func parseObject(text []byte, row []cell) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return cmp.Or(noEOF(err), errNoObject)
	}
	for i := range row {
		name := row[i].column.Name
		if !d.More() {
			return fmt.Errorf("the column %q is missing", name)
		}
		found, err := d.Token()
		if err != nil {
			return noEOF(err)
		}
		if found != name {
			return fmt.Errorf("the column %.40q is where %q belongs", found, name)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return noEOF(err)
		}
		if err := row[i].parseJSON(raw); err != nil {
			return err
		}
	}
	if t, err := d.Token(); err != nil || t != json.Delim('}') {
		return cmp.Or(noEOF(err), errMoreColumns)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errNoObject
	}
	return nil
}

var (
	errNoObject    = errors.New("the line is not one JSON object")
	errMoreColumns = errors.New("it has more columns than belong there")
)

func (x *jsonReader) readLine() error {
	x.buf = x.buf[:0]
	for {
		part, err := x.in.ReadSlice('\n')
		x.buf = append(x.buf, part...)
		switch {
		case len(x.buf) > maxRow:
			return errTooLong
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(x.buf) > 0:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		default:
			x.buf = bytes.TrimSuffix(x.buf, []byte("\n"))
			return nil
		}
	}
}
