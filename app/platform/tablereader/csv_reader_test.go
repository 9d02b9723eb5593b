package tablereader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"presence/app/platform/errs"
)

// got is a record that outlives the next Read.
type got struct {
	line  int
	cells []string
	fault Fault
}

func readAll(t testing.TB, r io.Reader) (list []got, err error) {
	t.Helper()
	x := NewCSV(r)
	for {
		rec, err := x.Read()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return list, err
		}
		list = append(list, got{rec.Line, slices.Clone(rec.Cells), rec.Fault})
	}
}

func TestCSVReader(t *testing.T) {
	for name, x := range map[string]struct {
		in   string
		want []got
	}{
		"reads_commas":                        {"a,b\n1,2\n", []got{{1, []string{"a", "b"}, ""}, {2, []string{"1", "2"}, ""}}},
		"reads semicolons with commas inside": {"a;b\n1,5;2\n", []got{{1, []string{"a", "b"}, ""}, {2, []string{"1,5", "2"}, ""}}},
		"reads_tabs":                          {"a\tb\n1\t2", []got{{1, []string{"a", "b"}, ""}, {2, []string{"1", "2"}, ""}}},
		"reads one column":                    {"a\r\n1\r\n", []got{{1, []string{"a"}, ""}, {2, []string{"1"}, ""}}},
		"reads lines of old macs":             {"a;b\r1;2\r", []got{{1, []string{"a", "b"}, ""}, {2, []string{"1", "2"}, ""}}},
		"drops the mark":                      {"\xEF\xBB\xBFa;b\n", []got{{1, []string{"a", "b"}, ""}}},
		"takes the hint of Excel":             {"sep=;\r\na,x;b\r\n", []got{{2, []string{"a,x", "b"}, ""}}},
		"keeps line breaks in quotes": {"a,b\n\"x\ny\",2\nz,3\n",
			[]got{{1, []string{"a", "b"}, ""}, {2, []string{"x\ny", "2"}, ""}, {4, []string{"z", "3"}, ""}}},
		"halves doubled quotes": {"a\n\"say \"\"hi\"\"\"\n", []got{{1, []string{"a"}, ""}, {2, []string{`say "hi"`}, ""}}},
		"takes a quote inside a cell as it is": {"a,b\n5\" pipe,2\n",
			[]got{{1, []string{"a", "b"}, ""}, {2, []string{`5" pipe`, "2"}, ""}}},
		"keeps what stands behind quotes": {"a,b\n\"x\"y,2\n", []got{{1, []string{"a", "b"}, ""}, {2, []string{"xy", "2"}, ""}}},
		"passes over empty rows":          {"a,b\n\n , \n1,2\n,\n", []got{{1, []string{"a", "b"}, ""}, {4, []string{"1", "2"}, ""}}},
		"gives up the line with an open quote": {"a,b\n\"x,2\ny,3\nz,4\n",
			[]got{{1, []string{"a", "b"}, ""}, {2, nil, BadQuote}, {3, []string{"y", "3"}, ""}, {4, []string{"z", "4"}, ""}}},
		"reads_Windows-1252": {"nom\nC\xF4t\xE9 \x9Cuvre\n",
			[]got{{1, []string{"nom"}, ""}, {2, []string{"Côté œuvre"}, ""}}},
		"finds out late that it is Windows-1252": {"nom\nx\n" + strings.Repeat("plain\n", 20_000) + "C\xF4t\xE9\n", nil},
		"refuses a line of bad UTF-8": {"nom\nCôté Éric\nC\xF4t\xE9\nLé\n",
			[]got{{1, []string{"nom"}, ""}, {2, []string{"Côté Éric"}, ""}, {3, nil, BadEncoding}, {4, []string{"Lé"}, ""}}},
		"refuses a line with NUL": {"nom\na\x00b\nc\n",
			[]got{{1, []string{"nom"}, ""}, {2, nil, BadControl}, {3, []string{"c"}, ""}}},
		"refuses a line that begins with NUL": {"nom\n\x00a\nc\n",
			[]got{{1, []string{"nom"}, ""}, {2, nil, BadControl}, {3, []string{"c"}, ""}}},
		"reads nothing of nothing":  {"", nil},
		"takes the hint of a comma": {"SEP=,\na;x,b\n", []got{{2, []string{"a;x", "b"}, ""}}},
		"takes the hint of a tab":   {"sep=\t\na;x\tb\n", []got{{2, []string{"a;x", "b"}, ""}}},
		"takes no other hint": {"sep=x\naxb\n",
			[]got{{1, []string{"sep=x"}, ""}, {2, []string{"axb"}, ""}}},
		"reads nothing behind a hint":                            {"sep=;", nil},
		"takes the comma where another separator is as frequent": {"a,b;c\n", []got{{1, []string{"a", "b;c"}, ""}}},
		"counts no separators in quotes":                         {"\"a;b;c\",d\n", []got{{1, []string{"a;b;c", "d"}, ""}}},
		"reads an empty first line": {"\na,b\r\n1,2\r\n",
			[]got{{2, []string{"a", "b"}, ""}, {3, []string{"1", "2"}, ""}}},
		"reads an empty first line of old macs": {"\ra,b\r1,2\r",
			[]got{{2, []string{"a", "b"}, ""}, {3, []string{"1", "2"}, ""}}},
		"reads quotes behind spaces": {"a,b\n1,  \"x,y\"\n",
			[]got{{1, []string{"a", "b"}, ""}, {2, []string{"1", "x,y"}, ""}}},
		"opens no quotes behind a word": {"a,b\nx \"y,z\n1,2\n",
			[]got{{1, []string{"a", "b"}, ""}, {2, []string{`x "y`, "z"}, ""}, {3, []string{"1", "2"}, ""}}},
		"reads a record of 64 KiB": {"a,b\n\"x\"," + strings.Repeat("y", maxRecord-4) + "\n",
			[]got{{1, []string{"a", "b"}, ""}, {2, []string{"x", strings.Repeat("y", maxRecord-4)}, ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			for how, r := range map[string]io.Reader{"whole": strings.NewReader(x.in), "byte by byte": iotest.OneByteReader(strings.NewReader(x.in)),
				"with EOF": iotest.DataErrReader(strings.NewReader(x.in))} {
				t.Run(how, func(t *testing.T) {
					list, err := readAll(t, r)
					if err != nil {
						t.Fatal(err)
					}
					if len(x.in) > 100_000 {
						if last := list[len(list)-1]; !slices.Equal(last.cells, []string{"Côté"}) {
							t.Errorf("the last line is %q", last.cells)
						}
						return
					}
					if fmt.Sprint(list) != fmt.Sprint(x.want) {
						t.Errorf("\n got %v\nwant %v", list, x.want)
					}
				})
			}
		})
	}
}

func TestCSVReader_Refusals(t *testing.T) {
	for name, x := range map[string]struct {
		in   io.Reader
		code string
	}{
		"a_workbook":         {strings.NewReader("PK\x03\x04 and more"), "csv_workbook"},
		"an old workbook":    {strings.NewReader("\xD0\xCF\x11\xE0\xA1\xB1"), "csv_workbook"},
		"what is compressed": {strings.NewReader("\x1F\x8B\x08 and more"), "csv_compressed"},
		"a line of 500 MB":   {io.LimitReader(endless{'x'}, 500<<20), "csv_line_too_long"},
		"a cell of 500 MB":   {io.MultiReader(strings.NewReader(`"`), io.LimitReader(endless{'x'}, 500<<20)), "csv_line_too_long"},
		"a record of a byte more than 64 KiB": {strings.NewReader("a,b\n\"x\"," + strings.Repeat("y", maxRecord-3) + "\n"),
			"csv_line_too_long"},
		"a long line behind others": {io.MultiReader(strings.NewReader("a,b\n1,2\n"), io.LimitReader(endless{'x'}, 1<<20)), "csv_line_too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readAll(t, x.in)
			e, ok := errs.Of(err)
			if !ok || len(e.Fields) != 1 || e.Fields[0].Code != x.code {
				t.Errorf("got %v, want %s", err, x.code)
			}
		})
	}
	t.Run("a source that gives nothing and does not end", func(t *testing.T) {
		if _, err := readAll(t, silent{}); !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("hands_on_what_the_source_says", func(t *testing.T) {
		cut := errors.New("cut")
		list, err := readAll(t, io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(cut)))
		if !errors.Is(err, cut) {
			t.Errorf("got %v after %v", err, list)
		}
	})
}

// silent is a source that never has anything to read.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

type endless struct{ c byte }

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = e.c
	}
	return len(b), nil
}

