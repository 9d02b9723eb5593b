package load

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(i + 1)
	}
	for _, c := range []struct {
		name   string
		sorted []time.Duration
		p      int
		want   time.Duration
	}{
		{"nothing was measured", nil, 50, 0},
		{"one time is every percentile", []time.Duration{7}, 99, 7},
		{"the median of two is the lower", []time.Duration{1, 2}, 50, 1},
		{"the median of three is the middle", []time.Duration{1, 2, 9}, 50, 2},
		{"99 of 1 to 100", hundred, 99, 99},
		{"100 is the largest", hundred, 100, 100},
		{"0 is the smallest", hundred, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Percentile(c.sorted, c.p); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func TestReadAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		status int
		bytes  int64
		fault  string
	}{
		"a length":             {text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", status: 200, bytes: 5},
		"the name in any case": {text: "HTTP/1.1 201 Created\r\ncontent-LENGTH:  2\r\n\r\n{}", status: 201, bytes: 2},
		"chunks with a trailer": {text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: " +
			"chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n", status: 200, bytes: 13},
		"no body":               {text: "HTTP/1.1 204 No Content\r\n\r\n", status: 204},
		"an answer that is cut": {text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", status: 200, fault: io.ErrUnexpectedEOF.Error()},
		"a chunk that is cut": {text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", status: 200,
			fault: io.ErrUnexpectedEOF.Error()},
		"headers that are cut":       {text: "HTTP/1.1 200 OK\r\nContent-Le", status: 200, fault: io.ErrUnexpectedEOF.Error()},
		"no length at all":           {text: "HTTP/1.1 200 OK\r\n\r\nhello", status: 200, fault: "without a length"},
		"a length that is none":      {text: "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", status: 200, fault: "bad Content-Length"},
		"a chunk size that is none":  {text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", status: 200, fault: "bad chunk size"},
		"something else than HTTP":   {text: "SSH-2.0-OpenSSH_9.7\r\n", fault: "not an HTTP/1.1 answer"},
		"a status that is no number": {text: "HTTP/1.1 abc OK\r\n", fault: "bad status line"},
		"nothing":                    {fault: io.ErrUnexpectedEOF.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			const after = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"
			r := bufio.NewReader(strings.NewReader(c.text + map[bool]string{true: after}[c.fault == ""]))
			a, err := readAnswer(r)
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Fatalf("got %v, want a fault with %q", err, c.fault)
				}
				return
			}
			if err != nil || a != (Answer{c.status, c.bytes}) {
				t.Fatalf("got %+v, %v", a, err)
			}
			if next, err := readAnswer(r); err != nil || next.Status != 202 {
				t.Errorf("the next answer on the connection: %+v, %v", next, err)
			}
		})
	}
}

func TestRun(t *testing.T) {
	plan := func(url string) Plan {
		host := strings.TrimPrefix(url, "http://")
		return Plan{Addr: host, Conns: 3, Time: 30 * time.Millisecond, Want: http.StatusCreated,
			Next: func(b []byte, _ int) []byte { return Send(b, "POST", "/x?y=1", host, "A: b\r\n", []byte(`{"n":1}`)) }}
	}
	t.Run("counts what was answered, as the server saw it", func(t *testing.T) {
		var seen, odd atomic.Int64
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if r.Method != "POST" || r.URL.String() != "/x?y=1" || r.Header.Get("A") != "b" || string(body) != `{"n":1}` {
				odd.Add(1)
			}
			seen.Add(1)
			w.WriteHeader(http.StatusCreated)
			io.WriteString(w, "12345")
		}))
		defer s.Close()
		r, err := Run(t.Context(), plan(s.URL))
		if err != nil || r.Wrong != 0 || r.Fault != nil {
			t.Fatal(r, err)
		}
		if odd.Load() > 0 || r.Count == 0 || int64(r.Count) > seen.Load() || seen.Load()-int64(r.Count) > 3 {
			t.Errorf("%d counted of %d seen, %d of them not as sent", r.Count, seen.Load(), odd.Load())
		}
		if r.MeanBytes != 5 || r.P50 <= 0 || r.P50 > r.P99 || r.P99 > r.Max || r.Rate <= 0 {
			t.Errorf("%+v", r)
		}
	})
	t.Run("another status is wrong and no time of it counts", func(t *testing.T) {
		s := httptest.NewServer(http.NotFoundHandler())
		defer s.Close()
		r, err := Run(t.Context(), plan(s.URL))
		if err != nil || r.Count != 0 || r.Wrong == 0 || !strings.Contains(r.Fault.Error(), "404") {
			t.Errorf("%+v, %v", r, err)
		}
	})
	t.Run("a connection that is cut is a fault", func(t *testing.T) {
		s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
		defer s.Close()
		r, err := Run(t.Context(), plan(s.URL))
		if err != nil || r.Wrong != 3 || r.Fault == nil {
			t.Errorf("%+v, %v", r, err)
		}
	})
	t.Run("nobody there is an error", func(t *testing.T) {
		if _, err := Run(t.Context(), plan("http://127.0.0.1:1")); err == nil {
			t.Error("no error")
		}
	})
	t.Run("ends with its context", func(t *testing.T) {
		s := httptest.NewServer(http.NotFoundHandler())
		defer s.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		p := plan(s.URL)
		p.Time = time.Hour
		if _, err := Run(ctx, p); err != context.DeadlineExceeded {
			t.Errorf("got %v", err)
		}
	})
}

