package app_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// here is what has the focus.
func here(p *browser.Page) string {
	return browser.Eval[string](p,
		`document.activeElement.id || document.activeElement.getAttribute("aria-label") || document.activeElement.tagName`)
}

func TestBrowser_TimeByKeyboard(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("employee").Go(time25)
	key := func(keys ...string) {
		for _, k := range keys {
			p.Do(chromedp.KeyEvent(k))
		}
	}
	shifts := func() int {
		return a.Count("shifts", "employee_id = $1 AND archived_at IS NULL", a.World.IDs["employee"])
	}
	before := shifts()
	p.Do(chromedp.Focus(`#d-2026-11-18 [data-link]`))
	key(kb.Enter)
	p.Do(chromedp.WaitVisible("#f-start_time-2026-11-18"))
	p.Settled()
	t.Run("Enter saves, and opens the next day", func(t *testing.T) {
		for _, day := range []string{"2026-11-18", "2026-11-19"} {
			if got := here(p); got != "f-start_time-"+day {
				t.Fatalf("the focus is on %q", got)
			}
			key("8", kb.Tab, "1", "6", "3", "0", kb.Enter)
			p.Do(chromedp.WaitNotPresent("#f-start_time-" + day))
			p.Settled()
		}
		if n := shifts(); n != before+2 {
			t.Errorf("%d shifts, were %d", n, before)
		}
		if got := here(p); got != "f-start_time-2026-11-20" {
			t.Errorf("the focus is on %q", got)
		}
	})
	t.Run("the totals follow", func(t *testing.T) {
		if week := p.Text("#w-2026-11-15"); !strings.Contains(week, "29") {
			t.Errorf("the week says %q", week)
		}
	})
	t.Run("what is refused keeps the focus where it is wrong", func(t *testing.T) {
		key("8", kb.Tab, "9", "9", kb.Enter)
		p.Do(chromedp.WaitVisible("#f-end_time-2026-11-20-error"))
		p.Settled()
		if got := here(p); got != "f-end_time-2026-11-20" {
			t.Errorf("the focus is on %q", got)
		}
	})
	t.Run("Escape closes, and leads back to where it was opened", func(t *testing.T) {
		key(kb.Escape)
		p.Do(chromedp.WaitNotPresent("#f-start_time-2026-11-20"))
		p.Settled()
		if got := here(p); got != "Add a shift on Fri, Nov"+nbsp+"20" {
			t.Errorf("the focus is on %q", got)
		}
		if n := shifts(); n != before+2 {
			t.Errorf("%d shifts, were %d", n, before)
		}
	})
}

// What the World has too little of to show: forms, what stands out, what is locked, and what changed since an approval.
func TestBrowser_TimeAxe(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	c, head := a.Browser("employee"), a.Browser("supervisor")
	const sheet, locked = "/staff/timesheets/{employee.timesheet}", "/staff/timesheets/{colleague.timesheet}"
	swap(c, sheet+"/shifts", "date=2026-11-18&start_time=6&end_time=23h30"+regular).Want(200)
	swap(c, sheet+"/shifts", "date=2026-11-19&start_time=23&end_time=7"+regular).Want(200)
	for _, path := range []string{sheet, locked} {
		head.Form(path+"/approve", "supervisor_comment=Well+done").Want(303)
	}
	head.Form(sheet+"/unapprove", "supervisor_comment=Please+look+at+Monday").Want(303)
	swap(c, sheet+"/shifts/{employee.shift}", "version=1&start_time=8&end_time=17"+regular).Want(200)
	for _, views := range [][]browser.View{ // each pair of language, scheme and width once, and the narrowest
		{{Lang: i18n.FR, Width: 360}, {Lang: i18n.FR, Width: 1280, Dark: true}},
		{{Lang: i18n.EN, Width: 320, Dark: true}, {Lang: i18n.EN, Width: 1280}},
	} {
		t.Run(string(views[0].Lang), func(t *testing.T) {
			staff, head := b.Open(t, a, views[0]).As("employee"), b.Open(t, a, views[0]).As("supervisor")
			judge := func(p *browser.Page, name string) {
				t.Helper()
				for _, v := range views {
					p = p.Turn(t, v)
					p.Fits().Axe().Shot(name)
				}
				p.Turn(t, views[0])
			}
			for name, path := range map[string]string{
				"time-shift": time25 + "?day=2026-11-18&open=shift", "time-expense": time25 + "?day=2026-11-17&open=expense-1",
				"time-ask": time25 + "?ask=submit",
			} {
				judge(staff.Go(path), name)
				staff.Quiet()
			}
			staff.Go(time25+"?day=2026-11-20&open=shift").Do(chromedp.SetValue("#f-start_time-2026-11-20", "99"),
				chromedp.Click(".entry .btn-primary"), chromedp.WaitVisible("#f-start_time-2026-11-20-error"))
			staff.Settled()
			judge(staff, "time-refused")
			for name, path := range map[string]string{"timesheet-changed": sheet, "timesheet-locked": locked} {
				judge(head.Go(path), name)
				head.Quiet()
			}
		})
	}
}
