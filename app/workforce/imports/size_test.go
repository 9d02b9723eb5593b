package imports

import (
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// A text that many cells of a workbook share is stored with each of them: the file says nothing about what its lines take.
func TestUpload_limits_all_lines_together(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.maxText = 1000
		file := heading + strings.Repeat("1;2;"+strings.Repeat("a", 300)+"\n", 4)
		_, err := w.Upload(t.Context(), w.payroll, Employees, "file.csv", strings.NewReader(file))
		if f := errs.FieldsOf(err); len(f) != 1 || f[0].Code != "workbook_too_large" {
			t.Errorf("%v", err)
		}
		if list, err := w.List(t.Context(), w.payroll, 0, 9); err != nil || len(list) != 0 {
			t.Errorf("%d imports are kept, %v", len(list), err)
		}
	})
}
