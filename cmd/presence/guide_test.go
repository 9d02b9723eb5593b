package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestOperatorsGuide holds docs/operators.md against the settings and the commands that there are.
func TestOperatorsGuide(t *testing.T) {
	text, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(text)
	known := map[string]bool{}
	for _, s := range all {
		known[s.name] = true
		if !strings.Contains(guide, s.name) && !strings.HasPrefix(s.name, "OIDC_") {
			t.Errorf("the guide does not know the setting %s", s.name)
		}
	}
	for _, m := range regexp.MustCompile("(?m)(?:`|^|env |Environment=|-e )([A-Z]{3,}(?:_[A-Z]+)+)=?").FindAllStringSubmatch(guide, -1) {
		if !known[m[1]] {
			t.Errorf("there is no setting %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile("(?m)^(SMTP_URL|PUBLIC_URL|DATA_DIR)='?([^'\n]+)'?$").FindAllStringSubmatch(guide, -1) {
		if _, err := readSettings(from(map[string]string{m[1]: m[2]})); err != nil {
			t.Errorf("the example %s: %v", m[0], err)
		}
	}
	for _, m := range regexp.MustCompile("(?m)(?:`|^|\\d )/?presence ([a-z]+(?:\\s+[a-z]+)?)").FindAllStringSubmatch(guide, -1) {
		name := strings.Join(strings.Fields(m[1]), " ")
		if first, _, _ := strings.Cut(name, " "); !slices.Contains([]string{"user", "directory", "settings"}, first) {
			name = first
		}
		found := false
		for _, c := range commands {
			found = found || c.name == name
		}
		if !found {
			t.Errorf("there is no command %q", name)
		}
	}
}
