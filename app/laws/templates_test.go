package laws

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ/parser/v2"
	"github.com/a-h/templ/parser/v2/visitor"
)

// sameInBoth are words in templates that both languages write alike, or that nobody reads.
var sameInBoth = map[string]bool{"Presence": true}

// spoken are the attributes that people read or hear.
var spoken = map[string]bool{"title": true, "alt": true, "placeholder": true, "aria-label": true, "aria-description": true,
	"aria-roledescription": true, "label": true}

var (
	twoLetters = regexp.MustCompile(`\p{L}{2,}`)
	literal    = regexp.MustCompile(`^\s*"([^"]*)"\s*$`)
)

// TestTemplates_Laws reads every template as its compiler does.
func TestTemplates_Laws(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../../views", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".templ" {
			return err
		}
		files++
		tree, err := parser.Parse(file)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(file, "../../"))
		return tree.Visit(lawsOf(func(line uint32, fault string) {
			if strings.HasPrefix(name, "views/emails/") && strings.HasPrefix(fault, "attribute style") {
				return // mailboxes know no policy of ours, and often no sheet
			}
			t.Errorf("%s:%d: %s", name, line+1, fault)
		}))
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 5 {
		t.Fatalf("only %d templates found: the test looks in the wrong place", files)
	}
}

// TestTemplates_LawsBite shows that each law finds what it forbids, and nothing in a template that keeps them all.
func TestTemplates_LawsBite(t *testing.T) {
	for body, want := range map[string]int{
		`<p>{ name }</p>`:                                  0,
		`<p>{ name } · Presence</p>`:                       0,
		`<script type="application/json" id="x"></script>`: 0,
		`<p>Enregistrer</p>`:                               1,
		`<p>{ "Save" }</p>`:                                1,
		`<img alt="a picture"/>`:                           1,
		`<p style="color:red"></p>`:                        1,
		`<p style={ name }></p>`:                           1,
		`<p onclick="go()"></p>`:                           1,
		`<p hx-on:click="go()"></p>`:                       1,
		`<script>go()</script>`:                            1,
		`<style>p{}</style>`:                               1,
	} {
		t.Run(body, func(t *testing.T) {
			tree, err := parser.ParseString("package x\n\ntempl X(name string) {\n\t" + body + "\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			var faults []string
			if err := tree.Visit(lawsOf(func(_ uint32, fault string) { faults = append(faults, fault) })); err != nil {
				t.Fatal(err)
			}
			if len(faults) != want {
				t.Errorf("%d faults, want %d: %q", len(faults), want, faults)
			}
		})
	}
}

// lawsOf visits a template and reports what breaks a law.
func lawsOf(report func(line uint32, fault string)) *visitor.Visitor {
	v := visitor.New()
	says := func(line uint32, text string) {
		for word := range strings.FieldsSeq(text) {
			if twoLetters.MatchString(word) && !sameInBoth[strings.Trim(word, ".,:;!?")] {
				report(line, "the text \""+strings.TrimSpace(text)+
					"\" stands in the template: texts live in app/platform/i18n in both languages, or half of the readers do not understand the page")
				return
			}
		}
	}
	inline := func(key parser.AttributeKey) (line uint32) {
		if k, ok := key.(parser.ConstantAttributeKey); ok {
			line = k.NameRange.From.Line
		}
		if name := key.String(); name == "style" || strings.HasPrefix(name, "on") || strings.HasPrefix(name, "hx-on") {
			report(line, "attribute "+name+
				": the content security policy forbids inline style and code; use a class, or a data attribute that assets/js looks for")
		}
		return line
	}
	v.Text = func(n *parser.Text) error {
		says(n.Range.From.Line, n.Value)
		return nil
	}
	v.StringExpression = func(n *parser.StringExpression) error {
		if m := literal.FindStringSubmatch(n.Expression.Value); m != nil {
			says(n.Expression.Range.From.Line, m[1])
		}
		return nil
	}
	v.ConstantAttribute = func(n *parser.ConstantAttribute) error {
		line := inline(n.Key)
		if spoken[n.Key.String()] {
			says(line, n.Value)
		}
		return nil
	}
	v.ExpressionAttribute = func(n *parser.ExpressionAttribute) error {
		inline(n.Key)
		return nil
	}
	v.RawElement = func(n *parser.RawElement) error {
		if n.Name == "style" || n.Name == "script" {
			report(n.Range.From.Line, "inline <"+n.Name+">: the content security policy forbids it; put it into assets/")
		}
		return nil
	}
	v.ScriptElement = func(n *parser.ScriptElement) error {
		if len(n.Contents) > 0 && !isData(n) {
			report(n.Range.From.Line, "inline script: the content security policy forbids it; put it into assets/js")
		}
		return nil
	}
	v.ScriptTemplate = func(n *parser.ScriptTemplate) error {
		report(n.Range.From.Line, "a script template writes inline script, which the content security policy forbids")
		return nil
	}
	v.CSSTemplate = func(n *parser.CSSTemplate) error {
		report(n.Range.From.Line, "a css template writes inline style, which the content security policy forbids")
		return nil
	}
	return v
}

// isData tells a script element that holds data, which the policy lets pass, from one that holds code.
func isData(n *parser.ScriptElement) bool {
	for _, a := range n.Attributes {
		if c, ok := a.(*parser.ConstantAttribute); ok && c.Key.String() == "type" {
			return strings.Contains(c.Value, "json") || c.Value == "speculationrules"
		}
	}
	return false
}

// TestTexts_ColonOfTheLanguage finds a colon that is set off by hand: only French sets it off (i18n.Lang.Colon).
func TestTexts_ColonOfTheLanguage(t *testing.T) {
	for _, s := range product(t, true) {
		if s.dir == "app/platform/i18n" {
			continue
		}
		for _, at := range colons(s.tree) {
			t.Errorf("%s: %s has a colon of its own", s.path, fileset.Position(at))
		}
	}
	t.Run("and sees one in a template and in a sentence that is put together", func(t *testing.T) {
		tree, err := goparser.ParseFile(fileset, "said.go", "package said\nvar a, b, c, d = x + \" : \" + y, x + \"\\u00a0: \", `a : b`, \": \"",
			0)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(colons(tree)); n != 2 {
			t.Errorf("%d found, want 2", n)
		}
	})
}

// colons are the string literals that are nothing but a colon behind a space.
func colons(tree *ast.File) (list []token.Pos) {
	ast.Inspect(tree, func(n ast.Node) bool {
		if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
			said := unquote(text.Value)
			if strings.TrimSpace(said) == ":" && !strings.HasPrefix(said, ":") {
				list = append(list, text.Pos())
			}
		}
		return true
	})
	return list
}

