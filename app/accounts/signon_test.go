package accounts_test

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/oauth2-proxy/mockoidc"

	"presence/app/accounts/auth"
	"presence/app/accounts/openid"
	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// startProvider is a sign-in provider of another site than the product, at the product's time, which knows one account.
func startProvider(t *testing.T, email string) (*mockoidc.MockOIDC, openid.Config) {
	t.Helper()
	m, err := mockoidc.NewServer(nil)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Start(listener, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Shutdown(); err != nil {
			t.Error(err)
		}
	})
	m.Server.Addr = strings.Replace(listener.Addr().String(), "127.0.0.1", "localhost", 1) // how it calls itself
	m.FastForward(time.Until(apptest.Start))
	for range 10 {
		m.QueueUser(&mockoidc.MockUser{Subject: "subject-1", Email: email, EmailVerified: true})
	}
	return m, openid.Config{Issuer: m.Issuer(), ClientID: m.ClientID, ClientSecret: m.ClientSecret}
}

// TestBrowser_SignOn goes through the provider's site and back in a real browser: its cookies must come along, and the
// page in between must move on under the policy as it is served, with and without script.
func TestBrowser_SignOn(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	const email = "single.sign.on@example.com"
	b := browser.Start(t) // first: it waits for other tests, and the provider's clock runs on from here
	_, provider := startProvider(t, email)
	a := apptest.New(t, apptest.SigningOnWith(provider))
	n := auth.NewPerson{Email: email, Name: "Solange Onil", Role: auth.Payroll, Language: "en"}
	if _, err := a.Auth.AddPerson(t.Context(), a.Actor("admin"), n); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]browser.View{"with script": {Lang: "en", Width: 1280},
		"without script": {Lang: "en", Width: 1280, NoScript: true}} {
		t.Run(name+" a click leads where one was going", func(t *testing.T) {
			p := b.Open(t, a, v).Go("/staff/periods/2026/24").At("/auth/v1/login?next=%2Fstaff%2Fperiods%2F2026%2F24")
			p.Follow(browser.Click(`a[href^="/auth/v1/sso"]`)).At("/staff/periods/2026/24").Quiet()
		})
	}
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run("the page with the button "+string(lang), func(t *testing.T) {
			b.Open(t, a, browser.View{Lang: lang, Width: 360}).Go("/auth/v1/login").Quiet().Inspect("sign-on")
		})
	}
}

// TestSignOn_BehindAPrefix follows the provider's way under https and a path, as behind a reverse proxy.
func TestSignOn_BehindAPrefix(t *testing.T) {
	const email = "single.sign.on@example.com"
	_, provider := startProvider(t, email)
	a := apptest.New(t, apptest.SigningOnWith(provider), apptest.PublicURL("https://company.example/presence"))
	if _, err := a.Auth.AddPerson(t.Context(), a.Actor("admin"),
		auth.NewPerson{Email: email, Name: "Solange Onil", Role: auth.Employee}); err != nil {
		t.Fatal(err)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	get := func(address string, cookies []*http.Cookie) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cookies {
			r.AddCookie(c)
		}
		res, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res
	}
	begun := get(a.URL+"/presence/auth/v1/sso?next=/staff/time", nil)
	for _, c := range begun.Cookies() {
		if c.Name != "__Host-presence" || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("a cookie %v", c)
		}
	}
	back, err := url.Parse(get(begun.Header.Get("Location"), nil).Header.Get("Location"))
	if err != nil || !strings.HasPrefix(back.String(), "https://company.example/presence/auth/callback?") {
		t.Fatalf("the provider sends the browser to %s (%v)", back, err)
	}
	arrived := get(a.URL+back.RequestURI(), begun.Cookies())
	if arrived.StatusCode != http.StatusOK || arrived.Header.Get("Refresh") != "0; url=/presence/staff/time" {
		t.Errorf("%d, on to %q", arrived.StatusCode, arrived.Header.Get("Refresh"))
	}
	var signedIn bool
	for _, c := range arrived.Cookies() {
		signedIn = signedIn || c.Name == "__Host-presence" && c.Secure && c.Path == "/"
	}
	if !signedIn {
		t.Errorf("no session: %v", arrived.Cookies())
	}
}
