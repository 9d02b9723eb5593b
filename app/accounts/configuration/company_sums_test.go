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

func TestZoneName(t *testing.T) {
	for _, x := range []struct {
		lang       i18n.Lang
		zone, want string
	}{
		{i18n.FR, "America/Toronto", "heure de Toronto"}, {i18n.FR, "America/Edmonton", "heure d’Edmonton"},
		{i18n.FR, "America/Argentina/Buenos_Aires", "heure de Buenos Aires"}, {i18n.EN, "America/Edmonton", "Edmonton time"}, {i18n.FR, "UTC", "UTC"},
	} {
		if got := zoneName(x.lang, x.zone); got != x.want {
			t.Errorf("%s: %q, want %q", x.zone, got, x.want)
		}
	}
}
