package tablewriter

import (
	"archive/zip"
	"bytes"
	"errors"
	"testing"

	"github.com/xuri/excelize/v2"

	"presence/db"
)

func workbook(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := New(&b, Options{Format: XLSX})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []string{"name", "hours", "amount", "day", "note", "id"} {
		w.Text(h)
	}
	if err := w.EndRow(); err != nil {
		t.Fatal(err)
	}
	w.Text("Émilie Côté")
	w.Hours(450)
	w.Cents(-1250)
	w.Day(db.MustDay("2026-11-15"))
	w.Text("=1+1")
	w.Int(42)
	if err := w.EndRow(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSheet_Moments(t *testing.T) {
	var b bytes.Buffer
	w, err := New(&b, Options{Format: XLSX})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []db.Day{db.MustDay("1900-02-28"), db.MustDay("1900-03-01")} {
		w.Day(d)
	}
	for _, i := range []db.Instant{1795179600000, 0, 1795179601000} {
		w.Instant(i)
	}
	if err := errors.Join(w.EndRow(), w.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for cell, want := range map[string]string{"A1": "1900-02-28", "B1": "61", "C1": "2026-11-20T13:00:00Z", "D1": "",
		"E1": "2026-11-20T13:00:01Z"} {
		if got, err := f.GetCellValue("Sheet1", cell, excelize.Options{RawCellValue: true}); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", cell, got, err, want)
		}
	}
}

func TestSheet_ReadsBack(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(workbook(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for at, want := range map[string]string{
		"A1": "name", "A2": "Émilie Côté", "B2": "7.5", "C2": "-12.5", "D2": "46341", "E2": "=1+1", "F2": "42",
	} {
		t.Run("cell "+at, func(t *testing.T) {
			if got, err := f.GetCellValue("Sheet1", at, excelize.Options{RawCellValue: true}); err != nil || got != want {
				t.Errorf("%s is %q (%v), want %q", at, got, err, want)
			}
		})
	}
	if day, err := f.GetCellValue("Sheet1", "D2"); err != nil || day != "2026-11-15" {
		t.Errorf("the day is shown as %q (%v)", day, err)
	}
	if formula, _ := f.GetCellFormula("Sheet1", "E2"); formula != "" {
		t.Errorf("what was typed became the formula %q", formula)
	}
	if kind, _ := f.GetCellType("Sheet1", "E2"); kind == excelize.CellTypeFormula || kind == excelize.CellTypeNumber {
		t.Errorf("what was typed is stored as type %d", kind)
	}
}

func TestSheet_IsTheSameByteForByte(t *testing.T) {
	if !bytes.Equal(workbook(t), workbook(t)) {
		t.Error("the same table gives two different files")
	}
}

// TestSheet_Dates reads the dates of the parts: each a date that a ZIP can hold, and the same whenever it is written.
func TestSheet_Dates(t *testing.T) {
	file := workbook(t)
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if f.ModifiedDate != 1<<5|1 || f.ModifiedTime != 0 { //nolint:staticcheck // what stands in the file is what is looked at
			t.Errorf("%s is dated %#x %#x", f.Name, f.ModifiedDate, f.ModifiedTime) //nolint:staticcheck // likewise
		}
	}
	if !bytes.Equal(file, workbook(t)) {
		t.Error("the same table gave other bytes")
	}
}
