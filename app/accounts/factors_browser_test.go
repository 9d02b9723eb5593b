package accounts_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
)

// TestBrowser_Passkey goes through the life of a passkey with a device of the browser's own: it is added, confirms an act, and signs in
// from the field of the address.
func TestBrowser_Passkey(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t, apptest.OnLocalhost())
	p := b.Open(t, a, browser.View{Lang: "en", Width: 360}).As("admin").Authenticator().Go("/staff/settings/security")
	p.Follow(browser.Click(`[data-passkey="create"] button`)).Quiet()
	codes := strings.Fields(p.Text(".recovery-codes"))
	if len(codes) != 10 {
		t.Fatalf("the recovery codes are %q", codes)
	}
	phone := p.View()
	p = p.Inspect("security-codes").Turn(t, phone)
	p.Go("/staff/settings/security").Reads("[data-label=\"Last used\"]", "Never used")
	p = p.Inspect("security-passkey").Turn(t, phone)

	a.Clock.Advance(11 * time.Minute)
	p.Go("/staff/settings/people/{employee.user}").Do(chromedp.SetValue("#f-email", "renamed@example.com"))
	p.Follow(browser.Click(`.form .btn-primary`)).Reads("h1", "Confirm it’s you").Quiet()
	p = p.Inspect("confirm").Turn(t, phone)
	p.Follow(browser.Click(`[data-passkey="get"] button`)).At(a.World.Fill("/staff/settings/people/{employee.user}")).Quiet()
	if got := browser.Eval[string](p, `document.querySelector("#f-email").value`); got != "renamed@example.com" {
		t.Errorf("the address is %s", got)
	}

	p.Follow(chromedp.Evaluate[chromedp.Void](`(() => {
		const form = Object.assign(document.createElement("form"), {method: "post", action: "/auth/v1/logout"})
		document.body.append(form)
		form.submit()
	})()`))
	p.At("/staff/").Quiet() // the device answered the sign-in page without a touch
}

// TestBrowser_Codes sets one-time codes up and signs in with one, without script.
func TestBrowser_Codes(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	const password = "a phrase that is long enough"
	b, a := browser.Start(t), apptest.New(t)
	if err := a.Auth.SetPassword(t.Context(), a.Actor("employee"), a.World.People["employee"].Email, password); err != nil {
		t.Fatal(err)
	}
	email := a.World.People["employee"].Email
	p := b.Open(t, a, browser.View{Lang: "en", Width: 360, NoScript: true}).SignIn(email, password)
	p.Go("/staff/settings/security").Follow(browser.Click(`a[href="/staff/settings/security/codes"]`))
	secret := strings.ReplaceAll(p.Text("#code-key"), " ", "")
	p.Follow(chromedp.SendKeys("#f-code", codeAt(t, a, secret, 0)+"\r"))
	recovery := strings.Fields(p.Text(".recovery-codes"))
	if len(recovery) != 10 {
		t.Fatalf("the recovery codes are %q", recovery)
	}
	b.Open(t, a, browser.View{Lang: "en", Width: 360}).SignIn(email, password).Reads("h1", "Confirm it’s you").
		Inspect("factor").Quiet()
	p = b.Open(t, a, browser.View{Lang: "en", Width: 360, NoScript: true}).SignIn(email, password).Reads("h1", "Confirm it’s you")
	p.Follow(chromedp.SendKeys("#f-code", "000000\r")).Reads(".banner-title", "We couldn’t sign you in")
	p.Follow(chromedp.SendKeys("#f-code", codeAt(t, a, secret, 30*time.Second)+"\r")).At("/staff/")
}
