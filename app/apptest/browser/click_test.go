package browser

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/i18n"
)

// Click hits the button itself, never an element that lies over it.
func TestClick(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := Start(t)
	for _, x := range []struct{ name, page string }{
		{"a button under a bar at the bottom of the window is scrolled away from it",
			`<div style="height: 770px"></div><button>a</button><div style="height: 2000px"></div>`},
		{"a button that is covered for a moment is clicked afterwards", `<button>a</button>
			<script>setTimeout(() => document.getElementById("bar").style.inset = "auto 0 0", 300)</script><style>#bar { inset: 0 }</style>`},
		{"a button that moves is clicked where it comes to rest", `<button>a</button>
			<style>@keyframes move { from { margin-top: 600px } } button { animation: move 300ms }</style>`},
		{"a button that rests before it moves is clicked where it comes to rest", `<button>a</button>
			<style>@keyframes move { from { margin-top: 600px } } button { animation: move 50ms 300ms backwards }</style>`},
		{"a button in something that never rests is clicked", `<div><button>a</button></div>
			<style>@keyframes fade { from { opacity: 0.5 } } div { animation: fade 1s infinite }</style>`},
		{"a box is clicked by its label, which lies over it", `<label style="position: relative">a
			<input type="checkbox" class="it" style="position: absolute; inset: 0; z-index: -1"></label>`},
	} {
		t.Run(x.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = io.WriteString(w, `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
					<style>#bar { position: fixed; inset: auto 0 0; height: 60px; background: #ccc }</style>`+x.page+`<div id="bar">bar</div>
					<script>addEventListener("click", e => (window.hit ??= []).push(e.target.localName))</script></html>`)
			}))
			defer server.Close()
			p := b.Open(t, &apptest.App{URL: server.URL}, View{Lang: i18n.EN, Width: 360, Moving: true}).Go("/")
			p.Do(Click("button, .it")).Until(`window.hit`)
			if hit := Eval[string](p, `hit.join()`); hit != "button" && hit != "label,input" && hit != "input" {
				t.Errorf("the click hit %s", hit)
			}
		})
	}
}
