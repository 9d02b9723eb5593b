package httpx

import (
	"errors"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// LargeBody returns the body of a request that may be large and take long, for a handler that streams it. Reading fails with
// errs.TooLarge beyond limit bytes, and with errs.Invalid when nothing arrives for stallTimeout or the body is cut off. The
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
	late := endReadsAfter(b.w, stallTimeout)
	n, err := b.src.Read(p)
	late.Stop()
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, errPartHeader) {
		return n, err
	}
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return n, errTooLarge
	}
	if timedOut(err) {
		return n, &errs.Error{Kind: errs.KindInvalid, Code: "timeout", Detail: "The body did not arrive in time."}
	}
	return n, &errs.Error{Kind: errs.KindInvalid, Code: "cut", Detail: "The body is not whole."}
}

// UnsupportedMediaType returns the error for a body of a media type that the route does not accept.
func UnsupportedMediaType(c *gin.Context, detail string) error {
	return statusProblem(c.Request.Context(), http.StatusUnsupportedMediaType, "unsupported_media_type", detail)
}