func TestRepeat(t *testing.T) {
	t.Run("times at least one call, however long it takes", func(t *testing.T) {
		calls := 0
		r, err := Repeat(t.Context(), 0, time.Nanosecond, func() error { calls++; time.Sleep(2 * time.Millisecond); return nil })
		if err != nil || r.Count != 1 || calls != 1 || r.P50 < 2*time.Millisecond {
			t.Errorf("%d calls: %+v, %v", calls, r, err)
		}
	})
	t.Run("ends at a fault", func(t *testing.T) {
		if _, err := Repeat(t.Context(), 0, time.Hour, func() error { return io.EOF }); err != io.EOF {
			t.Errorf("got %v", err)
		}
	})
}

func TestSpread(t *testing.T) {
	if p50, worst := Spread([]time.Duration{9, 1, 5}); p50 != 5 || worst != 9 {
		t.Error(p50, worst)
	}
}

func TestJoin(t *testing.T) {
	a := sum([]sample{{took: []time.Duration{1, 3}, bytes: 4}, {took: []time.Duration{2}, bytes: 2}}, time.Second)
	b := sum([]sample{{took: []time.Duration{10}, bytes: 2, wrong: 1, fault: io.EOF}}, time.Second)
	r := Join(a, b)
	if r.Count != 4 || r.P50 != 2 || r.Max != 10 || r.Rate != 2 || r.MeanBytes != 2 || r.Wrong != 1 || r.Fault != io.EOF {
		t.Errorf("%+v", r)
	}
}

// numbered answers /1, /2 … and keeps how often each was asked.
func numbered(t *testing.T, status func(path string) int) (addr string, asked *sync.Map) {
	asked = new(sync.Map)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := asked.LoadOrStore(r.URL.Path, new(atomic.Int64))
		n.(*atomic.Int64).Add(1)
		w.WriteHeader(status(r.URL.Path))
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String(), asked
}

func each(t *testing.T, asked *sync.Map, n int) {
	t.Helper()
	for i := range n {
		if times, ok := asked.Load("/" + strconv.Itoa(i)); !ok || times.(*atomic.Int64).Load() != 1 {
			t.Errorf("request %d was not sent once", i)
		}
	}
}

func TestBatch(t *testing.T) {
	addr, asked := numbered(t, func(path string) int { return map[bool]int{true: 409, false: 200}[path == "/7"] })
	r, err := Batch(t.Context(), addr, 4, 200, 50, func(b []byte, i int) []byte { return Get(b, "/"+strconv.Itoa(i), addr, "") })
	if err != nil || r.Count != 49 || r.Wrong != 1 || r.Fault == nil || r.Rate <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	each(t, asked, 50)
}

func TestArrive(t *testing.T) {
	next := func(addr string) func([]byte, int) ([]byte, int) {
		return func(b []byte, i int) ([]byte, int) { return Get(b, "/"+strconv.Itoa(i), addr, ""), 200 }
	}
	t.Run("waiting for a connection counts", func(t *testing.T) {
		const slow = 5 * time.Millisecond
		addr, asked := numbered(t, func(string) int { time.Sleep(slow); return 200 })
		took, err := Arrive(t.Context(), addr, 1, 20, time.Microsecond, next(addr))
		if err != nil || len(took) != 20 {
			t.Fatalf("%d times, %v", len(took), err)
		}
		if longest := slices.Max(took); longest < 19*slow {
			t.Errorf("the last of 20 requests over one connection took %v", longest)
		}
		each(t, asked, 20)
	})
	t.Run("a wrong answer is told with its request", func(t *testing.T) {
		addr, _ := numbered(t, func(path string) int { return map[bool]int{true: 500, false: 200}[path == "/3"] })
		if _, err := Arrive(t.Context(), addr, 2, 5, time.Microsecond, next(addr)); err == nil ||
			!strings.Contains(err.Error(), "GET /3 HTTP/1.1: status 500") {
			t.Error(err)
		}
	})
}
