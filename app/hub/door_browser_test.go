package hub_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// TestBrowser_Door checks guests in on a phone, with and without script.
func TestBrowser_Door(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	for name, noScript := range map[string]bool{"with script": false, "without script": true} {
		t.Run(name, func(t *testing.T) {
			a := apptest.New(t)
			staff := a.As("events").On(t)
			for _, guest := range []string{"name=Maude+Roy&people=4", "name=Luc+Caron&people=0&email=luc@example.com", "name=Zo%C3%A9+Martel&people=1"} {
				staff.Form("/staff/events/{event}/rsvps", guest+"&language=fr").Want(303)
			}
			event := a.World.Fill("{event}")
			there := func(want int64) {
				t.Helper()
				var n int64
				if err := a.DB.QueryRow(t.Context(), "SELECT COALESCE(SUM(people), 0) FROM arrivals WHERE event_id = $1", event).
					Scan(&n); err != nil || n != want {
					t.Errorf("%d people are there, want %d (%v)", n, want, err)
				}
			}
			p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360, NoScript: noScript}).As("events").Go("/staff/events/" + event + "/door")
			search := func(text, name string) {
				t.Helper()
				p.Do(chromedp.SendKeys(".door-search input", text))
				if noScript {
					p.Follow(browser.Click(".door-search button"))
				} else {
					p.Until(`document.querySelectorAll("#door-list .door-party").length === 1`)
				}
				p.Reads("#door-list .door-name", name)
			}
			look := func(name string) {
				t.Helper()
				if p.Fits().Shot(name); !noScript { // axe is a script
					p.Axe()
				}
			}
			search("maude", "Maude Roy")
			p.Follow(browser.Click("#door-list button[value='4']")).Reads(".door-now .door-status", "4 guests arrived")
			there(4)
			p.Follow(browser.Click(".door-now button[value='-1']")).Reads(".door-now .door-status", "3 of 4 arrived")
			there(3)
			p.Follow(browser.Click(".door-now button[value='1']")).Fits()
			p.Follow(browser.Click(".door-now button[name=undo]"))
			there(3)
			search("luc", "Luc Caron")
			p.Follow(browser.Click("#door-list button[value='1']")).Reads(".door-question .strong", "This guest replied “not coming”.")
			look("door-question")
			there(3)
			p.Follow(browser.Click(".door-question button"))
			there(4)
			if noScript {
				return
			}
			p.Do(browser.Click("#walk-in summary"), chromedp.SendKeys("#f-name", "Ann Walker"))
			look("door-walk-in")
			p.Follow(chromedp.SendKeys("#f-people", kb.Enter)).Reads(".door-now .door-name", "Ann Walker")
			there(5)
			staff.Form("/staff/events/{event}/door/walk-ins", "name=Other+Door&people=2&key=other").Want(303)
			p.Until(`document.querySelector("#door-totals strong").textContent === "7"`) // without being asked
		})
	}
}

// On a phone every button of a party that arrived in part is on the screen, the main one in a line of its own above the others.
func TestBrowser_CheckInOfAPartyInPart(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.As("events").On(t).Form("/staff/events/{event}/rsvps", "name=Maude+Roy&people=4&language=fr").Want(303)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).As("events").Go("/staff/events/{event}/door")
	p.Do(chromedp.SendKeys(".door-search input", "maude")).Until(`document.querySelectorAll("#door-list .door-party").length === 1`)
	p.Follow(browser.Click(`#door-list button[value="1"]`)).Reads(".door-now .door-status", "Arrivées\u00a0: 1 sur 4").Fits()
	for _, width := range []int{360, 390} {
		p := p.Turn(t, browser.View{Lang: i18n.FR, Width: width})
		if wrong := browser.Eval[string](p, `(() => {
			const box = x => x.getBoundingClientRect(), taps = document.querySelector(".door-now .door-taps")
			const all = taps.querySelector("[data-all]"), others = [...taps.querySelectorAll(".btn:not([data-all])")]
			if (others.length !== 3) return others.length + " other buttons"
			if (Math.abs(box(all).width - box(taps).width) > 1) return "the main button is " + box(all).width + " px wide"
			return others.filter(x => box(x).right > box(taps).right + 1 || box(x).top < box(all).bottom).map(x => x.textContent).join()
		})()`); wrong != "" {
			t.Errorf("%d px: %s", width, wrong)
		}
	}
}

// On a wide screen the form of a walk-in opens above the list, and a party that has not arrived is a low row.
func TestBrowser_DoorOnAWideScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.As("events").On(t).Form("/staff/events/{event}/rsvps", "name=Maude+Roy&people=4&language=fr&email=maude@example.com").Want(303)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("events").Go("/staff/events/{event}/door")
	if high := browser.Eval[float64](p, `Math.max(...[...document.querySelectorAll("#door-list .door-party")].map(x => x.offsetHeight))`); high > 65 {
		t.Errorf("a row is %v px high", high)
	}
	p.Do(browser.Click("#walk-in summary"))
	if below := browser.Eval[float64](p, `document.querySelector("#walk-in form").getBoundingClientRect().bottom -
		document.querySelector("#door-list").getBoundingClientRect().top`); below > 0 {
		t.Errorf("the form ends %v px below the beginning of the list", below)
	}
	p.Fits()
}
