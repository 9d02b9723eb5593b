package hub_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
)

// doorWorld is an event with guests.
type doorWorld struct {
	*apptest.App
	t     *testing.T
	event string
	code  string // of Zoé
}

func newDoorWorld(t *testing.T) doorWorld {
	a := apptest.New(t)
	w := doorWorld{App: a, t: t, event: a.World.Fill("{event}")}
	a.As("events").Patch("/events/{event}", `{"companions":"asked"}`).Want(200)
	for _, guest := range []string{"name=Maude+Roy&people=4&companions[0]=Èva+Lim", "name=Luc+Caron&people=0&email=luc@example.com", "name=Ann+Roy&people=2&email=ann@example.com"} {
		a.As("events").Form("/staff/events/{event}/rsvps", guest+"&language=fr").Want(303)
	}
	zoe := rsvp.Submission{Answer: rsvp.Answer{Name: "Zoé Martel", Email: "zoe@example.com", People: 1}}
	out, err := a.RSVP.Submit(t.Context(), w.event, zoe, rsvp.Visitor{IP: "192.0.2.1", Language: i18n.EN})
	if err != nil {
		t.Fatal(err)
	}
	w.code = out.Code
	return w
}

// there fails unless the taps stored of a guest are those.
func (w doorWorld) there(name string, people, taps int64) {
	w.t.Helper()
	var sum, n int64
	if err := w.DB.QueryRow(w.t.Context(), `SELECT COALESCE(SUM(a.people), 0), COUNT(a.id) FROM rsvps r LEFT JOIN arrivals a ON a.rsvp_id = r.id
		WHERE r.event_id = $1 AND r.name = $2`, w.event, name).Scan(&sum, &n); err != nil || sum != people || n != taps {
		w.t.Errorf("%s: %d people by %d taps are stored, want %d by %d (%v)", name, sum, n, people, taps, err)
	}
}

func (w doorWorld) door() string { return "/staff/events/" + w.event + "/door" }

// link returns the path of a new check-in link, and its id.
func (w doorWorld) link(name string) (path string, id int64) {
	w.t.Helper()
	var made struct {
		ID  int64
		URL string
	}
	w.As("events").Post("/events/{event}/check-in-links", map[string]string{"name": name}).Want(http.StatusCreated).JSON(&made)
	u, err := url.Parse(made.URL)
	if err != nil {
		w.t.Fatal(err)
	}
	return u.Path, made.ID
}

// doorOnline is true when the page keeps what it needs without a network, and doorOffline when it is shown without one.
const (
	doorOnline  = `document.querySelector("[data-door][data-ready]:not([data-offline])") && navigator.serviceWorker.controller`
	doorOffline = `document.querySelector("[data-door][data-ready][data-offline]")`
)

