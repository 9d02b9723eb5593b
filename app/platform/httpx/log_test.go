package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"presence/app/platform/errs"
)

// logged runs a request and returns the lines that it adds to the log: level, status and, where there are, the numbers of what was not
// logged.
func logged(t *testing.T, log *bytes.Buffer, h http.Handler, path string) string {
	t.Helper()
	log.Reset()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, http.NoBody))
	var lines []string
	for text := range strings.Lines(log.String()) {
		var line struct {
			Level     string
			Status    int
			NotLogged int `json:"not_logged"`
			Requests  int
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.TrimSuffix(fmt.Sprintf("%s %d %d %d", line.Level, line.Status, line.NotLogged, line.Requests), " 0"))
	}
	return strings.Join(lines, ", ")
}

// TestMiddleware_logs_probes logs probes only when they fail, unless the level is debug.
func TestMiddleware_logs_probes(t *testing.T) {
	var log bytes.Buffer
	h := Middleware{Log: slog.New(slog.NewJSONHandler(&log, nil)), Now: time.Now, Zone: time.UTC, Probes: []string{"/readyz"}}.
		Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			recordOf(r.Context()).route = "/readyz"
			if r.URL.Path == "/draining" {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}))
	for path, want := range map[string]string{"/well": "", "/draining": "INFO 503 0"} {
		t.Run("one that is "+strings.TrimPrefix(path, "/"), func(t *testing.T) {
			if got := logged(t, &log, h, path); got != want {
				t.Errorf("logs %q, want %q", got, want)
			}
		})
	}
}

// TestMiddleware_logs_refusals logs one of the requests a minute that are refused because the storage does not answer.
func TestMiddleware_logs_refusals(t *testing.T) {
	var log bytes.Buffer
	now := time.Unix(1_800_000_000, 0)
	faults := map[string]error{"/away": &errs.Error{Kind: errs.KindStorage, Code: "storage_unavailable"}, "/bug": errors.New("a fault")}
	h := Middleware{Log: slog.New(slog.NewJSONHandler(&log, nil)), Now: func() time.Time { return now }, Zone: time.UTC, Failures: &Failures{}}.
		Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := faults[r.URL.Path]; err != nil {
				WriteProblem(w, r, err)
				return
			}
			w.WriteHeader(http.StatusOK)
		}))
	for _, x := range []struct {
		name, path string
		after      time.Duration // since the one before
		want       string
	}{
		{"the first one", "/away", 0, "ERROR 503 0"},
		{"not the second one", "/away", time.Second, ""},
		{"a fault meanwhile", "/bug", time.Second, "ERROR 500 0"},
		{"not the third one", "/away", 57 * time.Second, ""},
		{"the first one of the next minute, with the number of those between", "/away", time.Second, "ERROR 503 2"},
		{"not the next one", "/away", time.Second, ""},
		{"a request that is answered", "/", time.Second, "INFO 200 0"},
		{"the rest when the storage answers again and the minute has passed", "/", time.Minute, "WARN 0 0 1, INFO 200 0"},
		{"nothing more of it", "/", time.Second, "INFO 200 0"},
	} {
		t.Run(x.name, func(t *testing.T) {
			now = now.Add(x.after)
			if got := logged(t, &log, h, x.path); got != x.want {
				t.Errorf("logs %q, want %q", got, x.want)
			}
		})
	}
}
