package ui

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"

	"github.com/a-h/templ"
)

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestInitials(t *testing.T) {
	for name, want := range map[string]string{
		"Anne-Marie Côté": "AC", "  élise  de la  Tour ": "ÉT", "Madonna": "M", "": "?", "   ": "?", "李 小龍": "李小",
	} {
		if got := Initials(name); got != want {
			t.Errorf("Initials(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestAreas(t *testing.T) {
	tabs := []Tab{{Label: "Company", Group: "General"}, {Label: "People", Group: "General", Current: true}, {Label: "Kiosks", Group: "Access"}}
	t.Run("each group is a list below its name, and the page that is shown is marked", func(t *testing.T) {
		list := render(t, Areas("Sections", tabs))
		order := []string{`aria-label="Sections"`, ">General<", "<ul", "Company", `aria-current="page"`, "People", "</ul>", ">Access<", "<ul", "Kiosks"}
		rest := list
		for _, want := range order {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Fatalf("%s does not follow in %s", want, list)
			}
			rest = after
		}
		if strings.Count(list, "aria-current") != 1 {
			t.Error(list)
		}
	})
	t.Run("the list of rows has the same groups", func(t *testing.T) {
		if list := render(t, AreaList(tabs)); strings.Count(list, "<h2>") != 2 || strings.Count(list, "<ul") != 2 || strings.Count(list, "<li>") != 3 {
			t.Error(list)
		}
	})
	t.Run("a group alone has no name", func(t *testing.T) {
		if list := render(t, Areas("Sections", tabs[:2])) + render(t, AreaList(tabs[:2])); strings.Contains(list, "General") {
			t.Error(list)
		}
		if tabs[0].Group == "" {
			t.Error("the tabs of the caller have changed")
		}
	})
}

func TestInput(t *testing.T) {
	bad := render(t, Input(Field{Name: "end", Label: "Fin", Error: "Après <le> début", Hint: "HH:MM", Required: true, Value: `"><script>`}))
	for _, want := range []string{`for="f-end"`, `id="f-end"`, `aria-invalid="true"`, `aria-describedby="f-end-error f-end-hint"`,
		`id="f-end-error"`, `id="f-end-hint"`, ` required`, "Après &lt;le&gt; début"} {
		if !strings.Contains(bad, want) {
			t.Errorf("missing %s in %s", want, bad)
		}
	}
	if strings.Contains(bad, "<script>") {
		t.Error("the value is not escaped")
	}
	good := render(t, Input(Field{Name: "end", Label: "Fin"}))
	for _, unwanted := range []string{"aria-invalid", "aria-describedby", "required", "disabled", "readonly", "autofocus"} {
		if strings.Contains(good, unwanted) {
			t.Errorf("an untroubled field says %s", unwanted)
		}
	}
}

func TestSelect_marks_the_choice_and_keeps_groups_together(t *testing.T) {
	got := render(t, Select(Field{Name: "code", Label: "Code", Value: "2",
		Options: []Option{{Value: "1", Label: "A", Group: "G"}, {Value: "2", Label: "B", Group: "G"}, {Value: "3", Label: "C"}}}))
	if strings.Count(got, "<optgroup") != 1 || strings.Count(got, " selected") != 1 || !strings.Contains(got, `value="2" selected`) {
		t.Error(got)
	}
}

func TestFormErrors(t *testing.T) {
	if got := render(t, FormErrors(i18n.FR, nil)); got != "" {
		t.Errorf("without faults: %s", got)
	}
	var f Faults
	f.Add(i18n.FR, "email", "Courriel", "required", "")
	f.Add(i18n.FR, "", "", "stale", "")
	got := render(t, FormErrors(i18n.FR, f))
	for _, want := range []string{"2 champs", `href="#f-email"`, "Ce champ est obligatoire."} {
		if !strings.Contains(strings.ReplaceAll(got, "\u00a0", " "), want) {
			t.Errorf("missing %s in %s", want, got)
		}
	}
	if f.Of("email") != "Ce champ est obligatoire." || f.Of("name") != "" {
		t.Errorf("Of: %q, %q", f.Of("email"), f.Of("name"))
	}
}

func TestLinks_refuse_scripts(t *testing.T) {
	for name, c := range map[string]templ.Component{
		"button": LinkButton("javascript:alert(1)", Btn{Label: "x"}),
		"person": Person("x", "", "javascript:alert(1)"),
		"row":    RowHead("x", "javascript:alert(1)"),
		"tab":    Tabs("x", []Tab{{Label: "x", Href: "javascript:alert(1)"}}),
	} {
		if got := render(t, c); strings.Contains(got, "javascript:") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestGauge_part(t *testing.T) {
	for _, c := range []struct{ value, max, want float64 }{{20, 40, 50}, {45, 40, 100}, {0, 40, 0}, {-1, 40, 0}, {3, 0, 0}} {
		if got := (Gauge{Value: c.value, Max: c.max}).part(); got != c.want {
			t.Errorf("%v of %v fills %v, want %v", c.value, c.max, got, c.want)
		}
	}
}

func TestStripDay_parts(t *testing.T) {
	for _, x := range []struct {
		name string
		day  StripDay
		want string // class and path of each part
	}{
		{"an empty day has none", StripDay{}, ""},
		{"sixteen hours are a full bar", StripDay{Hours: 16}, "strip-bar M5.5 24V0h4V24z"},
		{"half of it is half a bar", StripDay{Hours: 8}, "strip-bar M5.5 24V12h4V24z"},
		{"fifteen hours are longer than twelve", StripDay{Hours: 15}, "strip-bar M5.5 24V1.5h4V24z"},
		{"more than sixteen hours have a gap near the top", StripDay{Hours: 17}, "strip-bar M5.5 24V4.5h4V24zM5.5 3V0h4V3z"},
		{"what is too long is marked", StripDay{Hours: 17, Over: true}, "strip-over M5.5 24V4.5h4V24zM5.5 3V0h4V3z"},
		{"the gap is in the evening too", StripDay{Hours: 17, Late: 9}, "strip-bar M5.5 24V4.5h4V24zM5.5 3V0h4V3z, strip-late M5.5 12V4.5h4V12zM5.5 3V0h4V3z"},
		{"a short evening is above the gap", StripDay{Hours: 17, Late: 2}, "strip-bar M5.5 24V4.5h4V24zM5.5 3V0h4V3z, strip-late M5.5 1.5V0h4V1.5z"},
		{"the evening is tinted", StripDay{Hours: 8, Late: 2}, "strip-bar M5.5 24V12h4V24z, strip-late M5.5 15V12h4V15z"},
		{"leave is hatched", StripDay{Away: true},
			"strip-away M5.5 24V22h4V24zM5.5 20V18h4V20zM5.5 16V14h4V16zM5.5 12V10h4V12z"},
		{"hours beside leave are a bar", StripDay{Hours: 4, Away: true}, "strip-bar M5.5 24V18h4V24z"},
		{"a missing day is hollow", StripDay{Missing: true}, "strip-missing M6 17.5h3v6h-3z"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, p := range x.day.parts(1) {
				got = append(got, p.class+" "+p.path)
			}
			if s := strings.Join(got, ", "); s != x.want {
				t.Errorf("got %s, want %s", s, x.want)
			}
		})
	}
	strip := DayStrip{Label: "rien", Days: make([]StripDay, 14)}
	if got := render(t, DayBars(strip)); !strings.Contains(got, `aria-label="rien"`) || !strings.Contains(got, `width="79.5"`) {
		t.Errorf("fourteen empty days: %s", got)
	}
	strip.Days[3] = StripDay{Hours: 8, Title: "mer. 18"}
	if got := render(t, DayBars(strip)); !strings.Contains(got, "<title>mer. 18</title>") {
		t.Errorf("no title: %s", got)
	}
	for hours, want := range map[float64]bool{12: false, 12.5: true} {
		strip.Days[3] = StripDay{Hours: hours}
		if got := render(t, DayBars(strip)); strings.Contains(got, `class="strip-line" d="M0 6h79.5"`) != want {
			t.Errorf("with a day of %v hours, the line at twelve is in %s", hours, got)
		}
	}
}

func TestStateBadge_always_has_words_and_an_icon(t *testing.T) {
	for state := range looks {
		got := render(t, StateBadge(i18n.EN, state))
		if !strings.Contains(got, "<svg") || strings.Contains(got, "<span></span>") {
			t.Errorf("%s: %s", state, got)
		}
	}
	if got := render(t, StateBadge(i18n.EN, "odd")); !strings.Contains(got, "odd") {
		t.Errorf("an unknown state: %s", got)
	}
}

func TestAuditActionOf(t *testing.T) {
	for _, x := range []struct {
		name, kind, action string
		want               AuditAction
		known              bool
	}{
		{"an action with a text of its own", "timesheet", "approved", AuditAction{i18n.DidApprove, IconApproved}, true},
		{"the same action on another kind of record", "shift", "approved", AuditAction{i18n.DidApproveShift, IconCheck}, true},
		{"an action without one", "shift", "moved", AuditAction{i18n.DidUpdateRecord, IconHistory}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got, known := AuditActionOf(x.kind, x.action); got != x.want || known != x.known {
				t.Errorf("%+v, %v", got, known)
			}
		})
	}
}
