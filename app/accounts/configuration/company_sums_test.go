package configuration

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
	"presence/views/ui"
)

func TestPartSum_retention(t *testing.T) {
	s := partSum{lang: i18n.EN, fields: []ui.Field{{Label: "Receipts", Value: "84"}, {Label: "Guests", Value: "18"}, {Label: "Links", Value: "0"}}}
	s.retention()
	want := "Receipts: 7 years · Guests: 18 months · " + i18n.EN.T(i18n.KeepSumRest)
	if got := strings.Join(s.parts, " · "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
