package httpx

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// fullPipe is a connection whose reader has stopped reading: a write waits until its deadline.
type fullPipe struct {
	header http.Header
	cut    chan struct{}
}

func (p *fullPipe) Header() http.Header { return p.header }
func (p *fullPipe) WriteHeader(int)     {}
func (p *fullPipe) Flush()              {}

func (p *fullPipe) Write([]byte) (int, error) {
	<-p.cut
	return 0, errors.New("deadline exceeded")
}

func (p *fullPipe) SetWriteDeadline(at time.Time) error {
	if !at.IsZero() {
		close(p.cut)
	}
	return nil
}

func TestEventStream_Send(t *testing.T) {
	t.Run("drops a reader who does not read", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := openEvents(&fullPipe{http.Header{}, make(chan struct{})})
			began := time.Now()
			if err := s.Send([]byte(": beat\n\n")); err == nil {
				t.Error("it was sent")
			}
			if took := time.Since(began); took != maxStall {
				t.Errorf("after %v", took)
			}
		})
	})
	t.Run("leaves one in peace who reads now and then", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := httptest.NewRecorder()
			s := openEvents(w)
			for range 3 {
				if err := s.Send([]byte("data: 1\n\n")); err != nil {
					t.Error(err)
				}
				time.Sleep(2 * maxStall)
			}
			if got := w.Body.String(); got != "data: 1\n\ndata: 1\n\ndata: 1\n\n" || !w.Flushed {
				t.Errorf("got %q, flushed: %v", got, w.Flushed)
			}
		})
	})
}
