package hub_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// TestBrowser_Companions has a guest on a phone without script come with two companions, name them and answer three questions. Staff then see
// the totals, the list for the door and the badges.
func TestBrowser_Companions(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	events := a.As("events").On(t)
	var e struct {
		Questions []struct {
			ID int64 `json:"id"`
		} `json:"questions"`
	}
	events.Patch("/events/fete-clients-2026", `{"people_limit":6,"companions":"required","questions":[
		{"kind":"choice","per":"person","required":true,"text":{"fr":"Plat","en":"Meal"},"options":[{"text":{"fr":"Poulet","en":"Chicken"}},{"text":{"fr":"Saumon","en":"Salmon"}}]},
		{"kind":"several","per":"party","text":{"fr":"Activités","en":"Activities"},"options":[{"text":{"fr":"Danse","en":"Dance"}},{"text":{"fr":"Jeux","en":"Games"}}]},
		{"kind":"number","per":"party","text":{"fr":"Navette","en":"Shuttle"}}]}`).Want(200).JSON(&e)
	field := func(question int, person int) string {
		return fmt.Sprintf(`[name="answers.%d.%d"]`, e.Questions[question].ID, person)
	}

	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360, NoScript: true}).Go(party + "?lang=en")
	p.Fits()
	framed := `getComputedStyle(document.querySelector("#attend > .person")).borderTopWidth !== "0px"`
	if browser.Eval[bool](p, framed) {
		t.Error("alone, the guest has a frame of their own")
	}
	p.Do(chromedp.SendKeys("#name", "Zoé Roy"), browser.Click(`label[for="n2"]`), browser.Click(`.stepper input:checked + .step label:last-child`),
		chromedp.SendKeys(`[name="companions[0]"]`, "Luc"), chromedp.SendKeys(field(0, 0), "Chi"), chromedp.SendKeys(field(0, 1), "Sal"),
		browser.Click(field(1, 0)+`[value="2"]`), chromedp.SendKeys(field(2, 0), "3"))
	if !browser.Eval[bool](p, framed) {
		t.Error("of three people, the guest has no frame")
	}
	p.Follow(browser.Click("form .go"))
	if got := p.Text(".faults"); !strings.Contains(got, "2 small things") || !strings.Contains(got, "Person 3") {
		t.Errorf("what is missing reads %q", got)
	}
	p.Fits()
	shown := `[...document.querySelectorAll("form .fault")].filter(x => x.checkVisibility({visibilityProperty: true})).length`
	if n := browser.Eval[int](p, shown); n != 2 {
		t.Errorf("%d errors are shown, want 2", n)
	}
	p.Do(chromedp.SendKeys(field(0, 2), "Sal"))
	if n := browser.Eval[int](p, shown); n != 1 {
		t.Errorf("%d errors are shown after a choice, want 1", n)
	}
	p.Do(chromedp.SendKeys(`[name="companions[1]"]`, "Ève"))
	p.Follow(browser.Click("form .go"))
	for _, want := range []string{"Luc", "Ève", "Games", "Salmon"} {
		if got := p.Text(".answered"); !strings.Contains(got, want) {
			t.Errorf("the thanks read %q, without %q", got, want)
		}
	}
	p.Fits()

	staff := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("events")
	const list = "/staff/events/fete-clients-2026/rsvps"
	if got := staff.Go(list + "/totals").Fits().Text("main"); !strings.Contains(got, "Salmon") || !strings.Contains(got, "Shuttle") {
		t.Errorf("the totals read %q", got)
	}
	if got := browser.Eval[string](staff, `[...document.querySelectorAll("tbody tr")].map(r => r.innerText.replace(/\s+/g, " ").trim()).join("; ")`); got !=
		"Chicken 1; Salmon 2; Dance 0 0; Games 1 3" {
		t.Errorf("the totals are %q", got)
	}
	staff.Go(list + "/badges").Printed()
	if n := browser.Eval[int](staff, `new Set([...document.querySelectorAll(".reg-badges > li")].map(e => Math.round(e.getBoundingClientRect().left))).size`); n != 2 {
		t.Errorf("the badges are in %d columns on paper", n)
	}
	if y := browser.Eval[float64](staff, `document.querySelector(".reg-badges").getBoundingClientRect().top`); y > 20 {
		t.Errorf("the first sheet has the title of the page, and no room for eight badges: they begin at %v", y)
	}
	staff.Go(list + "/new")
	for _, x := range []struct {
		typed string
		want  int
	}{{"1", 1}, {"2", 2}, {"9", 3}, {"", 3}} {
		got := browser.Eval[int](staff, fmt.Sprintf(`(() => {
			const people = document.querySelector('[name="people"]')
			people.value = %q
			people.dispatchEvent(new Event("input", { bubbles: true }))
			return document.querySelectorAll("[data-person]:not([hidden])").length
		})()`, x.typed))
		if got != x.want {
			t.Errorf("for %q people, staff see the fields of %d", x.typed, got)
		}
	}
}
