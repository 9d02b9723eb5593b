package frame

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/i18n"
	"presence/views/layout"
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
	t.Run("leaves a page that explains a failure without counts", func(t *testing.T) {
		_, _ = answer(t, staff, true, errors.New("no storage"), func(c *gin.Context) error {
			if f := ErrorPage(c); f.Lang != i18n.FR || f.Unread != 0 {
				t.Errorf("%+v", f)
			}
			return nil
		})
	})
}
