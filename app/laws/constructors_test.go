package laws

import (
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture_ServicesAreMadeAlike finds the constructors of services that differ from the others: the database comes first and the
// clock next, and what else a service needs is in a struct if it is more than two things. A struct of options may have the clock.
func TestArchitecture_ServicesAreMadeAlike(t *testing.T) {
	found := 0
	for _, s := range product(t, false) {
		if !strings.HasPrefix(s.dir, "app/") {
			continue
		}
		for _, d := range s.tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Name.Name != "NewService" {
				continue
			}
			found++
			if fault := faultOfConstructor(fn.Type); fault != "" {
				t.Errorf("%s: %s", s.at(fn), fault)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d constructors found: the test reads the source wrongly", found)
	}
}

// faultOfConstructor says how the parameters of a constructor differ from those of the others; empty if they do not.
func faultOfConstructor(f *ast.FuncType) string {
	const database, clock = "*db.DB", "func() time.Time"
	var list []string
	for _, p := range f.Params.List {
		for range max(len(p.Names), 1) {
			list = append(list, types.ExprString(p.Type))
		}
	}
	switch d, c := slices.Index(list, database), slices.Index(list, clock); {
	case d > 0:
		return "the database is not first"
	case d == 0 && c > 1:
		return "the clock does not follow the database"
	case len(list) > 4:
		return "more than four parameters: an options struct can have them"
	}
	return ""
}

func TestArchitecture_ServicesAreMadeAlike_IsKnownWhenSeen(t *testing.T) {
	for text, want := range map[string]string{
		"func(d *db.DB, now func() time.Time, o Options)":              "",
		"func(d *db.DB, o Options)":                                    "",
		"func(o Options)":                                              "",
		"func(now func() time.Time, d *db.DB)":                         "the database is not first",
		"func(d *db.DB, o Options, now func() time.Time)":              "the clock does not follow the database",
		"func(d *db.DB, now func() time.Time, a, b string, o Options)": "more than four parameters: an options struct can have them",
	} {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := faultOfConstructor(e.(*ast.FuncType)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
