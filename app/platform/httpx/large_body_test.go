package httpx

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/gin-gonic/gin"
)

// TestBodyErrors has what happens to a body told by the same status and code, however it is read.
func TestBodyErrors(t *testing.T) {
	const limit = 4
	for _, x := range []struct {
		name   string
		fails  error // after the beginning of the body
		status int
		code   string
	}{
		{"a body that is late", os.ErrDeadlineExceeded, http.StatusRequestTimeout, "timeout"},
		{"a body that is cut", io.ErrUnexpectedEOF, http.StatusBadRequest, "cut"},
		{"a body that is too large", &http.MaxBytesError{Limit: limit}, http.StatusRequestEntityTooLarge, "too_large"},
	} {
		for how, read := range map[string]func(c *gin.Context) error{
			"a large body": func(c *gin.Context) error {
				_, err := io.ReadAll(LargeBody(c, limit))
				return err
			},
			"a form": ParseForm,
		} {
			t.Run(x.name+", read as "+how, func(t *testing.T) {
				var err error
				body := io.MultiReader(strings.NewReader("a=1"), iotest.ErrReader(x.fails))
				answerTo(t, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/x", body), func(c *gin.Context) { err = read(c) },
					"Content-Type", "application/x-www-form-urlencoded")
				if err == nil {
					t.Fatal("it is read")
				}
				if p := ProblemOf(t.Context(), err, http.StatusNotFound); p.Status != x.status || p.Code != x.code {
					t.Errorf("%d %s, %v", p.Status, p.Code, err)
				}
			})
		}
	}
}

// stalled is a body that stops after a number of bytes, until it is closed.
func stalled(size int) (body io.Reader, end func()) {
	never, closed := io.Pipe()
	return io.MultiReader(bytes.NewReader(make([]byte, size)), never), func() { _ = closed.Close() }
}

// limitedRoutes returns a function that posts a body of a length to a path as a person, "" for a stranger, and returns the status. The handler of
// /large, for which limit bytes are allowed, reads the body whole.
func limitedRoutes(rule Rule, limit int64) func(path string, body io.Reader, length int64, person string) int {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	engine.Use(func(c *gin.Context) {
		setCaller(c, Caller{PersonID: c.GetHeader("Person"), SignedIn: c.GetHeader("Person") != ""})
	}, r.limitBodies())
	read := func(c *gin.Context) error {
		_, err := io.Copy(io.Discard, c.Request.Body)
		return err
	}
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/large", Rule: rule}.With(MaxBody(limit)), read)
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/small", Rule: rule}, read)
	return func(path string, body io.Reader, length int64, person string) int {
		q := httptest.NewRequest(http.MethodPost, path, body)
		q.ContentLength = length
		q.Header.Set("Person", person)
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, q)
		return w.Code
	}
}

func TestLimitBodies_slow_webhooks(t *testing.T) {
	const limit = 512 << 10
	ask := limitedRoutes(Anyone, limit)
	var all sync.WaitGroup
	ends := make(chan func(), 32)
	answers := make(chan int, 32)
	for range cap(ends) { // twice as many as the memory for them holds
		body, end := stalled(70 << 10)
		ends <- end
		all.Go(func() { answers <- ask("/large", body, limit, "") })
	}
	for range cap(ends) - largePublicBytes/limit {
		if status := <-answers; status != http.StatusServiceUnavailable {
			t.Errorf("one beyond the room is answered %d", status)
		}
	}
	if status := ask("/small", strings.NewReader(strings.Repeat("x", 1<<10)), 1<<10, ""); status != http.StatusOK {
		t.Errorf("a small body of another route is answered %d", status)
	}
	if status := ask("/small", strings.NewReader(strings.Repeat("x", maxPublicBody)), maxPublicBody, ""); status != http.StatusOK {
		t.Errorf("the largest body of another route is answered %d", status)
	}
	close(ends)
	for end := range ends {
		end()
	}
	all.Wait()
}

