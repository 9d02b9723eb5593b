package screens_test

import (
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// On paper a period and a timesheet are dark on white, whatever theme the reader has, say whose they are and who printed them, and
// leave room for a signature; nothing that only a screen has is printed.
func TestBrowser_Print(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, x := range []struct{ name, who, page, says string }{
		{"a period", "supervisor", "/staff/periods/2026/25", "Presence · Period 2026-25 · printed "},
		{"a timesheet, by its approver", "supervisor", "/staff/timesheets/{employee.timesheet}", "Maëlle Trudelle · Period 2026-25 · printed "},
		{"one's own time", "employee", "/staff/time/2026-25", "Maëlle Trudelle · Period 2026-25 · printed "},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280, Dark: true}).As(x.who).Go(a.World.Fill(x.page))
			browser.Eval[string](p, `document.documentElement.dataset.theme = "dark"`)
			p.Printed()
			const visible = `.filter(e => e.checkVisibility({visibilityProperty: true}))`
			if seen := browser.Eval[string](p, `[...document.querySelectorAll("nav, .btn, .skip, input, select, textarea, [data-toast]")]`+visible+
				`.map(e => e.outerHTML.slice(0, 80)).join("\n")`); seen != "" {
				t.Errorf("it prints\n%s", seen)
			}
			said := browser.Eval[string](p, `[...document.querySelectorAll(".print-only")]`+visible+`.map(e => e.innerText).join("|")`)
			if !strings.Contains(said, x.says) || !strings.Contains(said, "Approved by") {
				t.Errorf("it says %q", said)
			}
			if shown := browser.Eval[string](p, `["h1", "td, .day", "html"].map(x => document.querySelector(x)).map((e, i) => {
				const box = new OffscreenCanvas(1, 1).getContext("2d"), style = getComputedStyle(e)
				box.fillStyle = i < 2 ? style.color : style.backgroundColor
				box.fillRect(0, 0, 1, 1)
				return Math.max(...box.getImageData(0, 0, 1, 1).data.slice(0, 3)) < 128 ? "dark" : "light"
			}).join()`); shown != "dark,dark,light" {
				t.Errorf("title, figures and paper are %s", shown)
			}
			if tops := browser.Eval[[]float64](p, `[...document.querySelectorAll(".signature p")].map(e => e.getBoundingClientRect().top)`); len(tops) != 2 ||
				tops[0] != tops[1] {
				t.Errorf("the lines to sign on begin at %v", tops)
			}
		})
	}
}
