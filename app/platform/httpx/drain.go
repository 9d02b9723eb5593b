package httpx

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// maxDrained is how many bytes of a body that no handler read are still read, so that a client that sends all of it before
// it reads the answer gets that answer, and may use its connection again. net/http takes as much.
const maxDrained = 256 << 10

// DrainUnreadBodies bounds how long a client may go on sending the body of a request that was answered without reading it, such as
// one that is refused: what is left must arrive within 5 s, else the connection ends. net/http reads it for as long as the
// server's ReadTimeout lasts, and for ever where a handler has lifted that.
func DrainUnreadBodies(next http.Handler) http.Handler { return drainUnreadBodies(next, bodyTime) }

func drainUnreadBodies(next http.Handler, within time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		q := *r // net/http keeps its own view of the body
		a := &unreadWriter{ResponseWriter: w, body: &watchedBody{ReadCloser: r.Body}, within: within}
		a.useless = r.ContentLength > maxDrained || strings.EqualFold(r.Header.Get("Expect"), "100-continue")
		q.Body = a.body
		next.ServeHTTP(a, &q)
		a.drain()
		a.stopReading() // again: a handler may have lifted the deadline since
	})
}

// watchedBody knows whether it was read to its end.
type watchedBody struct {
	io.ReadCloser
	begun, over bool
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.begun, b.over = b.begun || n > 0, b.over || errors.Is(err, io.EOF)
	return n, err
}

// unreadWriter takes what is left of the body before the answer begins.
type unreadWriter struct {
	http.ResponseWriter
	body    *watchedBody
	within  time.Duration
	useless bool // reading on where nothing was read yet: the body is long, or the client waits for 100 Continue before it sends it
	drained bool
}

func (a *unreadWriter) drain() {
	if a.drained {
		return
	}
	a.drained = true
	if !a.body.over && (a.body.begun || !a.useless) {
		late := endReadsAfter(a.ResponseWriter, a.within)
		_, _ = io.CopyN(io.Discard, a.body, maxDrained+1)
		late.Stop()
	}
	a.stopReading()
}

// stopReading lets nothing more be read of a body that is not over.
func (a *unreadWriter) stopReading() {
	if !a.body.over {
		endReads(a.ResponseWriter)
	}
}

func (a *unreadWriter) WriteHeader(status int) {
	a.drain()
	a.ResponseWriter.WriteHeader(status)
}

func (a *unreadWriter) Write(b []byte) (int, error) {
	a.drain()
	return a.ResponseWriter.Write(b)
}

// Flush sends what was written.
func (a *unreadWriter) Flush() {
	a.drain()
	if f, ok := a.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach deadlines.
func (a *unreadWriter) Unwrap() http.ResponseWriter { return a.ResponseWriter }
