package csvx

import (
	"io"
	"time"

	"github.com/xuri/excelize/v2"

	"presence/db"
)

// sheet writes XLSX through a stream, which keeps rows on disk once there are many. Cells of text are stored as text,
// so a formula in them is never run and needs no mark. It implements Rows.
type sheet struct {
	out    io.Writer
	file   *excelize.File
	stream *excelize.StreamWriter
	row    []any
	n      int // rows written
	header int // styles
	money  int
	err    error
}

func newSheet(w io.Writer) (*sheet, error) {
	x := &sheet{out: w, file: excelize.NewFile()}
	if err := x.open(); err != nil {
		x.file.Close()
		return nil, err
	}
	return x, nil
}

// open makes the one sheet, its first row bold and kept in sight.
func (x *sheet) open() (err error) {
	if x.header, err = x.file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return err
	}
	if x.money, err = x.file.NewStyle(&excelize.Style{NumFmt: 4}); err != nil { // #,##0.00
		return err
	}
	if x.stream, err = x.file.NewStreamWriter("Sheet1"); err != nil {
		return err
	}
	if err = x.stream.SetColWidth(1, 16, 16); err != nil {
		return err
	}
	return x.stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

func (x *sheet) Text(s string) {
	if x.n == 0 {
		x.row = append(x.row, excelize.Cell{StyleID: x.header, Value: s})
		return
	}
	x.row = append(x.row, s)
}

func (x *sheet) Int(n int64) { x.row = append(x.row, n) }

func (x *sheet) Decimal(n int64, places int) {
	unit := 1.0
	for range places {
		unit *= 10
	}
	x.row = append(x.row, float64(n)/unit)
}

func (x *sheet) Cents(n int64) {
	x.row = append(x.row, excelize.Cell{StyleID: x.money, Value: float64(n) / 100})
}

func (x *sheet) Hours(minutes int64) { x.Decimal(tenThousandths(minutes), 4) }

func (x *sheet) Day(d db.Day) { x.Text(d.String()) }

func (x *sheet) Instant(i db.Instant) {
	if i == 0 {
		x.Empty()
		return
	}
	x.Text(i.Time().Format(time.RFC3339))
}

func (x *sheet) Empty() { x.row = append(x.row, nil) }

func (x *sheet) EndRow() error {
	if x.err == nil {
		x.n++
		var at string
		if at, x.err = excelize.CoordinatesToCellName(1, x.n); x.err == nil {
			x.err = x.stream.SetRow(at, x.row)
		}
	}
	x.row = x.row[:0]
	return x.err
}

// Abandon removes the file that keeps the rows.
func (x *sheet) Abandon() { x.file.Close() }

// Close finishes the workbook and writes it: an XLSX is a ZIP, whose bytes are known only at the end.
func (x *sheet) Close() error {
	defer x.file.Close()
	if x.err == nil {
		x.err = x.stream.Flush()
	}
	if x.err == nil {
		_, x.err = x.file.WriteTo(x.out)
	}
	return x.err
}
