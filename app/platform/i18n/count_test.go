package i18n

import (
	"go/ast"
	"strconv"
	"strings"
	"testing"
)

// counted are all counted texts of the package, by the name of their variable, as the sources write them.
func counted(t *testing.T) map[string]Count {
	t.Helper()
	list := map[string]Count{}
	eachFile(t, "*.go", func(file *ast.File) {
		last := ""
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				last = n.Names[0].Name
			case *ast.CompositeLit:
				if of, ok := n.Type.(*ast.Ident); ok && of.Name == "Count" || n.Type == nil && isTexts(n.Elts) {
					list[last+"@"+strconv.Itoa(int(n.Pos()))] = Count{textOf(t, n.Elts[0]), textOf(t, n.Elts[1])}
					return false
				}
			}
			return true
		})
	})
	return list
}

// isTexts reports whether the elements of a literal without a type, in a map, are the two texts of a Count: the second has the number.
func isTexts(list []ast.Expr) bool {
	if len(list) != 2 {
		return false
	}
	text, ok := list[1].(*ast.CompositeLit)
	if !ok || len(text.Elts) != 2 {
		return false
	}
	many, ok := literal(text.Elts[0])
	return ok && strings.Contains(many, "%s")
}

func textOf(t *testing.T, e ast.Expr) Text {
	t.Helper()
	var words []string
	for _, x := range e.(*ast.CompositeLit).Elts {
		if pair, ok := x.(*ast.KeyValueExpr); ok {
			x = pair.Value
		}
		s, ok := literal(x)
		if !ok {
			t.Fatal("a counted text is no string")
		}
		words = append(words, s)
	}
	return Text{words[0], words[1]}
}

// TestLang_N_prints_every_counted_text does so with the numbers that choose between the forms, and with a grouped one.
func TestLang_N_prints_every_counted_text(t *testing.T) {
	all := counted(t)
	if len(all) < 50 {
		t.Fatalf("only %d counted texts were found in the sources", len(all))
	}
	for name, c := range all {
		t.Run(strings.SplitN(name, "@", 2)[0], func(t *testing.T) {
			for _, l := range []Lang{FR, EN} {
				for _, n := range []int{0, 1, 2, 1000} {
					said := l.N(n, c)
					if strings.Contains(said, "%") && !strings.Contains(l.T(c.One)+l.T(c.Many), "%%") {
						t.Errorf("%s with %d reads %q", l, n, said)
					}
					if many := n > 1 || n == 0 && l == EN; many && !strings.Contains(said, l.Int(int64(n))) {
						t.Errorf("%s with %d does not tell the number: %q", l, n, said)
					}
				}
			}
		})
	}
}
