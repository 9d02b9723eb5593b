package tablewriter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

func TestSheet_KeepsWhateverIsTyped(t *testing.T) {
	texts := []string{
		"", " spaces around ", "a\ttab, a\nline and a \rreturn", `<b>&amp;"quoted"'`, "_x0041_ is no A", "_x00zz_", "__x0041_", "É 😀 ünï", "=1+1",
		"+1", "@cmd",
	}
	var b bytes.Buffer
	w, err := newSheet(&b)
	if err != nil {
		t.Fatal(err)
	}
	w.Text("header")
	w.EndRow()
	for _, s := range texts {
		w.Empty()
		w.Text(s)
		w.EndRow()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f := opened(t, b.Bytes())
	for i, want := range texts {
		at, _ := excelize.CoordinatesToCellName(2, i+2)
		if got, err := f.GetCellValue("Sheet1", at); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", at, got, err, want)
		}
	}
}

func opened(t *testing.T, workbook []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(workbook))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestSheet_LooksOfCells(t *testing.T) {
	f := opened(t, workbook(t))
	if style, err := f.GetStyle(mustStyle(t, f, "A1")); err != nil || style.Font == nil || !style.Font.Bold {
		t.Errorf("the header is not bold: %+v, %v", style, err)
	}
	if style, err := f.GetStyle(mustStyle(t, f, "C2")); err != nil || style.NumFmt != 4 {
		t.Errorf("dollars have no format of dollars: %+v, %v", style, err)
	}
	if panes, err := f.GetPanes("Sheet1"); err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("the header does not stay in sight: %+v, %v", panes, err)
	}
}

func mustStyle(t *testing.T, f *excelize.File, at string) int {
	t.Helper()
	id, err := f.GetCellStyle("Sheet1", at)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAppendXML(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"what XML cannot hold becomes the replacement character", "a\x00b\x1f\uffff", "a\uFFFDb\uFFFD\uFFFD"},
		{"broken UTF-8 as well", "a\xffb", "a\uFFFDb"},
		{"what would be read as an escape", "a_x0041_b_c ax0041_", "a_x005F_x0041_b_c ax0041_"},
		{"a cell holds 32,767 characters", strings.Repeat("x", maxText+1), strings.Repeat("x", maxText)},
		{"and none of them is cut in half", strings.Repeat("x", maxText-1) + "😀", strings.Repeat("x", maxText-1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(appendXML(nil, c.text)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestIsEscape(t *testing.T) {
	for text, want := range map[string]bool{
		"_x09af_": true, "_xAF09_ and more": true, "_x004_": false, "ax0041_": false, "_y0041_": false, "_x0041x": false,
		"_x00/1_": false, "_x00:1_": false, "_x00@1_": false, "_x00G1_": false, "_x00`1_": false, "_x00g1_": false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := isEscape(text); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestAppendColumn(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		t.Run(fmt.Sprintf("column %d is %s", n, want), func(t *testing.T) {
			if got := string(appendColumn(nil, n)); got != want {
				t.Errorf("column %d is %s, want %s", n, got, want)
			}
		})
	}
}

// short takes so many bytes, then fails.
type short struct{ left int }

func (w *short) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

func TestSheet_Faults(t *testing.T) {
	t.Run("a destination that takes no more is told, and nothing more is written", func(t *testing.T) {
		w, err := newSheet(&short{64 << 10})
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; err == nil && i < maxRows; i++ {
			w.Int(int64(i) * 7919)
			w.Text(strings.Repeat(string(rune('a'+i%26)), i%50))
			err = w.EndRow()
		}
		if !errors.Is(err, io.ErrShortWrite) || !errors.Is(w.Close(), io.ErrShortWrite) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an abandoned file is no workbook", func(t *testing.T) {
		var b bytes.Buffer
		w, err := newSheet(&b)
		if err != nil {
			t.Fatal(err)
		}
		w.Text("header")
		w.EndRow()
		w.Abandon()
		if w.Close() == nil {
			t.Error("it closed as if whole")
		}
		if _, err := excelize.OpenReader(&b); err == nil {
			t.Error("it opens")
		}
	})
	t.Run("a sheet that is full says so", func(t *testing.T) {
		w, err := newSheet(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		w.n = maxRows
		if err := w.EndRow(); !errors.Is(err, errSheetFull) {
			t.Errorf("got %v", err)
		}
		w.err = io.ErrShortWrite
		if err := w.EndRow(); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("got %v in place of the first error", err)
		}
	})
}
