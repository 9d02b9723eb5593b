package workforce_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// clockReady is true when the device keeps the clock for when there is no network, and clockOffline when it shows it.
const (
	clockReady   = `navigator.serviceWorker.controller && document.querySelector("[data-clock]") && document.readyState === "complete"`
	clockOffline = `!!document.querySelector("[data-offline] [data-known]:not([hidden]), [data-offline] [data-nobody]:not([hidden])")`
	clockToday   = `!!document.querySelector("[data-clock]")`
)

// keptOnDevice is how many records are on the device, in a database.
const keptOnDevice = `(async (name) => {
	if (!(await indexedDB.databases()).some(d => d.name === name)) return 0
	const db = await new Promise(done => { const r = indexedDB.open(name); r.onsuccess = () => done(r.result) })
	if (!db.objectStoreNames.contains("all")) return db.close() || 0
	const n = await new Promise(done => { const r = db.transaction("all").objectStore("all").count(); r.onsuccess = () => done(r.result) })
	db.close()
	return n
})`

// TestBrowser_Clock_offline stamps a day on a phone whose network goes, with a reload in between. When the network is back, the day is
// handed over once, with its own times, and nothing stays on the phone.
func TestBrowser_Clock_offline(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(time.Hour) // the world's people have clocked out
	net, near := browser.NewNetwork(t, a)
	p := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360}).As("employee").Go("/staff/").Until(clockReady)
	press := func(act, state string) {
		t.Helper()
		p.Do(browser.Click(`[data-act="` + act + `"]`)).Until(`document.querySelector("[data-state]").textContent.startsWith("` + state + `")`)
	}
	stamps := func(want int) {
		t.Helper()
		if n := browser.Eval[int](p, keptOnDevice+`("clock-stamps")`); n != want {
			t.Errorf("%d stamps are on the device, want %d", n, want)
		}
	}
	net.Cut(true)
	p.Go("/staff/time").Until(clockOffline).Reads("[data-state]", "Not clocked in")
	press("in", "Working since")
	p.Reads("[data-count]", "1 clock time kept on this device").Fits().Inspect("clock-offline")
	press("break", "On break since")
	p.Go("/staff/").Until(clockOffline) // as after the phone was locked
	p.Reads("[data-count]", "2 clock times kept on this device")
	stamps(2)
	press("back", "Working since")
	press("out", "Not clocked in")
	press("in", "Working since")
	if n := a.Count("clock_stamps", "refusal = ''"); n != 0 {
		t.Errorf("%d stamps arrived without a network", n)
	}

	a.Clock.Advance(time.Hour)
	net.Cut(false)
	p.Until(clockToday).Until(`document.querySelector(".clock-state")?.textContent.includes("Working since")`)
	p.Until(`document.querySelector(".clock header").textContent.includes("5 clock times recorded offline")`)
	stamps(0)
	if n := a.Count("clock_stamps", "refusal = ''"); n != 5 {
		t.Errorf("%d stamps were taken", n)
	}
	if n := a.Count("clockings", "handed_over_at IS NOT NULL"); n != 2 {
		t.Errorf("%d clockings", n)
	}
	p.Go("/staff/").Until(clockReady)
	if n := a.Count("clock_stamps", "refusal = ''"); n != 5 {
		t.Errorf("%d stamps after another look", n)
	}

	net.Cut(true)
	p.Go("/staff/").Until(clockOffline)
	press("out", "Not clocked in")
	a.Clock.Advance(time.Hour)
	net.Cut(false)
	p.Until(clockToday)
	stamps(0)
	browser.Eval[bool](p, `document.querySelector("form[action='/auth/v1/logout']").requestSubmit() || true`)
	p.Until(`location.pathname === "/auth/v1/login" && document.readyState === "complete"`)
	p.Until(`(async () => await ` + keptOnDevice + `("clock-state") === 0)()`)
	net.Cut(true)
	p.Go("/staff/").Until(clockOffline).Do(chromedp.WaitVisible("[data-nobody]"))
}

// TestBrowser_Clock_offline_full taps where the browser keeps nothing more: it says so until a tap is kept, and never that one was.
func TestBrowser_Clock_offline_full(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(time.Hour) // the world's people have clocked out
	net, near := browser.NewNetwork(t, a)
	p := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360}).As("employee").Go("/staff/").Until(clockReady)
	net.Cut(true)
	p.Go("/staff/").Until(clockOffline)
	const says = `(e => e?.checkVisibility() && e.innerText.includes("this browser’s storage is turned off or full"))(document.querySelector("[data-full]"))`
	browser.Eval[bool](p, `(() => {
		const { add } = IDBObjectStore.prototype, { fetch } = window
		window.room = () => { IDBObjectStore.prototype.add = add }
		IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError") }
		window.probes = 0
		window.fetch = (...all) => fetch(...all).finally(() => setTimeout(() => window.probes++))
		return true
	})()`)
	p.Do(browser.Click(`[data-act="in"]`)).Until(says)
	for _, looks := range []string{"1", "2"} {
		browser.Eval[bool](p, `dispatchEvent(new Event("online"))`)
		p.Until("window.probes >= " + looks)
	}
	p.Until(says).Reads("[data-said]", "").Fits().Inspect("clock-offline-full")
	browser.Eval[bool](p, `window.room(), true`)
	p.Do(browser.Click(`[data-act="in"]`)).Reads("[data-count]", "1 clock time kept on this device").Until(`document.querySelector("[data-full]").hidden`)
}

