package tablewriter

import (
	"archive/zip"
	"bufio"
	"errors"
	"io"
	"strconv"
	"time"

	"presence/db"
)

// sheet writes XLSX row by row into the ZIP file, so that the workbook is never held in memory. It supports one table of texts
// and numbers; a library would make the program a seventh larger. Text cells are stored as text, so that a formula in them is
// never run and needs no apostrophe. It implements Rows.
type sheet struct {
	out  *bufio.Writer
	zip  *zip.Writer
	part io.Writer // the part of the ZIP that contains the sheet
	row  []byte    // the current row
	cols int       // cells in the current row
	n    int       // rows written
	err  error
}

// The cell styles, by their index in cellXfs of xl/styles.xml.
const (
	plain = iota
	bold
	money
	day
)

// Limits of a sheet.
const (
	maxRows = 1 << 20
	maxText = 32767 // UTF-16 units in a cell
)

var errSheetFull = errors.New("tablewriter: a sheet has 1,048,576 rows at most")

func newSheet(w io.Writer) (*sheet, error) {
	x := &sheet{out: bufio.NewWriterSize(w, flushAt)}
	x.zip = zip.NewWriter(x.out)
	for _, p := range parts {
		if _, err := io.WriteString(x.open(p.name), p.text); err != nil {
			return nil, err
		}
	}
	_, err := io.WriteString(x.open("xl/worksheets/sheet1.xml"), sheetBegin)
	return x, errors.Join(err, x.err)
}

// noTime is the earliest date that a ZIP file can contain.
var noTime = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// open begins the next part of the ZIP. All parts have the same constant time, so that the same table gives the same bytes.
func (x *sheet) open(name string) io.Writer {
	x.part, x.err = x.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: noTime})
	return x.part
}

// cell writes the beginning of the next cell of the row, up to its value.
func (x *sheet) cell(kind string, style int) {
	x.row = append(x.row, `<c r="`...)
	x.row = strconv.AppendInt(appendColumn(x.row, x.cols), int64(x.n+1), 10)
	x.row = append(x.row, '"')
	if style != plain {
		x.row = append(strconv.AppendInt(append(x.row, ` s="`...), int64(style), 10), '"')
	}
	x.row = append(x.row, kind...)
	x.cols++
}

func (x *sheet) Text(s string) {
	style := plain
	if x.n == 0 {
		style = bold
	}
	x.cell(` t="inlineStr"><is><t xml:space="preserve">`, style)
	x.row = append(appendXML(x.row, s), "</t></is></c>"...)
}

func (x *sheet) Int(n int64) { x.Decimal(n, 0) }

func (x *sheet) Decimal(n int64, places int) { x.number(n, places, plain) }

func (x *sheet) Cents(n int64) { x.number(n, 2, money) }

func (x *sheet) number(n int64, places, style int) {
	x.cell("><v>", style)
	x.row = append(appendDecimal(x.row, n, places, 0, '.'), "</v></c>"...)
}

func (x *sheet) Hours(minutes int64) { x.Decimal(tenThousandths(minutes), 4) }

// Day writes a number that is shown as a date. Days before 1900-03-01 are written as text, because spreadsheets disagree on
// their numbers.
func (x *sheet) Day(d db.Day) {
	if d.Before(firstDay) {
		x.Text(d.String())
		return
	}
	x.number(int64(d.Sub(dayZero)), 0, day)
}

var dayZero, firstDay = db.NewDay(1899, 12, 30), db.NewDay(1900, 3, 1)

func (x *sheet) Instant(i db.Instant) {
	if i == 0 {
		x.Empty()
		return
	}
	x.Text(i.Time().Format(time.RFC3339))
}

func (x *sheet) Empty() { x.cols++ }

func (x *sheet) EndRow() error {
	if x.err == nil && x.n == maxRows {
		x.err = errSheetFull
	}
	if x.err == nil {
		x.n++
		b := strconv.AppendInt([]byte(`<row r="`), int64(x.n), 10)
		b = append(append(append(b, `">`...), x.row...), "</row>"...)
		_, x.err = x.part.Write(b)
	}
	x.row, x.cols = x.row[:0], 0
	return x.err
}

// Abandon leaves the file incomplete, so that it cannot be mistaken for a whole one.
func (x *sheet) Abandon() { x.err = errors.Join(x.err, errors.New("tablewriter: abandoned")) }

func (x *sheet) Close() error {
	if x.err == nil {
		_, x.err = io.WriteString(x.part, sheetEnd)
	}
	if x.err == nil {
		x.err = x.zip.Close()
	}
	if x.err == nil {
		x.err = x.out.Flush()
	}
	return x.err
}
