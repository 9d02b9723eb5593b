package tablewriter

import (
	"io"
	"strconv"
	"time"

	"presence/db"
)

// flushAt is how many bytes gather before they are handed on. The buffer has room for a row more.
const (
	flushAt    = 32 << 10
	bufferSize = 36 << 10
)

// CSVWriter writes CSV by RFC 4180: CRLF after every row, quotes only where a cell needs them. It allocates no memory per cell. It
// implements Rows.
type CSVWriter struct {
	out     io.Writer
	buf     []byte
	sep     byte
	decimal byte
	fresh   bool // no cell in this row yet
	err     error
}

// NewCSV returns a writer of a CSV file to w.
func NewCSV(w io.Writer, o Options) *CSVWriter {
	x := &CSVWriter{out: w, buf: make([]byte, 0, bufferSize), sep: ',', decimal: '.', fresh: true}
	if o.Sep == ';' {
		x.sep, x.decimal = ';', ','
	}
	if o.BOM {
		x.buf = append(x.buf, "\xEF\xBB\xBF"...)
	}
	return x
}

// cell begins the next cell of the row.
func (x *CSVWriter) cell() {
	if x.fresh {
		x.fresh = false
		return
	}
	x.buf = append(x.buf, x.sep)
}

// Empty writes an empty cell.
func (x *CSVWriter) Empty() { x.cell() }

// Text writes text that people typed. A cell that begins like a formula gets an apostrophe in front, because a spreadsheet
// would run it (W14).
func (x *CSVWriter) Text(s string) {
	x.cell()
	if s == "" {
		return
	}
	formula := startsFormula(s)
	if !needsQuotes(s) {
		if formula {
			x.buf = append(x.buf, '\'')
		}
		x.buf = append(x.buf, s...)
		return
	}
	x.buf = append(x.buf, '"')
	if formula {
		x.buf = append(x.buf, '\'')
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			x.buf = append(x.buf, '"')
		}
		x.buf = append(x.buf, s[i])
	}
	x.buf = append(x.buf, '"')
}

// startsFormula reports whether a spreadsheet could take the cell for a formula. Leading white space is ignored, because
// spreadsheets trim it; full-width signs count, because some read them as the plain ones.
func startsFormula(s string) bool {
	for _, r := range s {
		switch r {
		case '=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n':
			return true
		case ' ', '\u00a0':
		default:
			return false
		}
	}
	return false
}

// needsQuotes returns true for both separators, so that a file read with the wrong separator still keeps its cells together.
func needsQuotes(s string) bool {
	if s[0] == ' ' || s[len(s)-1] == ' ' {
		return true
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"', '\r', '\n', '\t', ',', ';':
			return true
		}
	}
	return false
}

// Int writes a whole number.
func (x *CSVWriter) Int(n int64) {
	x.cell()
	x.buf = strconv.AppendInt(x.buf, n, 10)
}

// Cents writes dollars with two decimals.
func (x *CSVWriter) Cents(n int64) {
	x.cell()
	x.buf = appendDecimal(x.buf, n, 2, 2, x.decimal)
}

// Decimal writes n units of 10^-places without trailing zeros.
func (x *CSVWriter) Decimal(n int64, places int) {
	x.cell()
	x.buf = appendDecimal(x.buf, n, places, 0, x.decimal)
}

// Hours writes minutes as decimal hours.
func (x *CSVWriter) Hours(minutes int64) {
	x.cell()
	x.buf = appendDecimal(x.buf, tenThousandths(minutes), 4, 0, x.decimal)
}

// Day writes YYYY-MM-DD.
func (x *CSVWriter) Day(d db.Day) {
	x.cell()
	if d.IsZero() {
		return
	}
	y, m, dd := d.Date()
	x.buf = append(x.buf,
		byte('0'+y/1000%10), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10), '-',
		byte('0'+int(m)/10), byte('0'+int(m)%10), '-', byte('0'+dd/10), byte('0'+dd%10))
}

// Instant writes RFC 3339 in UTC.
func (x *CSVWriter) Instant(i db.Instant) {
	x.cell()
	if i != 0 {
		x.buf = i.Time().AppendFormat(x.buf, time.RFC3339)
	}
}

// EndRow ends the row.
func (x *CSVWriter) EndRow() error {
	x.buf = append(x.buf, '\r', '\n')
	x.fresh = true
	if len(x.buf) >= flushAt {
		x.flush()
	}
	return x.err
}

// Close writes what is buffered.
func (x *CSVWriter) Close() error {
	x.flush()
	return x.err
}

// Abandon writes nothing more.
func (x *CSVWriter) Abandon() { x.buf = nil }

func (x *CSVWriter) flush() {
	if x.err == nil {
		_, x.err = x.out.Write(x.buf)
	}
	x.buf = x.buf[:0]
}
