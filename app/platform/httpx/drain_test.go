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
	t.Run("a body that was too slow for the handler is not read any further", func(t *testing.T) {
		s := httptest.NewServer(drainUnreadBodies(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			conn := http.NewResponseController(w)
			_ = conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
			_, _ = io.Copy(io.Discard, r.Body)
			_ = conn.SetReadDeadline(time.Time{}) // as huma does when the body is closed
			w.WriteHeader(http.StatusRequestTimeout)
		}), time.Hour))
		defer s.Close()
		defer s.CloseClientConnections() // Close waits for them
		c := dialed(t, s, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx")
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		if got, err := io.ReadAll(c); err != nil || !strings.Contains(string(got), "408") {
			t.Errorf("%v, after the response %q", err, got)
		}
	})
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

// counted is a body that counts what is read of it.
type counted struct {
	io.Reader
	read   int
	closed bool
}

func (c *counted) Read(p []byte) (int, error) {
	if c.closed {
		return 0, http.ErrBodyReadAfterClose
	}
	n, err := c.Reader.Read(p)
	c.read += n
	return n, err
}

func (c *counted) Close() error {
	c.closed = true
	return nil
}

func TestDrainUnreadBodies_reads(t *testing.T) {
	for _, x := range []struct {
		name   string
		size   int
		length int64 // what the client announces; -1: nothing
		expect bool  // it waits for 100 Continue
		handle func(w http.ResponseWriter, r *http.Request)
		first  int  // bytes that are read before the first byte of the answer
		read   int  // bytes that are read in all
		ended  bool // nothing more may come
	}{
		{"what is left of a short body", 1000, 1000, false,
			func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("x")) }, 1000, 1000, false},
		{"it before a status", 1000, 1000, false, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) }, 1000, 1000, false},
		{"it before what is flushed", 1000, 1000, false,
			func(w http.ResponseWriter, r *http.Request) { w.(http.Flusher).Flush() }, 1000, 1000, false},
		{"it when nothing is answered", 1000, 1000, false, func(w http.ResponseWriter, r *http.Request) {}, 0, 1000, false},
		{"the longest body", maxDrained, maxDrained, false,
			func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) }, maxDrained, maxDrained,
			false},
		{"nothing of a longer one", maxDrained + 1, maxDrained + 1, false,
			func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) }, 0, 0, true},
		{"no more of one that tells no length", maxDrained + 10, -1, false, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) },
			maxDrained + 1, maxDrained + 1, true},
		{"nothing that waits to be asked for", 1000, 1000, true,
			func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) }, 0, 0, true},
		{"the rest of what was asked for", 1000, 1000, true, func(w http.ResponseWriter, r *http.Request) {
			_, _ = r.Body.Read(make([]byte, 1))
			_, _ = r.Body.Read(nil)
			w.WriteHeader(403)
		}, 1000, 1000, false},
		{"nothing after the end", 1000, 1000, false, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.WriteHeader(200)
		}, 1000, 1000, false},
		{"nothing after the end, though the handler reads once more", 1000, 1000, false, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
			_, _ = r.Body.Read(make([]byte, 1)) // http.ErrBodyReadAfterClose
			w.WriteHeader(200)
		}, 1000, 1000, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			body := &counted{Reader: strings.NewReader(strings.Repeat("x", x.size))}
			r := httptest.NewRequest(http.MethodPost, "/", body)
			r.ContentLength = x.length
			if x.expect {
				r.Header.Set("Expect", "100-Continue")
			}
			w := &answered{conn: &conn{ResponseRecorder: httptest.NewRecorder(), cut: make(chan struct{})}, body: body, first: -1}
			drainUnreadBodies(http.HandlerFunc(x.handle), time.Minute).ServeHTTP(w, r)
			if max(w.first, 0) != x.first || body.read != x.read || w.read.Equal(expired) != x.ended {
				t.Errorf("read %d bytes before the answer and %d in all, ended: %v", w.first, body.read, w.read.Equal(expired))
			}
		})
	}
}

// answered notes how much of a body is read when the answer begins.
type answered struct {
	*conn
	body  *counted
	first int
}

func (a *answered) note() {
	if a.first < 0 {
		a.first = a.body.read
	}
}

func (a *answered) WriteHeader(status int)      { a.note(); a.conn.WriteHeader(status) }
func (a *answered) Write(b []byte) (int, error) { a.note(); return a.conn.Write(b) }
func (a *answered) Flush()                      { a.note(); a.conn.Flush() }
