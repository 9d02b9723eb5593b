package db

import "testing"

func TestRender(t *testing.T) {
	vars := map[string]string{"ID": "SERIAL", "Yes": "yes", "No": ""}
	for name, c := range map[string]struct {
		text, want string
		fault      bool
	}{
		"nothing to say":                  {"CREATE TABLE x;\n", "CREATE TABLE x;\n", false},
		"a variable":                      {"id {{.ID}}, at {{.Yes}}{{.No}};", "id SERIAL, at yes;", false},
		"an if that is taken":             {"a\n{{- if .Yes}}\nb {{.ID}}\n{{- end}}\nc", "a\nb SERIAL\nc", false},
		"an if that is not":               {"a\n{{- if .No}}\nb\n{{- end}}\nc", "a\nc", false},
		"a negated if that is taken":      {"a\n{{- if not .No}}\nb\n{{- end}}\nc", "a\nb\nc", false},
		"a negated if that is not":        {"a\n{{- if not .Yes}}\nb\n{{- end}}\nc", "a\nc", false},
		"two, one after the other":        {"{{- if .Yes}}\na\n{{- end}}\n{{- if .No}}\nb\n{{- end}}", "a", false},
		"an unknown variable":             {"id {{.Serial}}", "", true},
		"an if of an unknown variable":    {"{{- if .Serial}}\na\n{{- end}}", "", true},
		"an if that is left open":         {"{{- if .Yes}}\na", "", true},
		"an end of no if":                 {"a\n{{- end}}", "", true},
		"an if within an if":              {"{{- if .Yes}}\n{{- if .ID}}\na\n{{- end}}\n{{- end}}", "", true},
		"an if that is not its line":      {"a {{- if .Yes}}\nb\n{{- end}}", "", true},
		"a function of text/template's":   {"{{printf .ID}}", "", true},
		"an unknown variable not written": {"{{- if .No}}\n{{.Serial}}\n{{- end}}\na", "a", false},
	} {
		got, err := render(c.text, vars)
		if got != c.want || (err != nil) != c.fault {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}
