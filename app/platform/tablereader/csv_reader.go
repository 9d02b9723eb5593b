package tablereader

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"presence/app/platform/errs"
)

// Record is one line of a table, or several if a quoted cell has line breaks.
type Record struct {
	Line  int      // the line where it begins, counted from 1
	Cells []string // as written, without quotes; valid until the next Read
	Fault Fault    // why its cells cannot be read; empty: there is no error
}

// Fault is an error of a single record. Reading continues with the next one.
type Fault string

// The faults.
const (
	BadQuote    Fault = "quote"    // a quote is opened and never closed
	BadEncoding Fault = "encoding" // bytes that are invalid in the encoding of the table
	BadControl  Fault = "control"  // the character U+0000
)

// Limits of a reader.
const (
	readAhead = 256 << 10 // bytes in the buffer
	maxRecord = 64 << 10  // bytes of a record; with a longer one the input is not a table
)

// CSVReader reads CSV as people send it: separated by comma, semicolon or tab; in UTF-8, UTF-16 or Windows-1252; with any
// kind of line end. It detects all of these, buffers at most readAhead bytes, and continues after a record that it cannot read.
// Rows without any text are skipped.
type CSVReader struct {
	src     io.Reader
	buf     []byte
	at, end int // the part of buf that was read but not yet returned
	eof     bool
	failed  error

	detected bool
	line     int // the line of position at
	sep      byte
	eol      byte
	text     encoding
	cells    []string
}

// encoding is the character encoding. It is unknown while all bytes read are ASCII.
type encoding int

const (
	unknown encoding = iota
	utf8Text
	windows1252
)

// NewCSV returns a reader for the CSV in r.
func NewCSV(r io.Reader) *CSVReader { return &CSVReader{src: r, buf: make([]byte, readAhead), line: 1} }

// Read returns the next record, and io.EOF after the last one. A line that cannot be read is a record with a Fault, and not an error. After
// an error, each call returns the same one: that of the underlying reader, or an errs.Error for a file that is no CSV, such as a workbook,
// which says so to the person who sent it.
func (x *CSVReader) Read() (Record, error) {
	if !x.detected {
		x.detected = true
		if err := x.detect(); err != nil {
			x.failed = err
		}
	}
	for x.failed == nil {
		r, ok := x.next()
		if ok {
			return r, nil
		}
	}
	return Record{}, x.failed
}

// next returns the record at position at; false when there is none, or an empty one.
func (x *CSVReader) next() (Record, bool) {
	r := Record{Line: x.line}
	raw, quoted, closed := x.scan()
	switch {
	case x.failed != nil:
		return r, false
	case !closed: // the line with the quote is given up, and those after it are read
		if line, _, more := bytes.Cut(raw, []byte{x.eol}); more {
			raw = raw[:len(line)+1]
		}
		r.Fault = BadQuote
	}
	x.at += len(raw)
	x.line += bytes.Count(raw, []byte{x.eol})
	if r.Fault != "" {
		return r, true
	}
	raw = bytes.TrimRight(raw, "\r\n")
	if bytes.IndexByte(raw, 0) >= 0 {
		r.Fault = BadControl
		return r, true
	}
	s, ok := x.decode(raw)
	if !ok {
		r.Fault = BadEncoding
		return r, true
	}
	r.Cells = x.split(s, quoted)
	return r, !blank(r.Cells)
}

func blank(cells []string) bool {
	for _, c := range cells {
		if strings.TrimSpace(c) != "" {
			return false
		}
	}
	return true
}

// scan finds the end of the record at position at, and reports whether it has quotes and whether they are closed. At the end of
// the table it returns nothing and sets failed.
func (x *CSVReader) scan() (raw []byte, quoted, closed bool) {
	for from := x.at; ; {
		if i := bytes.IndexByte(x.buf[from:x.end], x.eol); i >= 0 {
			raw = x.buf[x.at : from+i+1]
			if bytes.IndexByte(raw, '"') < 0 {
				return raw, false, true
			}
			break
		}
		seen := x.end - x.at
		if seen > maxRecord {
			break
		}
		if !x.fill() {
			break
		}
		from = x.at + seen
	}
	return x.scanQuoted()
}

