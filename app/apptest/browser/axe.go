package browser

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
)

//go:embed testdata/axe.min.js
var axe string

// violation is one violation that axe has found.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML           string `json:"html"`
		FailureSummary string `json:"failureSummary"`
	}
}

// Axe fails on every violation of WCAG 2.2 AA and of best practices that axe-core finds, with the element's HTML. The script is
// injected through the debugger and not through the page, so that the content security policy stays as it is. The window is
// made as high as the page and its dialogs, so that no sticky element covers what a user would scroll into view.
//
// A page is checked in several views: languages, colour schemes, widths. A rule runs in a view unless everything it depends on was
// checked before, in another view or on another page:
//
//   - color-contrast and link-in-text-block depend on how an element with text is drawn: its colours, font and background, and
//     those of the elements around it. They run on the elements that were not yet drawn so.
//     (They report nothing for text that another element covers, because axe cannot determine its background.)
//   - target-size and scrollable-region-focusable depend on the boxes: the position and size of each element. They run on what
//     they can find: targets that are smaller than 24 px or overlap another one, and elements that scroll.
//   - All others depend on the markup and on which elements are visible. Translations have the same markup if only texts
//     differ, none is empty, and elements have equal names in one language exactly if they do in the other.
//
// Frames are not checked: those of a preview run no script, and axe would wait half a second for each of them.
//
// All of this is compared each time: where it differs, the rules that depend on it run.
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

// violations returns what axe finds with the rules that must run in this view.
func (p *Page) violations() []violation {
	p.t.Helper()
	if !Eval[bool](p, `typeof axe === "object"`) {
		Eval[bool](p, axe+"; true")
	}
	p.unroll()
	is := Eval[struct {
		Markup, Boxes string
		Drawn         []string
	}](p, shown)
	// isNew reports whether a value was not checked yet, in any tab, and remembers it.
	isNew := func(kind, sum string) bool {
		_, was := p.tab.judged.LoadOrStore(kind+sum, true)
		return !was
	}
	is.Drawn = slices.DeleteFunc(is.Drawn, func(sum string) bool { return !isNew("drawn", sum) })
	var runs []string
	if isNew("markup", is.Markup) {
		runs = append(runs, `[document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
			rules: Object.fromEntries([...axe.ofBoxes, ...axe.ofColours].map(rule => [rule, {enabled: false}]))}]`)
	}
	if is.Boxes != "" && isNew("boxes", is.Markup+is.Boxes) {
		runs = append(runs, `[{include: axe.boxes}, {runOnly: axe.ofBoxes}]`)
	}
	if len(is.Drawn) > 0 {
		list, err := json.Marshal(is.Drawn)
		p.must("listing what is drawn anew", err)
		runs = append(runs, `[{include: `+string(list)+`.flatMap(sum => axe.drawn.get(sum))}, {runOnly: axe.ofColours}]`)
	}
	if len(runs) == 0 {
		return nil
	}
	return Eval[[]violation](p, `(async () => {
		const found = [];
		// In a dialog that scrolls, its edge and the buttons at its foot cover parts of what a user would scroll into view.
		const dialogs = document.querySelectorAll("dialog[open]");
		for (const d of dialogs) d.style.maxHeight = "none";
		for (const [where, which] of [`+strings.Join(runs, ", ")+`])
			found.push(...(await axe.run(where, {...which, resultTypes: ["violations"], iframes: false, preload: false})).violations);
		for (const d of dialogs) d.style.maxHeight = "";
		return found.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => ({html: n.html, failureSummary: n.failureSummary}))}));
	})()`)
}

// shown is a script that returns the SHA-256 of three things: of the markup with the visibility of each element, in which each
// text is replaced by a sign and each different name of an element by a number; of the boxes of the visible elements ("" where
// no rule about boxes can find anything); and of each way in which elements with text are drawn. It keeps the elements that the
// rules about boxes and colours are for in axe.boxes and axe.drawn.
const shown = `(async () => {
	axe.ofColours = ["color-contrast", "link-in-text-block"];
	axe.ofBoxes = ["target-size", "scrollable-region-focusable"];
	const sum = async text => btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))));
	const numbers = new Map(),
		number = text => { text = text.trim(); if (text && !numbers.has(text)) numbers.set(text, numbers.size); return text && numbers.get(text); };
	const names = new Set(["aria-label", "aria-description", "aria-roledescription", "title", "alt", "placeholder"]);
	const values = new Set(["aria-valuetext", "value", "content", "lang", "href", "src", "action", "style", "datetime"]);
	const attribute = ({name, value}) => {
		if (names.has(name)) return name + "=" + number(value);
		if (values.has(name) || name.startsWith("data-") || name.startsWith("hx-")) return name + (value.trim() && "=?");
		return name + "=" + value;
	};
	const markup = [], boxes = [], targets = [], found = new Set(), drawn = new Map();
	const walk = (node, around) => {
		if (node.nodeType === Node.TEXT_NODE) { if (node.data.trim()) markup.push("#" + (node.parentElement.id ? number(node.data) : "")); return; }
		if (node.nodeType !== Node.ELEMENT_NODE) return;
		const visible = node.checkVisibility({visibilityProperty: true});
		markup.push("<" + node.localName + (visible ? "" : " hidden"), ...[...node.attributes].map(attribute));
		if (visible) {
			const r = node.getBoundingClientRect(), s = getComputedStyle(node);
			boxes.push([r.x, r.y, r.width, r.height].map(n => n.toFixed(1)).join(" "));
			if (node.matches("a[href], button, input, select, textarea, summary, iframe, [tabindex]")) targets.push([node, r]);
			if (/auto|scroll/.test(s.overflow) && (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight)) found.add(node);
			around += "\n" + [s.color, s.backgroundColor, s.backgroundImage, s.opacity,
				s.fontSize, s.fontWeight, s.textDecorationLine, s.textShadow, s.filter, s.position].join(" ");
			if (node.matches("input, select, textarea") || [...node.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim()))
				drawn.set(around, [...drawn.get(around) ?? [], node]);
		}
		node.childNodes.forEach(child => walk(child, around));
		markup.push(">");
	};
	walk(document.documentElement, "");
	const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
	targets.forEach(([a, r], i) => {
		if (r.width < 24 || r.height < 24) found.add(a);
		for (const [b, s] of targets.slice(i + 1)) if (overlap(r, s)) found.add(a).add(b);
	});
	axe.boxes = [...found], axe.drawn = new Map();
	for (const [around, nodes] of drawn) axe.drawn.set(await sum(around), nodes);
	return {Markup: await sum(markup.join("\n")), Boxes: found.size ? await sum(boxes.join(";")) : "", Drawn: [...axe.drawn.keys()]};
})()`
