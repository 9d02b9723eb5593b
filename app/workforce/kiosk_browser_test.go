package workforce_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/htmltest"
	"presence/app/platform/i18n"
)

// enrolled opens a tab in which a tablet has become a kiosk.
func enrolled(t *testing.T, b *browser.Browser, a *apptest.App, v browser.View) *browser.Page {
	t.Helper()
	page := a.Browser("admin").On(t).Form("/staff/settings/kiosks", "name=Quai").Want(http.StatusOK)
	link := htmltest.Text(page.Doc().Find("#kiosk-link"))
	p := b.Open(t, a, v).Go(link[strings.Index(link, "/kiosk/enrol/"):])
	return p.Follow(browser.Click("main button")).At("/kiosk")
}

// usable fails unless a screen has room in every width, everything that is touched is at least 64 px high, and axe finds nothing.
func usable(t *testing.T, p *browser.Page, name string) {
	t.Helper()
	before := p.View()
	for _, width := range []int{320, 360, 768, 1024, 1280, 1440} {
		v := before
		v.Width = width
		p.Turn(t, v).Fits()
		small := browser.Eval[[]string](p, `[...document.querySelectorAll("a, button, input:not([type=hidden]), select")].filter(e =>
			e.checkVisibility() && e.getBoundingClientRect().height < 63.5).map(e => e.outerHTML.slice(0, 160))`)
		if len(small) > 0 {
			t.Errorf("%s at %d px: too low to be touched: %s", name, width, strings.Join(small, "\n\t"))
		}
	}
	if name == "pin" || strings.HasPrefix(name, "person") { // on a tablet of 1280 × 800
		v := before
		v.Width = 1280
		p.Turn(t, v)
		if high := browser.Eval[int](p, "document.documentElement.scrollHeight"); high > 800 {
			t.Errorf("%s must be scrolled: it is %d px high", name, high)
		}
	}
	p.Inspect("kiosk-" + name)
	p.Turn(t, before)
}

// soon lets a screen return after a tenth of a second in which nothing happens.
const soon = `document.body.dataset.idle = 0.1, document.dispatchEvent(new Event("pointerdown"))`

// firstScreen is true on the first screen of a kiosk.
const firstScreen = `!!document.querySelector("[name=badge]:not([type=hidden])")`

// TestBrowser_Kiosk_history: people who tap twice, and those who come after them and use the buttons of the browser.
func TestBrowser_Kiosk_history(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(2 * time.Minute)
	net, near := browser.NewNetwork(t, a)
	p := enrolled(t, b, near, browser.View{Lang: i18n.EN, Width: 768})
	enter := func(pin string) {
		t.Helper()
		p.Do(chromedp.Focus("[name=pin]")).Follow(chromedp.KeyEvent(pin + kb.Enter))
	}
	p.Do(chromedp.Focus("[name=badge]")).Follow(chromedp.KeyEvent("A-107" + kb.Enter))
	enter("9999")
	enter("2580")
	const waits = `(s => s.animationName + " " + s.animationDelay)(getComputedStyle(document.querySelector("main")))`
	if got := browser.Eval[string](p, waits); got != "pressed 1s" {
		t.Errorf("the screen has the animation %q", got)
	}
	t.Run("tapping twice stamps once, and confirms it", func(t *testing.T) {
		p := p.On(t)
		sent := browser.Eval[int](p, `(b => {
			let sent = 0
			document.addEventListener("submit", e => { e.defaultPrevented || sent++ })
			b.click()
			b.click()
			return sent
		})(document.querySelector("main button[value=in]"))`)
		if sent != 1 {
			t.Errorf("the form is sent %d times", sent)
		}
		p.Until(`document.querySelector("h1").textContent.includes("in at")`)
		if got := browser.Eval[string](p, waits); got != "pressed 1s" {
			t.Errorf("the confirmation has the animation %q", got)
		}
	})
	t.Run("each step back leads to the first screen, and sends no PIN", func(t *testing.T) {
		p := p.On(t)
		for range 4 {
			browser.Eval[bool](p, `window.before = true, history.back(), true`)
			p.Until(`!window.before && ` + firstScreen).At("/kiosk")
		}
		if n := a.Count("badges", "proof_hash IS NOT NULL OR wrong > 0"); n != 0 {
			t.Errorf("%d PINs were sent again", n)
		}
	})
	t.Run("a screen stays while what is in front of Presence answers that it is gone", func(t *testing.T) {
		p := p.On(t).Go("/kiosk/names")
		net.Answer(http.StatusBadGateway)
		browser.Eval[bool](p, soon)
		p.Until(`performance.getEntriesByType("resource").some(e => e.responseStatus === 502)`).Reads("h1", "Pick your name")
		net.Answer(0)
		p.Until(firstScreen)
	})
}

