package laws

import (
	"go/ast"
	"os"
	"path"
	"regexp"
	"testing"
)

// A place in CONTRIBUTING.md is a file, and after a blank a function or method of it.
var place = regexp.MustCompile("`((?:app|cmd|db|views)/[\\w./]+\\.(?:go|golden))`(?:\\s+`(\\w+(?:\\.\\w+)?)`)?")

// TestContributing_PlacesExist looks up every file and function that CONTRIBUTING.md names.
func TestContributing_PlacesExist(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	functions, err := functionsByFile()
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, m := range place.FindAllStringSubmatch(string(page), -1) {
		if _, err := os.Stat("../../" + m[1]); err != nil {
			t.Errorf("CONTRIBUTING.md names %s: %v", m[1], err)
			continue
		}
		if m[2] == "" {
			continue
		}
		if named++; !functions[m[1]][m[2]] {
			t.Errorf("CONTRIBUTING.md names %s in %s, which declares no such function", m[2], m[1])
		}
	}
	if named < 10 {
		t.Errorf("only %d functions found: the test reads the page wrongly", named)
	}
}

// A place in the comment of a package is a method, and after a blank its file in parentheses.
var placeInComment = regexp.MustCompile(`(\w+\.\w+) \((\w+\.go)\)`)

// TestPackageComments_PlacesExist looks up every method that the comment of a package names with its file.
func TestPackageComments_PlacesExist(t *testing.T) {
	functions, err := functionsByFile()
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]int{}
	for _, s := range product(t, false) {
		if s.tree.Doc == nil {
			continue
		}
		dir := path.Dir(s.path)
		for _, m := range placeInComment.FindAllStringSubmatch(s.tree.Doc.Text(), -1) {
			if named[dir]++; !functions[dir+"/"+m[2]][m[1]] {
				t.Errorf("%s names %s in %s, which declares no such method", s.path, m[1], m[2])
			}
		}
	}
	for _, dir := range []string{"app/hub/rsvp", "app/hub/campaigns", "app/accounts/auth"} {
		if named[dir] < 5 {
			t.Errorf("only %d methods of %s found: the test reads the comment wrongly", named[dir], dir)
		}
	}
}

// functionsByFile are the functions of each file; a method is named Type.Method.
func functionsByFile() (map[string]map[string]bool, error) {
	list, err := sources()
	files := map[string]map[string]bool{}
	for _, s := range list {
		files[s.path] = map[string]bool{}
		for _, d := range s.tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				files[s.path][receiver(fn)+fn.Name.Name] = true
			}
		}
	}
	return files, err
}

// receiver is the type of a method with a dot, "" for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	switch generic := t.(type) {
	case *ast.IndexExpr:
		t = generic.X
	case *ast.IndexListExpr:
		t = generic.X
	}
	if name, ok := t.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}
