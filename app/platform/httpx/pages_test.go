package httpx

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// answerTo returns what handle answers to a request with some headers.
func answerTo(t *testing.T, r *http.Request, handle func(c *gin.Context), headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	c, _ := gin.CreateTestContext(rec)
	c.Request = r
	handle(c)
	c.Writer.WriteHeaderNow()
	return rec
}

func TestReload(t *testing.T) {
	for _, x := range []struct {
		name    string
		err     error
		headers []string
		status  int // with which the page is told to reload; 0: the error is handed on
	}{
		{"the page's script reloads the page", errs.NotFound("shift"), []string{"Hx-Request", "true"}, http.StatusNotFound},
		{"without the script the error is a page", errs.NotFound("shift"), nil, 0},
		{"so it is for a boosted link", errs.NotFound("shift"), []string{"Hx-Request", "true", "Hx-Boosted", "true"}, 0},
		{"an internal error is a page as well", errors.New("broken"), []string{"Hx-Request", "true"}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			var handed error
			rec := answerTo(t, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/staff/x", nil), func(c *gin.Context) {
				handed = Reload(c, i18n.EN, x.err)
			}, x.headers...)
			if x.status == 0 {
				if !errors.Is(handed, x.err) || rec.Header().Get("Hx-Refresh") != "" {
					t.Errorf("%v, %v", handed, rec.Header())
				}
				return
			}
			if handed != nil || rec.Code != x.status || rec.Header().Get("Hx-Refresh") != "true" {
				t.Errorf("%v, %d %v", handed, rec.Code, rec.Header())
			}
		})
	}
}

func TestRouter_RenderErrorPage(t *testing.T) {
	get := func() *http.Request {
		return httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/staff/x", nil)
	}
	page := func(text string, fails error) *Router {
		var r Router
		r.ErrorPage = func(_ *gin.Context, p *Problem) templ.Component {
			return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
				_, err := io.WriteString(w, text+p.Code)
				return errors.Join(err, fails)
			})
		}
		return &r
	}
	busy := &errs.Error{Kind: errs.KindUnavailable, Code: "busy", Detail: "Try again.", RetryAfter: 7}
	t.Run("with the status and headers of the error, kept by no cache", func(t *testing.T) {
		rec := answerTo(t, get(), func(c *gin.Context) { page("page of ", nil).RenderErrorPage(c, busy) })
		if rec.Code != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") != "7" || rec.Body.String() != "page of busy" ||
			rec.Header().Get("Cache-Control") != "private, no-store" || rec.Header().Get("Vary") != "HX-Request" {
			t.Errorf("%d %v %s", rec.Code, rec.Header(), rec.Body)
		}
	})
	t.Run("a browser is not asked for a token", func(t *testing.T) {
		rec := answerTo(t, get(), func(c *gin.Context) {
			page("", nil).RenderErrorPage(c, &errs.Error{Kind: errs.KindUnauthenticated, Code: "unauthenticated"})
		})
		if rec.Code != http.StatusUnauthorized || rec.Header().Get("Www-Authenticate") != "" {
			t.Errorf("%d %v", rec.Code, rec.Header())
		}
	})
	t.Run("a page that cannot be rendered is the detail alone", func(t *testing.T) {
		rec := answerTo(t, get(), func(c *gin.Context) { page("half a page", errors.New("broken")).RenderErrorPage(c, busy) })
		if rec.Code != http.StatusServiceUnavailable || rec.Body.String() != "Try again.\n" {
			t.Errorf("%d %s", rec.Code, rec.Body)
		}
	})
	t.Run("the failure is logged, before what goes wrong with its page", func(t *testing.T) {
		logged, broken := &record{}, errors.New("disk full")
		answerTo(t, get().WithContext(withRecord(t.Context(), logged)), func(c *gin.Context) {
			page("", errors.New("broken")).RenderErrorPage(c, broken)
		})
		if !errors.Is(logged.cause, broken) {
			t.Errorf("the log has %v", logged.cause)
		}
	})
	t.Run("instead of a file, under no name of its own", func(t *testing.T) {
		rec := answerTo(t, get(), func(c *gin.Context) {
			c.Header("Content-Type", "application/zip")
			c.Header("Content-Disposition", "attachment; filename=a.zip")
			page("page of ", nil).RenderErrorPage(c, busy)
		})
		if h := rec.Header(); h.Get("Content-Type") != "text/html; charset=utf-8" || h.Get("Content-Disposition") != "" {
			t.Errorf("%v", h)
		}
	})
}

