package laws

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is how many characters a line has at most; a tab is one.
const maxColumns = 140

// longText is how many bytes a literal has at least that may make its line longer: one that is broken up reads worse.
const longText = 60

// TestLines_FitTheWindow finds the lines that are too long although they could be broken: calls, tables and comments, but not the texts in
// both languages, each of which is one line. The linter does not find them, because it looks at single lines, and leaves out those that may
// be within a literal.
func TestLines_FitTheWindow(t *testing.T) {
	for _, s := range product(t, false) {
		if s.dir == "app/platform/i18n" {
			continue
		}
		text, err := os.ReadFile("../../" + s.path)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range tooLong(s.tree, string(text)) {
			t.Errorf("%s:%d: more than %d characters", s.path, line, maxColumns)
		}
	}
}

// tooLong returns the numbers of the lines of a file that are too long and have no long literal, nor a part of one.
func tooLong(tree *ast.File, text string) (found []int) {
	literal := map[int]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if e, ok := n.(*ast.BasicLit); ok && e.Kind == token.STRING && len(e.Value) >= longText {
			for i := fileset.Position(e.Pos()).Line; i <= fileset.Position(e.End()).Line; i++ {
				literal[i] = true
			}
		}
		return true
	})
	for i, line := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(line) > maxColumns && !literal[i+1] {
			found = append(found, i+1)
		}
	}
	return found
}

func TestLines_FitTheWindow_IsKnownWhenSeen(t *testing.T) {
	long := strings.Repeat("x", maxColumns)
	text := "package x\n\n// " + long + "\nvar a = f(" + long + ")\n\nvar b = `" + long + "\n" + long + "x`\n"
	tree, err := parser.ParseFile(fileset, "", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if found := tooLong(tree, text); !slices.Equal(found, []int{3, 4}) {
		t.Errorf("found %v, expected the comment and the call", found)
	}
}
