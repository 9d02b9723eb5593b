package app_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// elsewhereRef is a reference that a browser would follow by itself to another host.
var elsewhereRef = regexp.MustCompile(`(?:src|<link[^>]+href)="(?:https?:)?//[^"]*"`)

// TestDocs looks at the reader of the description as anyone sees it (C9).
func TestDocs(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	d, anyone := describe(t, a), a.As(apptest.Anonymous)
	index := anyone.Get("/docs").Want(200)
	for _, o := range d.operations() {
		index.Has("#"+o.ID+`"`, html.EscapeString(o.Summary))
	}
	for _, tag := range d.Tags {
		t.Run(tag.Name, func(t *testing.T) {
			page := anyone.On(t).Get("/docs?group=" + tag.Name).Want(200)
			for _, o := range d.operations() {
				if o.Tags[0] != tag.Name {
					continue
				}
				page.Has(`id="`+o.ID+`"`, o.path, "curl")
				for status := range o.Responses {
					page.Has(">" + status + "<")
				}
				for _, p := range o.Parameters {
					page.Has("<code>" + p.Name + "</code>")
				}
			}
			if found := elsewhereRef.Find(page.Body); found != nil || strings.Contains(string(page.Body), "<script>") {
				t.Errorf("the page loads from elsewhere, or holds code: %s", found)
			}
		})
	}
	t.Run("speaks the reader's language around it", func(t *testing.T) {
		anyone.On(t).Do("GET", "/docs", nil, "Accept-Language", "fr").Has(`<html lang="fr"`, "Référence de l’API")
		anyone.On(t).Do("GET", "/docs", nil, "Accept-Language", "en").Has(`<html lang="en"`, "API reference")
	})
	t.Run("finds the operations that have every word, without script", func(t *testing.T) {
		page := anyone.On(t).Do("GET", "/docs?q=shift+approve", nil, "Accept-Language", "en").Want(200).Has("1 operation found").Doc()
		if n := page.Find(".docs-main [data-operation]").Length(); n != 1 {
			t.Errorf("%d operations", n)
		}
		anyone.On(t).Do("GET", "/docs?q=nothing-like-that", nil, "Accept-Language", "en").Want(200).Has("0 operations found")
	})
	t.Run("knows no other group", func(t *testing.T) { anyone.On(t).Get("/docs?group=nothing").Want(404) })
}

// The list of operations follows what is typed, and finds what the server finds.
func TestBrowser_Docs(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).Go("/docs?group=shifts").Settled()
	const found = `[...document.querySelectorAll(".docs-nav [data-operation]")].filter(x => x.checkVisibility()).length`
	p.Do(chromedp.SendKeys(".docs-search input", "delete templates"))
	p.Until(found + ` === 1`)
	p.Follow(chromedp.KeyEvent(kb.Enter)).Settled()
	p.Until(found + ` === 1 && document.querySelectorAll(".docs-main [data-operation]:not(.is-filtered)").length === 1`)
	p.Do(chromedp.SendKeys(".docs-search input", "zzz")).Until(found + ` === 0 && document.querySelector(".docs-none").checkVisibility()`)
	p.Quiet()
}
