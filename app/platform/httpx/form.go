package httpx

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
)

// HandleOrForm is Handle for a route that accepts JSON, handled by h, and a page's form with fields of the same names, handled
// by form (C1). first runs before the body is read; its error is the answer.
func HandleOrForm[I, O any](r *Router, op Op, first func(ctx context.Context) error, h func(ctx context.Context, in *I) (*O, error),
	form func(c *gin.Context) error) {
	handle(r, op, nameOf(h), h, func(hc huma.Context, next func(huma.Context)) {
		c, err := humagin.Unwrap(hc), first(hc.Context())
		if !isForm(hc.Header("Content-Type")) {
			if err != nil {
				Abort(c, err, op.notFoundStatus())
				return
			}
			next(hc)
			return
		}
		if err == nil {
			err = ParseForm(c)
		}
		if err == nil {
			err = form(c)
		}
		if err != nil {
			r.RenderErrorPage(c, err)
		}
	})
	o := r.registered(op.Method, op.Path)
	o.RequestBody.Content["application/x-www-form-urlencoded"] = o.RequestBody.Content["application/json"]
	o.Responses[strconv.Itoa(http.StatusUnprocessableEntity)] = &huma.Response{Description: "The form again, with its faults",
		Content: map[string]*huma.MediaType{}}
	for _, answer := range o.Responses {
		answer.Content["text/html"] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
}

func isForm(mediaType string) bool {
	media, _, _ := mime.ParseMediaType(mediaType)
	return media == "application/x-www-form-urlencoded" || media == "multipart/form-data"
}

// ParseForm parses the form of a page; Router.Page calls it before the handler, and a middleware may call it before that. It fails if
// the form is incomplete or too large, so that no partial form is processed. Other bodies, such as a form with a file, are left to the
// handler.
func ParseForm(c *gin.Context) error {
	media, _, _ := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if c.Request.Method == http.MethodGet || media != "application/x-www-form-urlencoded" {
		return nil
	}
	err := c.Request.ParseForm()
	if err == nil {
		return nil
	}
	ctx := c.Request.Context()
	if p := cutOff(ctx, err); p != nil {
		return p
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	return nil // a pair that cannot be parsed is ignored
}
