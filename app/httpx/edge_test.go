package httpx

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// conn is a response whose deadlines a test can see.
type conn struct {
	*httptest.ResponseRecorder
	read, write time.Time
	cut         chan struct{}
}

func (c *conn) SetReadDeadline(t time.Time) error { c.read = t; return nil }

func (c *conn) SetWriteDeadline(t time.Time) error {
	if c.write = t; !t.IsZero() {
		close(c.cut)
	}
	return nil
}

func TestStatusWriter(t *testing.T) {
	served := time.Date(2026, 1, 1, 0, 0, 30, 0, time.UTC) // the server's own deadline
	open := func() (*conn, *statusWriter) {
		c := &conn{ResponseRecorder: httptest.NewRecorder(), read: served, write: served, cut: make(chan struct{})}
		return c, &statusWriter{ResponseWriter: c}
	}
	block := bytes.Repeat([]byte("x"), 16<<10)

	t.Run("leaves a short answer under the server's deadlines", func(t *testing.T) {
		c, w := open()
		_, _ = w.Write(block)
		w.finish()
		if c.read != served || c.write != served || w.stall != nil {
			t.Errorf("deadlines %v and %v, want those of the server", c.read, c.write)
		}
	})
	t.Run("lets a long answer take as long as its reader keeps reading", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, w := open()
			for range 20 { // five minutes
				_, _ = w.Write(block)
				time.Sleep(15 * time.Second)
			}
			w.finish()
			time.Sleep(time.Hour)
			if !c.read.IsZero() || !c.write.IsZero() {
				t.Errorf("deadlines %v and %v, want none", c.read, c.write)
			}
		})
	})
	t.Run("cuts a long answer off whose reader has stopped", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, w := open()
			for range 6 {
				_, _ = w.Write(block)
			}
			begun := time.Now()
			<-c.cut
			if waited := time.Since(begun); waited != stallTime {
				t.Errorf("cut off after %s, want %s", waited, stallTime)
			}
			w.stall.Stop()
		})
	})
}

// A client that reads slowly for longer than the server's deadlines gets the whole answer.
func TestEdge_slow_reader(t *testing.T) {
	const size = 24 << 20
	e := Edge{Log: slog.New(slog.DiscardHandler), Now: time.Now, Zone: time.UTC}
	long := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for n := 0; n < size && r.Context().Err() == nil; n += 32 << 10 {
			if _, err := w.Write(make([]byte, 32<<10)); err != nil {
				return
			}
		}
	})
	s := httptest.NewUnstartedServer(e.observe(long))
	s.Config.ReadTimeout, s.Config.WriteTimeout = 100*time.Millisecond, 100*time.Millisecond
	s.Start()
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.(*net.TCPConn).SetReadBuffer(64 << 10)
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	got, tick := 0, time.NewTicker(4*time.Millisecond) // three quarters of a second in all
	defer tick.Stop()
	for part := make([]byte, 128<<10); ; <-tick.C {
		n, err := io.ReadFull(c, part)
		if got += n; err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatal(err)
			}
			break
		}
	}
	if got < size {
		t.Errorf("%d bytes of %d came through", got, size)
	}
}
