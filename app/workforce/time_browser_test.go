package workforce_test

import (
	"net/http"
	"slices"
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
	open := func(day string) {
		p.Do(chromedp.Focus(`#d-` + day + ` [data-link]`))
		key(kb.Enter)
		p.Do(chromedp.WaitVisible("#f-start_time-" + day))
		p.Settled()
	}
	t.Run("a day that is opened begins with its first field, and Enter saves", func(t *testing.T) {
		for _, day := range []string{"2026-11-18", "2026-11-19"} {
			open(day)
			if got := here(p); got != "f-start_time-"+day {
				t.Fatalf("the focus is on %q", got)
			}
			key("8", kb.Tab, "1", "6", "3", "0", kb.Enter)
			p.Do(chromedp.WaitNotPresent("#f-start_time-" + day))
			p.Settled()
			if got := here(p); !strings.HasPrefix(got, map[string]string{"2026-11-18": "Wed 18", "2026-11-19": "Thu 19"}[day]) {
				t.Errorf("saved, the focus is on %q", got)
			}
		}
		if n := shifts(); n != before+2 {
			t.Errorf("%d shifts, were %d", n, before)
		}
	})
	t.Run("the totals follow", func(t *testing.T) {
		if week := p.Text("#w-2026-11-15"); !strings.Contains(week, "29") {
			t.Errorf("the week says %q", week)
		}
	})
	t.Run("what is refused keeps the focus where it is wrong", func(t *testing.T) {
		open("2026-11-20")
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
		if got := here(p); got != "Fri 20 – add a shift" {
			t.Errorf("the focus is on %q", got)
		}
		if n := shifts(); n != before+2 {
			t.Errorf("%d shifts, were %d", n, before)
		}
	})
}

// What the World has too little of to show: forms, what stands out, what is locked, and what changed since an approval.
func TestLong_BrowserTimeAxe(t *testing.T) {
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
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			narrow := browser.View{Lang: lang, Width: 320}
			staff, head := b.Open(t, a, narrow).As("employee"), b.Open(t, a, narrow).As("supervisor")
			judge := func(p *browser.Page, name string) {
				t.Helper()
				p.Fits().Inspect(name).Turn(t, narrow)
			}
			for name, path := range map[string]string{
				"time-shift": time25 + "?day=2026-11-18&open=shift", "time-expense": time25 + "?day=2026-11-17&open=mileage",
				"time-ask": time25 + "?ask=submit", "time-edit": time25 + a.World.Fill("?day=2026-11-17&open=expense-{employee.mileage}"),
			} {
				judge(staff.Go(path), name)
				staff.Quiet()
			}
			staff.Go(time25+"?day=2026-11-20&open=shift").Do(chromedp.SetValue("#f-start_time-2026-11-20", "99"),
				browser.Click(".entry .btn-primary"), chromedp.WaitVisible("#f-start_time-2026-11-20-error"))
			staff.Settled()
			judge(staff, "time-refused")
			for name, path := range map[string]string{"timesheet-changed": sheet, "timesheet-locked": locked} {
				judge(head.Go(path), name)
				head.Quiet()
			}
		})
	}
}

// A distance says what it comes to at the rate of its code while it is typed; the unit in the field follows the kind.
func TestBrowser_TimeDrive(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).As("employee").Go(time25 + "?day=2026-11-18&open=expense")
	unit := func() string { return p.Text(".entry .affix-text") }
	if got := unit(); got != "$" {
		t.Errorf("an expense is in %q", got)
	}
	p.Do(browser.Click(".entry .segmented a:not([aria-current])")).Until(`document.querySelector("[data-driven]")`)
	p.Settled()
	if got := unit(); got != "km" {
		t.Errorf("a drive is in %q", got)
	}
	p.Do(chromedp.SendKeys("#f-amount-2026-11-18", "1 250,5"))
	says := func(want string) {
		t.Helper()
		if got := browser.Eval[string](p, `document.querySelector("[data-driven]").textContent`); got != want {
			t.Errorf("the form says %q, want %q", got, want)
		}
	}
	says("1\u00a0250,5\u00a0km à 0,72\u00a0$ le kilomètre\u00a0: 900,36\u00a0$")
	p.Do(chromedp.SendKeys("#f-amount-2026-11-18", "x"))
	says("Payé 0,72\u00a0$ le kilomètre.")
	saved := swap(a.Browser("employee").On(t), time25+"/expenses", "date=2026-11-18&unit=km&bank_code_id={mileage}&amount=1+250,5&description=Site")
	saved.Want(http.StatusOK).Has("900,36\u00a0$")
}