func TestLimitBodies_unfinished_ones_of_one_person(t *testing.T) {
	for name, limit := range map[string]int64{"forms that are held in memory": maxBody, "files that are streamed": maxHeldBody + 1} {
		t.Run(name, func(t *testing.T) {
			const forms = 128
			ask := limitedRoutes(SignedIn, limit)
			var all sync.WaitGroup
			ends, answers := make(chan func(), forms), make(chan int, forms)
			for range forms {
				body, end := stalled(70 << 10)
				ends <- end
				all.Go(func() { answers <- ask("/large", body, limit, "ann") })
			}
			for range forms - maxUnfinished {
				if status := <-answers; status != http.StatusServiceUnavailable {
					t.Errorf("a fifth form of one person is answered %d", status)
				}
			}
			if status := ask("/small", strings.NewReader("x"), 1, "ann"); status != http.StatusOK {
				t.Errorf("a small body of the same person is answered %d", status)
			}
			for path, body := range map[string]string{"/small": "x", "/large": strings.Repeat("x", maxPublicBody+2)} {
				if status := ask(path, strings.NewReader(body), int64(len(body)), "ben"); status != http.StatusOK {
					t.Errorf("a body of another person for %s is answered %d", path, status)
				}
			}
			close(ends)
			for end := range ends {
				end()
			}
			all.Wait()
			if status := ask("/large", strings.NewReader(strings.Repeat("x", maxPublicBody+2)), maxPublicBody+2, "ann"); status != http.StatusOK {
				t.Errorf("afterwards the person is answered %d", status)
			}
		})
	}
}

func TestLargeBody_least_rate(t *testing.T) {
	for _, x := range []struct {
		name  string
		bytes int // in each second
		late  bool
	}{
		{"a body that arrives slowly is read", leastRate / 25, false},
		{"a byte from time to time is too slow", 1, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				arriving, sent := io.Pipe()
				var all sync.WaitGroup
				defer all.Wait()
				all.Go(func() {
					for range 100 {
						time.Sleep(time.Second)
						if _, err := sent.Write(make([]byte, x.bytes)); err != nil {
							return
						}
					}
					_ = sent.Close()
				})
				c, _ := gin.CreateTestContext(&endedReads{httptest.NewRecorder(), sent})
				c.Request = httptest.NewRequest(http.MethodPost, "/", arriving)
				began := time.Now()
				_, err := io.Copy(io.Discard, LargeBody(c, 1<<20))
				if x.late != errors.Is(err, errLate) || x.late != (time.Since(began) <= StallTimeout) {
					t.Errorf("%v after %v", err, time.Since(began))
				}
			})
		})
	}
}

// endedReads is a response whose request cannot be read any more once the deadline of reads is in the past.
type endedReads struct {
	*httptest.ResponseRecorder
	body *io.PipeWriter
}

// SetReadDeadline implements what http.ResponseController looks for.
func (e *endedReads) SetReadDeadline(at time.Time) error {
	if at.Equal(expired) {
		return e.body.CloseWithError(os.ErrDeadlineExceeded) // what the reads return
	}
	return nil
}

func TestWholeBody(t *testing.T) {
	for _, x := range []struct {
		name, sent string
		status     int
	}{
		{"a body is read", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody", http.StatusOK},
		{"one over the limit is refused", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nbody!", http.StatusRequestEntityTooLarge},
		{"one that stops is refused when the time of the server has passed", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo",
			http.StatusRequestTimeout},
	} {
		t.Run(x.name, func(t *testing.T) {
			gin.SetMode(gin.TestMode)
			engine := gin.New()
			engine.POST("/", func(c *gin.Context) {
				_, err := WholeBody(c, 4)
				c.Status(http.StatusOK)
				if err != nil {
					c.Status(ProblemOf(c.Request.Context(), err, http.StatusNotFound).Status)
				}
			})
			s := httptest.NewUnstartedServer(engine)
			s.Config.ReadTimeout = 200 * time.Millisecond
			s.Start()
			defer s.Close()
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, x.sent); err != nil {
				t.Fatal(err)
			}
			if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if answer.StatusCode != x.status {
				t.Errorf("answered %d, want %d", answer.StatusCode, x.status)
			}
		})
	}
}
