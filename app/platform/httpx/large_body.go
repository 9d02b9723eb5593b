package httpx

import (
	"errors"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// LargeBody returns the body of a request that may be large and take long, for a handler that streams it. Reading fails with
// errTooLarge beyond limit bytes, with errLate when nothing arrives for StallTimeout, and with errCut when it is not whole. The
// response may take as long as the reading did.
func LargeBody(c *gin.Context, limit int64) io.Reader {
	liftDeadlines(c.Writer)
	return &largeBody{src: http.MaxBytesReader(c.Writer, c.Request.Body, limit), w: c.Writer}
}

type largeBody struct {
	src io.Reader
	w   http.ResponseWriter
}

func (b *largeBody) Read(p []byte) (int, error) {
	late := endReadsAfter(b.w, StallTimeout)
	n, err := b.src.Read(p)
	late.Stop()
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, errPartHeader) {
		return n, err
	}
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return n, errTooLarge
	}
	if timedOut(err) {
		return n, errLate
	}
	return n, errCut
}

// UnsupportedMediaType returns the error for a body of a media type that the route does not accept.
func UnsupportedMediaType(detail string) error {
	return &errs.Error{Kind: errs.KindMedia, Code: "unsupported_media_type", Detail: detail}
}

// MethodNotAllowed returns the error for a method that the resource does not take, or no resource.
func MethodNotAllowed(detail string) error {
	return &errs.Error{Kind: errs.KindMethod, Code: "method_not_allowed", Detail: detail}
}