// TestBrowser_Clock_offline_proxy: the clock comes when what is in front of Presence answers that it is gone, and when nothing answers.
func TestBrowser_Clock_offline_proxy(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(time.Hour) // the world's people have clocked out
	net, near := browser.NewNetwork(t, a)
	p := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360}).As("employee").Go("/staff/").Until(clockReady)
	net.Answer(http.StatusBadGateway)
	p.Go("/staff/time").Until(clockOffline)
	net.Answer(0)
	p.Go("/staff/").Until(clockReady)
	net.Silence()
	p.Go("/staff/").Until(clockOffline)
}

// TestBrowser_Clock_set: the clock of the device was set back after stamps were handed over. The page does not load again and again.
func TestBrowser_Clock_set(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(time.Hour)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("employee").Go("/staff/").Until(clockReady)
	const state = `(async () => {
		const db = await new Promise(done => { const r = indexedDB.open("clock-state"); r.onsuccess = () => done(r.result) })
		const all = db.transaction("all", "readwrite").objectStore("all")
		`
	browser.Eval[bool](p, state+`all.put(Date.now() + 3600_000, "handed")
		return new Promise(done => { all.transaction.oncomplete = () => done(db.close() ?? true) })
	})()`)
	p.Go("/staff/")
	browser.Eval[bool](p, `(() => {
		const { get } = IDBObjectStore.prototype
		window.looks = 0
		IDBObjectStore.prototype.get = function (key) {
			const request = get.call(this, key)
			if (key === "handed") request.addEventListener("success", () => setTimeout(() => window.looks++))
			return request
		}
		return true
	})()`)
	p.Until(`dispatchEvent(new Event("online")) && window.looks >= 5`)
	if got := browser.Eval[string](p, `performance.getEntriesByType("navigation")[0].type`); got != "navigate" {
		t.Errorf("the page was opened by %q", got)
	}
}

// TestBrowser_Clock_offline_session stamps without a network, and the session ends meanwhile: the stamps stay on the phone until their person
// has signed in, also while another person is.
func TestBrowser_Clock_offline_session(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(time.Hour) // the world's people have clocked out
	net, near := browser.NewNetwork(t, a)
	p := b.Open(t, near, browser.View{Lang: i18n.FR, Width: 360}).As("employee").Go("/staff/").Until(clockReady)
	net.Cut(true)
	p.Go("/staff/").Until(clockOffline).Do(browser.Click(`[data-act="in"]`)).Reads("[data-count]", "1\u00a0pointage gardé sur cet appareil")
	p.Expire("employee")
	net.Cut(false)
	p.Until(`!document.querySelector("[data-sign-in]").hidden`).Fits().Shot("clock-offline-session").Axe()
	p.As("supervisor").Go("/staff/").Until(clockReady)
	if n := a.Count("clock_stamps", "refusal = ''"); n != 0 {
		t.Errorf("%d stamps were handed over by another person", n)
	}
	p.As("employee").Go("/staff/").Until(`document.querySelector(".clock-state")?.textContent.includes("En poste · arrivée")`)
	if n := a.Count("clock_stamps", "refusal = ''"); n != 1 {
		t.Errorf("%d stamps", n)
	}
}

// TestBrowser_Clock_taps: where a button was pressed, another one stands on the next page. It takes no press for a second, so that tapping
// twice does not clock in and out again.
func TestBrowser_Clock_taps(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Clock.Advance(time.Hour)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("employee").Go("/staff/")
	waits := func(want string) {
		t.Helper()
		const style = `(s => s.animationName + " " + s.animationDelay)(getComputedStyle(document.querySelector(".clock-buttons")))`
		if got := browser.Eval[string](p, style); got != want {
			t.Errorf("the buttons have the animation %q, want %q", got, want)
		}
	}
	waits("none 0s")
	p.Follow(browser.Click(".clock-buttons .btn")).Reads(".clock-buttons .btn-primary", "Clock out")
	waits("pressed 1s")
	if got := browser.Eval[string](p, `document.querySelector(".clock-buttons").getAnimations()[0]?.effect.getKeyframes()[0].pointerEvents ?? "none"`); got != "none" {
		t.Errorf("meanwhile they take presses: %q", got)
	}
	p.Go("/staff/")
	waits("none 0s")
}
