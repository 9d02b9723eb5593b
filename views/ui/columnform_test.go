package ui

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
)

// columnForm is a form about three columns of a file: one that is known, one that is left out, one without a heading and contents.
func columnForm() *ColumnForm {
	f := &ColumnForm{Lang: i18n.EN, Known: []KnownColumn{{"name", "Name"}}, Advice: "Add it."}
	f.SetColumns([]string{"Nom", "Ville", " "}, []string{"name", "", ""}, []string{"Zoé Roy", strings.Repeat("x", 61)})
	return f
}

func TestColumnForm_SetColumns(t *testing.T) {
	f := columnForm()
	for i, want := range []Field{
		{Name: "column_0", Label: f.Lang.F(i18n.ImpColumn, "Nom"), Value: "name", Hint: f.Lang.F(i18n.ImpFirst, "Zoé Roy")},
		{Name: "column_1", Label: f.Lang.F(i18n.ImpColumn, "Ville"), Hint: f.Lang.F(i18n.ImpFirst, strings.Repeat("x", 60)+"…")},
		{Name: "column_2", Label: f.Lang.F(i18n.ImpNoHeading, "3")},
	} {
		if got := f.Inputs[i]; got.Name != want.Name || got.Label != want.Label || got.Value != want.Value || got.Hint != want.Hint {
			t.Errorf("column %d is %+v, want %+v", i, got, want)
		}
	}
	if options := f.Inputs[0].Options; len(options) != 2 || options[0].Value != "" || options[1] != (Option{Value: "name", Label: "Name"}) {
		t.Errorf("the options are %+v", options)
	}
}

func TestColumnForm_summary(t *testing.T) {
	name := []KnownColumn{{"name", "Name"}}
	for _, x := range []struct {
		name   string
		change func(f *ColumnForm)
		want   string
	}{
		{"is said elsewhere while the form is folded", func(*ColumnForm) {}, ""},
		{"names what is left out in an open form", func(f *ColumnForm) { f.Open = true }, i18n.EN.F(i18n.ImpLeftOut, "Ville")},
		{"names a column without a heading that has contents", func(f *ColumnForm) { f.Open, f.Inputs[2].Hint = true, "x" },
			i18n.EN.F(i18n.ImpLeftOut, "Ville, "+i18n.EN.F(i18n.ImpNoHeading, "3"))},
		{"says that none is left out", func(f *ColumnForm) { f.Inputs[1].Value = "city" }, i18n.EN.T(i18n.ImpAllColumns)},
		{"does not say so while a needed column is missing", func(f *ColumnForm) { f.Inputs[1].Value, f.Needed = "city", name }, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := columnForm()
			x.change(f)
			if got := f.summary(); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	t.Run("names five at most", func(t *testing.T) {
		for n, want := range map[int]string{5: "a, a, a, a, a", 6: "a, a, a, a, a …"} {
			f := &ColumnForm{Lang: i18n.EN, Open: true}
			f.SetColumns(strings.Split(strings.Repeat("a", n), ""), make([]string, n), nil)
			if got := f.summary(); got != i18n.EN.F(i18n.ImpLeftOut, want) {
				t.Errorf("of %d: %q", n, got)
			}
		}
	})
}

func TestColumnForm_missing(t *testing.T) {
	f := columnForm()
	if got := f.missing(); got != "" {
		t.Errorf("nothing is missing, and it says %q", got)
	}
	f.Needed = []KnownColumn{{"name", "Name"}, {"email", "Email"}}
	if got, want := f.missing(), i18n.EN.F(i18n.ImpMissing, "Name, Email")+" Add it."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestColumnForm_AddFault(t *testing.T) {
	for field, want := range map[string]int{"fields[1]": 1, "fields[2]": 2, "fields": -1, "fields[3]": -1, "fields[x]": -1} {
		t.Run(field, func(t *testing.T) {
			f := columnForm()
			f.AddFault(field, "required", "")
			for i, in := range f.Inputs {
				if (in.Error != "") != (i == want) {
					t.Errorf("column %d has the error %q", i, in.Error)
				}
			}
			if !f.Open || len(f.Faults) != 1 || f.Faults[0].Field != ColumnInput(max(want, 0)) {
				t.Errorf("open: %t, %+v", f.Open, f.Faults)
			}
		})
	}
}
