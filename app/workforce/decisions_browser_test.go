package workforce_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// openRow is the name in the row marked as shown beside the list.
const openRow = `document.querySelector("[data-row][data-open] .queue-name").textContent`

// pressKeys types keys one after the other, each once what the one before began has come to rest.
func pressKeys(p *browser.Page, keys ...string) {
	for _, k := range keys {
		p.Do(chromedp.KeyEvent(k))
		p.Settled()
	}
}

// In the queue what is open, what is ticked and what has the focus are three things: a decision is about what is open.
func TestBrowser_QueueDecidesAboutWhatIsOpen(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("supervisor").Go(queue)
	decided := func() int {
		return a.Count("timesheets", "is_approved") + a.Count("leave_requests", "approval_status = 'True'")
	}
	tick := func(item string) string { return "#tick-" + a.World.Fill(item) }
	title := p.Text("#item-title")

	t.Run("a row is 56 to 64 px high", func(t *testing.T) {
		const heights = `[...document.querySelectorAll(".queue-row")].map(r => Math.round(r.getBoundingClientRect().height)).filter(h => h < 56 || h > 64)`
		if list := browser.Eval[[]int](p, heights); len(list) > 0 {
			t.Errorf("the heights %v", list)
		}
	})
	t.Run("a tick leaves open what is open, and switches the key a off", func(t *testing.T) {
		p.Do(browser.Click(tick("sheet-{colleague.timesheet}")))
		if open := browser.Eval[string](p, openRow); open != title || p.Text("#item-title") != title {
			t.Errorf("%q is marked as open, and %q shown", open, p.Text("#item-title"))
		}
		pressKeys(p, "a")
		p.Do(browser.Click(".page-title"))
		pressKeys(p, "a")
		if n := decided(); n != 0 {
			t.Errorf("%d items are approved", n)
		}
	})
	t.Run("a tick tints its row, the open row has another ground, the focus is a ring", func(t *testing.T) {
		if grounds := browser.Eval[int](p,
			`new Set([...document.querySelectorAll(".queue-row")].map(r => getComputedStyle(r).backgroundColor)).size`); grounds != 3 {
			t.Error("a ticked row looks like the open one, or like one that is not ticked")
		}
		if ring := browser.Eval[string](p,
			`(r => { r.focus(); return getComputedStyle(r).outlineStyle })(document.querySelector(".queue-row:not([data-open])"))`); ring != "solid" {
			t.Errorf("the ring of a focused row is %q", ring)
		}
	})
	t.Run("the bar says how much is ticked, and goes with the last tick", func(t *testing.T) {
		if bar := p.Text(".queue-bar"); !strings.Contains(bar, "Approve 1, including 1 to review…") ||
			!strings.Contains(bar, "Clear") {
			t.Errorf("the bar says %q", bar)
		}
		top := browser.Eval[float64](p, `document.querySelector(".queue-row").getBoundingClientRect().top`)
		p.Do(browser.Click(".queue-bar [type=reset]")).Until(`!document.querySelector(".queue-bar").checkVisibility()`)
		if now := browser.Eval[float64](p, `document.querySelector(".queue-row").getBoundingClientRect().top`); now != top {
			t.Errorf("the rows moved by %v", now-top)
		}
		p.Do(browser.Click("#tick-all"))
		if now := browser.Eval[float64](p, `document.querySelector(".queue-row").getBoundingClientRect().top`); now != top {
			t.Errorf("the rows moved by %v as the first was ticked", now-top)
		}
		if bar := p.Text(".queue-bar"); !strings.Contains(bar, "Approve 2") || !strings.Contains(bar, "2 left for review") {
			t.Errorf("all but the sheets to review ticked, the bar says %q", bar)
		}
		const box = `(b => [b.checked, b.indeterminate, !!b.closest(".queue-group").querySelector("h3")].join())(document.querySelector("#tick-all"))`
		if got := browser.Eval[string](p, box); got != "true,false,true" {
			t.Errorf("the checkbox of the part that is ticked: checked, partly, below a heading: %s", got)
		}
		p.Do(browser.Click(tick("sheet-{colleague.timesheet}")))
		if bar := p.Text(".queue-bar"); !strings.Contains(bar, "Approve 3, including 1 to review…") || strings.Contains(bar, "left for review") {
			t.Errorf("with one to review, the bar says %q", bar)
		}
		p.Do(browser.Click("#tick-all")).Do(browser.Click("#tick-all"))
		p.Do(browser.Click("#tick-all")).Until(`!document.querySelector(".queue-bar").checkVisibility()`)
	})
	t.Run("ticks stay when another item is opened or decided", func(t *testing.T) {
		p.Do(browser.Click(tick("sheet-{colleague.timesheet}")))
		p.Do(browser.Click("#q-" + a.World.Fill("leave-{employee.leave}")))
		p.Reads("#item-title", "Maëlle Trudelle")
		p.Settled()
		p.Do(browser.Click(`.decide-bar [value="approve"]`)).Until(`!document.querySelector("` + tick("leave-{employee.leave}") + `")`)
		p.Settled()
		if !browser.Eval[bool](p, `document.querySelector("`+tick("sheet-{colleague.timesheet}")+`").checked`) {
			t.Error("the tick is gone")
		}
		if bar := p.Text(".queue-bar"); !strings.Contains(bar, "Approve 1") {
			t.Errorf("the bar says %q", bar)
		}
		if a.Count("leave_requests", "approval_status = 'True' AND id = $1", a.World.IDs["employee.leave"]) != 1 || decided() != 1 {
			t.Error("the item shown is not the one that is approved")
		}
	})
	t.Run("a row that is focused and not shown yet is not decided about, nor is another", func(t *testing.T) {
		p.Do(browser.Click(".queue-bar [type=reset]")).Until(`!document.querySelector("[data-tick]:checked")`)
		before := decided()
		browser.Eval[bool](p, `document.querySelector(".queue-row:not([data-open])").focus(), true`)
		p.Do(chromedp.KeyEvent("a"))
		p.Settled()
		if n := decided(); n != before {
			t.Errorf("%d more are approved", n-before)
		}
	})
	t.Run("the second click of a double click decides nothing", func(t *testing.T) {
		before := decided()
		browser.Eval[bool](p, `document.querySelector("[data-approve]").dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, detail: 2})), true`)
		p.Settled()
		if n := decided(); n != before {
			t.Errorf("%d more are approved", n-before)
		}
	})
	t.Run("Enter opens the link of the focused row", func(t *testing.T) {
		row := "#row-" + a.World.Fill("sheet-{employee.timesheet}")
		browser.Eval[bool](p, `document.querySelector("`+row+`").focus(), true`)
		pressKeys(p, kb.Enter)
		p.Until(`document.querySelector("` + row + `").hasAttribute("data-open")`)
	})
	p.Quiet().Fits().Axe()
}

