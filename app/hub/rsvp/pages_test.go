package rsvp

import (
	"testing"

	"presence/app/platform/i18n"
)

func TestConfidenceView_says_why(t *testing.T) {
	l := i18n.EN
	for _, x := range []struct {
		name       string
		of         Attribution
		why, signs string
	}{
		{"several signs", Attribution{Confidence: Confirmed, Signals: []Signal{ByEmail, ByPhone, ByName}, CustomerID: "C1", AccountID: "A1"},
			l.F(i18n.RegWhyConfirmed, "email, phone and name"), "email, phone and name"},
		{"one sign", Attribution{Confidence: Probable, Signals: []Signal{ByEmail}, CustomerID: "C1", AccountID: "A1"},
			l.F(i18n.RegWhyProbable, "email"), "email"},
		{"one sign of a customer without an account", Attribution{Confidence: Probable, Signals: []Signal{ByEmail}, CustomerID: "C1"},
			l.F(i18n.RegWhyProbable, "email"), "email"},
		{"one sign of an account", Attribution{Confidence: Probable, Signals: []Signal{ByEmail}, AccountID: "A1"},
			l.F(i18n.RegWhyProbable, "email"), "email"},
		{"one sign of several accounts", Attribution{Confidence: Probable, Signals: []Signal{ByEmail}}, l.F(i18n.RegWhyAmbiguous, "email"),
			"email"},
		{"a personal link alone", Attribution{Confidence: Unknown, CustomerID: "C1"}, l.T(i18n.RegWhyLink), l.T(i18n.RegByLink)},
		{"nothing", Attribution{Confidence: Unknown}, l.T(i18n.RegWhyUnknown), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := confidenceView(l, x.of)
			if got.Why != x.why || got.Signs != x.signs {
				t.Errorf("got %q, %q\nwant %q, %q", got.Why, got.Signs, x.why, x.signs)
			}
		})
	}
}
