package directory

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A program reads the source of the customers again, and sees how far that is.
func TestSyncAPI(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w *site) {
		t.Run("nothing is read where there is no source", func(t *testing.T) {
			w.On(t).Post("/directory/syncs", "").Want(http.StatusConflict)
			w.On(t).Get("/directory/syncs").Is(http.StatusOK, "[]")
		})
	})
	onSite(t, &fixed{customers: testCustomers(2)}, func(t *testing.T, w *site) {
		a := w.On(t).Post("/directory/syncs", `{"force":true}`).Want(http.StatusAccepted)
		if !strings.Contains(a.Body, `"status":"running"`) {
			t.Error(a.Body)
		}
		w.s.Wait()
		for _, path := range []string{"/directory/syncs", "/directory/syncs?limit=1", fmt.Sprint("/directory/syncs/", 1)} {
			if a := w.On(t).Get(path).Want(http.StatusOK); !strings.Contains(a.Body, `"status":"done"`) {
				t.Errorf("%s: %s", path, a.Body)
			}
		}
		w.On(t).Get("/directory/syncs/99").Want(http.StatusNotFound)
	})
}
