package browser

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strings"
)

//go:embed testdata/axe.min.js
var axe string

// violation is one of axe's findings.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML           string `json:"html"`
		FailureSummary string `json:"failureSummary"`
	}
}

// Axe fails on every violation of WCAG 2.2 AA and of good practice that axe-core sees, with the element's HTML. The
// script comes in by the debugger, not by the page, so that the content policy stays as it is. The page is looked at
// unrolled: in a window as high as itself nothing sticks to an edge and covers what a person would scroll into sight.
//
// A page is looked at in eight views: two languages, two schemes, two widths. A rule runs in a view unless what it reads
// was judged before, in another view or on another page:
//
//   - color-contrast and link-in-text-block read what is drawn: colours, grounds and letters of all elements that are shown.
//     (Text that another element lies over is no finding of theirs: axe cannot tell its ground.)
//   - target-size and scrollable-region-focusable read the boxes: where each element of a markup is, and how large.
//   - All others read the markup and what of it is shown. A translation is the same markup when only words differ, none is
//     empty, and the names of elements are equal to each other where they are in the other language.
//
// Frames are not looked into: those of a preview run no script, and axe would wait half a second for each to answer.
//
// All of it is compared each time, never assumed: where it differs, the rules that read it run.
func (p *Page) Axe() *Page {
	p.t.Helper()
	for _, v := range p.violations() {
		var nodes strings.Builder
		for i, n := range v.Nodes {
			if i == 5 {
				nodes.WriteString("\n\t…")
				break
			}
			nodes.WriteString("\n\t" + n.HTML + "\n\t\t" + strings.ReplaceAll(n.FailureSummary, "\n", "\n\t\t"))
		}
		p.t.Errorf("axe: %s (%s): %s, %d times, %s%s", v.ID, v.Impact, v.Help, len(v.Nodes), p.view.Name(), nodes.String())
	}
	return p
}

// rules are the rules of axe that read one thing of a page.
type rules []string

var (
	ofColours = rules{"color-contrast", "link-in-text-block"}
	ofBoxes   = rules{"target-size", "scrollable-region-focusable"}
)

// violations are what axe finds by the rules that can find something new in this view.
func (p *Page) violations() []violation {
	p.t.Helper()
	if !Eval[bool](p, `typeof axe === "object"`) {
		Eval[bool](p, axe+"; true")
	}
	p.unroll()
	is := Eval[struct{ Markup, Boxes, Drawn string }](p, shown)
	// isNew tells whether a thing was not judged yet, in any tab, and remembers it.
	isNew := func(parts ...string) bool {
		_, was := p.tab.judged.LoadOrStore(sha256.Sum256([]byte(strings.Join(parts, "\x00"))), true)
		return !was
	}
	markup, boxes, drawn := isNew("markup", is.Markup), isNew("boxes", is.Markup, is.Boxes), isNew("drawn", is.Drawn)
	var run rules // without markup, the rules that run; with it, those that do not
	for _, some := range []struct {
		rules rules
		run   bool
	}{{ofBoxes, boxes}, {ofColours, drawn}} {
		if some.run != markup {
			run = append(run, some.rules...)
		}
	}
	var options string
	switch {
	case markup:
		options = `runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], rules: {` +
			join(run, "%q: {enabled: false}") + "}"
	case len(run) > 0:
		options = `runOnly: {type: "rule", values: [` + join(run, "%q") + "]}"
	default:
		return nil
	}
	return Eval[[]violation](p, `axe.run(document, {resultTypes: ["violations"], iframes: false, preload: false, `+options+`})
		.then(r => r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => ({html: n.html, failureSummary: n.failureSummary}))})))`)
}

// join writes each rule by a format, with commas between.
func join(list rules, format string) string {
	var b strings.Builder
	for i, r := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, format, r)
	}
	return b.String()
}

// shown is the markup of what is open, with what of it is shown, a sign in place of each text, and a number in place of each
// different name of an element; the boxes of the elements that are shown; and how they are drawn.
const shown = `(() => {
	const numbers = new Map(), number = text => { text = text.trim(); if (text && !numbers.has(text)) numbers.set(text, numbers.size); return text && numbers.get(text); };
	const names = new Set(["aria-label", "aria-description", "aria-roledescription", "title", "alt", "placeholder"]);
	const values = new Set(["aria-valuetext", "value", "content", "lang", "href", "src", "action", "style", "datetime"]);
	const attribute = ({name, value}) => {
		if (names.has(name)) return name + "=" + number(value);
		if (values.has(name) || name.startsWith("data-") || name.startsWith("hx-")) return name + (value.trim() && "=?");
		return name + "=" + value;
	};
	const markup = [], boxes = [], drawn = [], depth = new Map();
	const walk = node => {
		if (node.nodeType === Node.TEXT_NODE) { if (node.data.trim()) markup.push("#" + (node.parentElement.id ? number(node.data) : "")); return; }
		if (node.nodeType !== Node.ELEMENT_NODE) return;
		const visible = node.checkVisibility({visibilityProperty: true});
		markup.push("<" + node.localName + (visible ? "" : " hidden"), ...[...node.attributes].map(attribute));
		if (visible) {
			const r = node.getBoundingClientRect(), s = getComputedStyle(node);
			boxes.push([r.x, r.y, r.width, r.height].map(n => n.toFixed(1)).join(" "));
			depth.set(node, (depth.get(node.parentElement) ?? 0) + 1);
			const text = [...node.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
			drawn.push([depth.get(node), text, s.color, s.backgroundColor, s.backgroundImage, s.opacity, s.fontSize, s.fontWeight, s.textDecorationLine, s.textShadow, s.filter].join(" "));
		}
		node.childNodes.forEach(walk);
		markup.push(">");
	};
	walk(document.documentElement);
	return {Markup: markup.join("\n"), Boxes: boxes.join(";"), Drawn: drawn.join(";")};
})()`
