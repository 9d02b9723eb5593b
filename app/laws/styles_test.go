package laws

import (
	"go/ast"
	"testing"
)

// TestArchitecture_StylesHavePatterns: each AllowStyles of a policy of bluemonday is followed by Matching or MatchingEnum. The checks that
// bluemonday has for styles without a pattern take exponential time.
func TestArchitecture_StylesHavePatterns(t *testing.T) {
	calls := 0
	for _, s := range product(t, false) {
		matched := map[ast.Node]bool{}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if selector, ok := n.(*ast.SelectorExpr); ok && (selector.Sel.Name == "Matching" || selector.Sel.Name == "MatchingEnum") {
				matched[selector.X] = true
			}
			return true
		})
		ast.Inspect(s.tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == "AllowStyles" {
				if calls++; !matched[call] {
					t.Errorf("%s: AllowStyles without Matching", s.at(n))
				}
			}
			return true
		})
	}
	if calls == 0 {
		t.Error("no call of AllowStyles was found: the test looks in the wrong place")
	}
}
