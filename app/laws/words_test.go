package laws

import (
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	// word is one word of a name in mixed caps, once initials stand apart: HTTP_Error.
	word     = regexp.MustCompile(`[A-Z]*[a-z0-9]+|[A-Z]+`)
	initials = regexp.MustCompile(`([A-Z]+)([A-Z][a-z])`)
	// banned is a row of the glossary's second table: words in bold, and what to write instead.
	banned = regexp.MustCompile(`(?m)^\| \*\*([a-z, *]+)\*\* \| (.+) \|$`)
)

// wordsNotUsed reads the glossary's second table: what to write in place of each word.
func wordsNotUsed(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "\n## Words that are not used\n")
	if !found {
		t.Fatal("docs/glossary.md has no table of words that are not used")
	}
	instead := map[string]string{}
	for _, row := range banned.FindAllStringSubmatch(table, -1) {
		for _, w := range strings.Split(row[1], "**, **") {
			instead[w] = row[2]
		}
	}
	if len(instead) < 20 {
		t.Fatalf("only %d words found: the test reads the table wrongly", len(instead))
	}
	return instead
}

// TestWords finds words of the glossary that are not used, in the names of files and in every name that the source declares.
func TestWords(t *testing.T) {
	instead := wordsNotUsed(t)
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		for w, better := range unusedWords(strings.TrimSuffix(s.name, ".go"), instead) {
			t.Errorf("%s: the name of the file has %q; write %s", s.path, w, better)
		}
		if s.made {
			continue
		}
		declared(s.tree, func(id *ast.Ident) {
			for w, better := range unusedWords(id.Name, instead) {
				t.Errorf("%s: %s has %q; write %s", s.at(id), id.Name, w, better)
			}
		})
	}
}

// unusedWords are the words of a name that stand in the table, each with what to write instead.
func unusedWords(name string, instead map[string]string) map[string]string {
	found := map[string]string{}
	for _, w := range word.FindAllString(initials.ReplaceAllString(name, "${1}_${2}"), -1) {
		if better, ok := instead[strings.ToLower(w)]; ok {
			found[strings.ToLower(w)] = better
		}
	}
	return found
}

// declared calls each with every name that a file declares: types, functions, methods, parameters, fields, constants and
// variables.
func declared(file *ast.File, each func(*ast.Ident)) {
	all := func(names []*ast.Ident) {
		for _, n := range names {
			each(n)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			each(n.Name)
		case *ast.TypeSpec:
			each(n.Name)
		case *ast.ValueSpec:
			all(n.Names)
		case *ast.Field:
			all(n.Names)
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if id, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					each(id)
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					each(id)
				}
			}
		}
		return true
	})
}

// TestWords_AreKnownWhenSeen shows how a name falls into words.
func TestWords_AreKnownWhenSeen(t *testing.T) {
	instead := map[string]string{"desk": "presenter"}
	for name, want := range map[string]bool{
		"desk": true, "newDesk": true, "DeskTable": true, "store_desk": true, "HTTPDesk": true, "TestDesk_Table": true,
		"desktop": false, "deskless": false, "presenter": false,
	} {
		t.Run(name, func(t *testing.T) {
			if got := len(unusedWords(name, instead)) > 0; got != want {
				t.Errorf("found: %v, want %v", got, want)
			}
		})
	}
}
