package frame

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
	"presence/views/ui"
)

// answer serves one request to path with a handler behind ProvideCounts, and tells how often the counts were loaded.
func answer(t *testing.T, path string, signedIn bool, fail error, handle func(c *gin.Context) error) (loads int, err error) {
	t.Helper()
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.Use(ProvideCounts(func(context.Context) (Counts, error) {
		loads++
		return Counts{Unread: 3, Approvals: 4}, fail
	}), func(c *gin.Context) { Set(c, layout.Frame{Lang: i18n.FR, Viewer: layout.Viewer{SignedIn: signedIn}}) })
	e.GET(path, func(c *gin.Context) { err = handle(c) })
	e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
	return loads, err
}

func nothing(layout.Frame, int) templ.Component { return templ.Raw("") }

func TestOf(t *testing.T) {
	gin.SetMode(gin.ReleaseMode)
	request := func(set bool) (f layout.Frame) {
		e := gin.New()
		e.GET("/page", func(c *gin.Context) {
			SetBanner(c, ui.BannerProps{})
			if set {
				Set(c, layout.Frame{Lang: i18n.EN})
			}
			f = Of(c)
		})
		r := httptest.NewRequest(http.MethodGet, "/page?a=1", nil)
		r.Header.Set("Accept-Language", "fr")
		e.ServeHTTP(httptest.NewRecorder(), r)
		return f
	}
	if f := request(true); f.Lang != i18n.EN || f.Banner == nil || f.Path != "/page?a=1" {
		t.Errorf("a viewer's choice and an earlier banner stay: %+v", f)
	}
	if f := request(false); f.Lang != i18n.FR {
		t.Errorf("before authentication the browser's language counts: %v", f.Lang)
	}
}

func TestWithCounts(t *testing.T) {
	const staff = "/staff/"
	t.Run("loads the counts once for a request that asks twice", func(t *testing.T) {
		loads, err := answer(t, staff, true, nil, func(c *gin.Context) error {
			first, err := WithCounts(c)
			second, again := WithCounts(c)
			if first.Unread != 3 || first.Queue != 4 || second.Queue != 4 {
				t.Errorf("%+v, %+v", first, second)
			}
			return errors.Join(err, again)
		})
		if loads != 1 || err != nil {
			t.Errorf("loaded %d times, %v", loads, err)
		}
	})
	t.Run("loads none for a fragment", func(t *testing.T) {
		loads, err := answer(t, staff, true, nil, func(c *gin.Context) error { return Fragment(c, http.StatusOK, nothing, 0) })
		if loads != 0 || err != nil {
			t.Errorf("loaded %d times, %v", loads, err)
		}
	})
	t.Run("loads none for an anonymous visitor", func(t *testing.T) {
		loads, _ := answer(t, staff, false, nil, func(c *gin.Context) error { return Page(c, http.StatusOK, nothing, 0) })
		if loads != 0 {
			t.Errorf("loaded %d times", loads)
		}
	})
	t.Run("loads none for a page outside of /staff", func(t *testing.T) {
		loads, _ := answer(t, "/docs", true, nil, func(c *gin.Context) error { return Page(c, http.StatusOK, nothing, 0) })
		if loads != 0 {
			t.Errorf("loaded %d times", loads)
		}
	})
	t.Run("fails with the page when the counts cannot be loaded", func(t *testing.T) {
		broken := errors.New("no storage")
		_, err := answer(t, staff, true, broken, func(c *gin.Context) error { return Page(c, http.StatusOK, nothing, 0) })
		if !errors.Is(err, broken) {
			t.Errorf("%v", err)
		}
	})
	t.Run("logs why there are no counts, unless something else is to be logged", func(t *testing.T) {
		for want, earlier := range map[string]error{"no storage": nil, "earlier": errors.New("earlier")} {
			gin.SetMode(gin.ReleaseMode)
			e := gin.New()
			e.GET(staff, ProvideCounts(func(context.Context) (Counts, error) { return Counts{}, errors.New("no storage") }), func(c *gin.Context) {
				Set(c, layout.Frame{Viewer: layout.Viewer{SignedIn: true}})
				httpx.LogFailure(c.Request.Context(), earlier)
				ErrorPage(c)
			})
			var log bytes.Buffer
			edge := httpx.Middleware{Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now, Zone: time.UTC}
			edge.Wrap(e).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, staff, nil))
			if !strings.Contains(log.String(), want) {
				t.Errorf("want %q in the log: %s", want, log.String())
			}
		}
	})
	t.Run("leaves a page that explains a failure without counts", func(t *testing.T) {
		_, _ = answer(t, staff, true, errors.New("no storage"), func(c *gin.Context) error {
			if f := ErrorPage(c); f.Lang != i18n.FR || f.Unread != 0 {
				t.Errorf("%+v", f)
			}
			return nil
		})
	})
}
