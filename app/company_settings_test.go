package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"presence/app/platform/mail"
)

const googleUser = `{"type":"authorized_user","client_id":"c","refresh_token":"r","token_uri":"https://oauth2.googleapis.com/token"}`

// TestConfig_withStored lays stored values over the configuration of an environment.
func TestConfig_withStored(t *testing.T) {
	zone := func(c Config) string { return c.Zone.String() }
	bulk := func(c Config) string { return fmt.Sprintf("%T", c.Mail.Bulk) }
	mailbox := func(c Config) string { return fmt.Sprintf("%T", c.Mail.Mailbox) }
	file := filepath.Join(t.TempDir(), "gmail.json")
	if err := os.WriteFile(file, []byte(googleUser), 0o600); err != nil {
		t.Fatal(err)
	}
	source := func(c Config) string { return fmt.Sprintf("%T", c.Directory) }
	provider := func(c Config) string { return c.OIDC.Issuer + " " + c.OIDC.ClientID }
	for _, x := range []struct {
		name        string
		environment map[string]string
		stored      map[string]string
		of          func(Config) string
		want        string
		invalid     string // the names of the invalid settings
	}{
		{"the default without both", nil, nil, zone, "America/Toronto", ""},
		{"a stored value takes the place of the default", nil, map[string]string{"TIMEZONE": "Europe/Paris"}, zone, "Europe/Paris", ""},
		{"the environment takes precedence", map[string]string{"TIMEZONE": "Asia/Tokyo"}, map[string]string{"TIMEZONE": "Europe/Paris"}, zone,
			"Asia/Tokyo", ""},
		{"an invalid value is ignored", nil, map[string]string{"TIMEZONE": "Nowhere"}, zone, "America/Toronto", "TIMEZONE"},
		{"a value of the environment locks its group", map[string]string{"SMTP_URL": "smtp://relay.example"},
			map[string]string{"MAILJET_API_KEY": "k", "MAILJET_SECRET_KEY": "s"}, bulk, "*mail.Relay", ""},
		{"a group is read together", nil, map[string]string{"MAILJET_API_KEY": "k", "MAILJET_SECRET_KEY": "s"}, bulk, "*mail.Mailjet", ""},
		{"half of a group is invalid", nil, map[string]string{"MAILJET_API_KEY": "k"}, bulk, "<nil>", "MAILJET_SECRET_KEY"},
		{"two channels at once are invalid", nil, map[string]string{"SMTP_URL": "smtp://a.example", "MAILJET_API_KEY": "k",
			"MAILJET_SECRET_KEY": "s"}, bulk, "<nil>", "MAILJET_API_KEY"},
		{"pasted credentials of Gmail", nil, map[string]string{"GMAIL_CREDENTIALS_JSON": googleUser}, mailbox, "*mail.Gmail", ""},
		{"pasted credentials that are none", nil, map[string]string{"GMAIL_CREDENTIALS_JSON": "{}"}, mailbox, "<nil>",
			"GMAIL_CREDENTIALS_JSON GMAIL_URL"},
		{"pasted credentials with tokens of another server", nil, map[string]string{"GMAIL_CREDENTIALS_JSON": strings.Replace(googleUser,
			"oauth2.googleapis.com", "evil.example", 1)}, mailbox, "<nil>", "GMAIL_CREDENTIALS_JSON"},
		{"with another Google they are accepted", map[string]string{"GMAIL_URL": "http://127.0.0.1:9"}, map[string]string{
			"GMAIL_CREDENTIALS_JSON": strings.Replace(googleUser, "oauth2.googleapis.com", "other.example", 1)}, mailbox, "*mail.Gmail", ""},
		{"two mailbox channels at once are invalid", nil, map[string]string{"GMAIL_CREDENTIALS_JSON": googleUser, "GRAPH_TENANT": "t",
			"GRAPH_CLIENT_ID": "c", "GRAPH_CLIENT_SECRET": "s"}, mailbox, "<nil>", "GRAPH_TENANT"},
		{"a file of credentials locks the mailboxes", map[string]string{"GMAIL_CREDENTIALS": file}, map[string]string{"GRAPH_TENANT": "t",
			"GRAPH_CLIENT_ID": "c", "GRAPH_CLIENT_SECRET": "s"}, mailbox, "*mail.Gmail", ""},
		{"a setting of the machine does not lock its group", map[string]string{"MAILJET_URL": "http://127.0.0.1:9"},
			map[string]string{"MAILJET_API_KEY": "k", "MAILJET_SECRET_KEY": "s"}, bulk, "*mail.Mailjet", ""},
		{"a setting of the machine is never taken from the database", nil, map[string]string{"AUTO_RESUME": "false"},
			func(c Config) string { return fmt.Sprint(c.Mail.AutoResume) }, "true", ""},
		{"the provider", nil, map[string]string{"OIDC_ISSUER": "https://id.example", "OIDC_CLIENT_ID": "presence"}, provider,
			"https://id.example presence", ""},
		{"a provider without client is invalid", nil, map[string]string{"OIDC_ISSUER": "https://id.example"}, provider, " ", "OIDC_CLIENT_ID"},
		{"one invalid group leaves the others", nil, map[string]string{"OIDC_ISSUER": "ftp://id", "TIMEZONE": "Europe/Paris"}, zone, "Europe/Paris",
			"OIDC_CLIENT_ID OIDC_ISSUER"},
		{"a stored folder below one that the environment allows", nil, map[string]string{"DIRECTORY_URL": "files:/srv/allowed/x"}, source,
			"directory.Files", ""},
		{"another stored folder", nil, map[string]string{"DIRECTORY_URL": "files:/srv/allowed/../x"}, source, "<nil>", "DIRECTORY_URL"},
		{"another folder in the environment", map[string]string{"DIRECTORY_URL": "files:/srv/x"}, nil, source, "directory.Files", ""},
		{"an empty stored value counts as none", nil, map[string]string{"TIMEZONE": ""}, zone, "America/Toronto", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, faults := fromEnvironment(t, x.environment).withStored(x.stored)
			var names []string
			for name := range faults {
				names = append(names, name)
			}
			slices.Sort(names)
			if got := x.of(c); got != x.want || strings.Join(names, " ") != x.invalid {
				t.Errorf("%s, invalid %v; want %s, invalid %s", got, names, x.want, x.invalid)
			}
		})
	}
}

