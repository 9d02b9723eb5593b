package apptest

import (
	"strings"
	"testing"

	"presence/app/apptest/fake"
)

// checkLog fails the test if the log contains the name or address of a person, or a credential (O5).
func checkLog(t testing.TB, l *fake.Log, secrets []string) {
	t.Helper()
	if strings.Contains(l.String(), "server: http: panic") {
		t.Errorf("a request ended in a panic:\n%s", l.String())
	}
	text := strings.ToLower(l.String())
	for _, secret := range secrets {
		if len(secret) > 3 && strings.Contains(text, strings.ToLower(secret)) {
			t.Errorf("O5: the log holds %q. It may say a route, a status and an id, never personal data, a query or a token:\n%s", secret,
				lineWith(l.String(), secret))
		}
	}
}

func lineWith(text, secret string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(secret)) {
			return line
		}
	}
	return ""
}
