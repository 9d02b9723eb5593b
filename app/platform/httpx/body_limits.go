package httpx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"presence/app/platform/errs"
)

// How large a body may be (C4), unless its route says otherwise.
const (
	maxBody       = 1 << 20
	maxPublicBody = 64 << 10 // on routes that need no sign-in, and from callers who are not signed in
	maxHeldBody   = 8 << 20  // longer ones are read as they come
)

// How many bytes of bodies are held in memory at once, from their arrival to the end of their requests. Anonymous callers have
// a share of their own, so that they cannot use up that of people who have signed in.
const (
	signedInBodyBytes = 32 << 20
	publicBodyBytes   = 8 << 20
	bodyWait          = time.Second // for room; after it the answer is 503
)

// bodyLimit is how many bytes a body for this route may have.
func (row Route) bodyLimit(known bool) int64 {
	switch {
	case row.MaxBody > 0:
		return row.MaxBody
	case row.Rule == Anyone || !known:
		return maxPublicBody
	}
	return maxBody
}

// LimitBodies is the middleware that bounds what requests may send, and how much of it is held at once. It runs after the access
// rules: a request that they refuse takes no room. The start of a body is read before it takes any, so that one that arrives
// slowly keeps no room from others.
func (r *Router) LimitBodies(refuse func(c *gin.Context, err error)) gin.HandlerFunc {
	ofKnown, ofPublic := semaphore.NewWeighted(signedInBodyBytes), semaphore.NewWeighted(publicBodyBytes)
	return func(c *gin.Context) {
		q := c.Request
		if q.Body == nil || q.Body == http.NoBody || q.ContentLength == 0 {
			return
		}
		known := InfoOf(q.Context()).SignedIn
		limit := r.table[q.Method+" "+c.FullPath()].bodyLimit(known)
		room := ofKnown
		if !known {
			room = ofPublic
		}
		if q.ContentLength > limit {
			refuse(c, errTooLarge)
			return
		}
		start := bodyBuffers.Get().(*bytes.Buffer)
		defer func() { start.Reset(); bodyBuffers.Put(start) }()
		rest := http.MaxBytesReader(c.Writer, q.Body, limit)
		err := readStart(c, start, rest)
		if _, over := errors.AsType[*http.MaxBytesError](err); over {
			refuse(c, errTooLarge)
			return
		}
		size := int64(start.Len())
		if whole := errors.Is(err, io.EOF); !whole && err == nil {
			if size = q.ContentLength; size < 0 {
				size = limit
			}
			if size > maxHeldBody {
				size = maxBody
			}
		}
		if err := acquire(q.Context(), room, size); err != nil {
			refuse(c, err)
			return
		}
		defer room.Release(size)
		q.Body = limitPartHeaders(q.Header.Get("Content-Type"), &heldBody{start: start, rest: rest, err: err})
		c.Next()
	}
}

// readStart reads the first 64 KiB of a body. It gives io.EOF when that is all of it.
func readStart(c *gin.Context, into *bytes.Buffer, body io.Reader) error {
	late := endReadsAfter(c.Writer, bodyTime)
	defer late.Stop()
	n, err := io.Copy(into, io.LimitReader(body, maxPublicBody+1))
	if err == nil && n <= maxPublicBody {
		err = io.EOF
	}
	return err
}

// acquire takes room for that many bytes, and waits for it no longer than bodyWait.
func acquire(ctx context.Context, room *semaphore.Weighted, size int64) error {
	if room.TryAcquire(size) {
		return nil
	}
	wait, cancel := context.WithTimeout(ctx, bodyWait)
	defer cancel()
	if room.Acquire(wait, size) == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
		Detail: "Too much is being sent at once; nothing was saved. Try again in a moment.", RetryAfter: 2}
}

var errTooLarge = &errs.Error{Kind: errs.KindTooLarge, Code: "too_large", Detail: "The body is over the limit of this route."}

// heldBody is a body whose start has been read.
type heldBody struct {
	start *bytes.Buffer
	rest  io.ReadCloser
	err   error // how reading the start ended: nil when there is more
}

func (b *heldBody) Read(p []byte) (int, error) {
	if b.start.Len() > 0 {
		return b.start.Read(p)
	}
	if b.err != nil {
		return 0, b.err
	}
	return b.rest.Read(p)
}

func (b *heldBody) Close() error { return b.rest.Close() }

func timedOut(err error) bool {
	t, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && t.Timeout()
}

var bodyBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
