package app_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// A person is chosen by typing. What is found replaces what was offered, but not the choice; Enter searches and sends no form.
func TestBrowser_Picker(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	a := apptest.New(t)
	p := browser.Start(t).Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("payroll").Go("/staff/employees/new")
	p.Do(chromedp.SendKeys("#f-first_name", "Zoé"), chromedp.SendKeys("#f-supervisor_id_q", "trud"))
	p.Until(`document.querySelector("#pick-supervisor_id").textContent.includes("Trudelle")`)
	p.Axe()
	p.Do(browser.Click(a.World.Fill(`#pick-supervisor_id input[value="{employee}"]`)), chromedp.SendKeys("#f-supervisor_id_q", "zzz\r"))
	p.Until(`document.querySelector("#pick-supervisor_id [role=status]").textContent === "No results"`)
	p.At("/staff/employees/new")
	if got, want := browser.Eval[string](p, `document.querySelector("#pick-supervisor_id :checked").value`), a.World.Fill("{employee}"); got != want {
		t.Errorf("the choice is %q, want %q", got, want)
	}
	if name := browser.Eval[string](p, `document.querySelector("#f-first_name").value`); name != "Zoé" {
		t.Errorf("what was typed in the form is %q", name)
	}
}
