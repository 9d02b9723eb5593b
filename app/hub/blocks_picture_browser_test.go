package hub_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

// TestBrowser_Blocks_picture gives a block of an invitation a picture of its own, describes it, and goes back to the cover picture.
func TestBrowser_Blocks_picture(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	file := filepath.Join(t.TempDir(), "plan.jpg")
	if err := os.WriteFile(file, apptest.Cover().Data, 0o600); err != nil {
		t.Fatal(err)
	}
	b := browser.Start(t)
	for _, v := range []browser.View{{Lang: i18n.EN, Width: 1280}, {Lang: i18n.FR, Width: 360, Dark: true}, {Lang: i18n.EN, Width: 1280, NoScript: true}} {
		t.Run(v.Name(), func(t *testing.T) {
			a := apptest.New(t)
			p := b.Open(t, a, v).As("events").Go("/staff/events/{event}/blocks")
			const own, use, cover = `[name="blocks[0].picture"]`, `[id="act-upload:1"]`, `[id="act-cover:1"]`
			has := func(selector string) bool { return browser.Eval[bool](p, "!!document.querySelector(`"+selector+"`)") }
			p.Do(browser.Click("#block-1 .blocks-own summary"), chromedp.SetUploadFiles(`[name="file-1"]`, []string{file}),
				chromedp.SendKeys(`[id="f-blocks[1].fr"]`, "Typed: "))
			if !v.NoScript {
				dbtest.Until(t, "the text is saved", func() bool { return a.Count("event_blocks", "document LIKE '%Typed: %'") == 1 })
				p.Settled().Fits().Axe().Shot("blocks-upload")
				if n := a.Count("event_block_pictures", "TRUE"); n != 0 {
					t.Error("the file is saved with what is typed")
				}
			}
			done := func(steps ...chromedp.Action[chromedp.Void]) {
				if v.NoScript {
					p.Follow(steps...)
				} else {
					p.Do(steps...)
				}
			}
			done(browser.Click(use))
			p.Until(`!!document.querySelector('[id="f-blocks[0].fr-error"]')`)
			if !v.NoScript {
				p.Settled() // until then the focus may still move, away from what is being typed
			}
			p.Do(chromedp.SendKeys(`[id="f-blocks[0].fr"]`, "Le plan de la salle"))
			if v.NoScript {
				p.Follow(browser.Click(`[name="act"][value="save"].btn`))
			}
			dbtest.Until(t, "the picture is saved with its description and what was typed", func() bool {
				return a.Count("event_blocks", "document LIKE '%Le plan de la salle%\"picture\":{\"hash\"%Typed: %'") == 1
			})
			if shown := browser.Eval[string](p.Go("/staff/events/{event}/blocks"), `document.querySelector("#block-1 img").alt`); shown != "Le plan de la salle" {
				t.Errorf("the picture of the block is described as %q", shown)
			}
			if !v.NoScript {
				p.Settled().Fits().Axe().Shot("blocks-picture")
			}
			if !strings.Contains(browser.Eval[string](p, `document.querySelector("#block-1 img").src`), "/pictures/") || !has(own) {
				t.Error("the block does not show the picture")
			}
			done(browser.Click(cover))
			p.Until("!document.querySelector(`" + own + "`)")
			if n := a.Count("event_blocks", "document LIKE '%\"hash\"%'"); n != 0 {
				t.Error("the block still has the picture")
			}
			done(browser.Click(".toast form button"))
			p.Until("!!document.querySelector(`" + own + "`)")
		})
	}
}
