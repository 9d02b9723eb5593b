package htmltest

import "testing"

func TestParse(t *testing.T) {
	t.Run("a page keeps the attributes of its body", func(t *testing.T) {
		page := Parse(t, "<!doctype html><html lang=fr><body class=dark><p>\n  Bonjour   <b>Ada</b></p></body></html>")
		if got := Text(One(t, page, "html[lang=fr] > body.dark > p")); got != "Bonjour Ada" {
			t.Errorf("the text is %q", got)
		}
	})
	t.Run("a fragment keeps its rows and what follows them", func(t *testing.T) {
		fragment := Parse(t, `<tr id="7"><td>seven</td></tr><div hx-swap-oob="true">eight</div>`)
		if got := Text(One(t, fragment, "tr[id='7'] > td")); got != "seven" {
			t.Errorf("the cell is %q", got)
		}
		One(t, fragment, "[hx-swap-oob]")
	})
}
