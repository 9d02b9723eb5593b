package httpx

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// LargeBody is the body of a request that may be large and take its time, for a handler that reads it as it comes. It
// ends with errs.TooLarge beyond limit bytes, and with errs.Invalid when nothing arrives for as long as a reader may
// stall, or when it is cut. The answer may take as long as the reading did.
func LargeBody(c *gin.Context, limit int64) io.Reader {
	conn := http.NewResponseController(c.Writer)
	_ = conn.SetReadDeadline(time.Time{}) // a test's recorder has no deadlines
	_ = conn.SetWriteDeadline(time.Time{})
	return &largeBody{src: http.MaxBytesReader(c.Writer, c.Request.Body, limit), conn: conn}
}

type largeBody struct {
	src  io.Reader
	conn *http.ResponseController
}

func (b *largeBody) Read(p []byte) (int, error) {
	late := time.AfterFunc(stallTimeout, func() { _ = b.conn.SetReadDeadline(time.Unix(1, 0)) })
	n, err := b.src.Read(p)
	late.Stop()
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, errPartHeader) {
		return n, err
	}
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return n, &errs.Error{Kind: errs.KindTooLarge, Code: "too_large", Detail: "The body is over the limit of this route."}
	}
	if timedOut(err) {
		return n, &errs.Error{Kind: errs.KindInvalid, Code: "timeout", Detail: "The body did not arrive in time."}
	}
	return n, &errs.Error{Kind: errs.KindInvalid, Code: "cut", Detail: "The body is not whole."}
}

// UnsupportedMediaType refuses a body of a media type that the route does not read.
func UnsupportedMediaType(c *gin.Context, detail string) error {
	return statusProblem(c.Request.Context(), http.StatusUnsupportedMediaType, "unsupported_media_type", detail)
}
