package laws

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// Go evaluates the calls of a list of expressions from left to right, but does not say whether a variable in the list is read before or
// after them. Where a call of the list changes the variable, the result depends on the compiler.
func TestArchitecture_ResultsDoNotDependOnTheOrderOfEvaluation(t *testing.T) {
	for _, s := range product(t, true) {
		for _, n := range readAndChanged(s.tree) {
			t.Errorf("%s: %s is read and changed in one list: call first, and use the variable in a statement of its own", s.at(n),
				types.ExprString(n))
		}
	}
}

func TestArchitecture_ResultsDoNotDependOnTheOrderOfEvaluation_IsKnownWhenSeen(t *testing.T) {
	for _, x := range []struct {
		name, body string
		found      int
	}{
		{"a variable and a call that has its address", `return x, f(&x)`, 1},
		{"a field of it", `return x.A, f(&x)`, 1},
		{"the address of a field", `return x, row.Scan(&x.A, &x.B)`, 1},
		{"the address of an element, which is no part of the variable", `return list, f(&list[0])`, 0},
		{"the element itself", `return list[0], f(&list[0])`, 1},
		{"a field and the address of another one", `return x.A, f(&x.B)`, 0},
		{"a part of what is changed", `return x.A.B, f(&x.A)`, 1},
		{"an entry of a map", `return m, f(func() { m[1] = 2 })`, 0},
		{"the call first", `return f(&x), x`, 1},
		{"an address in an argument of an argument", `return x, f(g(&x))`, 1},
		{"a function that assigns to it", `return x, f(func() error { x = 1; return nil })`, 1},
		{"a function that assigns one of several results", `return x, f(func() (err error) { x, err = g(); return err })`, 1},
		{"a function that counts", `return n, f(func() { n++ })`, 1},
		{"a function that appends to a field", `return x, f(func() { x.A = append(x.A, 1) })`, 1},
		{"a function that passes its address on", `return x, f(func() error { return g(&x) })`, 1},
		{"an assignment", `y, err = x, f(&x)`, 1},
		{"arguments of a call", `g(x, f(&x))`, 1},
		{"a part of an argument that is a literal", `return T{A: x}, f(&x)`, 1},
		{"an argument of another call", `g(f(&x), h(x))`, 1},
		{"the result of a method, which is called in its turn", `g(f(&x), x.Args())`, 0},
		{"another variable", `return y, f(&x)`, 0},
		{"a field of the same name", `return y.x, f(&x)`, 0},
		{"a function that declares one of the same name", `return x, f(func() { x := 1; g(x) })`, 0},
		{"a parameter of the same name", `return x, f(func(x int) { x = 1 })`, 0},
		{"the address alone", `return &x, f(&x)`, 0},
		{"the call in a statement of its own", `err := f(&x); return x, err`, 0},
		{"a value that is returned by a closure", `return f(func() error { return g(&x) })`, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc x() { "+x.body+" }", 0)
			if err != nil {
				t.Fatal(err)
			}
			if found := readAndChanged(f); len(found) != x.found {
				t.Errorf("%d variables are found, want %d", len(found), x.found)
			}
		})
	}
}

// readAndChanged returns the expressions that read a variable in a list where a call in another expression may change it.
func readAndChanged(f *ast.File) (found []ast.Expr) {
	ast.Inspect(f, func(n ast.Node) bool {
		var list []ast.Expr
		switch n := n.(type) {
		case *ast.ReturnStmt:
			list = n.Results
		case *ast.AssignStmt:
			list = n.Rhs
		case *ast.CallExpr:
			list = n.Args
		}
		for i := range list {
			if read := readBeside(list, i); read != nil {
				found = append(found, read)
			}
		}
		return true
	})
	return found
}

// readBeside returns an expression in a list that reads what the calls in its n-th expression may change; nil if there is none.
func readBeside(list []ast.Expr, n int) ast.Expr {
	for changed := range changedBy(list[n]) {
		for i, other := range list {
			if read := readOf(other, changed); i != n && read != nil {
				return read
			}
		}
	}
	return nil
}

// changedBy returns the paths of the variables that the calls in an expression may change: those whose address is an argument, and those
// that a function among the arguments assigns to.
func changedBy(e ast.Expr) map[string]bool {
	paths := map[string]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, arg := range call.Args {
				addChanges(arg, paths)
			}
		}
		return true
	})
	return paths
}

// addChanges adds the paths of which a node takes the address, or to which a function in it assigns, except to its own variables.
func addChanges(n ast.Node, paths map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if path := pathOf(n.X); n.Op == token.AND && path != "" {
				paths[path] = true
			}
		case *ast.FuncLit:
			inner := map[string]bool{}
			addChanges(n.Body, inner)
			addAssigned(n.Body, inner)
			own := localsOf(n)
			for path := range inner {
				if name, _, _ := strings.Cut(strings.ReplaceAll(path, "[", "."), "."); !own[name] {
					paths[path] = true
				}
			}
			return false
		}
		return true
	})
}

// addAssigned adds the paths to which statements assign.
func addAssigned(body ast.Node, paths map[string]bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		var to []ast.Expr
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // addChanges visits it
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				to = n.Lhs
			}
		case *ast.IncDecStmt:
			to = []ast.Expr{n.X}
		}
		for _, e := range to {
			if path := pathOf(e); path != "" {
				paths[path] = true
			}
		}
		return true
	})
}

// localsOf returns the names that a function declares: its parameters, its results and its local variables.
func localsOf(f *ast.FuncLit) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			addNames(n.Names, names)
		case *ast.ValueSpec:
			addNames(n.Names, names)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				addNames(n.Lhs, names)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				addNames([]ast.Expr{n.Key, n.Value}, names)
			}
		}
		return true
	})
	return names
}

func addNames[E ast.Expr](list []E, names map[string]bool) {
	for _, e := range list {
		if id, ok := any(e).(*ast.Ident); ok {
			names[id.Name] = true
		}
	}
}

// pathOf returns an expression that names a variable or a part of one as a path, without its indexes: x.list[].name; else "".
func pathOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.ParenExpr:
		return pathOf(e.X)
	case *ast.SelectorExpr:
		if of := pathOf(e.X); of != "" {
			return of + "." + e.Sel.Name
		}
	case *ast.IndexExpr:
		if of := pathOf(e.X); of != "" {
			return of + "[]"
		}
	}
	return ""
}

// overlaps reports whether what is at one path contains what is at the other. An element of a list or a map is no part of it: the
// variable stays the same.
func overlaps(read, changed string) bool {
	if part, ok := strings.CutPrefix(changed, read); ok && (part == "" || part[0] == '.') {
		return !strings.Contains(part, "[]")
	}
	part, ok := strings.CutPrefix(read, changed)
	return ok && (part == "" || part[0] == '.' || part[0] == '[')
}

// readOf returns the expression that reads what is at a path, other than by taking its address, calling its methods or in a function
// literal; nil if there is none.
func readOf(e ast.Expr, changed string) (found ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			return n.Op != token.AND
		case *ast.FuncLit:
			return false
		case *ast.KeyValueExpr:
			found = cmp.Or(found, readOf(n.Value, changed))
			return false
		case *ast.CallExpr:
			for _, arg := range n.Args {
				found = cmp.Or(found, readOf(arg, changed))
			}
			return false
		case ast.Expr:
			path := pathOf(n)
			if path != "" && overlaps(path, changed) {
				found = n
			}
			return path == ""
		}
		return true
	})
	return found
}
