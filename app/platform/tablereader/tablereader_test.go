package tablereader

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"presence/app/platform/errs"
	"presence/app/platform/tablewriter"
)

// read returns the rows of a table as lines of cells between bars, and the code of the error that ended it.
func read(r io.Reader) (rows []string, code string) {
	err := Open(context.Background(), r, "", func(t Reader) error {
		head, err := ReadHeading(t)
		if err != nil {
			return err
		}
		rows = append(rows, strings.Join(head, "|"))
		for {
			rec, err := t.Read()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			rows = append(rows, fmt.Sprint(rec.Line, " ", strings.Join(rec.Cells, "|"), rec.Fault))
		}
	})
	if e, ok := errs.Of(err); ok && len(e.Fields) > 0 {
		code = e.Fields[0].Code
	} else if err != nil {
		code = err.Error()
	}
	return rows, code
}

func TestOpen_reads_a_CSV(t *testing.T) {
	rows, code := read(strings.NewReader("Prénom;Nom\nMaude;Thériault\n\n\"É;lise\";Roy\n"))
	if want := []string{"Prénom|Nom", "2 Maude|Thériault", "4 É;lise|Roy"}; code != "" || !slices.Equal(rows, want) {
		t.Errorf("%q %s", rows, code)
	}
}

func TestOpen_reads_what_Excel_writes(t *testing.T) {
	f := excelize.NewFile()
	style := func(code string) int {
		id, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	at := time.Date(2026, 1, 31, 8, 30, 0, 0, time.UTC)
	for cell, v := range map[string]any{"A1": "No", "B1": "Embauche", "D1": "Téléphone", "A2": 1001, "B2": at, "D2": 15145550142, "A3": 8.3,
		"B3": time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC), "D3": "x & <b>\nÉ", "A5": true, "D5": "last", "B6": 0.5, "C6": 1} {
		if err := f.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	for cell, code := range map[string]string{"B2": `yyyy\-mm\-dd hh:mm`, "B3": `[$-409]d "d" mmmm yyyy`, "B6": "hh:mm", "C6": "hh:mm", "A2": `0.00 "day"`} {
		if err := f.SetCellStyle("Sheet1", cell, cell, style(code)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SetCellRichText("Sheet1", "C3", []excelize.RichTextRun{{Text: "two "}, {Text: "runs"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.NewSheet("Other"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	rows, code := read(&b)
	want := []string{"No|Embauche||Téléphone", "2 1001|2026-01-31 08:30||15145550142", "3 8.3|2026-01-31|two runs|x & <b>\nÉ",
		"5 1|||last", "6 |12:00|24:00"}
	if code != "" || !slices.Equal(rows, want) {
		t.Errorf("%q %s", rows, code)
	}
}

func TestOpen_reads_what_we_write(t *testing.T) {
	var b bytes.Buffer
	w, err := tablewriter.New(&b, tablewriter.Options{Format: tablewriter.XLSX})
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range []string{"a", "_x0041_ =1+1"} {
		w.Text(cell)
		if err := w.EndRow(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if rows, code := read(&b); code != "" || !slices.Equal(rows, []string{"a", "2 _x0041_ =1+1"}) {
		t.Errorf("%q %s", rows, code)
	}
}

// entries returns a ZIP file of n empty files without names.
func entries(t *testing.T, n int) io.Reader {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for range n {
		if _, err := z.CreateRaw(&zip.FileHeader{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

// zipped returns a workbook whose sheet begins with a heading and goes on with n repetitions of a text.
func zipped(t *testing.T, text string, n int) io.Reader {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	part := func(name string) io.Writer {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	fmt.Fprint(part("xl/workbook.xml"), `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>`+
		`<sheet name="h" state="hidden" r:id="rId9"/><sheet name="a" r:id="rId1"/></sheets></workbook>`)
	fmt.Fprint(part("xl/_rels/workbook.xml.rels"), `<Relationships><Relationship Id="rId9" Target="none.xml"/>`+
		`<Relationship Id="rId1" Target="/xl/worksheets/one.xml"/></Relationships>`)
	sheet := part("xl/worksheets/one.xml")
	fmt.Fprint(sheet, `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>`)
	for range n {
		fmt.Fprint(sheet, text)
	}
	fmt.Fprint(sheet, `</sheetData></worksheet>`)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func TestOpen_survives(t *testing.T) {
	mebi := strings.Repeat("a", 1<<20)
	noise := make([]byte, 1<<20)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(noise)
	for _, x := range []struct {
		name string
		r    io.Reader
		want string // code; "rows": it is read
	}{
		{"an empty file", strings.NewReader(""), "csv_empty"},
		{"a line of 100 MB", io.LimitReader(letters{}, 100<<20), "csv_line_too_long"},
		{"a hundred million zeros", io.LimitReader(zeros{}, 100<<20), "csv_line_too_long"},
		{"noise", bytes.NewReader(noise), "not_a_table"},
		{"a ZIP that is no workbook", strings.NewReader("PK\x03\x04nothing"), "bad_workbook"},
		{"an old workbook", strings.NewReader("\xD0\xCF\x11\xE0old"), "csv_workbook"},
		{"a small file that unpacks to one cell of 100 MB", zipped(t, mebi, 100), "workbook_too_large"},
		{"a small file that unpacks to rows of 257 MB", zipped(t, strings.Repeat(`<row><c><v>1</v></c></row>`, 41_000), 257), "workbook_too_large"},
		{"a cell of half a megabyte", zipped(t, `<row><c t="str"><v>`+mebi[:1<<19]+`</v></c></row>`, 1), "workbook_too_large"},
		{"a ZIP file of 100,000 empty entries", entries(t, 100_000), "workbook_too_large"},
		{"a cell in the last column of all", zipped(t, `<row><c r="XFD2"><v>1</v></c></row>`, 1), "too_many_columns"},
		{"a row that does not end", zipped(t, `<row><c><v>1</v></c>`, 1), "bad_workbook"},
		{"a text that does not exist", zipped(t, `<row><c t="s"><v>7</v></c></row>`, 1), "bad_workbook"},
		{"300,000 empty rows", zipped(t, `<row><c r="C1"/></row>`, 300_000), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			before := heap()
			_, code := read(x.r)
			if code != x.want {
				t.Errorf("%s, want %s", code, x.want)
			}
			if more := heap() - before; more > 32<<20 {
				t.Errorf("%d MB are held", more>>20)
			}
		})
	}
}

// A sheet over the limit is refused before its first row is read: reading it would take the processor for many seconds.
func TestOpenWorkbook_limits_the_sheet(t *testing.T) {
	const row, limit = `<row><c><v>1</v></c></row>`, 1 << 20
	for _, x := range []struct {
		name string
		rows int
		want string
		read bool
	}{
		{"a sheet within the limit", 100, "", true},
		{"a sheet over the limit", limit / len(row), "workbook_too_large", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			read := false
			err := Spool(zipped(t, row, x.rows), t.TempDir(), func(f *os.File) error {
				return openWorkbook(t.Context(), f, limit, func(Reader) error { read = true; return nil })
			})
			code := ""
			if e, ok := errs.Of(err); ok {
				code = e.Fields[0].Code
			} else if err != nil {
				t.Fatal(err)
			}
			if code != x.want || read != x.read {
				t.Errorf("%q, read %v", code, read)
			}
		})
	}
}

// bomb returns a workbook of a few kilobytes with one part of many repetitions of a text.
func bomb(t *testing.T, name, begin, text, end string, n int) io.Reader {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	parts := map[string]string{"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="sheet.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>` +
			`<sheet name="a" r:id="rId1"/></sheets></workbook>`,
		"xl/sheet.xml": `<worksheet><sheetData><row><c t="str"><v>a</v></c></row></sheetData></worksheet>`}
	delete(parts, name)
	for part, content := range parts {
		w, err := z.Create(part)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, content)
	}
	w, err := z.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(w, begin)
	fmt.Fprint(w, strings.Repeat(text, n)+end)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

// Small compressed parts that expand to a size beyond the limits of memory or time are refused.
func TestOpen_survives_long_lists(t *testing.T) {
	for _, x := range []struct {
		name string
		r    io.Reader
	}{
		{"more sheets than fit into the list", bomb(t, "xl/workbook.xml", `<workbook><sheets>`, `<sheet/>`, `</sheets></workbook>`, maxList/8)},
		{"more parts than fit into the list",
			bomb(t, "xl/_rels/workbook.xml.rels", `<Relationships>`, `<Relationship/>`, `</Relationships>`, maxList/15)},
		{"more styles than fit", bomb(t, "xl/styles.xml", `<styleSheet><cellXfs>`, `<xf/>`, `</cellXfs></styleSheet>`, maxStyles/5)},
		{"more empty texts than are read", bomb(t, "xl/sharedStrings.xml", `<sst>`, `<si/>`, `</sst>`, maxCount+1)},
		{"texts that are packed to less than their two-hundredth",
			bomb(t, "xl/sharedStrings.xml", `<sst>`, `<si><t>`+strings.Repeat("a", 1<<10)+`</t></si>`, `</sst>`, freeRatio>>10)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, code := read(x.r); code != "workbook_too_large" {
				t.Errorf("%q, want workbook_too_large", code)
			}
		})
	}
}

func TestOpen_reads_many_texts(t *testing.T) {
	for _, x := range []struct {
		name string
		r    io.Reader
	}{
		{"as many as are read", bomb(t, "xl/sharedStrings.xml", `<sst>`, `<si/>`, `</sst>`, maxCount)},
		{"of a few megabytes, however well they are packed",
			bomb(t, "xl/sharedStrings.xml", `<sst>`, `<si><t>`+strings.Repeat("a", 1<<10)+`</t></si>`, `</sst>`, freeRatio>>11)},
		{"of more megabytes, which are packed as those of people are",
			bomb(t, "xl/sharedStrings.xml", `<sst>`, `<si><t>`+sentence()+`</t></si>`, `</sst>`, freeRatio/sentenceBytes+1)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, code := read(x.r); code != "" {
				t.Error(code)
			}
		})
	}
}

// sentenceBytes is the length of sentence: more than DEFLATE looks back, so that repetitions of it are packed no better than itself.
const sentenceBytes = 64 << 10

// sentence returns random small letters.
func sentence() string {
	random, text := rand.New(rand.NewPCG(1, 2)), make([]byte, sentenceBytes)
	for i := range text {
		text[i] = byte('a' + random.IntN(26))
	}
	return string(text)
}

// A request that was cancelled ends the reading of a workbook, in its texts and in its rows.
func TestOpen_ends_with_its_context(t *testing.T) {
	big := func() io.Reader { return zipped(t, `<row><c><v>1</v></c></row>`, 10_000) }
	t.Run("before it is read", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := Open(ctx, big(), "", func(Reader) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("in the middle of its rows", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := Open(ctx, big(), "", func(r Reader) error {
			for {
				if _, err := r.Read(); err != nil {
					return err
				}
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("in its texts", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		g := &guard{ctx: ctx, src: strings.NewReader("<sst/>"), left: maxTexts, token: maxToken}
		if _, err := g.next(xml.NewDecoder(g)); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// Two workbooks are read at a time; the third waits, and is refused when that takes too long.
func TestOpen_two_at_a_time(t *testing.T) {
	row := func() io.Reader { return zipped(t, `<row><c><v>1</v></c></row>`, 1) }
	var opened, done sync.WaitGroup
	release := make(chan struct{})
	opened.Add(maxWorkbooks)
	for range maxWorkbooks {
		done.Go(func() {
			err := Open(t.Context(), row(), "", func(Reader) error { opened.Done(); <-release; return nil })
			if err != nil {
				t.Error(err)
			}
		})
	}
	opened.Wait()
	if err := workbooks.Acquire(t.Context(), 1, time.Millisecond); errs.KindOf(err) != errs.KindUnavailable || !errs.HasCode(err, "busy") {
		t.Errorf("the third: %v", err)
	}
	if err := Open(t.Context(), strings.NewReader("a\n1\n"), "", func(Reader) error { return nil }); err != nil {
		t.Errorf("a CSV waits for workbooks: %v", err)
	}
	waits := make(chan error)
	go func() { waits <- Open(t.Context(), row(), "", func(Reader) error { return nil }) }()
	close(release)
	if err := <-waits; err != nil {
		t.Errorf("the one that waits: %v", err)
	}
	done.Wait()
}

// heap returns the bytes that are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestMatch(t *testing.T) {
	columns := []Column{{"email", []string{"courriel", "adresse de courriel"}}, {"first_name", []string{"prénom"}},
		{"number", []string{"no d'employé"}}}
	for _, x := range []struct {
		name     string
		headings []string
		want     []string
	}{
		{"in French, whatever the accents, case and spaces", []string{"PRENOM", "Adresse  de Courriel"}, []string{"first_name", "email"}},
		{"by the field itself", []string{"first_name", "E-mail"}, []string{"first_name", "email"}},
		{"with a degree sign for an o", []string{"N° d'employé", "Courriel"}, []string{"number", "email"}},
		{"the first of two that mean the same", []string{"Email", "Courriel"}, []string{"email", ""}},
		{"nothing for others", []string{"", "Note"}, []string{"", ""}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := Match(x.headings, columns); !slices.Equal(got, x.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestCheckFields(t *testing.T) {
	columns, headings := []Column{{Field: "email"}, {Field: "name"}}, []string{"a", "b", "c"}
	for _, x := range []struct {
		name   string
		fields []string
		want   string
	}{
		{"each field once, and columns that are left out", []string{"email", "", "name"}, ""},
		{"too few fields", []string{"email"}, "fields:length"},
		{"a field that there is not", []string{"email", "salary", ""}, "fields[1]:unknown"},
		{"a field twice", []string{"email", "", "email"}, "fields[2]:field_twice"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := ""
			for _, f := range CheckFields(headings, x.fields, columns) {
				got += f.Field + ":" + f.Code
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