func TestCSVReader_decides_by_the_first_64_KiB(t *testing.T) {
	in := "nom\né\n" + strings.Repeat("plain\n", window/len("plain\n")) + "\xE9\n\xE9\n"
	for how, r := range map[string]io.Reader{"whole": strings.NewReader(in), "in parts": iotest.HalfReader(strings.NewReader(in))} {
		t.Run(how, func(t *testing.T) {
			list, err := readAll(t, r)
			if err != nil || list[1].cells[0] != "é" || list[len(list)-1].fault != BadEncoding {
				t.Errorf("%v, %v at the end, %v", list[:2], list[len(list)-1], err)
			}
		})
	}
}

// Input that arrives in pieces after the first 64 KiB is read like a single read.
func TestCSVReader_behind_the_first_64_KiB(t *testing.T) {
	plain := strings.Repeat("plain\n", window/len("plain\n")+1)
	t.Run("a record with quotes comes in pieces", func(t *testing.T) {
		list, err := readAll(t, iotest.OneByteReader(strings.NewReader("a,b\n"+plain+"\"x\ny \"\"z\n\"\"\",2\n3,4")))
		if err != nil || len(list) < 2 {
			t.Fatal(err)
		}
		if last := fmt.Sprint(list[len(list)-2:]); !strings.Contains(last, "[x\ny \"z\n\" 2]") || !strings.Contains(last, "[3 4]") {
			t.Errorf("the last records are %s", last)
		}
	})
	t.Run("an empty line comes alone", func(t *testing.T) {
		list, err := readAll(t, io.MultiReader(strings.NewReader("a,b\n"+plain), strings.NewReader("\n"), strings.NewReader("3,4\n5,6\n")))
		if err != nil || len(list) < 2 {
			t.Fatal(err)
		}
		if last := list[len(list)-2]; last.line != 10926 || !slices.Equal(last.cells, []string{"3", "4"}) {
			t.Errorf("the record behind it is %v", last)
		}
	})
	t.Run("the table ends with a quote", func(t *testing.T) {
		quotes := strings.Repeat(strings.Repeat(`"`, 64)+"\n", window/65+1) // stale bytes in the buffer after the end are quotes, too
		list, err := readAll(t, iotest.OneByteReader(strings.NewReader(quotes+"\"x\ny\"")))
		if err != nil || len(list) == 0 {
			t.Fatal(err)
		}
		if last := list[len(list)-1]; !slices.Equal(last.cells, []string{"x\ny"}) {
			t.Errorf("the last record is %v", last)
		}
	})
	t.Run("the source fails at that place", func(t *testing.T) {
		cut := errors.New("cut")
		list, err := readAll(t, io.MultiReader(strings.NewReader(strings.Repeat("7 bytes\n", window/8)), iotest.ErrReader(cut)))
		if !errors.Is(err, cut) || len(list) != window/8 {
			t.Errorf("%d of %d records, then %v", len(list), window/8, err)
		}
	})
	t.Run("the source fails between two lines", func(t *testing.T) {
		cut := errors.New("cut")
		if _, err := readAll(t, io.MultiReader(strings.NewReader(plain), iotest.ErrReader(cut))); !errors.Is(err, cut) {
			t.Errorf("got %v", err)
		}
	})
}

