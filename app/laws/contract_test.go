package laws

import (
	"fmt"
	"go/ast"
	"os"
	"regexp"
	"strings"
	"testing"
)

// rules are the ids that docs/contract.md must speak of.
func rules() (ids []string) {
	for family, n := range map[string]int{"C": 12, "A": 5, "W": 17, "R": 21, "O": 6} {
		for i := 1; i <= n; i++ {
			ids = append(ids, fmt.Sprint(family, i))
		}
	}
	return append(ids, "W6a")
}

var (
	shownBy = regexp.MustCompile("`([a-z/]+) ((?:Test|Fuzz)\\w+)(?:/([^`]+))?`")
	section = regexp.MustCompile(`(?m)^### (\w+) `)
)

func TestContract(t *testing.T) {
	page, err := os.ReadFile("../../docs/contract.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := section.Split(string(page), -1)[1:]
	told := map[string]string{}
	for i, m := range section.FindAllStringSubmatch(string(page), -1) {
		told[m[1]], _, _ = strings.Cut(parts[i], "\n## ")
	}
	for _, id := range rules() {
		if !shownBy.MatchString(told[id]) {
			t.Errorf("docs/contract.md names no test of %s", id)
		}
	}
	areThere(t, "docs/contract.md", string(page))
}

// TestContract_Faults reads the page that says which test shows what.
func TestContract_Faults(t *testing.T) {
	page, err := os.ReadFile("../../docs/torture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "| fault | shown by |")
	if !found {
		t.Fatal("docs/torture.md has no table of faults")
	}
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---") && !strings.HasPrefix(line, "| attack") && !shownBy.MatchString(line) {
			t.Errorf("docs/torture.md names no test in %q", line)
		}
	}
	areThere(t, "docs/torture.md", string(page))
}

// areThere fails for each test that the page names and that does not exist.
func areThere(t *testing.T, name, page string) {
	t.Helper()
	tests := testsOfTheTree(t)
	for _, m := range shownBy.FindAllStringSubmatch(page, -1) {
		cases, exists := tests[m[1]+" "+m[2]]
		if !exists {
			t.Errorf("%s names %s %s, which does not exist", name, m[1], m[2])
		}
		if m[3] != "" && exists && !strings.Contains(cases, m[3]) {
			t.Errorf("%s names the case %q of %s %s, which does not exist", name, m[3], m[1], m[2])
		}
	}
}

// testsOfTheTree maps "folder TestName" to all text that stands in the function.
func testsOfTheTree(t *testing.T) map[string]string {
	t.Helper()
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]string{}
	for _, s := range list {
		for _, d := range s.tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !s.test || fn.Recv != nil {
				continue
			}
			var text strings.Builder
			ast.Inspect(fn, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok {
					text.WriteString(unquote(l.Value) + "\n")
				}
				return true
			})
			tests[s.dir+" "+fn.Name.Name] = text.String()
		}
	}
	return tests
}
