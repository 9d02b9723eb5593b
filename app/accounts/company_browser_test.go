package accounts_test

import (
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// TestBrowser_CompanySettings opens every part of the company's settings: what a setting says has room beside its field, or above it.
func TestBrowser_CompanySettings(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 1280}, {Lang: i18n.EN, Width: 1920}} {
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("admin").Go("/staff/settings/company")
			narrow := browser.Eval[[]string](p, `(document.querySelectorAll(".settings-form").forEach(x => x.closest("details") && (x.closest("details").open = true)),
				[...document.querySelectorAll(".settings-form .field-hint")].filter(x => x.offsetWidth < 240).map(x => x.textContent.trim()))`)
			if len(narrow) > 0 {
				t.Errorf("in narrow columns: %q", narrow)
			}
		})
	}
}