// TestBrowser_Door_offline checks guests in on a phone whose network goes, with reloads and a code in between, and hands over
// what was counted when it is back.
func TestBrowser_Door_offline(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	w := newDoorWorld(t)
	net, near := browser.NewNetwork(t, w.App)
	p := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360}).As("events").Go(w.door()).Until(doorOnline)
	net.Cut(true)
	p.Until(doorOffline) // found out by itself
	state := func(want string) { t.Helper(); p.Reads("#door-state", want) }
	search := func(text, name string) {
		t.Helper()
		browser.Eval[string](p, `document.querySelector(".door-search input").value = ""`)
		p.Do(chromedp.SendKeys(".door-search input", text))
		p.Until(`document.querySelectorAll("#door-list .door-party").length === 1`).Reads("#door-list .door-name", name)
	}
	state("Offline. You can keep going: everything will be sent when you’re back online.")
	search("eva lim", "Maude Roy")
	p.Reads("#door-list .door-note", "With Èva Lim")
	search("maude", "Maude Roy")
	if browser.Eval[bool](p, `!!document.querySelector("#door-list .door-why")`) {
		t.Error("a companion is shown although the name was searched")
	}
	p.Do(browser.Click("#door-list button[data-all]")).Reads(".door-now .door-status", "4 guests arrived")
	state("Offline: 1 arrival saved on this device")
	p.Do(browser.Click(".door-now button[value='-1']")).Reads(".door-now .door-status", "3 of 4 arrived")
	search("zoe", "Zoé Martel")
	p.Do(browser.Click("#door-list button[data-all]")).Reads(".door-now .door-status", "1 guest arrived")
	p.Do(browser.Click(".door-now button[name=undo]")).Reads(".door-now .door-status", "1 guest expected")
	search("luc", "Luc Caron")
	p.Do(browser.Click("#door-list button[data-all]")).Reads(".door-now .door-question .strong", "This guest replied “not coming”.")
	p.Fits().Shot("door-offline-question").Axe()
	p.Do(browser.Click(".door-now .door-question button")).Reads(".door-now .door-status", "1 guest arrived")
	p.Do(browser.Click("#walk-in summary"), chromedp.SendKeys("#f-name", "Nadia Walker"), browser.Click("#walk-in form button"))
	p.Reads(".door-now .door-name", "Nadia Walker")
	state("Offline: 4 arrivals saved on this device")
	p.Fits().Shot("door-offline").Axe()
	w.there("Maude Roy", 0, 0)

	p.Go(w.door()).Until(doorOffline) // as after the tab was closed
	state("Offline: 4 arrivals saved on this device")
	search("maude", "Maude Roy")
	p.Reads("#door-list .door-status", "3 of 4 arrived")
	p.Go("/door/"+w.code).Until(doorOffline).Reads(".door-now .door-name", "Zoé Martel")
	p.Do(browser.Click(".door-now button[data-all]")).Reads(".door-now .door-status", "1 guest arrived")

	net.Cut(false)
	p.Until(doorOnline).Until(`document.querySelector("#door-totals strong").textContent === "6"`)
	state("5 arrivals sent.")
	w.there("Maude Roy", 3, 2)
	w.there("Zoé Martel", 1, 1)
	w.there("Luc Caron", 1, 1)
	w.there("Nadia Walker", 1, 1)
	p.Go(w.door()).Until(doorOnline)
	if n := browser.Eval[string](p, `document.getElementById("door-state").dataset.kept`); n != "0" {
		t.Errorf("%s taps are kept", n)
	}
	w.there("Maude Roy", 3, 2)
	if n := browser.Eval[int](p, countLists); n != 1 {
		t.Errorf("%d lists are on the device", n)
	}
	browser.Eval[bool](p, `document.querySelector("form[action='/auth/v1/logout']").requestSubmit() || true`)
	p.Until(`location.pathname === "/auth/v1/login" && document.readyState === "complete"`)
	if n := browser.Eval[int](p, countLists); n != 0 {
		t.Errorf("%d lists are on the device after signing out", n)
	}
}

// TestBrowser_Door_offline_undo takes back, just as the network goes, what was counted while there was one.
func TestBrowser_Door_offline_undo(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	w := newDoorWorld(t)
	net, near := browser.NewNetwork(t, w.App)
	p := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360}).As("events").Go(w.door() + "?q=ann").Until(doorOnline)
	p.Follow(browser.Click("#door-list button[value='2']")).Until(doorOnline).Reads(".door-now .door-status", "2 guests arrived")
	w.there("Ann Roy", 2, 1)
	net.Cut(true)
	p.Do(browser.Click(".door-now button[name=undo]")).Until(doorOffline).Reads(".door-now .door-status", "2 guests expected")
	p.Reads("#door-totals strong", "0")
	if browser.Eval[bool](p, `!!document.querySelector(".door-now button[name=undo]")`) {
		t.Error("what was taken back can be taken back")
	}
	net.Cut(false)
	p.Until(doorOnline).Reads("#door-state", "1 arrival sent.")
	w.there("Ann Roy", 0, 2)
}