// scanQuoted is scan for records with quotes, and for the last line.
func (x *CSVReader) scanQuoted() (raw []byte, quoted, closed bool) {
	inside, start := false, true // inside: within quotes; start: at the start of a cell
	for i := 0; ; i++ {
		if x.at+i >= x.end && !x.fill() {
			if i == 0 && x.failed == nil {
				x.failed = io.EOF
			}
			return x.buf[x.at : x.at+i], quoted, !inside
		}
		if i > maxRecord {
			if !inside {
				x.failed = errs.InvalidField("csv", "csv_line_too_long", "A line is longer than 64 KiB: this is no table of text.")
			}
			return x.buf[x.at : x.at+i], quoted, false
		}
		switch c := x.buf[x.at+i]; {
		case inside && c == '"':
			if x.at+i+1 < x.end || x.fill() {
				if x.buf[x.at+i+1] == '"' {
					i++
					continue
				}
			}
			inside = false
		case inside:
		case c == '"' && start:
			inside, quoted = true, true
		case c == x.sep:
			start = true
			continue
		case c == x.eol:
			return x.buf[x.at : x.at+i+1], quoted, true
		}
		start = start && x.buf[x.at+i] == ' '
	}
}

// fill reads more bytes; false at the end of the input.
func (x *CSVReader) fill() bool {
	if x.eof {
		return false
	}
	x.end = copy(x.buf, x.buf[x.at:x.end])
	x.at = 0
	for tries := 0; ; tries++ {
		n, err := x.src.Read(x.buf[x.end:])
		x.end += n
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			x.eof, x.failed = true, err
			return false
		case err != nil:
			x.eof = true
			return n > 0
		case n > 0:
			return true
		case tries > 100:
			x.eof, x.failed = true, io.ErrNoProgress
			return false
		}
	}
}

// decode converts bytes to UTF-8. If the window was all ASCII, the first other bytes decide the encoding.
func (x *CSVReader) decode(raw []byte) (string, bool) {
	if plainText(raw) {
		return string(raw), true
	}
	if x.text == unknown {
		if x.text = windows1252; utf8.Valid(raw) {
			x.text = utf8Text
		}
	}
	if x.text == utf8Text {
		return string(raw), utf8.Valid(raw)
	}
	var b strings.Builder
	for _, c := range raw {
		r := charmap.Windows1252.DecodeByte(c)
		if r == utf8.RuneError {
			return "", false
		}
		b.WriteRune(r)
	}
	return b.String(), true
}

func plainText(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// split splits a record into its cells.
func (x *CSVReader) split(s string, quoted bool) []string {
	x.cells = x.cells[:0]
	for more := true; more; {
		var cell string
		if quoted {
			cell, s, more = unquote(s, x.sep)
		} else if i := strings.IndexByte(s, x.sep); i >= 0 {
			cell, s = s[:i], s[i+1:]
		} else {
			cell, more = s, false
		}
		x.cells = append(x.cells, cell)
	}
	return x.cells
}

// unquote cuts off the first cell of a record that has quotes. Text after a closing quote belongs to the cell.
func unquote(s string, sep byte) (cell, rest string, more bool) {
	inner := strings.TrimLeft(s, " ")
	if !strings.HasPrefix(inner, `"`) {
		cell, rest, more = strings.Cut(s, string(sep))
		return cell, rest, more
	}
	inner = inner[1:]
	var b strings.Builder
	for {
		i := strings.IndexByte(inner, '"')
		if i < 0 { // cannot happen: scan has found the closing quote
			return b.String() + inner, "", false
		}
		b.WriteString(inner[:i])
		inner = inner[i+1:]
		if !strings.HasPrefix(inner, `"`) {
			break
		}
		b.WriteByte('"')
		inner = inner[1:]
	}
	tail, rest, more := strings.Cut(inner, string(sep))
	return b.String() + tail, rest, more
}
