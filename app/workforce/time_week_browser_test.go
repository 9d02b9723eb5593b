package workforce_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

const week25 = time25 + "?view=week&week=2026-11-15"

// weekPage is the picture of a week in a tab.
type weekPage struct{ *browser.Page }

// top scrolls the page so that the hours begin below its header.
func (p weekPage) top() weekPage {
	p.Do() // in the window's usual size
	browser.Eval[bool](p.Page, `(scrollTo(0, document.querySelector(".wk-grid").getBoundingClientRect().top + scrollY - 120), true)`)
	return p
}

// spot returns where an hour of a day is in the window.
func (p weekPage) spot(day string, hour float64) (x, y float64) {
	at := browser.Eval[[]float64](p.Page, fmt.Sprintf(`(column => {
		const box = column.getBoundingClientRect(), get = name => parseFloat(getComputedStyle(document.getElementById("week")).getPropertyValue(name))
		return [box.x + box.width / 2, box.y + (%v - get("--fh")) / (get("--th") - get("--fh")) * box.height]
	})(document.querySelector("#d-2026-11-%s .wk-hours"))`, hour, day))
	return at[0], at[1]
}

// drag presses the mouse at an hour of a day, moves it to another one, and releases it there.
func (p weekPage) drag(fromDay string, from float64, toDay string, to float64) {
	p.top()
	x, y := p.spot(fromDay, from)
	toX, toY := p.spot(toDay, to)
	mouse := func(typ input.DispatchMouseEventType, x, y float64) chromedp.Action[chromedp.Void] {
		return chromedp.MouseEvent(typ, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1), func(e *input.DispatchMouseEventParams) { e.Buttons = 1 })
	}
	p.Do(mouse(input.DispatchMouseEventTypeMousePressed, x, y), mouse(input.DispatchMouseEventTypeMouseMoved, x+(toX-x)/2, y+(toY-y)/2), mouse(input.DispatchMouseEventTypeMouseMoved, toX, toY),
		mouse(input.DispatchMouseEventTypeMouseReleased, toX, toY))
	p.Settled()
}

// swipe moves a finger sideways over a day, by px.
func (p weekPage) swipe(day string, px float64) {
	x, y := p.spot(day, 9)
	finger := func(typ input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ, TouchPoints: append([]*input.TouchPoint{}, points...)})
			return err
		}))
	}
	finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x - px/2, Y: y})
	finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + px/2, Y: y})
	finger(input.DispatchTouchEventTypeTouchEnd)
}

// touch does something with a finger at an hour of a day.
func (p weekPage) touch(typ input.DispatchTouchEventType, day string, hour float64) {
	x, y := p.spot(day, hour)
	points := []*input.TouchPoint{{X: x, Y: y}}
	if typ == input.DispatchTouchEventTypeTouchEnd {
		points = []*input.TouchPoint{}
	}
	p.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ, TouchPoints: points})
		return err
	}))
}

// shows waits until the shifts of a day are these: their times, joined by commas.
func (p weekPage) shows(day, times string) {
	p.Until(fmt.Sprintf(`[...document.querySelectorAll("#d-2026-11-%s .wk-times")].map(x => x.textContent.replaceAll("\u00a0", " ")).join(", ") === %q`,
		day, times))
	p.Settled()
}

// says waits until the last message contains a text.
func (p weekPage) says(text string) {
	p.Until(fmt.Sprintf(`[...document.querySelectorAll("[data-toast] > p")].at(-1)?.textContent.replaceAll("\u00a0", " ").includes(%q)`, text))
}

// said returns what was announced last.
func (p weekPage) said() string {
	return strings.ReplaceAll(browser.Eval[string](p.Page, `document.getElementById("week-said").textContent`), nbsp, " ")
}

