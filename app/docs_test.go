package app_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"presence/app/apptest"
)

// elsewhereRef is a reference that a browser would follow by itself to another host.
var elsewhereRef = regexp.MustCompile(`(?:src|<link[^>]+href)="(?:https?:)?//[^"]*"`)

// TestDocs looks at the reader of the description as anyone sees it (C9).
func TestDocs(t *testing.T) {
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
		anyone.On(t).Do("GET", "/docs", nil, "Accept-Language", "fr").Has(`<html lang="fr"`, "Interface de programmation")
		anyone.On(t).Do("GET", "/docs", nil, "Accept-Language", "en").Has(`<html lang="en"`, "Programming interface")
	})
	t.Run("knows no other group", func(t *testing.T) { anyone.On(t).Get("/docs?group=nothing").Want(404) })
}
