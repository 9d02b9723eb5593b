package app

import (
	"context"
	"io"
	"net"
	"net/http"
	"presence/db/dbtest"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

// TestMetrics serves the metrics on an address of their own (O5).
func TestMetrics(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	m := newMetrics()
	m.observe(http.MethodGet, "/health", http.StatusOK, 20*time.Millisecond)
	m.observe(http.MethodGet, "/health", http.StatusOK, 2*time.Second)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- m.serve(ctx, listener) }()
	get := func(t *testing.T, path string) string {
		t.Helper()
		var res *http.Response
		dbtest.Until(t, "it listens", func() (listens bool) {
			var err error
			res, err = http.Get("http://" + address + path)
			return err == nil
		})
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, res.StatusCode, err)
		}
		return string(text)
	}
	t.Run("how often each route was answered, and how fast", func(t *testing.T) {
		text := get(t, "/metrics")
		const series = `{method="GET",route="/health",status="200"`
		for _, line := range []string{"presence_request_seconds_count" + series + "} 2\n", "presence_request_seconds_sum" + series + "} 2.02\n",
			"presence_request_seconds_bucket" + series + `,le="0.025"} 1` + "\n", "\ngo_goroutines ", "\nprocess_open_fds "} {
			if !strings.Contains(text, line) {
				t.Errorf("no %q in\n%s", line, text)
			}
		}
	})
	t.Run("profiles", func(t *testing.T) {
		if text := get(t, "/debug/pprof/"); !strings.Contains(text, "goroutine") {
			t.Errorf("%s", text)
		}
		get(t, "/debug/pprof/trace?seconds=0.01")
		if err := pprof.StartCPUProfile(io.Discard); err != nil { // a second one is refused at once, instead of measured for a second
			t.Fatal(err)
		}
		defer pprof.StopCPUProfile()
		res, err := http.Get("http://" + address + "/debug/pprof/profile")
		if err != nil {
			t.Fatal(err)
		}
		if res.Body.Close(); res.StatusCode != http.StatusInternalServerError {
			t.Errorf("a second profile of the processor is answered %d", res.StatusCode)
		}
	})
	t.Run("until the program stops", func(t *testing.T) {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}