// At a desk the total comes first in the bar, then what it consists of, and at the end the button.
func TestBrowser_TimeBar(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("employee").Go(time25)
	edges := browser.Eval[[]float64](p, `[".bar-total", ".sheet-bar > .bar-figures", ".bar-end"].
		flatMap(x => (box => [box.left, box.right])(document.querySelector(x).getBoundingClientRect()))`)
	if !slices.IsSorted(edges) {
		t.Errorf("the total, its parts and the button are at %v", edges)
	}
}

// On a phone the bar is one row of the total, the state and the action; the total opens the other figures above it.
func TestBrowser_TimeBarOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 390, NoScript: true}} {
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("employee").Go(time25)
			const bar = `document.querySelector(".sheet-bar").getBoundingClientRect()`
			if height := browser.Eval[float64](p, bar+".height"); height > 58 {
				t.Errorf("the bar is %v px high", height)
			}
			shown := `[...document.querySelectorAll(".sheet-bar dd")].filter(x => x.checkVisibility()).map(x => x.textContent).join(" ")`
			if list := browser.Eval[string](p, shown); list != "" {
				t.Errorf("the bar says %q", list)
			}
			p.Do(browser.Click(".bar-more summary"))
			list := browser.Eval[string](p, shown)
			if !strings.Contains(list, "$") || !strings.Contains(list, "km") {
				t.Errorf("open, the bar says %q", list)
			}
			if height := browser.Eval[float64](p, bar+".height"); height > 58 {
				t.Errorf("open, the bar is %v px high", height)
			}
			if !v.NoScript {
				p.Fits().Axe()
			}
		})
	}
	t.Run("a submitted timesheet says so beside its total", func(t *testing.T) {
		a.Browser("employee").On(t).Form(time25+"/submit", "").Want(http.StatusSeeOther)
		p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).As("employee").Go(time25)
		edges := browser.Eval[[]float64](p, `[".bar-more summary", ".bar-end .badge", ".bar-end .btn"].
			flatMap(x => (box => [box.left, box.right])(document.querySelector(x).getBoundingClientRect()))`)
		if !slices.IsSorted(edges) || edges[0] < 0 || edges[5] > 360 {
			t.Errorf("the parts of the bar lie on each other, or leave the screen: %v", edges)
		}
		if height := browser.Eval[float64](p, `document.querySelector(".sheet-bar").getBoundingClientRect().height`); height > 58 {
			t.Errorf("the bar is %v px high", height)
		}
		p.Follow(browser.Click(".bar-end form .btn"))
		p.On(t).ToastAbove(".sheet-bar")
	})
}

// amountsInColumns fails unless the amounts of the lines of a week stand below its totals.
func amountsInColumns(t *testing.T, p *browser.Page) {
	t.Helper()
	for column, cells := range map[string]string{".week-spent dd": ".line-spent .line-main", ".week-distance dd": ".line-spent .line-value",
		".week-total dd": ".line:not(.line-spent, .line-leave) .line-value, .day-total"} {
		edges := browser.Eval[[]float64](p, `((card) => [card.querySelector("`+column+`"), ...card.querySelectorAll("`+cells+`")].
			map(x => Math.round(x.getBoundingClientRect().right)))(document.querySelector(".week"))`)
		if slices.Sort(edges); len(edges) < 2 || edges[0] != edges[len(edges)-1] {
			t.Errorf("the right edges of %s and its lines are %v", column, edges)
		}
	}
	for what, cells := range map[string]string{"the lines": ".line:not(.line-spent) > .line-main, .line-spent > .line-code",
		"the codes of shifts": ".line:not(.line-spent) > .line-code"} {
		starts := browser.Eval[[]float64](p, `[...document.querySelectorAll("`+cells+`")].
			map(x => Math.round(x.getBoundingClientRect().left))`)
		if slices.Sort(starts); len(starts) < 2 || starts[0] != starts[len(starts)-1] {
			t.Errorf("%s begin at %v", what, starts)
		}
	}
	p.Fits()
}

