package httpx

import (
	"net/http"
	"time"
)

// statusWriter remembers the status for the log, and keeps long answers alive.
type statusWriter struct {
	http.ResponseWriter
	status    int
	bytesSent int
	stall     *time.Timer // of a long answer: cuts it off when its reader stops reading
}

// longResponse is from where on an answer may take as long as its reader keeps reading; the server's own deadlines, which
// count from the request's arrival, are for what comes at once.
const longResponse = 64 << 10

// stallTimeout is how long a reader of a long answer may leave what was sent to it.
const stallTimeout = 30 * time.Second

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

// extendDeadlines lifts the server's deadlines, and gives the next write its own.
func (w *statusWriter) extendDeadlines() {
	if w.stall != nil {
		w.stall.Reset(stallTimeout)
		return
	}
	liftDeadlines(w.ResponseWriter)
	w.stall = endWritesAfter(w.ResponseWriter, stallTimeout)
}

// finish sends the end of a long answer while its reader is still watched.
func (w *statusWriter) finish() {
	if w.stall == nil {
		return
	}
	w.stall.Reset(stallTimeout)
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	w.stall.Stop()
}

// Unwrap lets http.ResponseController reach deadlines.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what a stream has written.
func (w *statusWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}
