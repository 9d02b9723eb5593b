package httpx

import (
	"net/http"
	"time"
)

// The server's own deadlines are counted from the arrival of a request. Handlers that may take longer remove them, and instead
// limit how long the client may leave the connection idle. On a response without deadlines, such as a test's recorder, these
// functions do nothing.

// expired is a deadline in the past: setting it ends pending operations of the connection.
var expired = time.Unix(1, 0)

// liftDeadlines removes the deadlines of a request and its response.
func liftDeadlines(w http.ResponseWriter) {
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(time.Time{})
	_ = conn.SetWriteDeadline(time.Time{})
}

// endReads makes all further reads of the request fail.
func endReads(w http.ResponseWriter) { _ = http.NewResponseController(w).SetReadDeadline(expired) }

// endReadsAfter calls endReads after d, unless the timer is stopped before.
func endReadsAfter(w http.ResponseWriter, d time.Duration) *time.Timer {
	return time.AfterFunc(d, func() { endReads(w) })
}

// endWritesAfter makes all further writes fail after d, unless the timer is stopped before.
func endWritesAfter(w http.ResponseWriter, d time.Duration) *time.Timer {
	return time.AfterFunc(d, func() { _ = http.NewResponseController(w).SetWriteDeadline(expired) })
}
