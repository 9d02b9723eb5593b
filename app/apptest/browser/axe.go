package browser

import (
	_ "embed"
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
func (p *Page) Axe() *Page {
	p.t.Helper()
	if !Eval[bool](p, `typeof axe === "object"`) {
		Eval[bool](p, axe+"; true")
	}
	p.must("unrolling the page", p.resize(max(screenHeight, Eval[int64](p, `document.documentElement.scrollHeight`))))
	found := Eval[[]violation](p, `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"]})
		.then(r => r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => ({html: n.html, failureSummary: n.failureSummary}))})))`)
	p.must("rolling it up", p.resize(screenHeight))
	for _, v := range found {
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
