package events

import (
	"strings"
	"testing"

	"presence/app/platform/errs"
)

func TestTooComplex(t *testing.T) {
	for name, x := range map[string]struct {
		text    string
		refused bool
	}{
		"takes 200 links":                          {text: strings.Repeat("[a](https://example.com) ", 200)},
		"refuses a bracket more":                   {strings.Repeat("[a](", 201), true},
		"takes 250 passages in bold":               {text: strings.Repeat("**a** ", 250)},
		"refuses a star more":                      {strings.Repeat("**a** ", 250) + "*", true},
		"refuses stars between underscores":        {strings.Repeat("*_", 251), true},
		"takes lines of stars":                     {text: strings.Repeat(strings.Repeat("*", 60)+"\n", 60)},
		"takes a list of 1,000 lines":              {text: strings.Repeat("- a\n", 1000)},
		"takes a marker in column 24":              {text: strings.Repeat(" ", 22) + "- a"},
		"refuses one behind it":                    {strings.Repeat(" ", 24) + "- a", true},
		"takes 12 lists in one line":               {text: strings.Repeat("- ", 12) + "a"},
		"refuses a list more":                      {"a\n" + strings.Repeat("- ", 13), true},
		"refuses lists behind tabs":                {strings.Repeat("\t", 6) + "1. a", true},
		"takes text behind spaces":                 {text: strings.Repeat(" ", 40) + "a - b"},
		"takes a line of hyphens":                  {text: strings.Repeat("-", 60)},
		"refuses numbered lists within each other": {strings.Repeat("1) ", 9), true},
	} {
		t.Run(name, func(t *testing.T) {
			var faults errs.Fields
			got := TooComplex(&faults, "text", x.text)
			if got != x.refused || x.refused && (len(faults) != 1 || faults[0].Field != "text" || faults[0].Code != "markdown_complex") {
				t.Errorf("got %v, %v", got, faults)
			}
		})
	}
}

// BenchmarkMarkdown renders the texts of 5,000 characters that take longest. One text must take less than 20 ms.
func BenchmarkMarkdown(b *testing.B) {
	var deep strings.Builder
	for i := range 12 {
		deep.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	for name, start := range map[string]string{"links": strings.Repeat("[a](\"", 200), "stars": strings.Repeat("_a*", 250), "lists": deep.String()} {
		text := start + strings.Repeat(map[bool]string{true: "\n", false: "a"}[name == "lists"], 5000-len(start))
		var faults errs.Fields
		if TooComplex(&faults, "text", text) {
			b.Fatal(faults)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				render(text)
				renderPlain(text)
			}
		})
	}
}

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
