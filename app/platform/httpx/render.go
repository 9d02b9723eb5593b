package httpx

import (
	"bytes"
	"errors"
	"net/http"
	"sync"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"
)

var pageBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Render answers with a page or a fragment. It renders everything before it sends the first byte, so that an error becomes a
// 500 and not half a page.
func Render(c *gin.Context, status int, component templ.Component) error {
	b := pageBuffers.Get().(*bytes.Buffer)
	defer func() { b.Reset(); pageBuffers.Put(b) }()
	if err := component.Render(c.Request.Context(), b); err != nil {
		return err
	}
	h := c.Writer.Header()
	h.Set("Cache-Control", "private, no-store")
	h.Add("Vary", "HX-Request")
	c.Data(status, "text/html; charset=utf-8", b.Bytes())
	return nil
}

// IsHTMX reports whether the page's script requests a fragment; a boosted link requests a whole page.
func IsHTMX(c *gin.Context) bool {
	return c.GetHeader("HX-Request") == "true" && c.GetHeader("HX-Boosted") != "true"
}

// SeeOther redirects to an address of package paths after a form was processed; HTMX follows the redirect too.
func SeeOther(c *gin.Context, address string) error {
	c.Redirect(http.StatusSeeOther, address)
	return nil
}

// ErrorPage renders a problem as a page.
type ErrorPage func(c *gin.Context, p *Problem) templ.Component

// RenderErrorPage answers a page that failed, with Config.ReauthPage or with the error as a page, and aborts the request's
// handlers. If the answer has begun, it logs the error and closes the connection.
func (r *Router) RenderErrorPage(c *gin.Context, err error) {
	if c.Writer.Written() {
		abortResponse(c.Request.Context(), err)
	}
	defer c.Abort()
	if errors.Is(err, ErrReauthRequired) && r.ReauthPage != nil {
		if err = r.ReauthPage(c); err == nil {
			return
		}
	}
	p := ProblemOf(c.Request.Context(), err, http.StatusNotFound)
	p.logCause(c.Request.Context())
	h := c.Writer.Header()
	h.Del("Content-Type") // of a file that the handler wanted to send
	h.Del("Content-Disposition")
	for k, v := range p.GetHeaders() {
		if k != "Www-Authenticate" {
			h[k] = v
		}
	}
	if err := Render(c, p.Status, r.ErrorPage(c, p)); err != nil {
		LogFailure(c.Request.Context(), err)
		http.Error(c.Writer, p.Detail, p.Status)
	}
}