// TestTexts_AreUsed finds texts that no page, message or command shows any more. That a guide names a text does not count: it would
// name a button that is gone.
func TestTexts_AreUsed(t *testing.T) {
	texts, used := map[string]string{}, map[string]bool{}
	for _, s := range product(t, true) {
		own := map[*ast.Ident]bool{}
		for _, d := range s.tree.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR || s.dir != "app/platform/i18n" {
				continue
			}
			for _, spec := range g.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					own[name] = true
					if name.IsExported() {
						texts[name.Name] = s.at(name)
					}
				}
			}
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok && !own[name] && s.path != "app/help/labels.go" {
				used[name.Name] = true
			}
			return true
		})
	}
	if len(texts) < 500 {
		t.Fatalf("only %d texts found: the test looks in the wrong place", len(texts))
	}
	for name, at := range texts {
		if !used[name] {
			t.Errorf("%s: nothing shows %s: delete it", at, name)
		}
	}
}

// TestTexts_HoursAreDecimals finds hours of work in hours and minutes: tables, totals and warnings have decimals, as payroll does, so
// that no page has both. Hours and minutes are for what is no work, such as an interval.
func TestTexts_HoursAreDecimals(t *testing.T) {
	for _, s := range product(t, false) {
		if !strings.HasPrefix(s.dir, "app/workforce") && s.dir != "app/home" {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok && call.Sel.Name == "Duration" {
				if of, isName := call.X.(*ast.Ident); !isName || of.Name != "time" {
					t.Errorf("%s: hours and minutes: use Hours", s.at(n))
				}
			}
			return true
		})
	}
}
