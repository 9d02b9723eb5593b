package companydata

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"presence/app/platform/tablewriter"
)

// rowsWriter writes the rows of a part to its file.
type rowsWriter interface {
	write(row []cell) error
	close() error // writes what is buffered
}

func newRowsWriter(w io.Writer, p Part) (rowsWriter, error) {
	if strings.HasSuffix(p.File(), ".jsonl") {
		return &jsonWriter{out: w}, nil
	}
	x := csvWriter{tablewriter.NewCSV(w, tablewriter.Options{})}
	for _, c := range p.Columns {
		x.Text(c.Name)
	}
	return x, x.EndRow()
}

// csvWriter writes CSV with a header. Cells that spreadsheets would take for a formula get an apostrophe in front (W14), and so do those
// that begin with one: the reader takes one off.
type csvWriter struct{ *tablewriter.CSVWriter }

func (x csvWriter) write(row []cell) error {
	for i := range row {
		text, err := row[i].written()
		switch {
		case err != nil:
			return err
		case row[i].column.Kind == Int && !row[i].null:
			x.Int(row[i].number)
			continue
		case strings.HasPrefix(text, "'"):
			text = "'" + text
		}
		x.Text(text)
	}
	return x.EndRow()
}

func (x csvWriter) close() error { return x.Close() }

// jsonWriter writes a JSON object on each line.
type jsonWriter struct {
	out io.Writer
	buf bytes.Buffer
}

// flushAt is the number of bytes that are buffered before they are written.
const flushAt = 32 << 10

func (x *jsonWriter) write(row []cell) error {
	for i := range row {
		x.buf.WriteByte("{,"[min(i, 1)])
		name, err := json.Marshal(row[i].column.Name)
		if err != nil {
			return err
		}
		x.buf.Write(name)
		x.buf.WriteByte(':')
		if err := row[i].appendJSON(&x.buf); err != nil {
			return err
		}
	}
	x.buf.WriteString("}\n")
	if x.buf.Len() < flushAt {
		return nil
	}
	return x.close()
}

func (x *jsonWriter) close() error {
	_, err := x.out.Write(x.buf.Bytes())
	x.buf.Reset()
	return err
}
