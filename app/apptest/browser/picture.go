package browser

import (
	"strconv"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// tallest is the height of a picture at most, in CSS pixels: a long list is cut.
const tallest = 640

// Picture returns a part of the page, the first element that matches, as WebP with its size in CSS pixels.
func (p *Page) Picture(selector string) (webp []byte, width, height int) {
	p.t.Helper()
	p.Settled().unroll()
	box := Eval[[4]float64](p, `(e => {
		document.activeElement?.blur()
		const plain = new CSSStyleSheet() // square corners, which would show the page behind the dialog
		plain.replaceSync("dialog { border-radius: 0 !important; box-shadow: none !important } dialog::backdrop { background: white !important }")
		document.adoptedStyleSheets = [plain]
		const b = e.getBoundingClientRect()
		return [b.x + scrollX, b.y + scrollY, Math.ceil(b.width), Math.min(`+strconv.Itoa(tallest)+`, Math.ceil(b.height))]
	})(document.querySelector(`+strconv.Quote(selector)+`))`)
	p.must("drawing it", p.draw())
	ctx, done := p.step()
	defer done()
	quality, beyond := int64(82), true
	r, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatWebp, Quality: &quality, CaptureBeyondViewport: &beyond,
		Clip: &page.Viewport{X: box[0], Y: box[1], Width: box[2], Height: box[3], Scale: 1}})
	p.must("taking the picture", err)
	return r.Data, int(box[2]), int(box[3])
}
