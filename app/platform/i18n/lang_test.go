package i18n

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for header, want := range map[string]Lang{
		"":                           FR,
		"de-DE,de;q=0.9":             FR,
		"en":                         EN,
		"en-CA,fr;q=0.8":             EN,
		"fr-CA,fr;q=0.9,en;q=0.8":    FR,
		"de,en;q=0.5,fr;q=0.7":       FR,
		"EN-us;q=0.4 , fr;q=0.3":     EN,
		"en;q=0,fr;q=0.1":            FR,
		"en;q=broken":                FR,
		"en;q=1.5":                   FR,
		"fr;q=0.5,en;q=1":            EN,
		"de,en;q=0.5":                EN,
		"fr;q=0.5,en;q=0.5":          FR,
		"en;level=1;q=0.9,fr;q=0.91": FR,
	} {
		t.Run(header, func(t *testing.T) {
			if got := Match(header); got != want {
				t.Errorf("Match(%q) = %s, want %s", header, got, want)
			}
		})
	}
}

func TestLang_F(t *testing.T) {
	ended := Text{"Terminée le %s. Ces heures attendent %s.", "Ended on %s. These hours await %s."}
	for _, x := range []struct {
		name string
		lang Lang
		args []any
		want string
	}{
		{"an abbreviated month takes no second period", FR, []any{"14 nov.", "Luc"}, "Terminée le 14 nov. Ces heures attendent Luc."},
		{"nor does a name", EN, []any{"Nov 14", "Nova Inc."}, "Ended on Nov 14. These hours await Nova Inc."},
		{"three points stay three", FR, []any{"1er mai", "Luc..."}, "Terminée le 1er mai. Ces heures attendent Luc..."},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.lang.F(ended, x.args...); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestLang_N(t *testing.T) {
	sheets := Count{Text{"%s feuille", "%s sheet"}, Text{"%s feuilles", "%s sheets"}}
	for _, c := range []struct {
		n      int
		fr, en string
	}{
		{0, "0~feuille", "0 sheets"},
		{1, "1~feuille", "1 sheet"},
		{2, "2~feuilles", "2 sheets"},
		{-1, "−1~feuille", "−1 sheet"},
		{1200, "1~200~feuilles", "1,200 sheets"},
	} {
		t.Run(c.en, func(t *testing.T) {
			check(t, "FR.N", FR.N(c.n, sheets), c.fr)
			check(t, "EN.N", EN.N(c.n, sheets), c.en)
		})
	}
}

func TestLang_NoneOrN(t *testing.T) {
	sheets := Count{Text{"%s feuille", "%s sheet"}, Text{"%s feuilles", "%s sheets"}}
	none := Text{"Aucune feuille", "No sheets"}
	check(t, "none", FR.NoneOrN(0, none, sheets), "Aucune feuille")
	check(t, "one", FR.NoneOrN(1, none, sheets), "1~feuille")
	check(t, "several", EN.NoneOrN(3, none, sheets), "3 sheets")
}

// A script that counts gets the forms with the spaces that N writes.
func TestLang_Forms(t *testing.T) {
	one, many := FR.Forms(OfflineKept)
	check(t, "the singular in French", one, "%s~pointage gardé sur cet appareil")
	check(t, "the plural in French", many, "%s~pointages gardés sur cet appareil")
	one, many = EN.Forms(OfflineKept)
	check(t, "the singular in English", one, OfflineKept.One.EN)
	check(t, "the plural in English", many, OfflineKept.Many.EN)
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"novembre": "Novembre", "écrit": "Écrit", "": ""} {
		if got := Capital(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestLang_TeamOf(t *testing.T) {
	check(t, "a team", FR.TeamOf("Marie Roy"), "Équipe de Marie Roy")
	check(t, "a team of a name with a vowel", FR.TeamOf("Ursula Roy"), "Équipe d’Ursula Roy")
	check(t, "a team in English", EN.TeamOf("Marie Roy"), "Marie Roy’s team")
}

func TestLang_zero_value_reads_as_French(t *testing.T) {
	if got := Lang("").T(Save); got != "Enregistrer" {
		t.Errorf("got %q", got)
	}
	if got := Lang("").Other(); got != EN {
		t.Errorf("the other language is %s", got)
	}
}

func TestLang(t *testing.T) {
	for _, c := range []struct {
		lang, other              Lang
		name, colon, kind, title string
	}{
		{FR, EN, "Français", "~: ", "Soir", "Code de paie"},
		{EN, FR, "English", ": ", "Evening", "Pay code"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.lang.Other(); got != c.other {
				t.Errorf("the other language is %s", got)
			}
			check(t, "Name", c.lang.Name(), c.name)
			check(t, "Colon", c.lang.Colon(), c.colon)
			check(t, "the name of a type of pay code", c.lang.KindName("evening"), c.kind)
			check(t, "the name of a type that the company added", c.lang.KindName("Astreinte"), "Astreinte")
			check(t, "the name of a column", c.lang.ColumnName("bank_code"), c.title)
			check(t, "the name of a column without one", c.lang.ColumnName("cost_centre"), "cost_centre")
		})
	}
}

// refusal finds the codes of field faults, conflicts and denials in the source; a form's faults take a language first.
var refusal = regexp.MustCompile(`(?:\.Add\((?:l, "\w*", [^,\n]+|(?:[^,"\nl][^,"\n]*|l[^,"\n]+)?(?:"\w+")?), |InvalidField\([^,]+, |errs\.Conflict\(|errs\.Forbidden\()"([a-z_]+)"`)

// apiOnly codes never reach a page: they are answered to API clients and misconfigured routes only.
var apiOnly = map[string]bool{"no_rule": true, "method_not_allowed": true}

func codesInUse(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../*/*/*.go")
	above, _ := filepath.Glob("../../*/*.go")
	if files = append(files, above...); err != nil || len(files) == 0 {
		t.Fatalf("no source (%v)", err)
	}
	found := map[string]string{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range refusal.FindAllSubmatch(text, -1) {
			if code := string(m[1]); !apiOnly[code] {
				found[code] = f
			}
		}
	}
	if len(found) < 15 {
		t.Fatalf("only %d codes found: the pattern no longer fits the source", len(found))
	}
	return found
}

// moreInAPI are codes of several refusals, whose details say more to programs than the one text of pages: who may, or what is in use.
var moreInAPI = map[string]bool{"not_allowed": true, "forbidden": true, "browser_only": true, "exists": true, "in_use": true, "no_rule": true,
	"idempotency_key_reused": true, "not_an_approver": true, "other_crew": true, "overlap": true, "import_moved_on": true, "being_sent": true,
	"person_inactive": true, "approval_not_allowed": true, "bank_code_in_use": true, "confirm_first": true, "no_source": true, "clock_settled": true, "not_started": true}

// TestFault_details compares what the API and the pages say of the same refusal.
func TestFault_details(t *testing.T) {
	files, err := filepath.Glob("../../*/*/*.go")
	above, _ := filepath.Glob("../../*/*.go")
	if files = append(files, above...); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, name := range files {
		if strings.Contains(name, "/i18n/") {
			continue
		}
		eachFile(t, name, func(file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 2 {
					return true
				}
				of, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || of.Sel.Name != "Conflict" && of.Sel.Name != "Forbidden" {
					return true
				}
				code, ok1 := literal(call.Args[0])
				detail, ok2 := literal(call.Args[1])
				text, known := faults[code]
				if !ok1 || !ok2 || !known || moreInAPI[code] {
					return true
				}
				compared++
				if detail != strings.ReplaceAll(text.EN, nbsp, " ") {
					t.Errorf("%s: the API says %q, pages %q", code, detail, text.EN)
				}
				return true
			})
		})
	}
	if compared < 80 {
		t.Fatalf("only %d details were found", compared)
	}
}

func TestFault(t *testing.T) {
	t.Run("speaks_both_languages_for_every_code_it_knows", func(t *testing.T) {
		for code, text := range faults {
			if text.FR == "" || text.EN == "" || text.FR == text.EN {
				t.Errorf("%s reads %q", code, text)
			}
		}
	})
	t.Run("knows_every_code_that_the_features_use", func(t *testing.T) {
		for code, file := range codesInUse(t) {
			if _, ok := faults[code]; !ok {
				t.Errorf("%s gives the code %q, which has no text in errors.go", file, code)
			}
		}
	})
	t.Run("is_shorter_on_a_page_that_shows_the_current_state", func(t *testing.T) {
		if FaultShown("stale", "") != StaleShown || Fault("stale", "") == StaleShown {
			t.Errorf("stale reads %q there and %q elsewhere", FaultShown("stale", ""), Fault("stale", ""))
		}
		if got := FaultShown("required", ""); got != faults["required"] {
			t.Errorf("another code reads %q", got)
		}
	})
	t.Run("falls_back_to_the_detail_of_an_unknown_code", func(t *testing.T) {
		if got := Fault("no_such_code", "Detail."); got != (Text{faults["invalid"].FR, "Detail."}) {
			t.Errorf("got %q", got)
		}
		if got := Fault("no_such_code", ""); got != faults["invalid"] {
			t.Errorf("without a detail: %q", got)
		}
	})
}

// loose finds an ordinary space that French does not break a line at: inside « », before : and %, between a number and its unit or
// what it counts, before the minutes of a time, and between the groups of digits of a number.
var loose = regexp.MustCompile(`« | [»:]| %(?:%|[^\w.+#\[-]|$)|(?:\d|%[sd]) (?:` + unitWords + `)(?:[^\pL\d’-]|$)|\x{a0}h \d\d|` +
	`\d \d{3}(?:[^\d-]|$)|(?:^|[^\d\pL/])\d{1,3} \pL+[sx](?:[^\pL’]|$)`)

// noNoun are words on -s and -x after a number that it does not count.
var noNoun = regexp.MustCompile(`\d (?:dans|mais|plus|les|des|puis|vous|sans)(?:[^\pL]|$)`)

func TestText_keeps_French_punctuation_and_units_on_their_line(t *testing.T) {
	t.Run("in every French text", func(t *testing.T) {
		for _, x := range everyText(t) {
			if m := loose.FindString(noNoun.ReplaceAllString(x.text.FR, "")); m != "" {
				t.Errorf("%s has an ordinary space in %q: %q", x.name, m, x.text.FR)
			}
		}
	})
	t.Run("and finds such a space, but no other", func(t *testing.T) {
		for _, s := range []string{"« oui", "oui »", "ici : là", "50 %%", "50 %", "10 Mo", "64 ko.", "8 h 30",
			"15 min", "2 000 000 de lignes", "%s h", "500 km", "50 Ko", "15 $", "24 heures", "10 minutes", "16 caractères", "%s jour.",
			"7\u00a0h 30", "au plus 20 pauses.", "6 fichiers"} {
			if !loose.MatchString(s) {
				t.Errorf("%q is not found", s)
			}
		}
		for _, s := range []string{"«\u00a0oui\u00a0»\u00a0: 10\u00a0Mo", "sur %s, %d", "8\u00a0heures", "514 555-0101", "16h30", "2026 s’il", "le 2 et le 3"} {
			if m := loose.FindString(s); m != "" {
				t.Errorf("%q is found in %q", m, s)
			}
		}
	})
}

// spaced finds a space, of any width, before a punctuation mark that follows its word without one in the French of Quebec.
var spaced = regexp.MustCompile(`[ \x{a0}\x{202f}][?!;]`)

// noneSpaced fails if a file whose path matches a pattern has one.
func noneSpaced(t *testing.T, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := spaced.FindIndex(text); m != nil {
			t.Errorf("%s: %q", file, text[max(0, m[0]-40):m[1]])
		}
	}
}

