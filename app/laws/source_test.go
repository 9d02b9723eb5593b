package laws

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// source is one Go file of the product; test files, which may do as they like, are marked.
type source struct {
	path    string // from the top of the tree: "app/workforce/shifts/store.go"
	dir     string // "app/workforce/shifts"
	name    string // "store.go"
	test    bool
	made    bool // generated
	imports []string
	tree    *ast.File
}

var fileset = token.NewFileSet()

// notOurs are folders that git ignores.
var notOurs = map[string]bool{"../../tmp": true, "../../data": true, "../../shots": true, "../../bench": true, "../../.git": true}

// sources are all Go files of the tree, parsed once.
var sources = sync.OnceValues(func() (list []source, err error) {
	err = filepath.WalkDir("../..", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && notOurs[filepath.ToSlash(file)] {
			return filepath.SkipDir
		}
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		tree, err := parser.ParseFile(fileset, file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
		s := source{path: name, dir: path.Dir(name), name: path.Base(name), tree: tree,
			test: strings.HasSuffix(name, "_test.go"), made: ast.IsGenerated(tree)}
		for _, i := range tree.Imports {
			s.imports = append(s.imports, unquote(i.Path.Value))
		}
		list = append(list, s)
		return nil
	})
	return list, err
})

// product are the files that are shipped and written by hand, or generated when made is true.
func product(t *testing.T, made bool) []source {
	t.Helper()
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	var out []source
	for _, s := range list {
		if !s.test && (made || !s.made) {
			out = append(out, s)
		}
	}
	if len(out) < 50 {
		t.Fatalf("only %d files found: the test looks in the wrong place", len(out))
	}
	return out
}

func (s source) at(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(fileset.Position(n.Pos()).Line)
}

// texts calls each with every piece of literal text, pieces joined by + taken as one.
func (s source) texts(each func(n ast.Node, text string)) {
	ast.Inspect(s.tree, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr:
			if text, ok := joined(e); ok {
				each(e, text)
				return false
			}
		case *ast.BasicLit:
			if e.Kind == token.STRING {
				each(e, unquote(e.Value))
			}
		}
		return true
	})
}

// joined is the text of a chain of +, with what is not literal left as a space.
func joined(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return unquote(e.Value), e.Kind == token.STRING
	case *ast.ParenExpr:
		return joined(e.X)
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return "", false
		}
		left, a := joined(e.X)
		right, b := joined(e.Y)
		return left + " " + right, a || b
	}
	return "", false
}

func unquote(literal string) string {
	s, err := strconv.Unquote(literal)
	if err != nil {
		return literal
	}
	return s
}

// groupOf is the group of a folder of app/, "" for a folder that is none of them or stands above them.
func groupOf(dir string) string {
	parts := strings.Split(dir, "/")
	if len(parts) < 3 || parts[0] != "app" {
		return ""
	}
	if _, ok := groups[parts[1]]; !ok {
		return ""
	}
	return parts[1]
}

// isFeature tells the folders of features: those of every group but the platform, home and search.
func isFeature(dir string) bool {
	g := groupOf(dir)
	return dir == "app/home" || dir == "app/search" || dir == "app/help" || g != "" && g != "platform"
}

// feature is the name of the feature whose folder holds the file, "" for any other.
func (s source) feature() string {
	if !isFeature(s.dir) {
		return ""
	}
	return path.Base(s.dir)
}
