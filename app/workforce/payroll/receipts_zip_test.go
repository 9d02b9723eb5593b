package payroll_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

// receipt adds a receipt to an expense, with these bytes.
func (o *office) receipt(expense int64, content string) {
	o.Helper()
	o.run(`INSERT INTO expense_receipts (expense_id, hash, name, media_type, size, width, height, uploaded_by, created_at, content)
		VALUES ($1, $2, 'a.jpg', 'image/jpeg', 1, 1, 1, '', 1, $3) RETURNING id`, expense, "hash of "+content, []byte(content))
}

// receipts reads the ZIP of an export: its names in their order, the content of each, and the lines of the list.
func (o *office) receipts(id int64) (names []string, files map[string]string, list [][]string) {
	o.Helper()
	_, write, err := o.payroll.Receipts(o.Context(), o.by, id)
	if err != nil {
		o.Fatal(err)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		o.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		o.Fatal(err)
	}
	files = map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			o.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			o.Fatal(err)
		}
		names, files[f.Name] = append(names, f.Name), string(content)
	}
	list, err = csv.NewReader(strings.NewReader(files["index.csv"])).ReadAll()
	if err != nil {
		o.Fatal(err)
	}
	return names, files, list
}

func TestService_Receipts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		ann, boss := o.crew.Ann, o.crew.Boss
		sheet, pending, late := o.sheet(ann, true), o.sheet(boss, false), o.sheet(ann, false)
		first := o.expense(ann, sheet, o.crew.PerDiem, "2026-11-17", 4850)
		o.receipt(first, "one")
		o.receipt(first, "two")
		o.run("UPDATE expenses SET gst = 211, qst = 421 WHERE id = $1 RETURNING id", first)
		o.expense(ann, sheet, o.crew.PerDiem, "2026-11-18", 1000)
		o.receipt(o.expense(boss, pending, o.crew.PerDiem, "2026-11-17", 700), "of a sheet that waits")
		o.receipt(o.expense(ann, sheet, o.crew.PerDiem, "2026-12-05", 900), "of another period")
		o.receipt(o.expense(ann, late, o.crew.PerDiem, "2026-11-10", 300), "late")
		folder := "2026-25/" + strings.NewReplacer("É", "E", " ", "-").Replace(o.name(ann))
		e, err := o.payroll.CreateExport(t.Context(), o.by, o.period(25), payroll.Options{Format: "csv", Partial: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Run("those of the approved expenses of the period, named by person, day and amount, and a list", func(t *testing.T) {
			names, files, list := o.receipts(e.ID)
			kind := strings.TrimSuffix(strings.TrimPrefix(names[1], folder+"/2026-11-17_48.50_"), "_1.jpg")
			want := []string{"index.csv", folder + "/2026-11-17_48.50_" + kind + "_1.jpg", folder + "/2026-11-17_48.50_" + kind + "_2.jpg"}
			if !slices.Equal(names, want) || strings.Contains(kind, "/") || files[names[1]] != "one" || files[names[2]] != "two" {
				t.Errorf("%q", names)
			}
			var got []string
			for _, l := range list[1:] {
				got = append(got, strings.Join([]string{l[3], l[7], l[8], l[9], l[10]}, " "))
			}
			if want := []string{"2026-11-17 48.50 2.11 4.21 " + names[1], "2026-11-17    " + names[2], "2026-11-18 10.00 0.00 0.00 "}; !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
		t.Run("a later export has those of the expenses that it corrects", func(t *testing.T) {
			o.approve(late, true)
			next, err := o.payroll.CreateExport(t.Context(), o.by, o.period(24), payroll.Options{Format: "csv", Partial: true})
			if err != nil {
				t.Fatal(err)
			}
			_, files, _ := o.receipts(next.ID)
			found := false
			for name, content := range files {
				found = found || content == "late" && strings.HasPrefix(name, "2026-2")
			}
			if !found {
				t.Errorf("%q", files)
			}
		})
		t.Run("nobody without the payroll role gets them", func(t *testing.T) {
			by := auth.Actor{PersonID: boss.PersonID, EmployeeID: boss.EmployeeID, Role: auth.Employee, Supervises: true}
			if _, _, err := o.payroll.Receipts(t.Context(), by, e.ID); err == nil {
				t.Error("a supervisor does")
			}
		})
	})
}

// name returns the last and the first name of a member.
func (o *office) name(m dbtest.Member) (name string) {
	o.Helper()
	if err := o.db.QueryRow(o.Context(), "SELECT last_name || ' ' || first_name FROM employees WHERE id = $1", m.EmployeeID).Scan(&name); err != nil {
		o.Fatal(err)
	}
	return name
}
