package httpx

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// unreadMax is how much of a body that nobody wants is still taken, in bytes, so that a client that sends all of it before
// it reads the answer gets that answer, and may use its connection again. net/http takes as much.
const unreadMax = 256 << 10

// DropUnread bounds how long a client may go on sending the body of a request that was answered without reading it, such as
// one that is refused: what is left must arrive within 5 s, else the connection ends. net/http reads it for as long as the
// server's ReadTimeout lasts, and for ever where a handler has lifted that.
func DropUnread(next http.Handler) http.Handler { return dropUnread(next, bodyTime) }

func dropUnread(next http.Handler, within time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		q := *r // net/http keeps its own view of the body
		a := &unreadWriter{ResponseWriter: w, body: &watchedBody{ReadCloser: r.Body}, within: within}
		a.useless = r.ContentLength > unreadMax || strings.EqualFold(r.Header.Get("Expect"), "100-continue")
		q.Body = a.body
		next.ServeHTTP(a, &q)
		a.take()
		a.cut() // again: a handler may have lifted the deadline since
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
	useless bool // to take a body of which nothing was read: it is long, or the client waits to be told to send it
	taken   bool
}

func (a *unreadWriter) take() {
	if a.taken {
		return
	}
	a.taken = true
	if !a.body.over && (a.body.begun || !a.useless) {
		late := time.AfterFunc(a.within, a.end)
		_, _ = io.CopyN(io.Discard, a.body, unreadMax+1)
		late.Stop()
	}
	a.cut()
}

// cut lets nothing more be read of a body that is not over.
func (a *unreadWriter) cut() {
	if !a.body.over {
		a.end()
	}
}

func (a *unreadWriter) end() {
	_ = http.NewResponseController(a.ResponseWriter).SetReadDeadline(time.Unix(1, 0)) // a test's recorder has no deadlines
}

func (a *unreadWriter) WriteHeader(status int) {
	a.take()
	a.ResponseWriter.WriteHeader(status)
}

func (a *unreadWriter) Write(b []byte) (int, error) {
	a.take()
	return a.ResponseWriter.Write(b)
}

// Flush sends what was written.
func (a *unreadWriter) Flush() {
	a.take()
	if f, ok := a.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach deadlines.
func (a *unreadWriter) Unwrap() http.ResponseWriter { return a.ResponseWriter }
