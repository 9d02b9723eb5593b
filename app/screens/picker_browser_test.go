package screens_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

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
	p.Do(browser.Click(a.World.Fill(`#pick-supervisor_id input[value="{employee}"]`)), chromedp.SendKeys("#f-supervisor_id_q", "zzz"))
	p.Until(`document.querySelector("#pick-supervisor_id [type=hidden]").value === "trudzzz"`)
	p.Do(chromedp.SendKeys("#f-supervisor_id_q", "\r"))
	p.Until(`!document.querySelector(".htmx-request") && document.querySelector("#pick-supervisor_id [role=status]").textContent === "No results"`)
	p.At("/staff/employees/new")
	if browser.Eval[bool](p, `!!document.querySelector("#pick-supervisor_id :checked")`) {
		t.Error("a search that does not find the chosen person keeps the choice")
	}
	if name := browser.Eval[string](p, `document.querySelector("#f-first_name").value`); name != "Zoé" {
		t.Errorf("what was typed in the form is %q", name)
	}
	p.Do(browser.Click("main form.form button.btn-primary"))
	p.Until(`document.querySelector("#f-supervisor_id")?.textContent.includes("Choose a person from the list.")`)
	p.Until(`document.activeElement.matches(".form-errors")`) // the script of the new page has moved the focus; what is typed now stays
	if text := browser.Eval[string](p, `document.querySelector("#f-supervisor_id_q").value`); text != "trudzzz" {
		t.Errorf("after the error, the search reads %q", text)
	}
	browser.Eval[string](p, `document.querySelector("#f-supervisor_id_q").value = ""`)
	p.Do(chromedp.SendKeys("#f-supervisor_id_q", "e"))
	// What was found replaces the choices, and with them the one that has the focus.
	p.Until(`document.querySelector("#pick-supervisor_id [type=hidden]").value === "e"`)
	p.Do(chromedp.SendKeys("#f-supervisor_id_q", kb.ArrowDown+kb.Enter))
	p.Until(`document.querySelector("#pick-supervisor_id :checked") === document.activeElement`)
	p.At("/staff/employees")
}

// A request for leave goes to the person whose name is typed, and not to the one who was chosen before.
func TestBrowser_Picker_of_leave(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	a := apptest.New(t)
	p := browser.Start(t).Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("payroll")
	p.Go(a.World.Fill("/staff/leave?ask=1&employee_id={supervisor}")).Follow(browser.Click(`#ask a[href="/staff/leave?ask=1"]`))
	p.Do(chromedp.SendKeys("#f-employee_id_q", "trud"))
	p.Until(a.World.Fill(`document.querySelector("#pick-employee_id :checked")?.value === "{employee}"`))
	p.Do(chromedp.SendKeys("#f-employee_id_q", "x"))
	if browser.Eval[bool](p, `!!document.querySelector("#pick-employee_id :checked")`) {
		t.Error("the choice remains while another name is typed")
	}
}
