package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// excepted are the texts that may have a word of the glossary's columns "avoid in …", each with the reason.
var excepted = map[string]string{
	"MailGraphNote":               "Mail is part of the names of permissions",
	"ClockOnBreak":                "en pause is said of people who rest, not of campaigns",
	"KioskPause":                  "en pause is said of people who rest, not of campaigns",
	"ClockPaused":                 "en pause is said of people who rest, not of campaigns",
	"ClockPausedOf":               "en pause is said of people who rest, not of campaigns",
	"DecideDoneText":              "prendre le relais is said of people, not of a mail server",
	"faults[csv_no_email_column]": "email is the name of a column in the file",
}

// termsOf are terms of the glossary that contain a word which it says to avoid elsewhere.
var termsOf = strings.NewReplacer("waiting list", "", "Waiting list", "")

// avoided returns the words in backticks in the columns "avoid in English" and "avoid in French" of the glossary.
func avoided(t *testing.T) map[Lang][]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "| avoid in English | avoid in French |\n")
	if !found {
		t.Fatal("the glossary has no table of terms")
	}
	words := map[Lang][]string{}
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 7 {
			break
		}
		rows++
		for l, cell := range map[Lang]string{EN: cells[4], FR: cells[5]} {
			for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
				words[l] = append(words[l], m[1])
			}
		}
	}
	if rows < 70 || len(words[EN]) < 80 || len(words[FR]) < 60 {
		t.Fatalf("only %d rows, %d English and %d French words were found", rows, len(words[EN]), len(words[FR]))
	}
	return words
}

// anyOf finds one of the words, whole and in any case.
func anyOf(words []string) *regexp.Regexp {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return regexp.MustCompile(`(?i)(?:^|[^\pL\d_’-])(` + strings.Join(quoted, "|") + `)(?:$|[^\pL\d_-])`)
}

// namedText is a text with the name of its variable, and the key of its map if it is in one.
type namedText struct {
	name string
	text Text
}

// everyText returns each text of the package as the sources write it.
func everyText(t *testing.T) (all []namedText) {
	t.Helper()
	eachFile(t, "*.go", func(file *ast.File) {
		name, key := "", ""
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				name, key = n.Names[0].Name, ""
			case *ast.KeyValueExpr:
				if k, ok := literal(n.Key); ok {
					key = "[" + k + "]"
				}
			case *ast.CompositeLit:
				if len(n.Elts) != 2 {
					return true
				}
				fr, ok1 := literal(n.Elts[0])
				en, ok2 := literal(n.Elts[1])
				if ok1 && ok2 {
					all = append(all, namedText{name + key, Text{fr, en}})
				}
			}
			return true
		})
	})
	return all
}

// eachFile parses the files of a pattern, without the tests.
func eachFile(t *testing.T, pattern string, do func(*ast.File)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no source", err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		do(file)
	}
}

// literal returns the value of a string, which may be several joined by +.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		a, ok1 := literal(e.X)
		b, ok2 := literal(e.Y)
		return a + b, ok1 && ok2
	}
	return "", false
}

// TestText_keeps_to_the_terms_of_the_glossary finds words that the glossary says to avoid.
func TestText_keeps_to_the_terms_of_the_glossary(t *testing.T) {
	words := avoided(t)
	bad := map[Lang]*regexp.Regexp{FR: anyOf(words[FR]), EN: anyOf(words[EN])}
	t.Run("in both languages of every text", func(t *testing.T) {
		all := everyText(t)
		if len(all) < 2000 {
			t.Fatalf("only %d texts were found", len(all))
		}
		unused := map[string]bool{}
		for name := range excepted {
			unused[name] = true
		}
		for _, x := range all {
			for _, l := range []Lang{FR, EN} {
				m := bad[l].FindStringSubmatch(termsOf.Replace(strings.ReplaceAll(l.T(x.text), nbsp, " ")))
				if m == nil {
					continue
				}
				if _, ok := excepted[x.name]; !ok {
					t.Errorf("%s in %s has %q: %q", x.name, l.Name(), m[1], l.T(x.text))
				}
				delete(unused, x.name)
			}
		}
		for name := range unused {
			t.Errorf("%s needs no exception", name)
		}
	})
	t.Run("in what the commands print", func(t *testing.T) {
		seen := 0
		eachFile(t, "../../../cmd/presence/*.go", func(file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				s, ok := literal(e)
				if !ok {
					return true
				}
				if !strings.Contains(s, " ") { // names, not sentences
					return false
				}
				seen++
				if m := bad[EN].FindStringSubmatch(s); m != nil {
					t.Errorf("%q in %q", m[1], s)
				}
				return false
			})
		})
		if seen < 80 {
			t.Fatalf("only %d sentences were found", seen)
		}
	})
	t.Run("in the guides", func(t *testing.T) {
		names := regexp.MustCompile(`\{#[a-z-]+\}|\]\([a-z-]+\)`) // of tasks and pictures, which are not displayed
		for _, l := range []Lang{FR, EN} {
			files, err := filepath.Glob("../../help/guides/*." + string(l) + ".md")
			if err != nil || len(files) == 0 {
				t.Fatal("no guides", err)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for line := range strings.Lines(names.ReplaceAllString(string(text), "")) {
					if m := bad[l].FindStringSubmatch(termsOf.Replace(line)); m != nil {
						t.Errorf("%s has %q in %q", file, m[1], line)
					}
				}
			}
		}
	})
	t.Run("and finds such a word at either end, in any case", func(t *testing.T) {
		for _, s := range []string{"Sheet 7", "the sheet.", "a SHEET"} {
			if !bad[EN].MatchString(s) {
				t.Errorf("%q is not found", s)
			}
		}
		for _, s := range []string{"timesheet", "worksheets", "sheet-like"} {
			if bad[EN].MatchString(s) {
				t.Errorf("%q is found", s)
			}
		}
	})
}
