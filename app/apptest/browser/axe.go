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
// In which view a rule can find something else:
//
//   - color-contrast and link-in-text-block compare colours. They run once for each list of what is drawn: the colours,
//     grounds and letters of all elements that are shown. Another scheme is another list; a translation of the same elements
//     is not. (Text that another element lies over is no finding of theirs: axe cannot tell its ground.)
//   - no-autoplay-audio reads the media that the markup names, for which axe fetches them (preload). It runs once for each
//     markup: a language, and each state of a page.
//   - All others read the markup, and what of it is shown where and how large: roles, names, order, headings, landmarks,
//     sizes of targets. They run once for each markup and the boxes of all its elements, thus in each language and each
//     width; in the other scheme only where anything is shown, hidden or placed otherwise than in the first.
//
// Markup, boxes and colours are compared each time, never assumed: where one differs, all the rules that read it run.
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

// violations are what axe finds by the rules that can find something in this view.
func (p *Page) violations() []violation {
	p.t.Helper()
	if !Eval[bool](p, `typeof axe === "object"`) {
		Eval[bool](p, axe+"; true")
	}
	p.unroll()
	is := Eval[struct{ Markup, Boxes, Drawn string }](p, shown)
	markup := fmt.Sprintf("%x", sha256.Sum256([]byte(is.Markup)))
	placed := fmt.Sprintf("%s %d %x", markup, p.view.Width, sha256.Sum256([]byte(is.Boxes)))
	drawn := fmt.Sprintf("%x", sha256.Sum256([]byte(is.Drawn)))
	rules := everyRule
	switch {
	case p.tab.judged[placed] && p.tab.judged[drawn]:
		return nil
	case p.tab.judged[placed]:
		rules = colourRules
	case p.tab.judged[drawn]:
		rules = everyRule + `, rules: {"color-contrast": {enabled: false}, "link-in-text-block": {enabled: false}}`
	}
	if p.tab.judged[markup] {
		rules += ", preload: false"
	}
	p.tab.judged[markup], p.tab.judged[placed], p.tab.judged[drawn] = true, true, true
	return Eval[[]violation](p, `axe.run(document, {resultTypes: ["violations"], `+rules+`})
		.then(r => r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => ({html: n.html, failureSummary: n.failureSummary}))})))`)
}

const (
	everyRule   = `runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	colourRules = `runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// shown is the markup of what is open; for each element whether it is shown, and where; and how what is shown is drawn.
const shown = `(() => {
	const seen = [...document.querySelectorAll("*")].map(e => e.checkVisibility({visibilityProperty: true}) ? e : null);
	const depth = new Map();
	return {
		Markup: document.documentElement.outerHTML,
		Boxes: seen.map(e => {
			if (!e) return "";
			const r = e.getBoundingClientRect();
			return [r.x, r.y, r.width, r.height].map(n => n.toFixed(1)).join(" ");
		}).join(";"),
		Drawn: seen.filter(e => e).map(e => {
			const s = getComputedStyle(e), text = [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
			depth.set(e, (depth.get(e.parentElement) ?? 0) + 1);
			return [depth.get(e), text, s.color, s.backgroundColor, s.backgroundImage, s.opacity, s.fontSize, s.fontWeight, s.textDecorationLine, s.textShadow, s.filter].join(" ");
		}).join(";"),
	};
})()`
