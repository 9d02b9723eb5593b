package httpx

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestDrainUnreadBodies sends a byte now and then of a body that the handler has not read when it answers. The server has no
// ReadTimeout: without DrainUnreadBodies it would read for ever.
func TestDrainUnreadBodies(t *testing.T) {
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	for name, x := range map[string]struct {
		head    string
		begin   string // of the body
		byte    string // then this again and again
		handler http.HandlerFunc
	}{
		"a body of a stated length":   {"Content-Length: 100000\r\n", "", "x", refuse},
		"a long body":                 {"Content-Length: 100000000\r\n", "", "x", refuse},
		"chunks":                      {"Transfer-Encoding: chunked\r\n", "", "1\r\nx\r\n", refuse},
		"a body that waits to begin":  {"Content-Length: 100000\r\nExpect: 100-continue\r\n", "", "x", refuse},
		"on a connection that closes": {"Content-Length: 100000\r\nConnection: close\r\n", "", "x", refuse},
		"a handler that says nothing": {"Content-Length: 100000\r\n", "", "x", func(http.ResponseWriter, *http.Request) {}},
		"a handler that reads the beginning and lifts the deadline": {"Content-Length: 100000\r\n", "xxxx", "x",
			func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadFull(r.Body, make([]byte, 4))
				_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
				w.WriteHeader(http.StatusBadRequest)
			}},
		"a handler that lifts the deadline after its answer": {"Content-Length: 100000\r\n", "", "x",
			func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusOK)
				_ = http.NewResponseController(w).Flush()
				_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(drainUnreadBodies(x.handler, 50*time.Millisecond))
			defer s.Close()
			c := dialed(t, s, "POST / HTTP/1.1\r\nHost: x\r\n"+x.head+"\r\n"+x.begin)
			over := make(chan struct{})
			go func() {
				defer close(over)
				_, _ = io.Copy(io.Discard, c)
			}()
			late := time.NewTimer(10 * time.Second)
			defer late.Stop()
			for tick := time.NewTicker(5 * time.Millisecond); ; {
				select {
				case <-over:
					tick.Stop()
					return
				case <-late.C:
					s.CloseClientConnections()
					t.Fatal("the connection is kept")
				case <-tick.C:
					_, _ = io.WriteString(c, x.byte)
				}
			}
		})
	}
	t.Run("a body that arrives in time leaves the connection as it is", func(t *testing.T) {
		s := httptest.NewServer(drainUnreadBodies(http.HandlerFunc(refuse), 10*time.Second))
		defer s.Close()
		request := "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" + strings.Repeat("x", 200000)
		c := dialed(t, s, request+request)
		b := bufio.NewReader(c)
		for range 2 {
			r, err := http.ReadResponse(b, nil)
			if err != nil || r.StatusCode != http.StatusUnauthorized || r.Close {
				t.Fatalf("%+v: %v", r, err)
			}
		}
	})
}

func dialed(t *testing.T, s *httptest.Server, begin string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, begin); err != nil {
		t.Fatal(err)
	}
	return c
}
