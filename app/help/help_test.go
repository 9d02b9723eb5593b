package help

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
)

// Readers of the tests.
var (
	admin      = auth.Actor{PersonID: "1", Role: auth.Admin, EmployeeID: 1, Language: i18n.EN}
	payroll    = auth.Actor{PersonID: "2", Role: auth.Payroll, EmployeeID: 2, Language: i18n.EN}
	organizer  = auth.Actor{PersonID: "3", Role: auth.Events, Language: i18n.EN}
	supervisor = auth.Actor{PersonID: "4", Role: auth.Employee, EmployeeID: 4, Supervises: true, Language: i18n.EN}
	employee   = auth.Actor{PersonID: "5", Role: auth.Employee, EmployeeID: 5, Language: i18n.EN}
)

// allFor returns the guides for a reader.
func allFor(t *testing.T, by auth.Actor) []Guide {
	t.Helper()
	list, err := all(by)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestParse(t *testing.T) {
	const good = "# Title\n\nLead.\n\n## First {#first}\n\n1. Select {{TimeSubmit}}.\n2. Wait & see `x`.\n\n" +
		"## Second one {#second}\n\n1. Do : it.\n"
	t.Run("reads tasks with their steps, and names labels as the interface does", func(t *testing.T) {
		g, err := parse(i18n.FR, "x", good)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%s|%s|%s|%s|%q|%q", g.Title, g.Lead, g.Tasks[0].ID, g.Tasks[1].Title, g.Tasks[0].Lines, g.Tasks[1].Lines)
		want := `Title|Lead.|first|Second one|["Select Soumettre." "Wait & see x."]|["Do` + "\u00a0" + `: it."]`
		if got != strings.ReplaceAll(want, "\u00a0", `\u00a0`) {
			t.Errorf("%s\nwant %s", got, want)
		}
		if html := g.Tasks[0].HTML; !strings.Contains(html, "<li>Select <strong>Soumettre</strong>.</li>") {
			t.Errorf("%s", html)
		}
	})
	t.Run("reads the groups of its tasks", func(t *testing.T) {
		grouped := strings.Replace(strings.Replace(good, "\n## First", "\n# Before\n\n## First", 1), "\n## Second", "\n# After\n\n## Second", 1)
		g, err := parse(i18n.FR, "x", grouped)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%s|%s|%s|%q", g.Lead, g.Tasks[0].Group, g.Tasks[1].Group, g.Tasks[0].Lines)
		if want := `Lead.|Before|After|["Select Soumettre." "Wait & see x."]`; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	})
	for _, x := range []struct{ name, source, want string }{
		{"a label that does not exist", strings.Replace(good, "TimeSubmit", "TimeNever", 1), "there is no label {{TimeNever}}"},
		{"a task without an id", strings.Replace(good, " {#first}", "", 1), `the heading "First"`},
		{"a picture that does not exist", good + "\n![What it shows](nothing)\n", "there is no picture nothing.fr.webp"},
	} {
		t.Run("refuses "+x.name, func(t *testing.T) {
			if _, err := parse(i18n.FR, "x", x.source); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%v, want %q", err, x.want)
			}
		})
	}
}

// TestGuides holds the guides of the two languages against each other and against what a guide is.
func TestGuides(t *testing.T) {
	byLanguage, err := guides()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, x := range audiences {
		fr, en := byLanguage[i18n.FR][x.guide], byLanguage[i18n.EN][x.guide]
		t.Run(x.guide+" has the same tasks and pictures in both languages", func(t *testing.T) {
			if a, b := shape(fr), shape(en); a != b {
				t.Errorf("French:\n%s\nEnglish:\n%s", a, b)
			}
		})
		for _, g := range []Guide{fr, en} {
			for _, task := range g.Tasks {
				if n := strings.Count(task.HTML, "<li>"); n < 2 || n > 6 {
					t.Errorf("%s#%s, %q, has %d steps", g.Name, task.ID, task.Title, n)
				}
			}
		}
		for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
			source, err := files.ReadFile("guides/" + x.guide + "." + string(l) + ".md")
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range labelName.FindAllStringSubmatch(string(source), -1) {
				used[m[1]] = true
			}
		}
	}
	for name := range labels {
		if !used[name] {
			t.Errorf("no guide names the label %s", name)
		}
	}
}

// shape is what a guide has in common with its translation.
func shape(g Guide) string {
	var b strings.Builder
	for _, t := range g.Tasks {
		fmt.Fprintf(&b, "%s %d steps, %d paragraphs, %d labels, %d pictures\n", t.ID, strings.Count(t.HTML, "<li>"), strings.Count(t.HTML, "<p>"),
			strings.Count(t.HTML, "<strong>"), len(t.Pictures))
	}
	return b.String()
}

