package accounts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// The page of an uploaded archive shows its button without scrolling, on a phone and at a desk, and meets WCAG 2.2 AA.
func TestBrowser_CompanyArchive(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	const email = "admin@demo.presence.example"
	b := browser.Start(t)
	file := filepath.Join(t.TempDir(), "archive.zip")
	if err := os.WriteFile(file, zipOf(t, apptest.NewDemo(t, db.SQLite)), 0o600); err != nil {
		t.Fatal(err)
	}
	a, _ := newInstallation(t, db.SQLite, email)
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			p := b.Open(t, a, browser.ViewsIn(lang)[0]).SignIn(email, "correct horse battery").Go("/staff/settings/export")
			p.Do(chromedp.SetUploadFiles("#f-file", []string{file})).Follow(browser.Click(`form[action$="/archives"] button`))
			at := p.Path()
			for _, v := range browser.ViewsIn(lang) {
				p = p.Turn(t, v).Go(at)
				if bottom := browser.Eval[float64](p, `document.querySelector("#archive .btn-primary").getBoundingClientRect().bottom`); bottom > 720 {
					t.Errorf("%s: the button ends %.0f pixels below the top", v.Name(), bottom)
				}
			}
			p.Inspect("company-archive")
		})
	}
}

// TestBrowser_CompanyExportAgain asks for the file of a company twice: the page stays, and its button works again.
func TestBrowser_CompanyExportAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	p := browser.Start(t).Open(t, apptest.New(t), browser.View{Lang: i18n.EN, Width: 1280}).As("admin").Go("/staff/settings/export")
	browser.Eval[bool](p, `(() => {
		window.requests = 0
		window.addEventListener("submit", (event) => {
			if (!event.defaultPrevented) window.requests++
			event.preventDefault()
		})
		return true
	})()`)
	p.Do(browser.Click(`form[action$="/settings/export"] button`), browser.Click(`form[action$="/settings/export"] button`))
	if n := browser.Eval[int](p, `window.requests`); n != 2 {
		t.Errorf("the button was clicked twice and made %d requests", n)
	}
}
