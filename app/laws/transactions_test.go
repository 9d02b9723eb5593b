package laws

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// A function that runs in a transaction finds it in the context that it is given. A statement or a Write with the context from
// outside would not be part of the transaction: it would wait for it, until the request fails.
func TestArchitecture_TransactionsUseTheirContext(t *testing.T) {
	for _, s := range product(t, false) {
		for _, n := range outerContexts(s.tree) {
			t.Errorf("%s: %s is the context from outside the transaction: take the one that the function is given", s.at(n), types.ExprString(n))
		}
	}
}

func TestArchitecture_TransactionsUseTheirContext_IsKnownWhenSeen(t *testing.T) {
	for _, x := range []struct {
		name, body string
		found      int
	}{
		{"the given context under the name of the outer one", `d.Write(ctx, func(ctx context.Context, tx *Tx) error { return f(ctx) })`, 0},
		{"the outer context under its own name", `d.Write(ctx, func(inner context.Context, tx *Tx) error { return f(ctx) })`, 1},
		{"the outer context in a write that caches do not hear of", `d.WriteUncached(ctx, func(_ context.Context, tx *Tx) error { return f(ctx) })`, 1},
		{"the outer context in a read", `d.Read(ctx, func(inner context.Context, q Queryer) error { return f(ctx) })`, 1},
		{"a context that is not taken at all", `d.Write(ctx, func(_ context.Context, tx *Tx) error { return f(ctx) })`, 1},
		{"the context of the request", `d.Write(r.Context(), func(ctx context.Context, tx *Tx) error { return f(r.Context()) })`, 1},
		{"the given context beside that of the request", `d.Write(r.Context(), func(ctx context.Context, tx *Tx) error { return f(ctx) })`, 0},
		{"the outer one in a transaction in a transaction", `d.Write(ctx, func(a context.Context, tx *Tx) error {
			return d.Write(a, func(b context.Context, tx *Tx) error { return f(a) }) })`, 1},
		{"a write of a file", `f.Write(text, func() {})`, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc x() { "+x.body+" }", 0)
			if err != nil {
				t.Fatal(err)
			}
			if found := outerContexts(f); len(found) != x.found {
				t.Errorf("%d uses are found, want %d", len(found), x.found)
			}
		})
	}
}

// outerContexts returns the expressions, in functions that DB.Write and DB.Read run, that are the context passed to Write or Read
// instead of the one passed to the function.
func outerContexts(f *ast.File) (found []ast.Expr) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		method, isMethod := call.Fun.(*ast.SelectorExpr)
		fn, isFunc := call.Args[1].(*ast.FuncLit)
		if !isMethod || !isFunc || !slices.Contains([]string{"Write", "WriteUncached", "Read"}, method.Sel.Name) || len(fn.Type.Params.List) != 2 {
			return true
		}
		outer, given := types.ExprString(call.Args[0]), fn.Type.Params.List[0].Names[0].Name
		if outer == given {
			return true
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && types.ExprString(e) == outer {
				found = append(found, e)
			}
			return true
		})
		return true
	})
	return found
}

// TestArchitecture_TextsAreValidatedBeforeTransactions: in the event hub, no function that runs in a transaction calls Validate, which renders
// Markdown and sanitizes HTML. On SQLite, all other writes would wait meanwhile.
func TestArchitecture_TextsAreValidatedBeforeTransactions(t *testing.T) {
	checked := 0
	for _, s := range product(t, false) {
		if groupOf(s.dir) != "hub" {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !calls(call, "Write", "WriteUncached", "change") {
				return true
			}
			for _, arg := range call.Args {
				fn, ok := arg.(*ast.FuncLit)
				if !ok {
					continue
				}
				checked++
				ast.Inspect(fn, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok && calls(call, "Validate") {
						t.Errorf("%s: Validate within a transaction", s.at(n))
					}
					return true
				})
			}
			return true
		})
	}
	if checked < 20 {
		t.Errorf("only %d functions were found: the test looks in the wrong place", checked)
	}
}

// calls reports whether a call is of a method with one of the names.
func calls(call *ast.CallExpr, names ...string) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	return ok && slices.Contains(names, selector.Sel.Name)
}
