package gallery_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"presence/app/platform/i18n"
	"presence/static"
	"presence/views/ui/gallery"

	"golang.org/x/net/html"
)

// each renders every page in both languages and gives its tree.
func each(t *testing.T, check func(t *testing.T, page string, nodes []*html.Node)) {
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		for name, page := range gallery.Pages(l, "") {
			t.Run(string(l)+"/"+name, func(t *testing.T) {
				var b strings.Builder
				if err := page.Render(t.Context(), &b); err != nil {
					t.Fatal(err)
				}
				doc, err := html.Parse(strings.NewReader(b.String()))
				if err != nil {
					t.Fatal(err)
				}
				var nodes []*html.Node
				for n := range doc.Descendants() {
					if n.Type == html.ElementNode {
						nodes = append(nodes, n)
					}
				}
				check(t, b.String(), nodes)
			})
		}
	}
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func TestPages_obey_the_content_security_policy(t *testing.T) {
	each(t, func(t *testing.T, _ string, nodes []*html.Node) {
		for _, n := range nodes {
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") {
					t.Errorf("<%s> has the inline attribute %s", n.Data, a.Key)
				}
			}
			if src, ok := attr(n, "src"); n.Data == "script" && (!ok || !strings.HasPrefix(src, "/static/")) {
				t.Error("a script is inline or comes from elsewhere")
			}
			if n.Data == "style" {
				t.Error("a style sheet is inline")
			}
		}
	})
}

func TestPages_have_unique_ids_and_references_that_lead_somewhere(t *testing.T) {
	each(t, func(t *testing.T, _ string, nodes []*html.Node) {
		ids := map[string]bool{}
		for _, n := range nodes {
			if id, ok := attr(n, "id"); ok {
				if ids[id] {
					t.Errorf("two elements have the id %q", id)
				}
				ids[id] = true
			}
		}
		for _, n := range nodes {
			for _, name := range []string{"for", "aria-describedby", "aria-labelledby", "data-dialog"} {
				refs, _ := attr(n, name)
				for _, ref := range strings.Fields(refs) {
					if !ids[ref] {
						t.Errorf("<%s %s=%q> leads nowhere", n.Data, name, ref)
					}
				}
			}
		}
	})
}

func TestPages_are_small_and_name_their_language(t *testing.T) {
	each(t, func(t *testing.T, page string, nodes []*html.Node) {
		if len(page) > 64<<10 {
			t.Errorf("%d bytes of HTML", len(page))
		}
		want := strings.Split(t.Name(), "/")[1]
		for _, n := range nodes {
			if lang, _ := attr(n, "lang"); n.Data == "html" && lang != want {
				t.Errorf("lang=%q on a page in %q", lang, want)
			}
		}
	})
}

// TestWrite leaves the pages as files for the eye when GALLERY names a folder.
func TestWrite(t *testing.T) {
	dir := os.Getenv("GALLERY")
	if dir == "" {
		t.Skip("GALLERY names no folder")
	}
	for _, theme := range []string{"light", "dark"} {
		for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
			for name, page := range gallery.Pages(l, theme) {
				var b strings.Builder
				if err := page.Render(t.Context(), &b); err != nil {
					t.Fatal(err)
				}
				text := b.String()
				for _, asset := range []string{"app.css", "app.js", "htmx.js", "mark.svg"} {
					at, err := filepath.Abs("../../../static/dist/" + filepath.Base(static.Path(asset)))
					if err != nil {
						t.Fatal(err)
					}
					text = strings.ReplaceAll(text, static.Path(asset), "file://"+at)
				}
				if err := os.WriteFile(filepath.Join(dir, name+"-"+string(l)+"-"+theme+".html"), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