// Every decision moves the line below the title, the number in the rail, the tab of the queue and that of the browser.
func TestBrowser_QueueCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("supervisor").Go(queue)
	says := func(t *testing.T, n int) {
		t.Helper()
		subtitle, tab, head := strconv.Itoa(n)+" items need your", strconv.Itoa(n), "Approvals ("+strconv.Itoa(n)+") · Presence"
		switch n {
		case 1:
			subtitle = "1 item needs your"
		case 0:
			subtitle, head = "Nothing needs your", "Approvals · Presence"
		}
		p.Until(`document.title === ` + strconv.Quote(head))
		p.Settled()
		if s := p.Text("#subtitle"); !strings.Contains(s, subtitle) {
			t.Errorf("below the title: %q, want %q", s, subtitle)
		}
		if got := browser.Eval[string](p, `document.querySelector(".chips [aria-current] .chip-count").innerText`); got != tab {
			t.Errorf("the tab says %s, want %s", got, tab)
		}
		badge := browser.Eval[string](p,
			`(e => e.checkVisibility() ? e.firstChild.textContent.trim() : "")(document.querySelector("#count-rail-approvals"))`)
		if n == 0 && badge != "" || n > 0 && badge != tab {
			t.Errorf("the rail says %q, want %d", badge, n)
		}
	}
	says(t, 4)
	for left := 3; left >= 0; left-- {
		pressKeys(p, "a")
		says(t, left)
	}
	t.Run("and the undo of the last one brings it back", func(t *testing.T) {
		p.Do(browser.Click("[data-toast]:last-child form .btn"))
		says(t, 1)
		if p.Text("#item-title") == "" {
			t.Error("the item is not shown")
		}
	})
	p.Quiet()
}

