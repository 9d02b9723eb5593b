package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// mutation replaces a part of a file.
type mutation struct {
	kind     string
	file     string // from the root of the module, with slashes
	line     int
	from, to int // the bytes that are replaced
	old, new string
	postgres bool // only PostgreSQL's tests can notice it
	nth      int  // of those of its file that read the same, from 0
}

// number sets nth, so that name tells the mutations of a list apart.
func number(list []mutation) []mutation {
	seen := map[string]int{}
	for i := range list {
		name := list[i].name()
		list[i].nth = seen[name]
		seen[name]++
	}
	return list
}

// name identifies a mutation for as long as it is in its file, wherever that is.
func (m mutation) name() string {
	name := m.file + ": " + m.change()
	if m.nth > 0 {
		name += fmt.Sprintf(" (%d)", m.nth+1)
	}
	return name
}

// The kinds of mutations that are found in Go files.
const (
	comparison = "comparison" // < instead of <=, == instead of !=
	condition  = "condition"  // one side of && or || left out, the condition of an if negated
	arithmetic = "arithmetic" // + instead of -, * instead of /
	call       = "call"       // a call left out
	refusal    = "refusal"    // an error that the function makes is not returned
	listedKind = "SQL and locks"
)

var swapped = map[token.Token]struct{ kind, to string }{
	token.LSS: {comparison, "<="}, token.LEQ: {comparison, "<"}, token.GTR: {comparison, ">="}, token.GEQ: {comparison, ">"},
	token.EQL: {comparison, "!="}, token.NEQ: {comparison, "=="},
	token.ADD: {arithmetic, "-"}, token.SUB: {arithmetic, "+"}, token.MUL: {arithmetic, "/"}, token.QUO: {arithmetic, "*"},
	token.REM: {arithmetic, "*"}, token.ADD_ASSIGN: {arithmetic, "-="}, token.SUB_ASSIGN: {arithmetic, "+="},
	token.INC: {arithmetic, "--"}, token.DEC: {arithmetic, "++"},
}

// mutationsOf returns the mutations of a Go file, in the order of its text. Some of them do not compile, as types are not looked at.
// An error that was received is never swallowed: the linters nilerr and errcheck find that in the text, and a test would need a
// database that fails at each statement in turn.
func mutationsOf(file string, src []byte) ([]mutation, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s := &scan{file: file, src: src, set: set}
	ast.Inspect(f, s.visit)
	slices.SortStableFunc(s.list, func(a, b mutation) int { return a.from - b.from })
	return s.list, nil
}

type scan struct {
	file string
	src  []byte
	set  *token.FileSet
	list []mutation
}

func (s *scan) offset(p token.Pos) int { return s.set.Position(p).Offset }

func (s *scan) text(n ast.Node) string { return string(s.src[s.offset(n.Pos()):s.offset(n.End())]) }

func (s *scan) add(kind string, n ast.Node, to string) {
	s.list = append(s.list, mutation{kind: kind, file: s.file, line: s.set.Position(n.Pos()).Line,
		from: s.offset(n.Pos()), to: s.offset(n.End()), old: s.text(n), new: to})
}

// swap replaces an operator by its counterpart.
func (s *scan) swap(n ast.Node, op token.Token, at token.Pos) {
	if to, ok := swapped[op]; ok {
		before, after := s.src[s.offset(n.Pos()):s.offset(at)], s.src[s.offset(at)+len(op.String()):s.offset(n.End())]
		s.add(to.kind, n, string(before)+to.to+string(after))
	}
}

func (s *scan) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		s.binary(n)
	case *ast.AssignStmt:
		s.swap(n, n.Tok, n.TokPos)
	case *ast.IncDecStmt:
		s.swap(n, n.Tok, n.TokPos)
	case *ast.IfStmt:
		if _, compared := n.Cond.(*ast.BinaryExpr); !compared {
			s.add(condition, n.Cond, "!("+s.text(n.Cond)+")")
		}
		if s.onlyReturnsError(n) {
			s.add(call, n, "")
		}
	case *ast.ExprStmt:
		if c, ok := n.X.(*ast.CallExpr); ok && !s.unobserved(c) {
			s.add(call, n, "")
		}
	case *ast.ReturnStmt:
		if len(n.Results) > 0 {
			if c, ok := n.Results[len(n.Results)-1].(*ast.CallExpr); ok && strings.HasPrefix(s.text(c), "errs.") {
				s.add(refusal, c, "nil")
			}
		}
	}
	return true
}

func (s *scan) binary(n *ast.BinaryExpr) {
	switch {
	case n.Op == token.LAND || n.Op == token.LOR:
		if !s.isErrorCheck(n.Y) {
			s.add(condition, n, s.text(n.X))
		}
		if !s.isErrorCheck(n.X) {
			s.add(condition, n, s.text(n.Y))
		}
	case s.isErrorCheck(n) || isText(n):
	default:
		s.swap(n, n.Op, n.OpPos)
	}
}

// isErrorCheck reports whether an expression compares err with nil, alone or as one of several conditions.
func (s *scan) isErrorCheck(n ast.Expr) bool {
	b, ok := n.(*ast.BinaryExpr)
	return ok && (s.text(b.X) == "err" && s.text(b.Y) == "nil" ||
		(b.Op == token.LAND || b.Op == token.LOR) && (s.isErrorCheck(b.X) || s.isErrorCheck(b.Y)))
}

// isText reports whether a sum has a text literal in it.
func isText(n ast.Expr) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.ADD && (isText(n.X) || isText(n.Y))
	case *ast.BasicLit:
		return n.Kind == token.STRING
	}
	return false
}

// onlyReturnsError reports whether n is: if err := f(); err != nil { return …, err }.
func (s *scan) onlyReturnsError(n *ast.IfStmt) bool {
	a, ok := n.Init.(*ast.AssignStmt)
	if !ok || n.Else != nil || len(a.Lhs) != 1 || a.Tok != token.DEFINE || s.text(n.Cond) != "err != nil" || len(n.Body.List) != 1 {
		return false
	}
	_, calls := a.Rhs[0].(*ast.CallExpr)
	_, returns := n.Body.List[0].(*ast.ReturnStmt)
	return calls && returns
}

// unobserved reports whether a call only writes to the log, ends the program or gives memory back.
func (s *scan) unobserved(c *ast.CallExpr) bool {
	name := s.text(c.Fun)
	return name == "panic" || name == "close" || strings.Contains(name, "log.") || strings.HasPrefix(name, "slog.") ||
		strings.HasSuffix(name, ".Close") || strings.HasSuffix(name, "Unlock") || strings.HasSuffix(name, ".Stop")
}
