package events

import (
	"strings"
	"testing"
)

func TestHTML(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"paragraphs and ends of lines": {"Un\ndeux\n\ntrois", "<p>Un<br>\ndeux</p>\n<p>trois</p>"},
		"emphasis":                     {"**fort** et *doux*", "<p><strong>fort</strong> et <em>doux</em></p>"},
		"a list":                       {"- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
		"a link": {"[ici](https://example.com/a?b=1&c=2)",
			`<p><a href="https://example.com/a?b=1&amp;c=2" rel="nofollow noreferrer">ici</a></p>`},
		"an address as it is": {"Voir https://example.com.",
			`<p>Voir <a href="https://example.com" rel="nofollow noreferrer">https://example.com</a>.</p>`},
		"an e-mail address":    {"a@example.com", `<p><a href="mailto:a@example.com" rel="nofollow noreferrer">a@example.com</a></p>`},
		"no heading":           {"# 1 prix", "<p># 1 prix</p>"},
		"no image":             {"a ![x](https://example.com/p.png) b", "<p>a  b</p>"},
		"no code":              {"`a`", "<p>`a`</p>"},
		"HTML as it was typed": {"<b>1 < 2 & 3</b>", "<p>&lt;b&gt;1 &lt; 2 &amp; 3&lt;/b&gt;</p>"},
		"nothing":              {"  ", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := HTML(c.in); got != c.want {
				t.Errorf("%q becomes\n%s\nwant\n%s", c.in, got, c.want)
			}
		})
	}
}

func TestHTML_IsSafe(t *testing.T) {
	for _, in := range []string{
		"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))",
		"[x](data:text/html,<script>alert(1)</script>)",
		"[x](vbscript:x)", "<javascript:alert(1)>", "[x](https://e.com \"a\\\" onmouseover=alert(1) x=\\\"\")", "<svg/onload=alert(1)>",
		"![x](javascript:alert(1))",
		"<a href=\"javascript:alert(1)\">x</a>", "[<img src=x onerror=alert(1)>](https://e.com)", "[x]( \x01javascript:alert(1))",
		"<style>*{display:none}</style>", "<!--<script>-->",
		"[x](&#106;avascript:alert(1))", "<https://e.com/\"onclick=alert(1)>",
		strings.Repeat("[", 3000) + "x" + strings.Repeat("](javascript:x)", 200),
	} {
		out := strings.ToLower(render(in))
		for _, bad := range []string{"<script", "<img", "<svg", "<style", "<!--", `href="javascript`, `href="data`, `href="vbscript`,
			" onerror=\"", " onclick=\"", " onmouseover=\"", "<a onm"} {
			if strings.Contains(out, bad) {
				t.Errorf("%.60q becomes %.200s, with %s in it", in, out, bad)
			}
		}
	}
}

func TestHTML_RemembersOnlyAFew(t *testing.T) {
	for i := range 3 * maxRenderedTexts {
		HTML(strings.Repeat("x", i))
	}
	if n := renderedTexts.Len(); n > maxRenderedTexts {
		t.Errorf("%d texts are remembered, want at most %d", n, maxRenderedTexts)
	}
}

func TestPlain(t *testing.T) {
	in := "Venez **tous** !\nÀ 18 h.  \nEntrée libre.\n\n" +
		"- le [plan](https://example.com/plan)\n- https://example.com\n- [https://example.org](https://example.org)\n- 2 \\* 3\n\nMerci *bien*."
	want := "Venez tous !\nÀ 18 h.\nEntrée libre.\n\n- le plan (https://example.com/plan)\n- https://example.com\n- https://example.org\n- 2 * 3\n\nMerci bien."
	if got := Plain(in); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
