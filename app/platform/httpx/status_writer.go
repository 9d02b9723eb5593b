package httpx

import (
	"net/http"
	"time"
)

// statusWriter records the status for the log, and extends the deadlines of long responses.
type statusWriter struct {
	http.ResponseWriter
	status    int
	bytesSent int
	stall     *time.Timer // of a long response: closes the connection when the client stops reading
}

// longResponse is the number of bytes from which a response may take as long as the client keeps reading. Shorter ones have the
// server's deadlines, which are counted from the arrival of the request.
const longResponse = 64 << 10

// StallTimeout is how long a client may not read a long response, or send too little of a large body (see leastRate), before the
// connection is closed.
const StallTimeout = 30 * time.Second

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if w.bytesSent += len(b); w.bytesSent > longResponse {
		w.extendDeadlines()
	}
	return w.ResponseWriter.Write(b)
}

// extendDeadlines removes the server's deadlines, and sets one for the next write.
func (w *statusWriter) extendDeadlines() {
	if w.stall != nil {
		w.stall.Reset(StallTimeout)
		return
	}
	liftDeadlines(w.ResponseWriter)
	w.stall = endWritesAfter(w.ResponseWriter, StallTimeout)
}

// finish flushes a long response while the deadline for its client still applies.
func (w *statusWriter) finish() {
	if w.stall == nil {
		return
	}
	w.stall.Reset(StallTimeout)
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	w.stall.Stop()
}

// Unwrap is used by http.ResponseController, to set deadlines.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements http.Flusher.
func (w *statusWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}
