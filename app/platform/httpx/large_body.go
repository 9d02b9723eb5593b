package httpx

import (
	"errors"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
)

// leastRate is the least part of a large body, in bytes, that must arrive in each StallTimeout of reading it.
const leastRate = 64 << 10

// LargeBody returns the body of a request that may be large and take long, for a handler that streams it. Reading fails with
// errTooLarge beyond limit bytes, with errLate when it arrives more slowly than leastRate, and with errCut when it is not whole. The
// response may take as long as the reading did.
func LargeBody(c *gin.Context, limit int64) io.Reader {
	liftDeadlines(c.Writer)
	return &largeBody{src: http.MaxBytesReader(c.Writer, c.Request.Body, limit), w: c.Writer}
}

// WholeBody reads the body of a request within the time that the server gives each request, for routes that anyone may call. Its errors
// are those of LargeBody.
func WholeBody(c *gin.Context, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, limit))
	return body, bodyFault(err)
}

// largeBody reads leastRate bytes at a time, so that one deadline for each such part is enough.
type largeBody struct {
	src  io.Reader
	w    http.ResponseWriter
	part []byte // leastRate bytes; nil: nothing was read yet
	rest []byte // of part, not returned yet
	err  error  // that ended the reading, returned after rest
}

func (b *largeBody) Read(p []byte) (int, error) {
	if len(b.rest) == 0 && b.err == nil {
		b.readPart()
	}
	if len(b.rest) == 0 {
		return 0, b.err
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// readPart reads the next part, in StallTimeout at most.
func (b *largeBody) readPart() {
	if b.part == nil {
		b.part = make([]byte, leastRate)
	}
	late := endReadsAfter(b.w, StallTimeout)
	defer late.Stop()
	n := 0
	for n < leastRate && b.err == nil {
		var read int
		read, b.err = b.src.Read(b.part[n:])
		n += read
	}
	b.rest, b.err = b.part[:n], bodyFault(b.err)
}

// bodyFault returns the error for a body that could not be read. io.EOF and errPartHeader stay.
func bodyFault(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, errPartHeader) {
		return err
	}
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return errTooLarge
	}
	if timedOut(err) {
		return errLate
	}
	return errCut
}
