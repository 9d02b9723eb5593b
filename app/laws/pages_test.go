package laws

import (
	"go/ast"
	"strings"
	"testing"
)

// pagesWithDatabase are the files of pages that still read a database by themselves. The list only becomes shorter: a file
// that no longer does so is taken off it.
var pagesWithDatabase = map[string]string{
	"app/accounts/auth/session_middleware.go": "the store of browser sessions, which sees the request",
}

// TestArchitecture_PagesGoThroughServices keeps handlers and presenters away from the stores: what a page may read, and who may
// read it, is for the service to say.
func TestArchitecture_PagesGoThroughServices(t *testing.T) {
	found := map[string]bool{}
	for _, s := range product(t, false) {
		if !isFeature(s.dir) || !isPage(s) {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			if !ok || x.Sel.Name != "db" {
				return true
			}
			found[s.path] = true
			if pagesWithDatabase[s.path] == "" {
				t.Errorf("%s: a file that handles requests or builds pages reads the database: let the service do it", s.at(n))
			}
			return true
		})
	}
	for path, why := range pagesWithDatabase {
		if !found[path] {
			t.Errorf("%s (%s) reads no database: take it off the list", path, why)
		}
	}
}

// isPage reports whether a file handles the requests of pages or builds what they show.
func isPage(s source) bool {
	for _, i := range s.imports {
		if i == "github.com/gin-gonic/gin" || strings.HasPrefix(i, "presence/views/") {
			return true
		}
	}
	return false
}
