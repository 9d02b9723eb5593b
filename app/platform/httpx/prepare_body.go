package httpx

import (
	"io"
	"mime"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
)

// prepareBody returns the middleware of an operation, before huma reads the body: huma gets JSON under the name that its format
// has, and its deadline for the body ends with the body. It does nothing for an operation without a body.
func prepareBody(op Op) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		if hc.Operation().RequestBody == nil {
			next(hc)
			return
		}
		c := humagin.Unwrap(hc)
		if err := requireJSON(c, op.withFile); err != nil {
			Abort(c, err, op.notFoundStatus())
			return
		}
		c.Request.Body = deadlineLifter{c.Request.Body, hc}
		next(hc)
	}
}

// requireJSON fails unless the body of a request is JSON, or, withFile, a form with a file (see describeUpload), which it converts.
func requireJSON(c *gin.Context, withFile bool) error {
	if c.Request.ContentLength == 0 {
		return nil
	}
	if mediaType := c.GetHeader("Content-Type"); !isJSON(mediaType) {
		media, params, err := mime.ParseMediaType(mediaType)
		if !withFile || err != nil || media != "multipart/form-data" {
			return UnsupportedMediaType("Send the body as application/json.")
		}
		if err := uploadAsJSON(c, params["boundary"]); err != nil {
			return err
		}
	}
	c.Request.Header.Set("Content-Type", "application/json")
	return nil
}

// isJSON reports whether a media type is JSON, with or without parameters; an empty one counts as JSON.
func isJSON(mediaType string) bool {
	media, _, _ := strings.Cut(mediaType, ";")
	media = strings.TrimSpace(media)
	return media == "" || strings.EqualFold(media, "application/json")
}

// deadlineLifter removes huma's BodyReadTimeout from the connection when huma closes the body that it has read. Otherwise it
// would expire during the handler; net/http would take this for a client that disconnected, and cancel the request.
type deadlineLifter struct {
	io.Reader
	hc huma.Context
}

// Close removes the deadline.
func (l deadlineLifter) Close() error { return l.hc.SetReadDeadline(time.Time{}) }