// TestBrowser_Door_offline_undoWhileSent takes back a tap that is on its way to the server, whose answer is late.
func TestBrowser_Door_offline_undoWhileSent(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	w := newDoorWorld(t)
	net, near := browser.NewNetwork(t, w.App)
	p := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360}).As("events").Go(w.door()).Until(doorOnline)
	net.Cut(true)
	p.Until(doorOffline)
	p.Do(chromedp.SendKeys(".door-search input", "ann")).Until(`document.querySelectorAll("#door-list .door-party").length === 1`)
	p.Do(browser.Click("#door-list button[data-all]")).Reads(".door-now .door-status", "2 guests arrived")
	browser.Eval[bool](p, `(() => {
		const send = window.fetch
		window.fetch = (url, options) => options.method !== "POST" || window.answer ? send(url, options)
			: new Promise((done) => { window.answer = () => done(send(url, options)) })
		return true
	})()`)
	net.Cut(false)
	p.Until(`window.answer !== undefined`)
	p.Do(browser.Click(".door-now button[name=undo]")).Reads(".door-now .door-status", "2 guests expected")
	browser.Eval[bool](p, `window.answer() === undefined`)
	p.Until(doorOnline).Reads("#door-totals strong", "0")
	w.there("Ann Roy", 0, 2)
}

// countLists is how many lists of guests are on the device.
const countLists = `(async () => {
	if (!(await indexedDB.databases()).some(d => d.name === "door-lists")) return 0
	const db = await new Promise(done => { const r = indexedDB.open("door-lists"); r.onsuccess = () => done(r.result) })
	if (!db.objectStoreNames.contains("all")) return db.close() || 0
	const n = await new Promise(done => { const r = db.transaction("all").objectStore("all").count(); r.onsuccess = () => done(r.result) })
	db.close()
	return n
})()`

// TestBrowser_Door_twoDevices has a helper count without a network whom staff have counted. Both are told, and the party is
// counted once. A tap that was sent just as the network went is counted once, too.
func TestBrowser_Door_twoDevices(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	w := newDoorWorld(t)
	net, near := browser.NewNetwork(t, w.App)
	link, id := w.link("Entrance B")
	helper := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360}).Go(link).At(w.door()).Until(doorOnline)
	helper.Fits().Shot("door-helper").Axe()
	staff := b.Open(t, w.App, browser.View{Lang: i18n.FR, Width: 1280}).As("events").Go(w.door() + "?q=ann")

	helper.Go(w.door() + "?q=ann").Until(doorOnline)
	net.Cut(true)
	helper.Do(browser.Click("#door-list button[value='2']")) // its answer never comes
	helper.Until(doorOffline).Reads(".door-now .door-status", "2 guests arrived").Reads("#door-state", "Offline: 1 arrival saved on this device")
	staff.Follow(browser.Click("#door-list button[value='2']"))
	w.there("Ann Roy", 2, 1)
	net.Cut(false)
	for _, p := range []*browser.Page{helper.Until(doorOnline), staff} {
		p.Until(`document.querySelector(".door-held .strong")?.textContent === "Ann Roy"`)
	}
	helper.Reads("#door-state", "1 arrival to review below.").Fits().Shot("door-held").Axe()
	if got := helper.Text(".door-held p:nth-of-type(2)"); !strings.HasPrefix(got, "Already checked in: 2 of 2, by ") {
		t.Errorf("the helper is told %q", got)
	}
	if got := staff.Text(".door-held p:nth-of-type(3)"); !strings.Contains(got, "Entrance B") {
		t.Errorf("staff are told %q", got)
	}
	w.there("Ann Roy", 2, 1)
	staff.Follow(browser.Click(".door-held button[value='0']"))
	helper.Until(`!document.querySelector(".door-held")`)
	w.there("Ann Roy", 2, 1)

	w.As("events").Delete("/events/{event}/check-in-links/" + strconv.FormatInt(id, 10)).Want(http.StatusNoContent)
	helper.Go(w.door()).Reads("h1", "This check-in link is no longer valid")
	if left := browser.Eval[int](helper, countLists); left != 0 {
		t.Errorf("%d lists are left on the device of a helper whose link was revoked", left)
	}
	net.Cut(true)
	if got := browser.Eval[bool](helper, `fetch("`+w.door()+`").then(() => true, () => false)`); got {
		t.Error("the page is still shown without a network")
	}
}
