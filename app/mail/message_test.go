package mail_test

import (
	"strings"
	"testing"

	"presence/app/mail"
)

func bytesOf(t testing.TB, m *mail.Message) string {
	t.Helper()
	var b strings.Builder
	if _, err := m.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
