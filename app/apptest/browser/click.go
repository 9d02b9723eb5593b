package browser

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/chromedp/chromedp"
)

// spot is the point at which an element can be clicked, in CSS pixels of the window, or the element that covers it.
type spot struct {
	X, Y    float64
	Covered string
	Frame   float64 // when the browser drew it, in ms
}

// rests reports whether the element can be clicked and was at the same place in the frame before.
func (s spot) rests(before spot) bool {
	return s.Covered == "" && before.Frame != s.Frame && s.X == before.X && s.Y == before.Y
}

// Click clicks the middle of the first element that matches. It waits until the element is visible, is in the same place in two
// frames, is not about to be moved by an animation, which on a busy machine may hold its first frame for a while, and nothing else
// covers it there, for example a bar at the bottom of the window; a click of chromedp.Click would hit that.
func Click(selector string) chromedp.Action[chromedp.Void] {
	look := chromedp.Evaluate[*spot](`(e => {
		if (!e?.checkVisibility({visibilityProperty: true})) return null
		const over = () => {
			const box = e.getClientRects()[0], x = box.x + box.width / 2, y = box.y + box.height / 2
			const at = document.elementFromPoint(x, y)
			const free = e.contains(at) || at?.closest("label")?.control === e
			const moves = a => a instanceof CSSAnimation && a.playState === "running" && a.timeline === document.timeline &&
				a.effect.getComputedTiming().endTime < Infinity && a.effect.target.contains(e)
			const covered = document.getAnimations().some(moves) ? "an animation" : free ? "" : at?.outerHTML.slice(0, 200) || "the edge"
			return {X: x, Y: y, Frame: document.timeline.currentTime, Covered: covered}
		}
		if (over().Covered) e.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"})
		return over()
	})(document.querySelector(` + strconv.Quote(selector) + `))`)
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		before := spot{Covered: "nothing: it is not visible"}
		for {
			at, err := look(ctx, t)
			switch {
			case err != nil || at == nil:
			case at.rests(before):
				_, err = chromedp.MouseClickXY(at.X, at.Y)(ctx, t)
				return err
			case before.Frame != at.Frame:
				before = *at
			}
			select {
			case <-time.After(10 * time.Millisecond):
			case <-ctx.Done():
				return fmt.Errorf("%s cannot be clicked: covered by %q, %v, %w", selector, before.Covered, err, ctx.Err())
			}
		}
	})
}