// TestAnswer_that_has_begun fails after the first byte of a page, and of a route that writes its own response.
func TestAnswer_that_has_begun(t *testing.T) {
	for name, fail := range map[string]func(c *gin.Context, err error){
		"a page":  new(Router).RenderErrorPage,
		"a route": func(c *gin.Context, err error) { Abort(c, err, http.StatusNotFound) },
	} {
		for _, x := range []struct {
			name   string
			err    error
			gone   bool // the client
			logged bool
		}{
			{"is cut off by a failure, which is logged", errors.New("disk full"), false, true},
			{"is cut off by a refusal, which is logged", errs.Conflict("taken", "It is taken."), false, true},
			{"of a client that has gone is no failure", errors.New("broken pipe"), true, false},
		} {
			t.Run(name+" "+x.name, func(t *testing.T) {
				logged := &record{}
				ctx, cancel := context.WithCancel(withRecord(t.Context(), logged))
				defer cancel()
				defer func() {
					v := recover()
					if err, _ := v.(error); !errors.Is(err, http.ErrAbortHandler) {
						t.Errorf("panics with %v", v)
					}
					if errors.Is(logged.cause, x.err) != x.logged || logged.clientGone != x.gone {
						t.Errorf("the log has %v, client gone: %t", logged.cause, logged.clientGone)
					}
				}()
				answerTo(t, httptest.NewRequestWithContext(ctx, http.MethodGet, "/staff/x", nil), func(c *gin.Context) {
					c.String(http.StatusOK, "the beginning")
					if x.gone {
						cancel()
					}
					fail(c, x.err)
				})
			})
		}
	}
}

func TestParseForm(t *testing.T) {
	const form, multipart = "application/x-www-form-urlencoded; charset=utf-8", "multipart/form-data; boundary=x"
	for _, x := range []struct {
		name, method, media string
		body                io.Reader
		value, code         string // of the field a, and of the error
	}{
		{"a form is parsed", http.MethodPost, form, strings.NewReader("a=1&b=2"), "1", ""},
		{"a pair that cannot be parsed is ignored", http.MethodPost, form, strings.NewReader("b=%zz&a=1"), "1", ""},
		{"a body of another kind is left to the handler", http.MethodPost, multipart, iotest.ErrReader(errors.New("read")), "", ""},
		{"a page that is opened has no form", http.MethodGet, form, iotest.ErrReader(errors.New("read")), "", ""},
		{"a form that is cut is refused", http.MethodPost, form, io.MultiReader(strings.NewReader("a=1"), iotest.ErrReader(io.ErrUnexpectedEOF)),
			"", "cut"},
		{"a form that is too large is refused", http.MethodPost, form,
			io.MultiReader(strings.NewReader("a=1"), iotest.ErrReader(&http.MaxBytesError{Limit: 3})), "", "too_large"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var err error
			value := ""
			answerTo(t, httptest.NewRequestWithContext(t.Context(), x.method, "/staff/x", x.body), func(c *gin.Context) {
				if err = ParseForm(c); err == nil && c.Request.PostForm != nil {
					value = c.Request.PostForm.Get("a")
				}
			}, "Content-Type", x.media)
			code := ""
			if err != nil {
				code = ProblemOf(t.Context(), err, http.StatusNotFound).Code
			}
			if value != x.value || code != x.code {
				t.Errorf("a is %q, the error %q (%v)", value, code, err)
			}
		})
	}
	for media, want := range map[string]bool{form: true, multipart: true, "application/json": false, "": false} {
		t.Run("a form is sent as "+media, func(t *testing.T) {
			if got := isForm(media); got != want {
				t.Errorf("%v", got)
			}
		})
	}
}