func TestBrowser_WeekByMouse(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := weekPage{b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("employee").Go(week25)}
	value := func(name string) string {
		return strings.ReplaceAll(browser.Eval[string](p.Page, `document.querySelector("#entry [name=`+name+`]").value`), nbsp, " ")
	}
	t.Run("a shift is drawn on an empty place, to the quarter of an hour, and its form is saved with Enter", func(t *testing.T) {
		p := weekPage{p.On(t)}
		p.drag("18", 9.05, "18", 11.52)
		p.Do(chromedp.WaitVisible("#entry [name=start_time]:focus"))
		if from, to := value("start_time"), value("end_time"); from != "9:00 a.m." || to != "11:30 a.m." {
			t.Errorf("the form has %s and %s", from, to)
		}
		p.Fits().Axe()
		p.Do(chromedp.KeyEvent(kb.Enter))
		p.shows("18", "9:00 a.m. – 11:30 a.m.")
	})
	t.Run("it is moved to another day and time", func(t *testing.T) {
		p := weekPage{p.On(t)}
		p.drag("18", 10, "19", 12)
		p.shows("19", "11:00 a.m. – 1:30 p.m.")
		p.shows("18", "")
		p.says("Shift moved, Thu, Nov 19: 11:00 a.m. – 1:30 p.m.")
		if said := p.said(); said != "Thursday, November 19, 11:00 a.m. to 1:30 p.m." {
			t.Errorf("it was announced as %q", said)
		}
	})
	t.Run("that is undone", func(t *testing.T) {
		p := weekPage{p.On(t)}
		p.Follow(browser.Click("[data-toast]:last-child form .btn"))
		p.shows("18", "9:00 a.m. – 11:30 a.m.")
	})
	t.Run("its edges are stretched", func(t *testing.T) {
		p := weekPage{p.On(t)}
		p.drag("18", 11.46, "18", 13.2)
		p.shows("18", "9:00 a.m. – 1:15 p.m.")
		p.drag("18", 9.04, "18", 7.5)
		p.shows("18", "7:30 a.m. – 1:15 p.m.")
	})
	t.Run("where another one is, it is refused, and back where it was", func(t *testing.T) {
		p := weekPage{p.On(t)}
		p.drag("18", 10, "16", 11)
		p.says("These hours overlap other hours.")
		p.shows("18", "7:30 a.m. – 1:15 p.m.")
		if n := browser.Eval[int](p.Page, `document.querySelectorAll(".wk-ghost, .is-lifted").length`); n != 0 {
			t.Errorf("%d marks of the move are left", n)
		}
	})
	t.Run("a click opens the form", func(t *testing.T) {
		p := weekPage{p.On(t)}
		p.Do(browser.Click("#d-2026-11-18 .wk-shift"), chromedp.WaitVisible("#entry"))
		if from := value("start_time"); from != "7:30 a.m." {
			t.Errorf("it begins at %s", from)
		}
		p.Do(chromedp.KeyEvent(kb.Escape))
		p.Until(`!document.querySelector("dialog:modal") && document.activeElement.id.startsWith("s-")`)
	})
	t.Run("an approved shift stays, and says why", func(t *testing.T) {
		a.Browser("employee").On(t).Form(time25+"/submit", "").Want(http.StatusSeeOther)
		a.Browser("supervisor").On(t).Form("/staff/timesheets/{employee.timesheet}/approve", "").Want(http.StatusSeeOther)
		p := weekPage{p.On(t).Go(week25)}
		p.drag("16", 10, "17", 11)
		p.says("This shift is approved.")
		p.shows("16", "8:00 a.m. – 4:00 p.m.")
	})
	p.Fits()
}