// The toast of a decision never covers the button of the next one.
func TestBrowser_QueueToastLeavesTheNextButtonFree(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	for _, width := range []int{1024, 1280, 1440} {
		t.Run(strconv.Itoa(width), func(t *testing.T) {
			p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: width}).As("supervisor").Go(queue + "?kind=leave")
			p.Do(browser.Click(`.decide-bar [value="approve"]`), chromedp.WaitVisible("[data-toast]"))
			p.Settled()
			if over := browser.Eval[bool](p, `(() => {
				const toast = document.querySelector("[data-toast]").getBoundingClientRect(), pane = document.querySelector(".queue-item").getBoundingClientRect()
				return toast.right > pane.left || toast.left < document.querySelector(".rail").getBoundingClientRect().right + 15
			})()`); over {
				t.Error("the toast lies over the item, or touches the rail")
			}
			p.Follow(browser.Click("[data-toast] form .btn")) // for the next width
		})
	}
}

// F16: who is highlighted in the overview is whom the keys are about, also who has no sheet.
func TestBrowser_PeriodKeysActOnTheHighlightedRow(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`))
	p.Go(demoPeriod)
	focusedRow := func() string {
		return browser.Eval[string](p,
			`document.activeElement.matches("tr[data-row]") ? document.activeElement.querySelector(".row-name").innerText : ""`)
	}
	before := approvedSheets(a)
	pressKeys(p, "j", "j", "j", "j", "j")
	if name := focusedRow(); name != "Félix Desjardins" {
		t.Fatalf("the fifth row is %q", name)
	}
	t.Run("a does nothing on a row that has nothing to approve", func(t *testing.T) {
		pressKeys(p, "a")
		if approvedSheets(a) != before {
			t.Error("somebody is approved")
		}
	})
	t.Run("Enter opens the time of who has no sheet, where it can be entered", func(t *testing.T) {
		p.Follow(chromedp.KeyEvent(kb.Enter))
		if title := p.Text("h1"); title != "Félix Desjardins" {
			t.Errorf("%q is open", title)
		}
		p.Quiet().Fits().Axe()
		p.Follow(browser.Click(".empty form .btn"))
		if title := p.Text("h1"); !strings.Contains(title, "Félix Desjardins") || !strings.HasPrefix(p.Path(), "/staff/timesheets/") {
			t.Errorf("%q is open at %s", title, p.Path())
		}
	})
	t.Run("an approved row goes to its group, the counts agree, and the next has the focus", func(t *testing.T) {
		p.Go(demoPeriod)
		ready := `[...document.querySelectorAll(".board tbody")].find(g => g.querySelector(".group th").innerText.startsWith("Prêtes"))`
		n := browser.Eval[int](p, `+`+ready+`.querySelector(".group .pill").innerText`)
		first := browser.Eval[[]string](p, `[...`+ready+`.querySelectorAll(".row-name")].map(x => x.innerText)`)
		if len(first) != n {
			t.Fatalf("the group says %d and has %d rows", n, len(first))
		}
		browser.Eval[bool](p, ready+`.querySelector("tr[data-row]").focus(), true`)
		pressKeys(p, "a")
		p.Until(`document.querySelector("[data-toast]")`)
		p.Settled()
		if now := browser.Eval[int](p, `+`+ready+`.querySelector(".group .pill").innerText`); now != n-1 {
			t.Errorf("the group says %d, want %d", now, n-1)
		}
		if left := browser.Eval[[]string](p, `[...`+ready+`.querySelectorAll(".row-name")].map(x => x.innerText)`); len(left) != n-1 ||
			left[0] != first[1] {
			t.Errorf("the group has %v", left)
		}
		if tab := browser.Eval[string](p,
			`[...document.querySelectorAll("#states a")].find(a => a.innerText.startsWith("Prêtes")).querySelector(".chip-count").innerText`); tab != strconv.Itoa(n-1) {
			t.Errorf("the tab says %s", tab)
		}
		if name := focusedRow(); name != first[1] {
			t.Errorf("%q has the focus, want %q", name, first[1])
		}
	})
	p.Quiet()
}

// On a phone, whoever is not clocked in sees what is due before the clock; once clocked in, the clock comes first.
func TestBrowser_TodayOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`)).Go("/staff/")
	const first = `(top => top(".tasks") < top(".clock") ? "tasks" : "clock")(s => document.querySelector(s).getBoundingClientRect().top)`
	if got := browser.Eval[string](p, first); got != "tasks" {
		t.Errorf("not clocked in: the %s first", got)
	}
	p.Follow(browser.Click(".clock-buttons button"))
	if got := browser.Eval[string](p, first); got != "clock" {
		t.Errorf("clocked in: the %s first", got)
	}
	p.Fits()
}
