package laws

import (
	"fmt"
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rules are the ids that docs/contract.md must speak of.
func rules() (ids []string) {
	for family, n := range map[string]int{"C": 12, "A": 6, "W": 18, "R": 27, "O": 6} {
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
		if _, twice := told[m[1]]; twice {
			t.Errorf("docs/contract.md has two rules %s", m[1])
		}
		told[m[1]], _, _ = strings.Cut(parts[i], "\n## ")
	}
	for _, id := range rules() {
		if !shownBy.MatchString(told[id]) {
			t.Errorf("docs/contract.md names no test of %s", id)
		}
		if !strings.Contains(told[id], "\n> ") {
			t.Errorf("docs/contract.md does not say what rule %s is, in a quoted paragraph", id)
		}
	}
	areThere(t, "docs/contract.md", string(page))
}

// cited is a rule in a comment: in brackets, alone or beside others, or after the word rule.
var (
	cited  = regexp.MustCompile(`\(((?:[CAWRO]\d+a?(?:, | and )?)+)[):;,]|\brules? ([CAWRO]\d+a?)\b`)
	ruleID = regexp.MustCompile(`[CAWRO]\d+a?`)
)

// TestContract_CitedRules looks each rule up that a comment cites, so that a reader of the comment finds its text.
func TestContract_CitedRules(t *testing.T) {
	known := rules()
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, s := range list {
		for _, group := range s.tree.Comments {
			for _, m := range cited.FindAllString(group.Text(), -1) {
				for _, id := range ruleID.FindAllString(m, -1) {
					if found++; !slices.Contains(known, id) {
						t.Errorf("%s cites the rule %s, which docs/contract.md does not have", s.at(group), id)
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("no comment cites a rule: the test looks for the wrong thing")
	}
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
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---") && !strings.HasPrefix(line, "| attack") &&
			!shownBy.MatchString(line) {
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
