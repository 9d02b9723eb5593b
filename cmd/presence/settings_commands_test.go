package main

import (
	"strings"
	"testing"
)

// TestSettingsCommands stores, prints and takes back settings of the company.
func TestSettingsCommands(t *testing.T) {
	i := install(t, "ARCHIVE_AFTER_PERIODS=13")
	list := func() string { return strings.Join(strings.Fields(i.good("", "settings", "list")), " ") }
	if got := list(); !strings.Contains(got, "TIMEZONE default America/Toronto") || !strings.Contains(got,
		"ARCHIVE_AFTER_PERIODS environment 13") {
		t.Errorf("lists %s", got)
	}
	i.good("Europe/Paris\n", "settings", "set", "--name", "TIMEZONE")
	i.good("smtp://user:hidden@relay.example\n", "settings", "set", "--name", "SMTP_URL")
	for name, want := range map[string]string{"TIMEZONE": "Europe/Paris\n", "SMTP_URL": "(set)\n", "MAILJET_SECRET_KEY": "\n",
		"ARCHIVE_AFTER_PERIODS": "13\n"} {
		t.Run("get "+name, func(t *testing.T) {
			if got := i.good("", "settings", "get", "--name", name); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	if got := list(); !strings.Contains(got, "TIMEZONE database Europe/Paris") || strings.Contains(got, "hidden") {
		t.Errorf("lists %s", got)
	}
	i.good("", "settings", "set", "--name", "TIMEZONE", "--default")
	if got := i.good("", "settings", "get", "--name", "TIMEZONE"); got != "America/Toronto\n" {
		t.Errorf("%q", got)
	}
	for _, x := range []struct {
		name, stdin string
		args        []string
		says        string
	}{
		{"an unknown name cannot be read", "", []string{"get", "--name", "COLOUR"}, "COLOUR"},
		{"an unknown name cannot be stored", "red\n", []string{"set", "--name", "COLOUR"}, "COLOUR"},
		{"an invalid value is refused", "Nowhere\n", []string{"set", "--name", "TIMEZONE"}, "expected an IANA name"},
		{"no value is refused", "", []string{"set", "--name", "TIMEZONE"}, "--default"},
		{"the environment decides", "26\n", []string{"set", "--name", "ARCHIVE_AFTER_PERIODS"}, "environment"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if line := i.refused(x.stdin, append([]string{"settings"}, x.args...)...); !strings.Contains(line, x.says) {
				t.Errorf("says %q", line)
			}
		})
	}
}
