package hub_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

// TestBrowser_Blocks composes an invitation from the standard list: moves a block, inserts a placeholder, and sees the preview.
func TestBrowser_Blocks(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	for _, v := range []browser.View{{Lang: i18n.EN, Width: 1280}, {Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 1280, NoScript: true}} {
		t.Run(v.Name(), func(t *testing.T) {
			a := apptest.New(t)
			p := b.Open(t, a, v).As("events").Go("/staff/events/{event}/blocks").Fits()
			order := func() string {
				return browser.Eval[string](p, `[...document.querySelectorAll(".blocks-block")].map((x) => x.id).join(" ")`)
			}
			const moved = "block-1 block-3 block-2 block-4 block-5 block-6 block-7"
			up := browser.Click(`[id="act-up:3"]`)
			if v.NoScript {
				if p.Follow(up); order() != moved {
					t.Errorf("the order is %s", order())
				}
				p.Follow(browser.Click(`[id="act-add:divider"]`))
				if !strings.HasSuffix(order(), "block-7 block-8") {
					t.Errorf("the order is %s", order())
				}
				return
			}
			if distorted := browser.Eval[float64](p, `(x => x.clientWidth / x.clientHeight / (x.getAttribute("width") / x.getAttribute("height")))(
				document.querySelector(".blocks-picture img"))`); distorted < 0.97 || distorted > 1.03 {
				t.Errorf("the picture is drawn %.2f times as wide as it is", distorted)
			}
			p.Do(browser.Click(`#preview-show [value="dark"]`)).Settled()
			if browser.Eval[bool](p, `"changed" in document.querySelector("#blocks-form").dataset`) {
				t.Error("to look at the preview counts as a change")
			}
			p.Do(up).Until(`[...document.querySelectorAll(".blocks-block")].map((x) => x.id).join(" ") === "` + moved + `"`)
			if focus := browser.Eval[string](p, `document.activeElement.id`); focus != "act-up:3" {
				t.Errorf("after the block was moved, %q has the focus", focus)
			}
			const text = `[id="f-blocks[1].fr"]`
			browser.Eval[bool](p, `document.querySelector('`+text+`').select() === undefined`)
			p.Do(chromedp.SendKeys(text, "Bonjour "))
			menu := `[data-insert-into="f-blocks[1].fr"]`
			p.Do(browser.Click(menu+" summary"), browser.Click(menu+` [data-insert="{{firstname}}"]`))
			if got := browser.Eval[string](p, `document.querySelector('`+text+`').value`); got != "Bonjour {{firstname}}" {
				t.Errorf("the text is %q", got)
			}
			dbtest.Until(t, "the text is saved", func() bool {
				return a.Count("event_blocks", `document LIKE '%Bonjour {{firstname}}%'`) == 1
			})
			p.Until(`document.querySelector("#blocks-state").textContent.match(/Saved at|Enregistré à/) !== null`)
			asks := func() bool {
				return browser.Eval[bool](p, `!dispatchEvent(new Event("beforeunload", { cancelable: true }))`)
			}
			if asks() {
				t.Error("after the text was saved, the page asks whether to leave unsaved changes")
			}
			p.Until(`document.querySelectorAll(".tpl-frame").length === 1 && document.querySelector(".tpl-frame").src === ""`)
			if at := browser.Eval[string](p, `document.querySelector("#preview").formAction`); !strings.HasSuffix(at, "/preview#block-3") {
				t.Errorf("the preview is drawn from the top: %s", at)
			}
			p.Do(browser.Click(`#preview-show [value="light"]`)).Settled()
			p.Quiet().Fits().Axe().Shot("blocks")
			if n := a.Count("event_blocks", "document LIKE '%\"id\":1,\"type\":\"picture\"},{\"id\":3%'"); n != 1 {
				t.Error("the order is not saved")
			}
			p.Do(chromedp.SendKeys(text, "{{nobody}}")).Until(`document.querySelector("#blocks-state").textContent.match(/Saved at|Enregistré à/) === null`).Settled()
			if !asks() {
				t.Error("after a refused save, the page does not ask whether to leave unsaved changes")
			}
		})
	}
}
