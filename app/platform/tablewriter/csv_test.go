package tablewriter

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"presence/db"
)

func TestCSVWriter_Text(t *testing.T) {
	for _, x := range []struct{ name, in, want string }{
		{"plain text stays as it is", "Émilie Côté", "Émilie Côté"},
		{"nothing is an empty cell", "", ""},
		{"a comma needs quotes", "Côté, Émilie", `"Côté, Émilie"`},
		{"a semicolon needs quotes too", "a;b", `"a;b"`},
		{"a quote is doubled", `le "vieux" port`, `"le ""vieux"" port"`},
		{"a line break is kept in quotes", "a\r\nb", "\"a\r\nb\""},
		{"spaces at the ends are kept in quotes", " a", `" a"`},
		{"also behind it", "a ", `"a "`},
		{"an equals sign is no formula", "=1+1", "'=1+1"},
		{"a plus is no formula", "+1", "'+1"},
		{"a minus is no formula", "-2+3", "'-2+3"},
		{"an at sign is no formula", "@SUM(A1)", "'@SUM(A1)"},
		{"a tab is no formula", "\t=1", "\"'\t=1\""},
		{"a carriage return is no formula", "\r=1", "\"'\r=1\""},
		{"a line feed is no formula", "\n=1", "\"'\n=1\""},
		{"a space does not hide a formula", " =1", `"' =1"`},
		{"a full-width sign is no formula", "＝1", "'＝1"},
		{"a formula with a comma is quoted and marked", "=A1,B1", `"'=A1,B1"`},
		{"a sign inside is left alone", "a=b", "a=b"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := written(Options{}, func(w *CSVWriter) { w.Text(x.in) }); got != x.want+"\r\n" {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestCSVWriter_Numbers(t *testing.T) {
	for _, x := range []struct {
		name, want, french string
		cell               func(*CSVWriter)
	}{
		{"an id", "9223372036854775807", "9223372036854775807", func(w *CSVWriter) { w.Int(9223372036854775807) }},
		{"a negative number stays a number", "-12", "-12", func(w *CSVWriter) { w.Int(-12) }},
		{"dollars keep two decimals", "12.50", "12,50", func(w *CSVWriter) { w.Cents(1250) }},
		{"a refund stays a number", "-0.05", "-0,05", func(w *CSVWriter) { w.Cents(-5) }},
		{"the smallest amount does not overflow", "-92233720368547758.08", "-92233720368547758,08", func(w *CSVWriter) { w.Cents(-1 << 63) }},
		{"eight hours", "8", "8", func(w *CSVWriter) { w.Hours(480) }},
		{"seven hours and a half", "7.5", "7,5", func(w *CSVWriter) { w.Hours(450) }},
		{"twenty minutes", "0.3333", "0,3333", func(w *CSVWriter) { w.Hours(20) }},
		{"no hours", "0", "0", func(w *CSVWriter) { w.Hours(0) }},
		{"a minute less than nothing", "-0.0167", "-0,0167", func(w *CSVWriter) { w.Hours(-1) }},
		{"one minute", "0.0167", "0,0167", func(w *CSVWriter) { w.Hours(1) }},
		{"kilometres", "12.05", "12,05", func(w *CSVWriter) { w.Decimal(1205, 2) }},
		{"a whole decimal has no decimals", "12", "12", func(w *CSVWriter) { w.Decimal(1200, 2) }},
		{"nothing is 0", "0", "0", func(w *CSVWriter) { w.Decimal(0, 4) }},
		{"a day", "2026-03-08", "2026-03-08", func(w *CSVWriter) { w.Day(db.MustDay("2026-03-08")) }},
		{"the last day of a year", "1987-12-31", "1987-12-31", func(w *CSVWriter) { w.Day(db.MustDay("1987-12-31")) }},
		{"no day", "", "", func(w *CSVWriter) { w.Day(db.Day{}) }},
		{"an instant", "2026-11-20T13:00:00Z", "2026-11-20T13:00:00Z", func(w *CSVWriter) { w.Instant(1795179600000) }},
		{"never", "", "", func(w *CSVWriter) { w.Instant(0) }},
		{"an empty cell", "", "", func(w *CSVWriter) { w.Empty() }},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := written(Options{}, x.cell); got != x.want+"\r\n" {
				t.Errorf("got %q, want %q", got, x.want)
			}
			if x.french == "" {
				return
			}
			if got := written(Options{Sep: ';'}, x.cell); strings.Trim(got, "\r\n") != x.french {
				t.Errorf("with a semicolon: got %q, want %q", got, x.french)
			}
		})
	}
}

func TestCSVWriter_separates_cells_of_every_kind(t *testing.T) {
	got := written(Options{}, func(w *CSVWriter) {
		for range 2 {
			w.Text("a")
			w.Int(1)
			w.Decimal(25, 1)
			w.Cents(5)
			w.Hours(30)
			w.Day(db.MustDay("2026-03-08"))
			w.Instant(1795179600000)
			w.Empty()
		}
	})
	const row = "a,1,2.5,0.05,0.5,2026-03-08,2026-11-20T13:00:00Z,"
	if got != row+","+row+"\r\n" {
		t.Errorf("got %q", got)
	}
}

// flaky fails once, and counts what it is given afterwards.
type flaky struct{ failed, after int }

func (w *flaky) Write(b []byte) (int, error) {
	if w.failed++; w.failed == 1 {
		return 0, io.ErrShortWrite
	}
	w.after += len(b)
	return len(b), nil
}

func TestCSVWriter_writes_nothing_after_an_error(t *testing.T) {
	out := &flaky{}
	w := NewCSV(out, Options{})
	for range 3 {
		w.Text(strings.Repeat("x", flushAt))
		_ = w.EndRow()
	}
	if err := w.Close(); !errors.Is(err, io.ErrShortWrite) || out.after != 0 {
		t.Errorf("%v, and %d bytes after it", err, out.after)
	}
}

func TestCSVWriter_MarkAndSeparator(t *testing.T) {
	got := written(Options{BOM: true, Sep: ';'}, func(w *CSVWriter) { w.Text("a"); w.Empty(); w.Int(3) })
	if want := "\xEF\xBB\xBFa;;3\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever is typed comes back from another program's reader, but for the apostrophe before a formula.
func TestCSVWriter_ReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.StringMatching(`[^\r]*`), 2, 6)
		rows := rapid.SliceOfN(text, 1, 5).Draw(t, "rows")
		var b bytes.Buffer
		w := NewCSV(&b, Options{})
		for _, row := range rows {
			for _, cell := range row {
				w.Text(cell)
			}
			if err := w.EndRow(); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(&b)
		r.FieldsPerRecord = -1
		for _, row := range rows {
			got, err := r.Read()
			if row[0] == "" && len(row) == 1 {
				continue
			}
			if err != nil || len(got) != len(row) {
				t.Fatalf("%q came back as %q, %v", row, got, err)
			}
			for i, cell := range row {
				if startsFormula(cell) {
					cell = "'" + cell
				}
				if got[i] != cell {
					t.Fatalf("%q came back as %q", cell, got[i])
				}
			}
		}
	})
}

