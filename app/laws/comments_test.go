package laws

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// otherNames are words of comments that look like names of the source, and why they are none.
var otherNames = map[string]string{
	"iCalendar":             "the format",
	"Mail.Send":             "a permission of Microsoft Graph",
	"Mail.Read":             "a permission of Microsoft Graph",
	"Config.Formats":        "a field of huma.Config",
	"MatchingEnum":          "a method of bluemonday",
	"CrossOriginProtection": "a type of net/http",
	"ShiftCreate":           "a schema of the API's description",
	"TestName":              "an example",
	"scanShift":             "an example",
	"CrewPage":              "the example page of package ui",
	"i18n.Crew":             "the example page of package ui",
	"i18n.Approved":         "the example page of package ui",
	"i18n.Hours":            "the example page of package ui",
	"i18n.State":            "the example page of package ui",
	"i18n.FirstName":        "the example page of package ui",
}

// TestComments_NamesExist looks up every name that a comment mentions: a word in mixed caps, a Type.Member and a package.Name.
func TestComments_NamesExist(t *testing.T) {
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	known, needed, looked := namesOf(list), map[string]bool{}, 0
	for _, s := range list {
		if s.made {
			continue
		}
		for _, group := range s.tree.Comments {
			for _, name := range mentioned(group.Text()) {
				looked++
				if known.has(name) {
					continue
				}
				if _, ok := otherNames[name]; !ok {
					t.Errorf("%s: the comment names %s, which does not exist", s.at(group), name)
				}
				needed[name] = true
			}
		}
	}
	for name := range otherNames {
		if !needed[name] {
			t.Errorf("otherNames has %s, which no comment mentions or which exists now", name)
		}
	}
	if looked < 5000 {
		t.Errorf("only %d names found: the test reads the comments wrongly", looked)
	}
}

// TestComments_NamesAreKnown shows which words of a comment are names, and which names exist.
func TestComments_NamesAreKnown(t *testing.T) {
	list, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	known := namesOf(list)
	for text, exists := range map[string]bool{
		"fails with errs.KindRateLimited when":        true,
		"fails with errs.Rate" + "Limited when":       false,
		"the entries of TestComments_NamesExist, all": true,
		"the entries of TestComments_" + "all_exist":  false,
		"(namesOf)":                  true,
		"(names" + "Without)":        false,
		"by sourceNames.has alone":   true,
		"by sourceNames.had alone":   true, // the receiver is not exported, and may as well be a variable
		"as DB.Write does":           true,
		"as DB.Write" + "s does":     false,
		"sent to guests.example.com": true, // a host is no name
	} {
		t.Run(text, func(t *testing.T) {
			unknown := slices.ContainsFunc(mentioned(text), func(name string) bool { return !known.has(name) })
			if unknown == exists {
				t.Errorf("exists: %v, want %v", !unknown, exists)
			}
		})
	}
}

// nameInComment is a word, or two around a dot, that is not part of a path, an address or a longer chain of words.
var nameInComment = regexp.MustCompile(`(?:^|[^\w./:@-])([A-Za-z]\w*(?:\.[A-Za-z]\w*)?)`)

var (
	mixedCaps = regexp.MustCompile(`^(?:[a-z]+[a-z0-9]*[A-Z]\w*|[A-Z][a-z]+[a-z0-9]*[A-Z_]\w*)$`)
	ofPackage = regexp.MustCompile(`^[a-z]\w*\.[A-Z]\w*$`)
	ofType    = regexp.MustCompile(`^[A-Z]\w+\.[A-Za-z]\w*$`)
)

// mentioned are the words of a comment that look like names.
func mentioned(text string) (names []string) {
	for _, m := range nameInComment.FindAllStringSubmatch(text, -1) {
		first, _, two := strings.Cut(m[1], ".")
		switch {
		case ofPackage.MatchString(m[1]), ofType.MatchString(m[1]), !two && mixedCaps.MatchString(first):
			names = append(names, m[1])
		}
	}
	return names
}

// sourceNames are the names that exist.
type sourceNames struct {
	words    map[string]bool            // every name that is declared or used, and the words of texts: names of columns, of JSON
	packages map[string]map[string]bool // what each declares, by its name and by that of its folder
	types    map[string]map[string]bool // the fields and methods of each, by its name
}

func (n sourceNames) has(name string) bool {
	first, second, two := strings.Cut(name, ".")
	if !two {
		return n.words[name]
	}
	members, ours := n.packages[first]
	if ofType.MatchString(name) {
		members, ours = n.types[first]
	}
	return !ours || members[second]
}

// wordInText is a word of a literal.
var wordInText = regexp.MustCompile(`\w+`)

// namesOf collects the names of all files. Where a package of ours has the name of another, what the source uses of that one is known too.
func namesOf(list []source) sourceNames {
	n := sourceNames{map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, s := range list {
		for _, name := range []string{s.tree.Name.Name, path.Base(s.dir)} {
			maps.Copy(of(n.packages, name), topLevel(s.tree))
		}
	}
	for _, s := range list {
		ast.Inspect(s.tree, func(node ast.Node) bool {
			switch e := node.(type) {
			case *ast.Ident:
				n.words[e.Name] = true
			case *ast.BasicLit:
				if e.Kind == token.STRING && s.dir != "app/laws" {
					for _, w := range wordInText.FindAllString(e.Value, -1) {
						n.words[w] = true
					}
				}
			case *ast.SelectorExpr:
				if x, ok := e.X.(*ast.Ident); ok && n.packages[x.Name] != nil {
					n.packages[x.Name][e.Sel.Name] = true
				}
			case *ast.FuncDecl:
				if name := strings.TrimSuffix(receiver(e), "."); name != "" {
					of(n.types, name)[e.Name.Name] = true
				}
			case *ast.TypeSpec:
				addFields(of(n.types, e.Name.Name), e.Type)
			}
			return true
		})
	}
	return n
}

// of returns the members of a package or type, which may be extended.
func of(all map[string]map[string]bool, name string) map[string]bool {
	if all[name] == nil {
		all[name] = map[string]bool{}
	}
	return all[name]
}

// addFields adds the fields of a struct, or the methods of an interface.
func addFields(members map[string]bool, of ast.Expr) {
	ast.Inspect(of, func(node ast.Node) bool {
		if f, ok := node.(*ast.Field); ok {
			for _, name := range f.Names {
				members[name.Name] = true
			}
		}
		return true
	})
}

// topLevel are the names that a file declares for its package.
func topLevel(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						names[id.Name] = true
					}
				}
			}
		}
	}
	return names
}
