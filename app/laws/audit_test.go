package laws

import (
	"go/ast"
	"strconv"
	"strings"
	"testing"

	"presence/app/platform/i18n"
)

// TestAuditedFields_have_labels finds the fields that the source records in the audit log, as keys of audit.Fields and audit.Changes, whose
// names the page of the log would show as they stand in the source.
func TestAuditedFields_have_labels(t *testing.T) {
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, s := range list {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			c, ok := n.(*ast.CompositeLit)
			if !ok || !auditMap(c.Type) {
				return true
			}
			for _, e := range c.Elts {
				pair, ok := e.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				key, ok := pair.Key.(*ast.BasicLit)
				if !ok {
					continue
				}
				name, err := strconv.Unquote(key.Value)
				if err != nil {
					t.Fatal(err)
				}
				found++
				_, ofLog := i18n.LogFields[name]
				if _, ofEmployee := i18n.EmployeeFields[name]; !ofLog && !ofEmployee {
					t.Errorf("%s: the audit log has no label for %q: add it to i18n.LogFields", s.at(key), name)
				}
			}
			return true
		})
	}
	if found < 80 {
		t.Errorf("only %d fields found: the test reads the source wrongly", found)
	}
}

// auditMap says whether a type is audit.Fields or audit.Changes.
func auditMap(e ast.Expr) bool {
	x, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := x.X.(*ast.Ident)
	return ok && of.Name == "audit" && (x.Sel.Name == "Fields" || x.Sel.Name == "Changes")
}