func TestCSVWriter_HoursAddUpToTheMinute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minutes := rapid.Int64Range(0, 1_000_000).Draw(t, "minutes")
		cell := strings.TrimSuffix(written(Options{}, func(w *CSVWriter) { w.Hours(minutes) }), "\r\n")
		hours, err := strconv.ParseFloat(cell, 64)
		if err != nil || int64(hours*60+0.5) != minutes {
			t.Fatalf("%d minutes are written as %q", minutes, cell)
		}
	})
}

func TestCSVWriter_KeepsTheFirstError(t *testing.T) {
	w := NewCSV(brokenPipe{}, Options{})
	var err error
	for range 10_000 {
		w.Text("a line that fills the buffer in the end")
		if err = w.EndRow(); err != nil {
			break
		}
	}
	if !errors.Is(err, io.ErrClosedPipe) || !errors.Is(w.Close(), io.ErrClosedPipe) {
		t.Errorf("a broken connection is told as %v", err)
	}
}

func TestCSVWriter_AllocatesNothingPerRow(t *testing.T) {
	w := NewCSV(io.Discard, Options{})
	if n := testing.AllocsPerRun(1000, func() { writeLine(w, 7) }); n != 0 {
		t.Errorf("%v allocations a row", n)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func written(o Options, cells func(*CSVWriter)) string {
	var b bytes.Buffer
	w := NewCSV(&b, o)
	cells(w)
	w.EndRow()
	w.Close()
	return b.String()
}

func writeLine(w Rows, i int64) error {
	w.Text("2026-25")
	w.Int(271583)
	w.Int(i)
	w.Text("Bouchard-Tremblay, Marie-Ève")
	w.Day(db.MustDay("2026-11-15"))
	w.Text("G1")
	w.Text("regular")
	w.Hours(450 + i%60)
	w.Cents(i)
	w.Text("approved")
	return w.EndRow()
}

func BenchmarkCSVWriter(b *testing.B) {
	w := NewCSV(io.Discard, Options{})
	b.ReportAllocs()
	for i := range int64(b.N) {
		if err := writeLine(w, i); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// The floor: the standard library with the same cells, which knows nothing of formulas.
func BenchmarkEncodingCSV(b *testing.B) {
	w := csv.NewWriter(io.Discard)
	b.ReportAllocs()
	row := make([]string, 10)
	for i := range int64(b.N) {
		row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9] = "2026-25", strconv.Itoa(271583),
			strconv.FormatInt(i, 10),
			"Bouchard-Tremblay, Marie-Ève", db.MustDay("2026-11-15").String(), "G1", "regular",
			strconv.FormatFloat(float64(450+i%60)/60, 'f', 4, 64), strconv.FormatFloat(float64(i)/100, 'f', 2, 64), "approved"
		if err := w.Write(row); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