func TestGuessEncoding(t *testing.T) {
	for _, x := range []struct {
		name, head string
		want       encoding
	}{
		{"nothing says nothing", "", unknown},
		{"ASCII says nothing", "nom", unknown},
		{"a letter of UTF-8", "é", utf8Text},
		{"the replacement character is a letter", "\uFFFD", utf8Text},
		{"a letter of Windows-1252", "C\xF4t\xE9 ", windows1252},
		{"as many letters of either", "é \xE9 ", utf8Text},
		{"more of Windows-1252", "é \xE9 \xE9 ", windows1252},
		{"a letter that the end cuts says nothing", "nom\xC3", unknown},
		{"nor does a longer one, wherever it is cut", "nom\xF0\x9F\x98", unknown},
		{"a byte at the end that begins no letter", "nom\xFF", windows1252},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := guessEncoding([]byte(x.head)); got != x.want {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

// spelled are the ways in which a table is written; each gives bytes for cells.
var spelled = map[string]func(s string) []byte{
	"UTF-8":           func(s string) []byte { return []byte(s) },
	"UTF-8 with mark": func(s string) []byte { return []byte("\uFEFF" + s) },
	"Windows-1252": func(s string) []byte {
		b, err := charmap.Windows1252.NewEncoder().Bytes([]byte(s))
		if err != nil {
			panic(err)
		}
		return b
	},
	"UTF-16": func(s string) []byte {
		b := []byte{0xFF, 0xFE}
		for _, u := range utf16.Encode([]rune(s)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return b
	},
}

// TestCSVReader_ReadsWhatWasWritten writes tables of made-up cells in every way and reads them back.
func TestCSVReader_ReadsWhatWasWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(2026, 11))
	pieces := []string{"", "Côté", "l’Île", "œuvre", "é", "a@b.ca", "\"", "\n", "\r\n", ",", ";", "\t", " ", "x", "Ÿ", "€"}
	for way, spell := range spelled {
		for _, sep := range []string{",", ";", "\t"} {
			for _, end := range []string{"\n", "\r\n"} {
				for range 60 {
					width := 2 + random.IntN(5)
					table := [][]string{make([]string, width)} // the heading decides the separator
					for i := range table[0] {
						table[0][i] = fmt.Sprint("colonne", i)
					}
					for range 1 + random.IntN(6) {
						row := make([]string, width)
						for i := range row {
							for range random.IntN(4) {
								row[i] += pieces[random.IntN(len(pieces))]
							}
						}
						row[0] = "x" + row[0] // a row of blanks is passed over
						table = append(table, row)
					}
					var text strings.Builder
					for _, row := range table {
						for i, cell := range row {
							if i > 0 {
								text.WriteString(sep)
							}
							if strings.ContainsAny(cell, "\"\r\n"+sep) || strings.HasPrefix(cell, " ") || random.IntN(4) == 0 {
								cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
							}
							text.WriteString(cell)
						}
						text.WriteString(end)
					}
					list, err := readAll(t, bytes.NewReader(spell(text.String())))
					if err != nil || len(list) != len(table) {
						t.Fatalf("%s %q: %d of %d rows, %v\n%q", way, sep, len(list), len(table), err, text.String())
					}
					for i, row := range table {
						if !slices.Equal(list[i].cells, row) {
							t.Fatalf("%s %q: row %d is %q, want %q\n%q", way, sep, i, list[i].cells, row, text.String())
						}
					}
				}
			}
		}
	}
}

// FuzzCSVReader looks for tables that make the reader stop for ever, lose count of lines or give text that is none.
func FuzzCSVReader(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\"a\nb", "\xFF\xFEa\x00,\x00", "sep=;\r\na;b", "a\n\"\"\"\n\"", "\r\r\n\"x\ry\"", "C\xF4t\xE9"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		whole, err := readAll(t, bytes.NewReader(in))
		parts, err2 := readAll(t, iotest.HalfReader(bytes.NewReader(in)))
		if fmt.Sprint(whole, err) != fmt.Sprint(parts, err2) {
			t.Fatalf("read whole: %v %v\nin parts: %v %v", whole, err, parts, err2)
		}
		last := 0
		for _, r := range whole {
			if r.line <= last {
				t.Fatalf("line %d follows %d", r.line, last)
			}
			last = r.line
			for _, c := range r.cells {
				if strings.ToValidUTF8(c, "") != c || strings.Contains(c, "\x00") {
					t.Fatalf("line %d gives %q", r.line, c)
				}
			}
		}
	})
}
