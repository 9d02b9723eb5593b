package workforce_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// A person new to it signs in as the demo's supervisor and approves the period by what the pages offer, and by nothing else.
func TestBrowser_ANewcomerApprovesThePeriod(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 1280}, {Lang: i18n.FR, Width: 360, Dark: true, NoScript: true}} {
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).Go("/auth/v1/login")
			p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`))
			p.Follow(browser.Click(".task .btn-primary"))
			before := approvedSheets(a)
			p.Follow(browser.Click("#decide > .actions .btn-primary"))
			if text := p.Text(".banner-good"); !strings.Contains(text, "10\u00a0feuilles approuvées") {
				t.Errorf("the page says %q", text)
			}
			if approvedSheets(a) != before+10 {
				t.Errorf("%d sheets are approved, were %d", approvedSheets(a), before)
			}
			p.Follow(browser.Click(".banner-good form .btn"))
			if approvedSheets(a) != before {
				t.Errorf("after the undo %d sheets are approved, were %d", approvedSheets(a), before)
			}
			if !v.NoScript {
				p.Quiet()
			}
		})
	}
}

func TestBrowser_PeriodRows(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`))
	p.Go(demoPeriod)
	before := approvedSheets(a)
	for range 7 { // six rows are to be reviewed, which is not done by a key
		p.Do(chromedp.KeyEvent("j"))
	}
	p.Do(chromedp.KeyEvent("a"), chromedp.WaitVisible(".toast"))
	t.Run("are approved by the keys j and a, in place", func(t *testing.T) {
		if approvedSheets(a) != before+1 {
			t.Fatalf("%d sheets are approved, were %d", approvedSheets(a), before)
		}
		done := browser.Eval[string](p,
			`[...document.querySelectorAll("tr[data-row]")].find(r => r.innerText.includes("Chloé Beaudoin")).innerText`)
		if !strings.Contains(done, "Approuvée") {
			t.Errorf("the row says %q", done)
		}
		if tiles := p.Text("#tiles"); !strings.Contains(tiles, "sur 18") || !strings.Contains(tiles, "3") {
			t.Errorf("the tiles say %q", tiles)
		}
		if n := browser.Eval[int](p,
			`document.querySelectorAll("#decide").length + document.querySelectorAll("#states").length + document.querySelectorAll("#tiles").length`); n != 3 {
			t.Errorf("%d parts, want 3", n)
		}
	})
	t.Run("narrow as one types", func(t *testing.T) {
		p.Do(chromedp.SendKeys("main .search input", "felix"))
		p.Until(`[...document.querySelectorAll("tr[data-row]")].filter(r => r.checkVisibility()).length === 1`)
	})
	p.Quiet()
}

// What the World has too little of to show: every state, the question before all are approved, and the result.
func TestLong_BrowserPeriodAxe(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			phone := browser.View{Lang: lang, Width: 360}
			p := b.Open(t, a, phone).Go("/auth/v1/login")
			p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`))
			judge := func(name string) {
				t.Helper()
				p.Inspect(name).Turn(t, phone).Quiet()
			}
			for name, path := range map[string]string{"demo-today": "/staff/", "demo-period": demoPeriod, "demo-weeks": demoPeriod + "?weeks=1",
				"demo-ask": demoPeriod + "?ask=all"} {
				p.Go(path)
				judge(name)
			}
			p.Go(demoPeriod).Follow(browser.Click("#decide > .actions .btn-primary"))
			judge("demo-done")
			p.Follow(browser.Click(".banner-good form .btn"))
			judge("demo-undone")
		})
	}
}
