package browser

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/i18n"
)

// TestAxe_FindsWhatIsWrongInOneViewOnly is the control of running in each view only the rules that can find something in
// it: on pages that are wrong in some views, axe says so in the first that shows the fault, and nowhere else.
func TestAxe_FindsWhatIsWrongInOneViewOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := Start(t)
	const small = `a { min-width: 0; width: 10px; line-height: 10px; overflow: hidden }`
	const long = `<p>A line that is too long for a phone, so that it has to be scrolled there to be read</p>`
	const pair, text = `<p><a href="#a">One</a><a href="#b">Two</a></p>`, `<p>Some text</p>`
	for _, fault := range []struct{ name, style, french, english, rule, in string }{
		{"nothing", ``, ``, ``, "", ""},
		{"a contrast that is low in light", `@media (prefers-color-scheme: light) { p { color: #999 } }`, text, text,
			"color-contrast", "[fr-light-360]"},
		{"a contrast that is low in the dark", `@media (prefers-color-scheme: dark) { p { color: #555 } }`, text, text,
			"color-contrast", "[fr-dark-360]"},
		{"a contrast that is low in the dark on a phone", `@media (prefers-color-scheme: dark) and (max-width: 600px) { p { color: #555 } }`,
			text, text,
			"color-contrast", "[fr-dark-360]"},
		{"a contrast that is low in the dark at a desk in English",
			`@media (prefers-color-scheme: dark) and (min-width: 601px) { p { color: #555 } }`, ``, text,
			"color-contrast", "[en-dark-1280]"},
		{"a target that is small on a phone", `@media (max-width: 600px) { ` + small + ` }`, pair, pair, "target-size", "[fr-light-360]"},
		{"a target that is small at a desk", `@media (min-width: 601px) { ` + small + ` }`, pair, pair, "target-size", "[fr-light-1280]"},
		{"a target that is small in the dark", `@media (prefers-color-scheme: dark) { ` + small + ` }`, pair, pair,
			"target-size", "[fr-dark-360 fr-dark-1280]"},
		{"a target that is small in English, where the word is short", `a { min-width: 0; line-height: 16px } a + a { margin: 0 }`,
			`<p><a href="#a">Le premier</a><a href="#b">Le second</a></p>`,
			`<p><a href="#a">1</a><a href="#b">2</a></p>`, "target-size", "[en-light-360 en-light-1280]"},
		{"a target that another one covers, at a desk",
			`@media (min-width: 601px) { a { margin: 0 } a + a { margin-left: -40px; position: relative } }`, pair, pair,
			"target-size", "[fr-light-1280]"},
		{"text drawn as before, on another ground in the dark", `p { background: #fff; color: #000 }
			@media (prefers-color-scheme: dark) { div { background: #222 } p { background: none; color: #333 } }`,
			text, `<div>` + text + `</div>`, "color-contrast", "[fr-dark-360 en-dark-360]"},
		{"a list that scrolls on a phone and takes no focus", `p { white-space: nowrap } @media (max-width: 600px) { main { overflow-x: auto } }`,
			long, long, "scrollable-region-focusable", "[fr-light-360]"},
		{"two landmarks that have one name in English alone", ``, `<nav aria-label="A"></nav><nav aria-label="B"></nav>`,
			`<nav aria-label="C"></nav><nav aria-label="C"></nav>`,
			"landmark-unique", "[en-light-360]"},
		{"a label that is missing in French", ``, `<input name="a">`, `<input name="a" aria-label="A">`, "label", "[fr-light-360]"},
		{"a button without a name that is there only in the dark",
			`button { display: none } @media (prefers-color-scheme: dark) { button { display: block } }`,
			`<button></button>`, ``, "button-name", "[fr-dark-360]"},
	} {
		t.Run(fault.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				lang, body := "fr", fault.french
				if r.URL.Path == "/en" {
					lang, body = "en", fault.english
				}
				fmt.Fprintf(w, `<!doctype html><html lang="%s"><title>t</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
					<style>html { background: #fff; color: #000 } @media (prefers-color-scheme: dark) { html { background: #111; color: #eee } a { color: #aaf } } a { display: inline-block; min-width: 48px; line-height: 48px } %s</style>
					<main><h1>t</h1>`, lang, fault.style)
				_, _ = io.WriteString(w, body+"</main></html>")
			}))
			defer server.Close()
			b.judged.Clear()
			in, p := []string{}, b.Open(t, &apptest.App{URL: server.URL}, ViewsIn(i18n.FR)[0])
			for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
				views := ViewsIn(lang)
				p = p.Again(t, views[0]).Go("/" + string(lang))
				for _, v := range views {
					p = p.Turn(t, v)
					for _, found := range p.violations() {
						if found.ID != fault.rule {
							t.Errorf("in %s axe finds %s", v.Name(), found.ID)
						} else if !slices.Contains(in, v.Name()) {
							in = append(in, v.Name())
						}
					}
				}
			}
			if want := fault.in; fmt.Sprint(in) != want && (want != "" || len(in) > 0) {
				t.Errorf("axe finds %s in %v, and it is in %s", fault.rule, in, want)
			}
		})
	}
}
