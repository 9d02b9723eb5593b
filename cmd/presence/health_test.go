package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHealth asks whether a server is ready, as the health check of a container does.
func TestHealth(t *testing.T) {
	listen := reserve(t)
	i := install(t, "LISTEN="+listen, "PUBLIC_URL=http://presence.test/work", "HTTP_PROXY=http://127.0.0.1:1")
	if line := i.refused("", "health"); !strings.Contains(line, "health: ") {
		t.Errorf("before the server runs: %q", line)
	}
	s := i.serve()
	if out := i.good("", "health"); out != "ready\n" {
		t.Errorf("while it runs: %q", out)
	}
	s.stop()
	i.refused("", "health")
	t.Run("a server that is not ready", func(t *testing.T) {
		waits := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/readyz" {
				t.Errorf("it asks %s", r.URL.Path)
			}
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		defer waits.Close()
		address := strings.TrimPrefix(waits.URL, "http://")
		if line := install(t, "LISTEN="+address).refused("", "health"); !strings.Contains(line, "responds with 503") {
			t.Errorf("says %q", line)
		}
	})
}

func TestLocalAddress(t *testing.T) {
	for listen, want := range map[string]string{"0.0.0.0:8080": "127.0.0.1:8080", ":8080": "127.0.0.1:8080", "[::]:8080": "[::1]:8080",
		"127.0.0.1:80": "127.0.0.1:80", "[fd00::1]:80": "[fd00::1]:80", "presence.local:80": "presence.local:80"} {
		if got := localAddress(listen); got != want {
			t.Errorf("%s is reached at %s, want %s", listen, got, want)
		}
	}
}