func TestAll_OwnFirst(t *testing.T) {
	for name, x := range map[string]struct {
		by   auth.Actor
		want string
	}{
		"an administrator":             {admin, "admin payroll events supervisor employee general"},
		"payroll":                      {payroll, "payroll supervisor employee general events admin"},
		"payroll without a record":     {auth.Actor{PersonID: "2", Role: auth.Payroll}, "payroll supervisor general employee events admin"},
		"event staff without a record": {organizer, "events general employee supervisor payroll admin"},
		"a supervisor":                 {supervisor, "supervisor employee general events payroll admin"},
		"an employee without reports":  {employee, "employee general supervisor events payroll admin"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, g := range allFor(t, x.by) {
				got = append(got, g.Name)
			}
			if s := strings.Join(got, " "); s != x.want {
				t.Errorf("%s, want %s", s, x.want)
			}
		})
	}
}

func TestSearch(t *testing.T) {
	french, frenchAdmin := employee, admin
	french.Language, frenchAdmin.Language = i18n.FR, i18n.FR
	for _, x := range []struct {
		name string
		by   auth.Actor
		text string
		want []string // the first ones
	}{
		{"a title, in the reader's own guide first", employee, "leave", []string{"employee#leave", "employee#leave-cancel"}},
		{"for a supervisor, the supervisor's first", supervisor, "leave", []string{"supervisor#leave"}},
		{"accents and capitals do not matter", french, "CONGE demander", []string{"employee#leave"}},
		{"words of the text, after titles", french, "kilometrage", []string{"employee#expense", "payroll#codes"}},
		{"the words of a label", employee, "copy previous week", []string{"employee#copy"}},
		{"a word that nothing has lowers, and does not exclude", employee, "leave zzzz", []string{"employee#leave"}},
		{"nothing with none of the words", employee, "zzzz qqqq", nil},
		{"a plural finds the singular", payroll, "expenses", []string{"supervisor#expense", "employee#expense"}},
		{"a word of French with its article", french, "d’une dépense", []string{"employee#expense"}},
		{"one word of evenings", frenchAdmin, "soir", []string{"payroll#evening"}},
		{"evening hours and overtime", frenchAdmin, "heures du soir supplémentaires", []string{"payroll#evening"}},
		{"a premium of the night", frenchAdmin, "prime de nuit", []string{"payroll#evening"}},
		{"the threshold", frenchAdmin, "seuil 40 heures", []string{"payroll#evening"}},
		{"a phone that is lost", frenchAdmin, "oublié mon téléphone", []string{"general#lost-phone"}},
		{"periods of one week", frenchAdmin, "période hebdomadaire", []string{"payroll#periods"}},
		{"a value that an import does not know", frenchAdmin, "type de client valeur inconnue", []string{"payroll#rejected"}},
		{"the same in English", admin, "I lost my phone", []string{"general#lost-phone"}},
		{"weekly periods in English", admin, "weekly pay", []string{"payroll#periods"}},
		{"common words alone", employee, "how to", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, f := range search(allFor(t, x.by), x.text) {
				got = append(got, f.Guide.Name+"#"+f.Task.ID)
			}
			if len(got) < len(x.want) || !slices.Equal(got[:len(x.want)], x.want) || x.want == nil && got != nil {
				t.Errorf("%q, want %q first", got, x.want)
			}
		})
	}
	t.Run("shows the step that has the word, else the first", func(t *testing.T) {
		if got := search(allFor(t, payroll), "sha256sum")[0].Line; !strings.HasPrefix(got, "Compare <strong>SHA-256</strong>") {
			t.Errorf("%q", got)
		}
		if got := search(allFor(t, payroll), "hours report")[0].Line; !strings.HasPrefix(got, "In <strong>Payroll</strong>, open <strong>Hours report</strong>") {
			t.Errorf("%q", got)
		}
	})
}

func TestAbout(t *testing.T) {
	for _, x := range []struct {
		name, page string
		by         auth.Actor
		want       string
	}{
		{"a page", "/staff/payroll", payroll, "payroll#export"},
		{"a page with an id", "/staff/time/2026-25", employee, "employee#hours"},
		{"a timesheet, for its owner", "/staff/timesheets/7", employee, "employee#correct"},
		{"a timesheet, for an approver", "/staff/timesheets/7", supervisor, "supervisor#review"},
		{"a page that is in nobody's own guide", "/staff/bank-codes", employee, "payroll#codes"},
		{"the narrower of two patterns", "/staff/events/x/rsvps/guest-list", organizer, "events#attendance"},
		{"a pattern needs its part", "/staff/time/", employee, ""},
		{"an unknown page", "/staff/nowhere", employee, ""},
		{"another host", "https://elsewhere.example/staff/time", employee, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			want := "/staff/help"
			if x.want != "" {
				want += "/" + x.want
			}
			if got := about(x.by, x.page); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
	t.Run("every topic is a task", func(t *testing.T) {
		tasks := map[string]bool{}
		for _, g := range allFor(t, admin) {
			for _, task := range g.Tasks {
				tasks[g.Name+"#"+task.ID] = true
			}
		}
		for _, x := range topics {
			for _, task := range x.tasks {
				if !tasks[task] {
					t.Errorf("%s is about %s, which does not exist", x.pattern, task)
				}
			}
		}
	})
}
