package workforce_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// Payroll adds an employee by what the pages offer, on a phone without script and at a desk; the tree opens and closes by
// keyboard.
func TestBrowser_Team(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	for _, v := range []browser.View{{Lang: i18n.EN, Width: 320, NoScript: true}, {Lang: i18n.EN, Width: 1280}} {
		t.Run(v.Name(), func(t *testing.T) {
			a := apptest.New(t)
			p := b.Open(t, a, v).As("payroll").Go("/staff/employees")
			p.Fits().Follow(browser.Click(`.page-title .btn-primary`))
			for field, text := range map[string]string{"first_name": "Aurèle", "last_name": "Tanguay", "email": "aurele.tanguay@example.com",
				"phone_number": "514 555-0199"} {
				p.Do(chromedp.SendKeys("#f-"+field, text))
			}
			for proposed, text := range map[string]string{"external_payroll_id": "7799", "company_code": "271583", "first_work_day": ""} {
				p.Do(chromedp.SetValue("#f-"+proposed, text))
			}
			p.Follow(chromedp.SendKeys("#f-company_code", "\r"))
			if wrong := p.Text(".form-errors"); !strings.Contains(wrong, "First day of work") || strings.Contains(wrong, "E-mail") {
				t.Fatalf("the form says %q", wrong)
			}
			p.Fits().Do(chromedp.SetValue("#f-first_work_day", "2026-11-02"))
			p.Follow(chromedp.SendKeys("#f-company_code", "\r"))
			if title := p.Text("h1"); title != "Aurèle Tanguay" {
				t.Fatalf("leads to %q", title)
			}
			p.Fits().Go("/staff/employees?view=tree") // whose crews open and close by keyboard
			p.Do(chromedp.Focus(".tree summary"), chromedp.KeyEvent(" "), chromedp.WaitReady(".tree details:not([open])"))
			p.Fits()
		})
	}
}

// A person in the list of the team takes two lines on a phone, or one if there is nothing to say.
func TestBrowser_TeamOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	for _, lang := range []i18n.Lang{i18n.EN, i18n.FR} {
		v := browser.View{Lang: lang, Width: 360}
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, apptest.New(t), v).As("supervisor").Go("/staff/employees").Fits()
			tall := browser.Eval[[]string](p, `[...document.querySelectorAll("#team tr[data-row]")]
				.filter(r => r.offsetHeight > 112).map(r => r.innerText)`)
			idle := browser.Eval[[]string](p, `[...document.querySelectorAll("#team :is(.is-none, .team-now > .muted)")]
				.filter(x => x.offsetHeight > 0).map(x => x.innerText)`)
			if len(tall)+len(idle) > 0 {
				t.Errorf("rows of more than two lines: %q; lines that say nothing: %q", tall, idle)
			}
		})
	}
}