func TestBrowser_WeekByKeyboard(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := weekPage{b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("employee").Go(week25)}
	box := a.World.Fill("#s-{employee.shift}")
	key := func(k string, modifiers ...chromedp.Modifier) {
		p.Do(chromedp.KeyEvent(k, chromedp.KeyModifiers(modifiers...)))
	}
	steps := func(t *testing.T, want string) {
		t.Helper()
		if said := p.said(); said != want {
			t.Errorf("it says %q, want %q", said, want)
		}
	}
	t.Run("M begins, arrows move, Shift stretches, and Enter saves", func(t *testing.T) {
		p.Do(chromedp.Focus(box))
		key("m")
		steps(t, "Arrow keys move the shift by 15 minutes or by a day. Hold Shift to change its end, or Shift and Alt to change its start. "+
			"Enter saves, Escape cancels.")
		key(kb.ArrowDown)
		steps(t, "Monday, November 16, 8:15 a.m. to 4:15 p.m.")
		key(kb.ArrowRight)
		key(kb.ArrowRight)
		steps(t, "Wednesday, November 18, 8:15 a.m. to 4:15 p.m.")
		key(kb.ArrowUp, chromedp.ModifierShift)
		steps(t, "Wednesday, November 18, 8:15 a.m. to 4:00 p.m.")
		key(kb.ArrowDown, chromedp.ModifierShift, chromedp.ModifierAlt)
		steps(t, "Wednesday, November 18, 8:30 a.m. to 4:00 p.m.")
		key(kb.Enter)
		p.shows("18", "8:30 a.m. – 4:00 p.m.")
		if focus := "#" + here(p.Page); focus != box {
			t.Errorf("the focus is on %s", focus)
		}
	})
	t.Run("with Alt an arrow begins too, and Escape takes it back", func(t *testing.T) {
		key(kb.ArrowLeft, chromedp.ModifierAlt)
		steps(t, "Tuesday, November 17, 8:30 a.m. to 4:00 p.m.")
		key(kb.Escape)
		steps(t, "Cancelled. The shift stays where it was.")
		p.shows("18", "8:30 a.m. – 4:00 p.m.")
		if at := p.Path(); at != week25 {
			t.Errorf("the browser went to %s", at)
		}
	})
	t.Run("what the focus leaves is taken back", func(t *testing.T) {
		key(kb.ArrowDown, chromedp.ModifierAlt)
		key(kb.Tab)
		steps(t, "Cancelled. The shift stays where it was.")
	})
	t.Run("Enter opens the form of a shift that is not moved", func(t *testing.T) {
		p.Do(chromedp.Focus(box))
		key(kb.Enter)
		p.Do(chromedp.WaitVisible("#entry [name=start_time]"))
		p.Settled()
	})
}

