package laws

import (
	"go/ast"
	"regexp"
	"testing"
)

// foldedType is SQL that folds the type of a bank code by itself.
var foldedType = regexp.MustCompile(`LOWER\((?:TRIM\()?(?:\w+\.)?type\)`)

// TestArchitecture_OneFoldOfTypes: types of bank codes are compared as bankcodes.Fold and bankcodes.FoldSQL return them. Where each place
// folds them by itself, some forget the blanks, and " Overtime " is overtime on one page and none on another.
func TestArchitecture_OneFoldOfTypes(t *testing.T) {
	const ours = "app/workforce/bankcodes"
	calls := 0
	for _, s := range product(t, false) {
		if groupOf(s.dir) != "workforce" {
			continue
		}
		s.texts(func(n ast.Node, text string) {
			if foldedType.MatchString(text) {
				t.Errorf("%s: use bankcodes.FoldSQL", s.at(n))
			}
		})
		ast.Inspect(s.tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch name := calledName(call); {
			case name == "bankcodes.Fold" || name == "bankcodes.FoldSQL":
				calls++
			case (name == "strings.ToLower" || name == "strings.EqualFold") && s.dir != ours && mentionsType(call):
				t.Errorf("%s: use bankcodes.Fold", s.at(n))
			}
			return true
		})
	}
	if calls < 10 {
		t.Errorf("only %d calls of bankcodes.Fold were found: the test reads the source wrongly", calls)
	}
}

// calledName is the package and name of a called function, "" for another expression.
func calledName(call *ast.CallExpr) string {
	if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
		if of, ok := selector.X.(*ast.Ident); ok {
			return of.Name + "." + selector.Sel.Name
		}
	}
	return ""
}

// mentionsType reports whether an argument has a field Type, or is a bankCodeType.
func mentionsType(call *ast.CallExpr) (found bool) {
	for _, argument := range call.Args {
		ast.Inspect(argument, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && (id.Name == "Type" || id.Name == "bankCodeType")
			return true
		})
	}
	return found
}