// fromEnvironment reads the settings of the company from variables.
func fromEnvironment(t *testing.T, variables map[string]string) Config {
	t.Helper()
	c := Config{Environment: variables, DirectoryRoots: []string{"/srv/allowed"}}
	for _, x := range CompanySettings() {
		value := variables[x.Name]
		if value == "" {
			value = x.Default
		}
		if err := x.Read(&c, value); err != nil {
			t.Fatalf("%s: %v", x.Name, err)
		}
	}
	return c
}

func TestConfig_configurationOptions(t *testing.T) {
	o := fromEnvironment(t, map[string]string{"SMTP_URL": "smtp://relay.example", "TIMEZONE": "Asia/Tokyo"}).configurationOptions()
	for _, x := range []struct {
		name, want string
	}{
		{"TIMEZONE", "TIMEZONE true Asia/Tokyo"},
		{"SMTP_URL", "bulk true smtp://relay.example"},
		{"MAILJET_API_KEY", "bulk true "},
		{"GRAPH_TENANT", "mailbox false "},
		{"MAILJET_URL", ""}, // the machine's
		{"AUTO_RESUME", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := ""
			for _, s := range o.Settings {
				if s.Name == x.name {
					got = fmt.Sprintf("%s %t %s", s.Group, s.Locked, s.Environment)
				}
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	for _, x := range o.Settings {
		if x.Name == "MAILJET_API_KEY" && x.LockedBy != "SMTP_URL" {
			t.Errorf("locked by %q", x.LockedBy)
		}
	}
	m := fromEnvironment(t, nil).configurationOptions().Mail(map[string]string{"SMTP_URL": "smtp://relay.example", "MAIL_FROM": "a@b.example"})
	if m.Bulk.Name() != "smtp" || m.Mailbox != nil || m.Senders[0].Email != "a@b.example" {
		t.Errorf("means %+v", m)
	}
	if invalid := o.Check(map[string]string{"PAY_PERIOD_ANCHOR": "2026-01-05"}); len(invalid) != 1 {
		t.Errorf("invalid: %v", invalid)
	}
}

func TestSettings_GRAPH_URL(t *testing.T) {
	for address, want := range map[string]string{mail.GraphURL: "", "http://127.0.0.1:9": "http://127.0.0.1:9"} {
		t.Run(address, func(t *testing.T) {
			c := fromEnvironment(t, map[string]string{"GRAPH_TENANT": "t", "GRAPH_CLIENT_ID": "c", "GRAPH_CLIENT_SECRET": "s", "GRAPH_URL": address})
			if g := c.Mail.mailbox.graph; g.URL != want || g.Tester != "no-reply@localhost" {
				t.Errorf("%q %q", g.URL, g.Tester)
			}
		})
	}
}

func TestCOMPANY_NAME(t *testing.T) {
	for _, x := range []struct {
		name, value string
		good        bool
	}{
		{"80 letters", strings.Repeat("é", 80), true},
		{"81 letters", strings.Repeat("é", 81), false},
		{"two lines", "a\nb", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, invalid := fromEnvironment(t, nil).withStored(map[string]string{"COMPANY_NAME": x.value})
			if (len(invalid) == 0) != x.good {
				t.Errorf("%v", invalid)
			}
		})
	}
}

func TestIssuer(t *testing.T) {
	for address, good := range map[string]bool{"": true, "https://id.example": true, "https://id.example/realms/main": true,
		"http://localhost:9000": true, "http://127.0.0.1:9000": true, "http://[::1]:9000": true, "http://id.example": false,
		"http://192.0.2.1": false, "ftp://localhost": false, "https://": false, "https://id.example:port": false,
		"https://user@id.example": false, "https://id.example?a=1": false, "https://id.example#a": false} {
		t.Run(address, func(t *testing.T) {
			if err := issuer(address); (err == nil) != good {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestNeedsSecret(t *testing.T) {
	for name, want := range map[string]bool{"OIDC_CLIENT_SECRET": true, "OIDC_ISSUER": true, "OIDC_CLIENT_ID": true, "SMTP_URL": true,
		"MAILJET_API_KEY": true, "BOUNCE_ADDRESS": true, "GRAPH_TENANT": true, "DIRECTORY_URL": true,
		"COMPANY_NAME": false, "TIMEZONE": false, "MAIL_FROM": false, "OF_A_TEST": false} {
		t.Run(name, func(t *testing.T) {
			if got := needsSecret(name); got != want {
				t.Errorf("got %v", got)
			}
		})
	}
}
