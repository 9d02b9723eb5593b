package httpx

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// maxDrained is how many bytes of a body that no handler has read are still read, so that a client that sends its whole body
// before it reads the response gets that response, and can reuse its connection. net/http uses the same number.
const maxDrained = 256 << 10

// DrainUnreadBodies limits the time in which a client may send the rest of a body after the request was answered without
// reading it, for example with an error: it must arrive within 5 s, or the connection is closed. net/http would read it until
// the server's ReadTimeout, and without limit if a handler has removed that.
func DrainUnreadBodies(next http.Handler) http.Handler { return drainUnreadBodies(next, bodyTime) }

func drainUnreadBodies(next http.Handler, within time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		q := *r // net/http keeps its own reference to the body
		a := &unreadWriter{ResponseWriter: w, body: &watchedBody{ReadCloser: r.Body}, within: within}
		a.useless = r.ContentLength > maxDrained || strings.EqualFold(r.Header.Get("Expect"), "100-continue")
		q.Body = a.body
		next.ServeHTTP(a, &q)
		a.drain()
		a.stopReading() // once more, because a handler may have removed the deadline
	})
}

// watchedBody records how far a body was read.
type watchedBody struct {
	io.ReadCloser
	begun, over bool
	late        bool // a read has reached its deadline
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.begun, b.over = b.begun || n > 0, b.over || errors.Is(err, io.EOF)
	b.late = b.late || errors.Is(err, os.ErrDeadlineExceeded)
	return n, err
}

// unreadWriter reads the rest of the body before the response begins.
type unreadWriter struct {
	http.ResponseWriter
	body    *watchedBody
	within  time.Duration
	useless bool // do not read a body that the handler did not begin to read: it is long, or the client waits for 100 Continue
	drained bool
}

// drain reads the rest of the body, once. A client that was too slow for the handler does not get the same time again.
func (a *unreadWriter) drain() {
	if a.drained {
		return
	}
	a.drained = true
	if !a.body.over && !a.body.late && (a.body.begun || !a.useless) {
		late := endReadsAfter(a.ResponseWriter, a.within)
		_, _ = io.CopyN(io.Discard, a.body, maxDrained+1)
		late.Stop()
	}
	a.stopReading()
}

// stopReading makes further reads of an unfinished body fail.
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

// Flush implements http.Flusher.
func (a *unreadWriter) Flush() {
	a.drain()
	if f, ok := a.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap is used by http.ResponseController, to set deadlines.
func (a *unreadWriter) Unwrap() http.ResponseWriter { return a.ResponseWriter }