func TestText_has_no_space_before_marks_in_French(t *testing.T) {
	t.Run("in every text", func(t *testing.T) {
		for _, x := range everyText(t) {
			if m := spaced.FindString(x.text.FR); m != "" {
				t.Errorf("%s has %q: %q", x.name, m, x.text.FR)
			}
		}
	})
	t.Run("in the guides", func(t *testing.T) {
		noneSpaced(t, "../../help/guides/*.fr.md")
	})
	t.Run("in the events of the demonstration", func(t *testing.T) {
		eachFile(t, "../../demo/*.go", func(file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok {
					if s, ok := literal(e); ok && spaced.MatchString(s) {
						t.Errorf("%q", s)
					}
				}
				return true
			})
		})
	})
	t.Run("in the events that come with the program", func(t *testing.T) {
		noneSpaced(t, "../../hub/events/builtin/*.json")
	})
	t.Run("and finds such a space", func(t *testing.T) {
		for _, s := range []string{"Qui ?", "Oui\u00a0!", "ici\u202f; là"} {
			if !spaced.MatchString(s) {
				t.Errorf("%q is not found", s)
			}
		}
	})
}

func TestLang_Typeset(t *testing.T) {
	const typed = "On vous attend ! « Oui » : https://example.com/?a=1 ; non ? À 7 h 30, 15 $ ou 50 % pendant 2 heures, 2 années, 10 Mo"
	if got, want := FR.Typeset(typed), "On vous attend\u00a0! «\u00a0Oui\u00a0»\u00a0: https://example.com/?a=1\u00a0; non\u00a0? "+
		"À 7\u00a0h\u00a030, 15\u00a0$ ou 50\u00a0% pendant 2\u00a0heures, 2 années, 10\u00a0Mo"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := EN.Typeset(typed); got != typed {
		t.Errorf("English is set as %q", got)
	}
}

