// Package htmltest reads HTML in tests: pages and fragments are parsed and searched with CSS selectors. It does not depend on
// the product, so that every package's tests can use it; apptest.Response.Doc is its short form.
package htmltest

import (
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Parse reads a whole page, or a fragment as htmx swaps it in: a fragment may begin with a table row.
func Parse(t testing.TB, text string) *goquery.Selection {
	t.Helper()
	root, err := parse(text)
	if err != nil {
		t.Fatalf("no HTML: %v", err)
	}
	return goquery.NewDocumentFromNode(root).Selection
}

func parse(text string) (*html.Node, error) {
	if strings.Contains(strings.ToLower(text), "<html") {
		return html.Parse(strings.NewReader(text))
	}
	// Outside a template element the parser drops rows and cells that have no table around them.
	root := &html.Node{Type: html.ElementNode, Data: "template", DataAtom: atom.Template}
	nodes, err := html.ParseFragment(strings.NewReader(text), root)
	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root, err
}

// One returns the only element below s that the selector matches; the test stops unless there is exactly one.
func One(t testing.TB, s *goquery.Selection, selector string) *goquery.Selection {
	t.Helper()
	found := s.Find(selector)
	if found.Length() != 1 {
		markup, _ := goquery.OuterHtml(s)
		t.Fatalf("%d elements match %q, want 1, in\n%s", found.Length(), selector, markup)
	}
	return found
}

// Text returns the text of the elements in s as a reader sees it: runs of white space are one space.
func Text(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

// Values returns what a form sends, without its buttons.
func Values(form *goquery.Selection) url.Values {
	v := url.Values{}
	form.Find("input[name], textarea[name], select[name]").Each(func(_ int, x *goquery.Selection) {
		value, kind := x.AttrOr("value", ""), x.AttrOr("type", "text")
		switch goquery.NodeName(x) {
		case "textarea":
			value = x.Text()
		case "select":
			value = x.Find("option[selected]").First().AttrOr("value", x.Find("option").First().AttrOr("value", ""))
		}
		if _, checked := x.Attr("checked"); checked || kind != "checkbox" && kind != "radio" {
			v.Add(x.AttrOr("name", ""), value)
		}
	})
	return v
}
