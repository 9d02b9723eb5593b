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

// TestWrite writes the pages as files, for the eye when GALLERY names a folder, and looks up every asset that they refer to.
func TestWrite(t *testing.T) {
	dir := os.Getenv("GALLERY")
	if dir == "" {
		dir = t.TempDir()
	}
	assets, err := filepath.Abs("../../../static/dist")
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range []string{"light", "dark"} {
		for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
			for name, page := range gallery.Pages(l, theme) {
				var b strings.Builder
				if err := page.Render(t.Context(), &b); err != nil {
					t.Fatal(err)
				}
				text := strings.ReplaceAll(b.String(), static.Prefix, "file://"+assets+"/")
				if err := os.WriteFile(filepath.Join(dir, name+"-"+string(l)+"-"+theme+".html"), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if n := opened(t, text); n < 3 { // the styles and two scripts
					t.Errorf("%s in %s, %s: only %d assets", name, l, theme, n)
				}
			}
		}
	}
}

// opened fails if a file to which a page refers does not exist, and returns how many there are.
func opened(t *testing.T, page string) (n int) {
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for node := range doc.Descendants() {
		for _, key := range []string{"href", "src"} {
			value, _ := attr(node, key)
			if file, ok := strings.CutPrefix(value, "file://"); ok {
				n++
				file, _, _ = strings.Cut(file, "#")
				if _, err := os.Stat(file); err != nil {
					t.Error(err)
				}
			}
		}
	}
	return n
}
