// Package outline records what pages say while a test goes through their states, for a golden file that can be read.
package outline

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"presence/app/apptest"
)

// Recorder requests pages as a story goes on and keeps the outline of each: whole the first time that a path is asked for, then
// the lines that have changed since the last time. The golden of a story so shows what its pages say in every state.
type Recorder struct {
	t     *testing.T
	as    func(who string) *apptest.Client
	pages strings.Builder
	last  map[string][]string // by path, without the query
}

// Record returns a recorder that asks as people of the World.
func Record(t *testing.T, a *apptest.App) *Recorder {
	return &Recorder{t: t, as: a.Browser, last: map[string][]string{}}
}

// RecordDemo returns a recorder that asks as people of the demo company, whose language is set to English.
func RecordDemo(t *testing.T, a *apptest.App) *Recorder {
	known := map[string]*apptest.Client{}
	return &Recorder{t: t, last: map[string][]string{}, as: func(who string) *apptest.Client {
		if known[who] == nil {
			known[who] = a.EnterDemo(t, who)
			known[who].Form("/staff/preferences", "lang=en&next=%2Fstaff%2F").Want(http.StatusSeeOther)
		}
		return known[who]
	}}
}

// Get requests a page and keeps its outline, or that of the fragment that the headers ask for.
func (r *Recorder) Get(who, path string, headers ...string) *apptest.Response {
	r.t.Helper()
	answer := r.as(who).On(r.t).Do(http.MethodGet, path, nil, headers...)
	r.keep(who, "GET", path, answer)
	return answer
}

// Post sends a form and keeps the answer: the outline of the page, or where a redirect leads and the messages there.
func (r *Recorder) Post(who, path, body string, headers ...string) *apptest.Response {
	r.t.Helper()
	headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
	answer := r.as(who).On(r.t).Do(http.MethodPost, path, body, headers...)
	r.keep(who, "POST", path, answer)
	return answer
}

func (r *Recorder) keep(who, method, path string, answer *apptest.Response) {
	r.t.Helper()
	to := answer.Header.Get("Location")
	fmt.Fprintf(&r.pages, "=== %s %s %s: %d %s\n", who, method, path, answer.Status, chance.ReplaceAllString(to, "{id}"))
	if to != "" {
		to, _, _ = strings.Cut(to, "#")
		r.pages.WriteString(strings.Join(outline(r.as(who).On(r.t).Get(to), ".toast"), ""))
		return
	}
	path, _, _ = strings.Cut(path, "?")
	now := outline(answer, "main, .toast")
	r.pages.WriteString(changes(r.last[path], now))
	r.last[path] = now
}

// changes are the lines of now that were not there before, each with a "+", and in their places how many lines are gone. Without
// any before it is now.
func changes(before, now []string) string {
	if before == nil {
		return strings.Join(now, "")
	}
	// common[i][j] is how many lines before[i:] and now[j:] have in common, in order.
	common := make([][]int, len(before)+1)
	for i := range common {
		common[i] = make([]int, len(now)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); before[i] == now[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var b strings.Builder
	gone := 0
	tellGone := func() {
		if gone > 0 {
			fmt.Fprintf(&b, "- %d\n", gone)
		}
		gone = 0
	}
	for i, j := 0, 0; i < len(before) || j < len(now); {
		switch {
		case j == len(now) || i < len(before) && before[i] != now[j] && common[i+1][j] >= common[i][j+1]:
			gone++
			i++
			continue
		case i < len(before) && before[i] == now[j]:
			i++
		default:
			b.WriteString("+ " + now[j])
		}
		tellGone()
		j++
	}
	tellGone()
	return b.String()
}

// Golden compares what was kept with a golden file of the package under test.
func (r *Recorder) Golden(name string) {
	r.t.Helper()
	apptest.Golden(r.t, name, r.pages.String())
}

var (
	unseen = []string{"svg", "script", "style", "template", "noscript"}
	// inline are the elements that stand in the line of what is around them; a cell is set off by a bar.
	inline = []string{"a", "span", "b", "strong", "em", "small", "code", "del", "ins", "button", "label", "time", "dt", "dd", "td", "th",
		"input", "summary", "wbr"}
	// outlinedAttributes are the attributes that an outline has.
	outlinedAttributes = []string{"action", "autofocus", "checked", "colspan", "disabled", "href", "maxlength", "name", "open",
		"placeholder", "required",
		"selected", "type", "value", "aria-current", "aria-invalid", "aria-sort"}
	toldClass = regexp.MustCompile(`^(tone|badge|banner|is|state|diff)-`)
	// chance matches what differs each time: the ids of people, the numbers of requests, the keys of forms.
	chance = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[A-Z2-7]{16}(?:[A-Z2-7]{10})?\b`)
)

// outline is what the parts of a page that the selector names say, a line for each block: the texts, the values of fields, where
// links and forms lead, and the classes that tell states apart. Of a fragment it is everything.
func outline(r *apptest.Response, selector string) []string {
	doc := r.Doc()
	parts := doc.Find(selector)
	if doc.Find("body").Length() == 0 {
		parts = doc.Contents()
	}
	var o outliner
	for _, n := range parts.Nodes {
		o.walk(n)
		o.endLine()
	}
	return o.lines
}

type outliner struct {
	lines []string // each with its end
	line  []string // what the line under way holds
}

func (o *outliner) endLine() {
	if len(o.line) > 0 {
		o.lines = append(o.lines, chance.ReplaceAllString(strings.Join(o.line, " "), "{id}")+"\n")
	}
	o.line = nil
}

func (o *outliner) walk(n *html.Node) {
	switch {
	case n.Type == html.TextNode && n.PrevSibling != nil && n.PrevSibling.Data == "wbr" && len(o.line) > 0: // goes on in its word
		o.line[len(o.line)-1] += strings.Join(strings.Fields(n.Data), " ")
		return
	case n.Type == html.TextNode:
		if text := strings.Join(strings.Fields(n.Data), " "); text != "" {
			o.line = append(o.line, text)
		}
		return
	case n.Type == html.ElementNode && slices.Contains(unseen, n.Data):
		return
	case n.Type == html.ElementNode && (n.Data == "td" || n.Data == "th") && len(o.line) > 0:
		o.line = append(o.line, "|")
	}
	block := n.Type == html.ElementNode && !slices.Contains(inline, n.Data)
	if block {
		o.endLine()
	}
	if text := attributes(n); text != "" {
		o.line = append(o.line, "<"+n.Data+text+">")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		o.walk(c)
	}
	if block {
		o.endLine()
	}
}

func attributes(n *html.Node) string {
	var list []string
	for _, a := range n.Attr {
		switch {
		case a.Key == "value" && slices.Contains(n.Attr, html.Attribute{Key: "name", Val: "view"}): // the address says it
		case a.Key == "class":
			for _, class := range strings.Fields(a.Val) {
				if toldClass.MatchString(class) {
					list = append(list, " ."+class)
				}
			}
		case a.Key == "type" && n.Data != "input":
		case slices.Contains(outlinedAttributes, a.Key) && a.Val == "":
			list = append(list, " "+a.Key)
		case slices.Contains(outlinedAttributes, a.Key):
			list = append(list, " "+a.Key+"="+a.Val)
		}
	}
	return strings.Join(list, "")
}
