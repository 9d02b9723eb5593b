package csvx

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"

	"presence/app/platform/errs"
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

func TestParseOptions(t *testing.T) {
	for _, x := range []struct {
		name, format, bom, sep string
		want                   Options
		faults                 int
	}{
		{"defaults to plain CSV", "", "", "", Options{CSV, false, ','}, 0},
		{"reads what a French Excel wants", "csv", "1", ";", Options{CSV, true, ';'}, 0},
		{"reads xlsx", "xlsx", "0", ",", Options{XLSX, false, ','}, 0},
		{"tells every fault at once", "pdf", "yes", "|", Options{}, 3},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, err := ParseOptions(x.format, x.bom, x.sep)
			if x.faults == 0 && (err != nil || got != x.want) {
				t.Fatalf("got %+v, %v", got, err)
			}
			if x.faults > 0 {
				e, ok := errs.Of(err)
				if !ok || len(e.Fields) != x.faults {
					t.Fatalf("got %v, want %d faults", err, x.faults)
				}
			}
		})
	}
}

func TestOptions_Headers(t *testing.T) {
	if got, want := (Options{}).Disposition("presence-2026-25"), `attachment; filename=presence-2026-25.csv`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := (Options{Format: XLSX}).Disposition(`a"b`), `attachment; filename="a\"b.xlsx"`; got != want {
		t.Errorf("got %s, want %s", got, want)
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
