package workforce_test

import (
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// A button copies the SHA-256 of an export. It shows "Copied" only if the browser copied the text.
func TestBrowser_CopiesTheHashOfAnExport(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.ExportPayroll(t)
	const said, refused = `document.querySelector("[data-toast]")`, `Object.defineProperty(navigator, "clipboard", {value: undefined}); `
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			p := b.Open(t, a, browser.View{Lang: lang, Width: 1280}).As("admin").Go("/staff/payroll/exports/1")
			p.Do(browser.Click("main details > summary")).Do(browser.Click("[data-copy]")).Until(said)
			if got, want := p.Text("[data-toast] p"), lang.T(i18n.Copied); got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
			p.Go("/staff/payroll/exports/1")
			browser.Eval[bool](p, refused+`document.execCommand = () => true; true`)
			p.Do(browser.Click("main details > summary")).Do(browser.Click("[data-copy]")).Until(said)
			p.Go("/staff/payroll/exports/1")
			browser.Eval[bool](p, refused+`window.asked = 0; document.execCommand = () => { asked++; return false }; true`)
			p.Do(browser.Click("main details > summary")).Do(browser.Click("[data-copy]")).Until(`asked`)
			p.Settled()
			if browser.Eval[bool](p, said+` !== null || getSelection().toString() !== document.getElementById("hash").textContent`) {
				t.Error("it says that the text was copied, or the text is not selected")
			}
		})
	}
}

// The dialog of an export whose box is not ticked can be cancelled.
func TestBrowser_CancelsAnExport(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	p := browser.Start(t).Open(t, apptest.NewDemo(t, db.SQLite), browser.View{Lang: i18n.EN, Width: 1280}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="payroll@demo.presence.example"]`)).Go("/staff/payroll?export=2026-24").Settled()
	if !browser.Eval[bool](p, `document.querySelector("dialog[open] form[data-gate] .btn-primary").disabled`) {
		t.Error("it can be exported before the box is ticked")
	}
	p.Do(browser.Click(`dialog[open] .btn[formnovalidate]`)).Until(`!document.querySelector("dialog[open]")`)
	p.Quiet()
}

// The list of exports has room at a desk in French, whose headings are longer, its download links included.
func TestBrowser_ExportsHaveRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 1280}, {Lang: i18n.FR, Width: 1024}} {
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).Go("/auth/v1/login").Follow(browser.Click(`button[value="payroll@demo.presence.example"]`))
			p.Go("/staff/payroll").Settled()
			if over := browser.Eval[float64](p, `(x => x.scrollWidth - x.clientWidth)(document.querySelector("#exports .table-wrap"))`); over > 0 {
				t.Errorf("it is %.0f pixels wider than its card", over)
			}
		})
	}
}

// The columns of an export format are reordered by buttons and by dragging, and the sample of the file follows. A drag or click
// that leaves the order as it was does not count as a change of the form.
func TestBrowser_OrdersTheColumnsOfAFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	p := browser.Start(t).Open(t, apptest.New(t), browser.View{Lang: i18n.EN, Width: 1280}).As("payroll").
		Go("/staff/payroll/presets?open=columns")
	const rows = `[...document.querySelectorAll(".sortable li")]`
	order := func() string {
		return browser.Eval[string](p, rows+`.slice(0, 3).map(row => row.dataset.column).join()`)
	}
	ticked := func() string {
		return browser.Eval[string](p, rows+`.filter(row => row.querySelector("[type=checkbox]").checked).map(row => row.dataset.column).join()`)
	}
	browser.Eval[bool](p, `window.changes = 0; document.addEventListener("input", () => changes++); true`)
	first := order()
	drag := func(over string) {
		browser.Eval[bool](p, `(() => {
			const at = `+rows+`, tell = (row, type) => row.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true}));
			tell(at[0], "dragstart"); `+over+`; tell(at[0], "dragend"); return true
		})()`)
	}
	for _, x := range []struct {
		name    string
		act     func()
		changes int
		moved   bool
	}{
		{"a drag that leads nowhere changes nothing", func() { drag(``) }, 0, false},
		{"dragged down, the first row is the second", func() { drag(`tell(at[1], "dragover")`) }, 1, true},
		{"the button moves it up again", func() { p.Do(browser.Click(`.sortable li:nth-child(2) [data-move="up"]`)) }, 2, false},
		{"the first row does not move up", func() { p.Do(browser.Click(`.sortable li:first-child [data-move="up"]`)) }, 2, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.act()
			if got := browser.Eval[int](p, `changes`); got != x.changes {
				t.Errorf("%d changes, want %d", got, x.changes)
			}
			if got := order(); got == first == x.moved {
				t.Errorf("the order is %s, and was %s", got, first)
			}
			sample := browser.Eval[string](p, `document.getElementById("sample").textContent.split("\n")[0]`)
			if x.changes > 0 && sample != ticked() {
				t.Errorf("the sample has the columns %s, ticked are %s", sample, ticked())
			}
		})
	}
	p.Quiet()
}
