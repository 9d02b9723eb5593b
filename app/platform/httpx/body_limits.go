package httpx

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/platform/capacity"
	"presence/app/platform/errs"
)

// Maximum sizes of a body (C4), unless its route has another limit.
const (
	maxBody       = 1 << 20
	maxPublicBody = 64 << 10  // on routes that need no sign-in, and from callers who are not signed in
	maxHeldBody   = 16 << 20  // routes with a higher limit stream their bodies
	streamedBody  = 256 << 10 // of the memory for bodies that is counted for a streamed body: what is read of it but not written yet
)

// Maximum total size of the bodies in memory, each from its arrival to the end of its request. Anonymous callers have their own
// limit, so that they cannot use up that of people who are signed in; and so have the routes that take larger bodies of them, such as
// webhooks, so that a few slow ones cannot stop signing in.
const (
	signedInBodyBytes = 32 << 20
	publicBodyBytes   = 8 << 20
	largePublicBytes  = 8 << 20
	maxUnfinished     = 4           // bodies of one person that are larger than their first part, at the same time
	bodyWait          = time.Second // maximum time to wait for memory; then the answer is 503
	maxBeginning      = 4096        // bodies of anonymous callers whose first part is being read: 256 MiB at most
)

// bodyLimit returns the maximum size of a body for this route. known: the caller is signed in.
func (row Route) bodyLimit(known bool) int64 {
	switch {
	case row.MaxBody > 0:
		return row.MaxBody
	case row.Rule == Anyone || !known:
		return maxPublicBody
	}
	return maxBody
}

// limitBodies returns the middleware that limits the size of bodies, and their total size in memory. It runs after the access
// rules, so that a refused request uses no memory. The first part of a body is read before memory is reserved for it, so that
// slow clients do not block the memory of others; maxBeginning bodies of anonymous callers at most are at that point. Of a person who is
// signed in, maxUnfinished bodies go on after it, so that nobody can use up the memory of all with bodies that never end.
func (r *Router) limitBodies() gin.HandlerFunc {
	ofKnown := bodyBudget{total: capacity.New(signedInBodyBytes, errTooMuch), unfinished: capacity.NewTurns(maxUnfinished, errTooMuch)}
	ofPublic := bodyBudget{total: capacity.New(publicBodyBytes, errTooMuch), beginning: capacity.New(maxBeginning, errTooMuch)}
	ofLarge := bodyBudget{total: capacity.New(largePublicBytes, errTooMuch), beginning: ofPublic.beginning}
	return func(c *gin.Context) {
		q := c.Request
		if q.ContentLength == 0 {
			return
		}
		by, known := callerOf(q.Context())
		if !known && c.FullPath() != "" {
			r.Refuse(c, errCallerUnknown)
			return
		}
		limit := RouteOf(c).bodyLimit(by.SignedIn)
		budget := ofPublic
		switch {
		case by.SignedIn:
			budget = ofKnown
		case limit > maxPublicBody:
			budget = ofLarge
		}
		if q.ContentLength > limit {
			r.Refuse(c, errTooLarge)
			return
		}
		start := bodyBuffers.Get().(*bytes.Buffer)
		defer func() { start.Reset(); bodyBuffers.Put(start) }()
		body := &heldBody{start: start, rest: http.MaxBytesReader(c.Writer, q.Body, limit)}
		release, err := budget.take(c, body, by.PersonID, limit)
		if err != nil {
			r.Refuse(c, err)
			return
		}
		defer release()
		q.Body = limitPartHeaders(q.Header.Get("Content-Type"), body)
		c.Next()
	}
}

// bodyBudget limits the bodies in memory of one kind of callers.
type bodyBudget struct {
	total      *capacity.Limit // bytes
	beginning  *capacity.Limit // bodies whose first part is being read, or waits for total; nil: any number
	unfinished *capacity.Turns // by person: bodies of which there is more than the first part; nil: any number
}

// take reads the first part of a body and reserves the bytes of the whole one until release is called.
func (b bodyBudget) take(c *gin.Context, body *heldBody, person string, limit int64) (release func(), err error) {
	ctx := c.Request.Context()
	if b.beginning != nil {
		if err := b.beginning.Acquire(ctx, 1, bodyWait); err != nil {
			return nil, err
		}
		defer b.beginning.Release(1)
	}
	body.err = readStart(c, body.start, body.rest)
	if _, over := errors.AsType[*http.MaxBytesError](body.err); over {
		return nil, errTooLarge
	}
	size := int64(body.start.Len())
	release = func() { b.total.Release(size) }
	if body.err == nil { // there is more
		if size = c.Request.ContentLength; size == -1 {
			size = limit
		}
		if limit > maxHeldBody {
			size = min(size, streamedBody)
		}
		if b.unfinished != nil {
			if err := b.unfinished.Acquire(ctx, person, bodyWait); err != nil {
				return nil, err
			}
			release = func() { b.total.Release(size); b.unfinished.Release(person) }
		}
	}
	if err := b.total.Acquire(ctx, size, bodyWait); err != nil {
		if body.err == nil && b.unfinished != nil {
			b.unfinished.Release(person)
		}
		return nil, err
	}
	return release, nil
}

// readStart reads the first 64 KiB of a body. It returns io.EOF if the body ends there.
func readStart(c *gin.Context, into *bytes.Buffer, body io.Reader) error {
	late := endReadsAfter(c.Writer, bodyTime)
	defer late.Stop()
	n, err := io.Copy(into, io.LimitReader(body, maxPublicBody+1))
	if err == nil && n <= maxPublicBody {
		err = io.EOF
	}
	return err
}

var errTooMuch = &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
	Detail: "Too much is being sent at once; nothing was saved. Try again in a moment.", RetryAfter: 2}

var errTooLarge = &errs.Error{Kind: errs.KindTooLarge, Code: "too_large", Detail: "The body is over the limit of this route."}

var errLate = &errs.Error{Kind: errs.KindTimeout, Code: "timeout", Detail: "The body did not arrive in time."}

// errCut is the error of a body whose connection ended before it.
var errCut = &errs.Error{Kind: errs.KindInvalid, Code: "cut", Detail: "The body is not whole."}

// heldBody is a body whose first part has been read.
type heldBody struct {
	start *bytes.Buffer
	rest  io.ReadCloser
	err   error // the result of readStart; nil: there is more
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
