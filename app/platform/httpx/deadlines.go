package httpx

import (
	"net/http"
	"time"
)

// The server's own deadlines count from the arrival of a request. What may take longer lifts them, and bounds instead how long
// the client may leave the connection idle. A response without deadlines, such as a test's recorder, ignores all of this.

// expired is a deadline that has passed: it ends whatever is waiting for the connection.
var expired = time.Unix(1, 0)

// liftDeadlines lets a request and its response take as long as they need.
func liftDeadlines(w http.ResponseWriter) {
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(time.Time{})
	_ = conn.SetWriteDeadline(time.Time{})
}

// endReads lets nothing more be read of the request.
func endReads(w http.ResponseWriter) { _ = http.NewResponseController(w).SetReadDeadline(expired) }

// endReadsAfter calls endReads after d, unless the timer is stopped before.
func endReadsAfter(w http.ResponseWriter, d time.Duration) *time.Timer {
	return time.AfterFunc(d, func() { endReads(w) })
}

// endWritesAfter lets nothing more be written after d, unless the timer is stopped before.
func endWritesAfter(w http.ResponseWriter, d time.Duration) *time.Timer {
	return time.AfterFunc(d, func() { _ = http.NewResponseController(w).SetWriteDeadline(expired) })
}
