package httpx

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

type fileInput struct {
	Sep string `query:"sep"`
}

// fileServer serves one file route over a socket, with the part of the edge that reads the query.
func fileServer(t *testing.T, h func(ctx context.Context,
	in *fileInput) (*Download, error)) func(query string) (*http.Response, string, error) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	HandleFile(r, Op{Method: http.MethodGet, Path: "/file", Rule: Anyone, ID: "get-file", Success: 200}, []string{"text/csv"}, h)
	server := httptest.NewServer(keepSemicolons(engine))
	t.Cleanup(server.Close)
	return func(query string) (*http.Response, string, error) {
		res, err := http.Get(server.URL + "/file?" + query)
		if err != nil {
			return nil, "", err
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		return res, string(body), err
	}
}

func TestHandleFile(t *testing.T) {
	write := func(parts ...any) func(context.Context, *fileInput) (*Download, error) {
		return func(context.Context, *fileInput) (*Download, error) {
			return &Download{ContentType: "text/csv", Disposition: "attachment; filename=a.csv", Write: func(w io.Writer) error {
				for _, p := range parts {
					if err, failed := p.(error); failed {
						return err
					}
					if _, err := io.WriteString(w, p.(string)); err != nil {
						return err
					}
					if f, ok := w.(*lazyWriter).hc.BodyWriter().(http.Flusher); ok {
						f.Flush()
					}
				}
				return nil
			}}, nil
		}
	}
	t.Run("sends what is written under its name", func(t *testing.T) {
		res, body, err := fileServer(t, write("a,b\r\n", "c,d\r\n"))("")
		if err != nil || res.StatusCode != 200 || body != "a,b\r\nc,d\r\n" ||
			res.Header.Get("Content-Disposition") != "attachment; filename=a.csv" {
			t.Errorf("got %v %q %v", res, body, err)
		}
	})
	t.Run("answers a problem when it fails before the first byte", func(t *testing.T) {
		res, body, err := fileServer(t, write(errs.StorageUnavailable(errors.New("disk"))))("")
		if err != nil || res.StatusCode != 503 || !strings.Contains(body, `"storage_unavailable"`) ||
			res.Header.Get("Content-Disposition") != "" {
			t.Errorf("got %v %q %v", res, body, err)
		}
	})
	t.Run("cuts the connection when it fails after it", func(t *testing.T) {
		_, body, err := fileServer(t, write("a,b\r\n", errors.New("lost")))("")
		if err == nil {
			t.Errorf("half a file passes for a whole one: %q", body)
		}
	})
	t.Run("refuses before anything is written", func(t *testing.T) {
		res, _, err := fileServer(t, func(context.Context, *fileInput) (*Download, error) {
			return nil, errs.InvalidField("period", "required", "This field is required.")
		})("")
		if err != nil || res.StatusCode != 400 {
			t.Errorf("got %v %v", res, err)
		}
	})
	t.Run("reads a bare semicolon as it was typed", func(t *testing.T) {
		for query, want := range map[string]string{"sep=;": ";", "sep=%3B": ";", "sep=,": ",", "": ""} {
			_, body, err := fileServer(t, func(_ context.Context, in *fileInput) (*Download, error) {
				return &Download{Write: func(w io.Writer) error { _, err := io.WriteString(w, "<"+in.Sep+">"); return err }}, nil
			})(query)
			if err != nil || body != "<"+want+">" {
				t.Errorf("%s: got %q, %v", query, body, err)
			}
		}
	})
}

// A client that does not read keeps the connection to the database of its response: one person has only some of them.
func TestStreams_of_one_person(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gin.SetMode(gin.TestMode)
		engine := gin.New()
		r := NewRouter(engine, Config{}, NoRules)
		engine.Use(func(c *gin.Context) { setCaller(c, Caller{PersonID: c.GetHeader("Person"), SignedIn: true}) })
		end := make(chan struct{})
		list := func(_ context.Context, in *slowInput, each func(idRecord) error) error {
			if in.Slow {
				<-end
			}
			return each(idRecord{1})
		}
		HandleList(r, Op{Method: http.MethodGet, Path: "/listed", Rule: SignedIn, ID: "list", Success: 200}, list)
		ask := func(query, person string) int {
			q := httptest.NewRequest(http.MethodGet, "/listed"+query, nil)
			q.Header.Set("Person", person)
			w := httptest.NewRecorder()
			engine.ServeHTTP(w, q)
			return w.Code
		}
		var all sync.WaitGroup
		for range maxStreams {
			all.Go(func() {
				if status := ask("?slow=true", "ann"); status != http.StatusOK {
					t.Errorf("one of the lists that may be sent at once is answered %d", status)
				}
			})
		}
		synctest.Wait()
		for _, x := range []struct {
			what, query, person string
			status              int
		}{
			{"one more list of the same person", "", "ann", http.StatusServiceUnavailable},
			{"a page of it", "?limit=10", "ann", http.StatusOK},
			{"a list of another person", "", "ben", http.StatusOK},
		} {
			if status := ask(x.query, x.person); status != x.status {
				t.Errorf("%s is answered %d, want %d", x.what, status, x.status)
			}
		}
		close(end)
		all.Wait()
		if status := ask("", "ann"); status != http.StatusOK {
			t.Errorf("afterwards the person is answered %d", status)
		}
	})
}

type slowInput struct {
	OptionalPageSize
	Slow bool `query:"slow"`
}

type idRecord struct {
	ID int64 `json:"id"`
}