func TestBrowser_WeekOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := weekPage{b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).As("employee")}
	p.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return err
	}))
	p = weekPage{p.Go(week25)}
	days := func() string {
		return browser.Eval[string](p.Page, `[...document.querySelectorAll(".wk-day")].filter(x => x.checkVisibility()).map(x => x.id.slice(-2)).join(" ")`)
	}
	t.Run("the hours begin high on the page, and what fills the week follows them", func(t *testing.T) {
		if top := browser.Eval[float64](p.Page, `document.querySelector(".wk-hours:not([hidden])").getBoundingClientRect().top + scrollY`); top > 400 {
			t.Errorf("they begin at %v px", top)
		}
		p.Until(`[...document.querySelectorAll(".week-name > form")].every(x => x.offsetTop > document.querySelector(".wk-grid").offsetTop)`)
	})
	t.Run("it shows one day, chosen in the strip", func(t *testing.T) {
		if got := days(); got != "20" { // today is Friday
			t.Errorf("it shows %s", got)
		}
		p.Do(browser.Click(`[data-pick="2"]`))
		if got := days(); got != "17" {
			t.Errorf("it shows %s", got)
		}
		p.Page.Fits().Axe()
	})
	t.Run("a finger that moves sideways shows the day beside it", func(t *testing.T) {
		p.top().swipe("17", 120)
		p.Until(`document.querySelector("#d-2026-11-16").checkVisibility()`)
		if got := days(); got != "16" {
			t.Errorf("it shows %s", got)
		}
	})
	hold := func() { p.Until(`document.querySelector(".wk.is-moving")`) }
	t.Run("a finger that rests moves a shift", func(t *testing.T) {
		p.top().touch(input.DispatchTouchEventTypeTouchStart, "16", 10)
		hold()
		p.touch(input.DispatchTouchEventTypeTouchMove, "16", 10.5)
		p.touch(input.DispatchTouchEventTypeTouchMove, "16", 11)
		p.touch(input.DispatchTouchEventTypeTouchEnd, "16", 11)
		p.shows("16", "9 h – 17 h")
	})
	t.Run("and draws one on an empty place", func(t *testing.T) {
		p.Do(browser.Click(`[data-pick="0"]`))
		p.top().touch(input.DispatchTouchEventTypeTouchStart, "15", 9)
		hold()
		p.touch(input.DispatchTouchEventTypeTouchMove, "15", 10)
		p.touch(input.DispatchTouchEventTypeTouchMove, "15", 11)
		p.touch(input.DispatchTouchEventTypeTouchEnd, "15", 11)
		p.Do(chromedp.WaitVisible("#entry [name=end_time]"))
		p.Settled()
		if end := strings.ReplaceAll(browser.Eval[string](p.Page, `document.querySelector("#entry [name=end_time]").value`), nbsp, " "); end != "11 h" {
			t.Errorf("it ends at %s", end)
		}
		p.Do(browser.Click("#entry [data-closes]"))
		p.Until(`!document.querySelector("dialog:modal")`)
	})
	t.Run("what is saved leaves the page at the day and the place where it was", func(t *testing.T) {
		at := func() string {
			return browser.Eval[string](p.Page, `document.getElementById("week").className.match(/wk-on-./)[0] + " " + Math.round(scrollY / 40)`)
		}
		p.Do(browser.Click(`[data-pick="3"]`))
		p.top()
		before := at()
		browser.Eval[bool](p.Page, `(document.querySelector("#d-2026-11-18 .wk-head .btn").click(), true)`)
		p.Do(chromedp.WaitVisible("#entry:modal [name=end_time]"))
		if got := at(); got != before {
			t.Errorf("with the dialog it is at %s, was at %s", got, before)
		}
		p.Do(chromedp.SetValue("#entry [name=start_time]", "8"), chromedp.SetValue("#entry [name=end_time]", "10"), chromedp.Focus("#entry [name=end_time]"),
			chromedp.KeyEvent(kb.Enter))
		p.shows("18", "8 h – 10 h")
		if got := at(); got != before {
			t.Errorf("saved, it is at %s, was at %s", got, before)
		}
		browser.Eval[bool](p.Page, `(document.querySelector(".week-name form .btn").click(), true)`) // fills the days that follow
		p.shows("19", "8 h – 10 h")
		if got := at(); !strings.HasPrefix(got, "wk-on-3 ") {
			t.Errorf("after several days were filled it is at %s", got)
		}
	})
	t.Run("one that moves at once scrolls the page", func(t *testing.T) {
		p.Do(browser.Click(`[data-pick="1"]`))
		p.top().touch(input.DispatchTouchEventTypeTouchStart, "16", 12)
		p.touch(input.DispatchTouchEventTypeTouchMove, "16", 10)
		p.touch(input.DispatchTouchEventTypeTouchEnd, "16", 10)
		p.shows("16", "9 h – 17 h")
	})
}

func TestBrowser_WeekWithoutScript(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, width := range []int{360, 1280} {
		p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: width, NoScript: true}).As("employee").Go(week25 + "&day=2026-11-16")
		t.Run(fmt.Sprintf("a shift leads to its form, %d px", width), func(t *testing.T) {
			p.Follow(browser.Click("#d-2026-11-16 .wk-shift"))
			if got := p.Text("#entry h2"); !strings.HasPrefix(got, "Edit shift") {
				t.Errorf("it leads to %q", got)
			}
			p.Follow(browser.Click("#entry [data-cancel]"))
		})
		t.Run(fmt.Sprintf("a day leads to the form of a new one, %d px", width), func(t *testing.T) {
			p.Follow(browser.Click("#d-2026-11-16 .wk-head .btn"))
			if got := p.Text("#entry h2"); !strings.HasPrefix(got, "Add a shift") {
				t.Errorf("it leads to %q", got)
			}
		})
	}
}
