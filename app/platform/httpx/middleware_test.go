package httpx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
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
			if waited := time.Since(begun); waited != StallTimeout {
				t.Errorf("cut off after %s, want %s", waited, StallTimeout)
			}
			w.stall.Stop()
		})
	})
}

// A client that reads slowly for longer than the server's deadlines gets the whole answer.
func TestMiddleware_SlowReader(t *testing.T) {
	const size = 24 << 20
	e := Middleware{Log: slog.New(slog.DiscardHandler), Now: time.Now, Zone: time.UTC}
	long := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for n := 0; n < size && r.Context().Err() == nil; n += 32 << 10 {
			if _, err := w.Write(make([]byte, 32<<10)); err != nil {
				return
			}
		}
	})
	s := httptest.NewUnstartedServer(e.logAndObserve(long))
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

// TestMiddleware_ClientGone hangs up before the answer: that is 499 in the metrics and in the log, and no error.
func TestMiddleware_ClientGone(t *testing.T) {
	var log bytes.Buffer
	told := make(chan int, 1)
	e := Middleware{Log: slog.New(slog.NewJSONHandler(&log, nil)), Now: time.Now, Zone: time.UTC,
		Observe: func(_, _ string, status int, _ time.Duration) { told <- status }}
	begun := make(chan bool, 1)
	for name, answer := range map[string]func(w http.ResponseWriter, r *http.Request){
		"before it began": func(w http.ResponseWriter, r *http.Request) {
			WriteProblem(w, r, errs.StorageUnavailable(r.Context().Err()))
		},
		"in the middle of it":   func(w http.ResponseWriter, r *http.Request) { abortResponse(r.Context(), errors.New("broken pipe")) },
		"with its own context":  func(w http.ResponseWriter, r *http.Request) { WriteProblem(w, r, r.Context().Err()) },
		"with another's answer": func(w http.ResponseWriter, r *http.Request) { WriteProblem(w, r, errors.New("driver: bad connection")) },
	} {
		t.Run(name, func(t *testing.T) {
			log.Reset()
			s := httptest.NewServer(e.logAndObserve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				begun <- true
				<-r.Context().Done()
				answer(w, r)
			})))
			defer s.Close()
			c, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			<-begun
			c.Close()
			if status := <-told; status != 499 {
				t.Errorf("the metrics say %d", status)
			}
			if line := log.String(); !strings.Contains(line, `"level":"INFO"`) || !strings.Contains(line, `"status":499`) ||
				strings.Contains(line, `"error"`) {
				t.Errorf("the log says %s", line)
			}
		})
	}
	t.Run("a client that waits hears of the failure", func(t *testing.T) {
		log.Reset()
		w := httptest.NewRecorder()
		e.logAndObserve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { WriteProblem(w, r, errors.New("boom")) })).ServeHTTP(w,
			httptest.NewRequest(http.MethodGet, "/", nil))
		if status := <-told; status != 500 || w.Code != 500 || !strings.Contains(log.String(), `"level":"ERROR"`) {
			t.Errorf("%d, the log says %s", status, log.String())
		}
	})
}

// TestMiddleware_Observe sends a thousand invented methods under a thousand invented hosts: the metrics have one series of them.
func TestMiddleware_Observe(t *testing.T) {
	series := map[string]bool{}
	e := Middleware{Log: slog.New(slog.DiscardHandler), Now: time.Now, Zone: time.UTC,
		Observe: func(method, route string, status int, _ time.Duration) {
			series[fmt.Sprint(method, route, status)] = true
		}}
	h := e.Wrap(http.NotFoundHandler())
	for i := range 1000 {
		r := httptest.NewRequest(fmt.Sprintf("M%d", i), "/", nil)
		r.Host = fmt.Sprintf("host%d.example", i)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
			t.Fatalf("answered %d, Allow %q", w.Code, w.Header().Get("Allow"))
		}
	}
	if len(series) != 1 || !series["OTHER405"] {
		t.Errorf("%d series: %v", len(series), series)
	}
}

// unfinished is a body that does not end until it is closed. It reports its first Read.
type unfinished struct {
	io.Reader // of a pipe
	begun     func()
}

func (u *unfinished) Read(p []byte) (int, error) {
	u.begun()
	return u.Reader.Read(p)
}

// Bodies of strangers that do not end are limited in number, and do not keep out callers who have signed in.
func TestLimitBodies_unfinished(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	engine.Use(func(c *gin.Context) {
		setCaller(c, Caller{SignedIn: c.GetHeader("Known") != ""})
	}, r.limitBodies())
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/", Rule: Anyone}, func(*gin.Context) error { return nil })
	ask := func(body io.Reader, known string) int {
		q := httptest.NewRequest(http.MethodPost, "/", body)
		q.Header.Set("Known", known)
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, q)
		return w.Code
	}
	var begun, all sync.WaitGroup
	begun.Add(maxBeginning)
	never, end := io.Pipe()
	for range maxBeginning {
		all.Go(func() { ask(&unfinished{never, sync.OnceFunc(begun.Done)}, "") })
	}
	begun.Wait()
	if status := ask(strings.NewReader("x"), ""); status != http.StatusServiceUnavailable {
		t.Errorf("one stranger more is answered %d", status)
	}
	if status := ask(strings.NewReader("x"), "yes"); status != http.StatusOK {
		t.Errorf("one who has signed in is answered %d", status)
	}
	if err := end.Close(); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if status := ask(strings.NewReader("x"), ""); status != http.StatusOK {
		t.Errorf("afterwards a stranger is answered %d", status)
	}
}

// TestLimitBodies shows that the bodies which are held at once have a bound, and that strangers have their own.
func TestLimitBodies(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	engine.Use(func(c *gin.Context) {
		setCaller(c, Caller{PersonID: c.GetHeader("Person"), SignedIn: c.GetHeader("Person") != ""})
	}, r.limitBodies())
	held, release := make(chan bool, 1000), make(chan bool)
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/hold", Rule: Anyone}, func(*gin.Context) error {
		held <- true
		<-release
		return nil
	})
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/known", Rule: SignedIn}, func(*gin.Context) error {
		held <- true
		<-release
		return nil
	})
	ask := func(path string, size int, person string) int {
		q := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(make([]byte, size)))
		q.Header.Set("Person", person)
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, q)
		if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
			t.Error("a 503 without Retry-After")
		}
		return w.Code
	}
	var all sync.WaitGroup
	for range publicBodyBytes / maxPublicBody {
		all.Go(func() { ask("/hold", maxPublicBody, "") })
	}
	for range publicBodyBytes / maxPublicBody {
		<-held
	}
	if status := ask("/hold", maxPublicBody, ""); status != http.StatusServiceUnavailable {
		t.Errorf("a stranger beyond the room is answered %d", status)
	}
	for i := range signedInBodyBytes / maxBody {
		all.Go(func() { ask("/known", maxBody, fmt.Sprint("person ", i/maxUnfinished)) })
	}
	for range signedInBodyBytes / maxBody {
		<-held // strangers do not keep them out
	}
	if status := ask("/known", maxBody, "another"); status != http.StatusServiceUnavailable {
		t.Errorf("one who has signed in is answered %d beyond the room", status)
	}
	close(release)
	all.Wait()
	if status := ask("/hold", maxPublicBody, ""); status != http.StatusOK {
		t.Errorf("afterwards it is %d", status)
	}
	for path, want := range map[string]int{"/hold": 413, "/known": 413} {
		if status := ask(path, maxBody+1, "another"); status != want {
			t.Errorf("%s with more than a mebibyte is answered %d", path, status)
		}
	}
}