// A day on a tablet that stands upright, with the pad: in, on a break, back, out.
func TestBrowser_Kiosk(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	for _, lang := range []i18n.Lang{i18n.EN, i18n.FR} {
		t.Run(string(lang), func(t *testing.T) {
			b, a := browser.Start(t), apptest.New(t)
			a.Clock.Advance(2 * time.Minute)
			p := enrolled(t, b, a, browser.View{Lang: lang, Width: 768})
			usable(t, p, "first")
			name := a.World.People["employee"].FirstName
			for _, act := range []string{"in", "break", "back", "out"} {
				p.Do(chromedp.Focus("[name=badge]")).Follow(chromedp.KeyEvent("a-107" + kb.Enter))
				if act == "in" {
					usable(t, p, "pin")
				}
				for _, digit := range []string{"2", "5", "9", "", "8", "0"} {
					p.Do(browser.Click(`[data-digit="` + digit + `"]`))
				}
				p.Follow(browser.Click("main form .btn-primary"))
				usable(t, p, "person-"+act)
				p.Follow(browser.Click("main button[value=" + act + "]"))
				if text := p.Text("main h1"); !strings.Contains(text, name) {
					t.Errorf("%s is confirmed by %q", act, text)
				}
				usable(t, p, "done-"+act)
				browser.Eval[bool](p, soon)
				p.Until(firstScreen)
				if act == "in" {
					p.Follow(browser.Click(`a[href="/kiosk/present"]`))
					usable(t, p, "present")
					p.Go("/kiosk/names")
					usable(t, p, "names")
					p.Go("/kiosk")
				}
				a.Clock.Advance(2 * time.Hour)
			}
			if n := a.Count("clockings", "start_kiosk = 'Quai' AND end_kiosk = 'Quai' AND shift_id IS NOT NULL"); n != 1 {
				t.Errorf("%d clockings became shifts", n)
			}
			t.Run("a screen on which nothing happens returns to the first", func(t *testing.T) {
				p := p.On(t).Go("/kiosk/names")
				browser.Eval[bool](p, soon)
				p.Until(firstScreen).At("/kiosk")
			})
			t.Run("without the cookie it says what to do", func(t *testing.T) {
				p := b.Open(t, a, browser.View{Lang: lang, Width: 768}).Go("/kiosk")
				usable(t, p, "void")
			})
		})
	}
}

// Without a script, the device's own keyboard enters the PIN, and everything else is the same.
func TestBrowser_Kiosk_without_a_script(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(2 * time.Minute)
	p := enrolled(t, b, a, browser.View{Lang: i18n.EN, Width: 1280, NoScript: true})
	for _, x := range []struct{ act, says string }{{"in", "in at"}, {"break", "on break since"}, {"out", "out at"}} {
		p.Do(chromedp.WaitVisible("[name=badge]:focus")).Follow(chromedp.KeyEvent("A-107" + kb.Enter))
		p.Do(chromedp.WaitVisible("[name=pin]:focus")).Follow(chromedp.KeyEvent("2580" + kb.Enter))
		p.Follow(browser.Click("main button[value=" + x.act + "]"))
		if text := p.Text("main h1"); !strings.Contains(text, x.says) {
			t.Errorf("%s is confirmed by %q", x.act, text)
		}
		p.Follow(browser.Click("main .btn-primary")).At("/kiosk")
		a.Clock.Advance(time.Hour)
	}
}