// A preposition joins the article of the noun that follows it, and the name of an owner.
func TestLang_Joined(t *testing.T) {
	for _, x := range []struct {
		l                        Lang
		text, noun, before, rest string
	}{
		{FR, "a approuvé", "la feuille", "a approuvé ", "la feuille"},
		{FR, "a retiré l’approbation de", "la feuille", "a retiré l’approbation de ", "la feuille"},
		{FR, "a changé le mot de passe de", "le compte", "a changé le mot de passe du ", "compte"},
		{FR, "a annulé sa décision au sujet de", "les congés", "a annulé sa décision au sujet des ", "congés"},
		{FR, "a joint un fichier à", "le message", "a joint un fichier au ", "message"},
		{FR, "a joint un fichier à", "les messages", "a joint un fichier aux ", "messages"},
		{FR, "a retiré l’approbation de", "une feuille", "a retiré l’approbation d’", "une feuille"},
		{FR, "a retiré l’approbation de", "3 feuilles", "a retiré l’approbation de ", "3 feuilles"},
		{EN, "removed the approval of", "the timesheet", "removed the approval of ", "the timesheet"},
	} {
		t.Run(x.text+" "+x.noun, func(t *testing.T) {
			if before, rest := x.l.Joined(x.text, x.noun); before != x.before || rest != x.rest {
				t.Errorf("%q, %q", before, rest)
			}
		})
	}
	for name, want := range map[string][2]string{"Marie": {"de Marie", "of Marie"}, "Ursula": {"d’Ursula", "of Ursula"},
		"Étienne": {"d’Étienne", "of Étienne"}, "Hugo": {"d’Hugo", "of Hugo"},
		"OLIVIER": {"d’OLIVIER", "of OLIVIER"}, "Yves": {"d’Yves", "of Yves"}, "Yannick": {"de Yannick", "of Yannick"}, "": {"de ", "of "}} {
		if fr, en := FR.Of(name), EN.Of(name); fr != want[0] || en != want[1] {
			t.Errorf("%q, %q", fr, en)
		}
	}
}
