// Package frame provides what the pages of one request have in common: the viewer, the counts in the navigation and the
// messages of the last form. Authentication stores the viewer (Set); handlers answer with Page or Fragment.
package frame

import (
	"context"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
	"presence/views/ui"
)

// Counts are the numbers in the navigation of the staff pages.
type Counts struct {
	Unread    int // notifications that the viewer has not read
	Approvals int // open decisions of the viewer
}

// CountFunc loads the counts for the viewer of the request in ctx.
type CountFunc func(ctx context.Context) (Counts, error)

// request is the state of one request.
type request struct {
	frame  layout.Frame
	known  bool // Set was called
	count  CountFunc
	counts *Counts // nil: not loaded
}

const requestKey = "presence.frame"

func requestOf(c *gin.Context) *request {
	if v, ok := c.Get(requestKey); ok {
		return v.(*request)
	}
	r := &request{}
	c.Set(requestKey, r)
	return r
}

// ProvideCounts returns the middleware that sets the function that loads the counts in the navigation of staff pages, including
// the page for an unknown path. The middleware itself loads nothing.
func ProvideCounts(count CountFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		if httpx.RouteOf(c).Kind == httpx.StaffPage {
			requestOf(c).count = count
		}
	}
}

// Set stores the viewer, the language and the appearance for the pages of this request.
func Set(c *gin.Context, f layout.Frame) {
	r := requestOf(c)
	f.Banner = r.frame.Banner
	r.frame, r.known = f, true
}

// SetBanner shows a warning above the pages of this request.
func SetBanner(c *gin.Context, banner ui.BannerProps) { requestOf(c).frame.Banner = &banner }

// Of returns the frame without counts and messages, for fragments. It loads nothing.
func Of(c *gin.Context) layout.Frame {
	r := requestOf(c)
	f := r.frame
	f.Path = c.Request.URL.RequestURI()
	if !r.known { // the request was refused before authentication
		f.Lang = i18n.Match(c.GetHeader("Accept-Language"))
	}
	return f
}

// WithCounts returns the frame with the counts, which are loaded once per request and for signed-in viewers only.
func WithCounts(c *gin.Context) (layout.Frame, error) {
	r, f := requestOf(c), Of(c)
	if r.count == nil || !f.Viewer.SignedIn {
		return f, nil
	}
	if r.counts == nil {
		counts, err := r.count(c.Request.Context())
		if err != nil {
			return f, err
		}
		r.counts = &counts
	}
	f.Unread, f.Queue = r.counts.Unread, r.counts.Approvals
	return f, nil
}

// Load returns the frame of a whole page: with the counts, and with the messages of the last form, which it removes from the
// session. It is called once, just before rendering: a second call finds no messages, and after an error in between they are
// lost.
func Load(c *gin.Context) (layout.Frame, error) {
	f, err := WithCounts(c)
	if err == nil {
		f.Toasts = httpx.PopFlash(c)
	}
	return f, err
}

// Page answers with a whole page.
func Page[P any](c *gin.Context, status int, view func(layout.Frame, P) templ.Component, props P) error {
	f, err := Load(c)
	if err != nil {
		return err
	}
	return httpx.Render(c, status, view(f, props))
}

// Fragment answers an HTMX request with a part of a page without counts and messages.
func Fragment[P any](c *gin.Context, status int, view func(layout.Frame, P) templ.Component, props P) error {
	return httpx.Render(c, status, view(Of(c), props))
}

// ErrorPage returns the frame of an error page. An error page must be shown even if something else fails: if the counts cannot
// be loaded, the frame has none, and the error is logged.
func ErrorPage(c *gin.Context) layout.Frame {
	f, err := Load(c)
	if err != nil {
		httpx.LogFailure(c.Request.Context(), err)
	}
	return f
}