// The amounts of all lines stand below the totals of their week: hours, dollars and kilometres each in one column, while a day is
// open too. On a phone an entry takes three lines at most, and a day without hours no more than its name and one button.
func TestBrowser_TimeColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	swap(a.Browser("employee").On(t), time25+"/shifts", "date=2026-11-18&start_time=8&end_time=16"+regular).Want(http.StatusOK)
	swap(a.Browser("employee").On(t), time25+"/shifts", "date=2026-11-18&start_time=18&end_time=20&bank_code_id={evening}").Want(http.StatusOK)
	inWidths := func(lang i18n.Lang, widths ...int) {
		first := browser.View{Lang: lang, Width: widths[0]}
		tab := b.Open(t, a, first).As("employee")
		for _, query := range []string{"", "?day=2026-11-17&open=day", "?day=2026-11-18&open=shift"} {
			p := tab.Again(t, first).Go(time25 + query)
			for _, width := range widths {
				v := browser.View{Lang: lang, Width: width}
				t.Run(v.Name()+" "+query, func(t *testing.T) {
					p = p.Turn(t, v)
					amountsInColumns(t, p)
				})
			}
		}
	}
	inWidths(i18n.FR, 1280)
	inWidths(i18n.EN, 1024, 1440)
	t.Run("on paper, which is narrow, the totals of the period are all shown", func(t *testing.T) {
		p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 710}).As("employee").Go(time25)
		p.Printed()
		shown := browser.Eval[string](p, `[...document.querySelectorAll(".sheet-bar dd, .bar-total, .week-spent dd")].
			filter(x => x.checkVisibility()).map(x => x.innerText).join(" ")`)
		if strings.Count(shown, "$") != 2 || !strings.Contains(shown, "km") {
			t.Errorf("it shows %q", shown)
		}
	})
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 390}} {
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("employee").Go(time25)
			rows := browser.Eval[[]float64](p, `[...document.querySelectorAll(".line")].map(line =>
				new Set([...line.children].map(x => Math.round(x.getBoundingClientRect().bottom / 8))).size)`)
			if len(rows) < 4 || slices.Max(rows) > 3 {
				t.Errorf("the entries take %v lines", rows)
			}
			heights := browser.Eval[[]float64](p, `[...document.querySelectorAll(".day:not(:has(.line))")].
				map(x => x.getBoundingClientRect().height)`)
			if len(heights) < 8 || slices.Max(heights) > 110 {
				t.Errorf("empty days are %v px high", heights)
			}
		})
	}
}

// The main button of the bar opens the form of the first empty day in place, and leaves the form's own button as the only main one.
func TestBrowser_TimeNextDay(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, v := range []browser.View{{Lang: i18n.EN, Width: 1280}, {Lang: i18n.FR, Width: 360}} {
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("employee").Go(time25)
			main := func() int {
				return browser.Eval[int](p, `[...document.querySelectorAll(".content .btn-primary")].filter(x => x.checkVisibility()).length`)
			}
			if n := main(); n != 1 {
				t.Errorf("%d main buttons", n)
			}
			opens := browser.Eval[[]bool](p, `[...document.querySelectorAll(".day:not(.is-open) .line-main")].filter(x => x.checkVisibility()).map(x => {
				x.scrollIntoView({block: "center", behavior: "instant"});
				const r = x.getBoundingClientRect();
				return !!document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2).closest(".day-link") })`)
			if len(opens) == 0 || slices.Contains(opens, false) {
				t.Errorf("the hours of a day open it: %v", opens)
			}
			p.Do(browser.Click("[data-next]"), chromedp.WaitVisible("#f-start_time-2026-11-18"))
			p.Settled()
			if got := here(p); got != "f-start_time-2026-11-18" {
				t.Errorf("the focus is on %q", got)
			}
			if form := browser.Eval[[]float64](p, `(box => [box.top, innerHeight - box.bottom])(document.querySelector(".entry").getBoundingClientRect())`); form[0] < 56 ||
				form[1] < 60 {
				t.Errorf("the form is %v px from the top of the screen and from its foot", form)
			}
			if over := browser.Eval[bool](p, `(bar => bar.checkVisibility() && bar.getBoundingClientRect().top <
				document.querySelector("#checks").getBoundingClientRect().bottom)(document.querySelector(".sheet-bar"))`); over {
				t.Error("the bar lies over what precedes it")
			}
			if text := p.Text(".entry .btn-primary"); text != v.Lang.T(i18n.Save) {
				t.Errorf("the main button is %q", text)
			}
			if at := browser.Eval[[]float64](p, `[".day-editor .btn", ".day-editor .entry"].map(x => document.querySelector(x).getBoundingClientRect().top)`); at[0] >= at[1] {
				t.Errorf("the button that fills the day is at %v, the form at %v", at[0], at[1])
			}
			if n := main(); n != 1 {
				t.Errorf("%d main buttons beside the form", n)
			}
		})
	}
}
