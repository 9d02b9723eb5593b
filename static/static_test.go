package static

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func get(t *testing.T, method, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) []byte {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHandler_serves_every_asset(t *testing.T) {
	for name := range names {
		t.Run(name, func(t *testing.T) {
			r := get(t, "GET", Path(name))
			if r.StatusCode != 200 || r.Header.Get("Content-Type") == "" || r.Header.Get("Content-Encoding") != "" {
				t.Fatalf("status %d, type %q, encoding %q", r.StatusCode, r.Header.Get("Content-Type"), r.Header.Get("Content-Encoding"))
			}
			if got := r.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
				t.Errorf("Cache-Control: %s", got)
			}
			raw := body(t, r)
			z := get(t, "GET", Path(name), "Accept-Encoding", "br, gzip")
			if z.Header.Get("Content-Encoding") != "gzip" {
				t.Skip("too small to compress")
			}
			if z.Header.Get("ETag") == r.Header.Get("ETag") {
				t.Error("two encodings share an ETag")
			}
			zr, err := gzip.NewReader(z.Body)
			if err != nil {
				t.Fatal(err)
			}
			if unpacked, err := io.ReadAll(zr); err != nil || !bytes.Equal(unpacked, raw) {
				t.Errorf("unpacks to something else (%v)", err)
			}
		})
	}
}

func TestHandler_knows_what_the_browser_has(t *testing.T) {
	first := get(t, "GET", Path("app.css"), "Accept-Encoding", "gzip")
	again := get(t, "GET", Path("app.css"), "Accept-Encoding", "gzip", "If-None-Match", `"other", W/`+first.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified || len(body(t, again)) != 0 {
		t.Errorf("status %d", again.StatusCode)
	}
	if fresh := get(t, "GET", Path("app.css"), "If-None-Match", first.Header.Get("ETag")); fresh.StatusCode != 200 {
		t.Errorf("the ETag of the compressed form matched the plain one: %d", fresh.StatusCode)
	}
}

func TestHandler_refuses(t *testing.T) {
	for _, c := range []struct {
		name, method, target string
		status               int
	}{
		{"an unknown name", "GET", "/static/app.css", 404},
		{"an unknown name with a hash", "GET", "/static/nothing-0000000000000000.css", 404},
		{"the manifest", "GET", "/static/manifest.json", 404},
		{"a way out of the folder", "GET", "/static/../static.go", 404},
		{"the folder itself", "GET", "/static/", 404},
		{"a write", "POST", Path("app.css"), 405},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			if r := get(t, c.method, c.target); r.StatusCode != c.status || r.Header.Get("Cache-Control") != "" {
				t.Errorf("status %d, Cache-Control %q", r.StatusCode, r.Header.Get("Cache-Control"))
			}
		})
	}
}

func TestHandler_answers_HEAD_without_a_body(t *testing.T) {
	r := get(t, "HEAD", Path("app.js"))
	if r.StatusCode != 200 || r.Header.Get("Content-Length") == "0" || len(body(t, r)) != 0 {
		t.Errorf("status %d, length %s", r.StatusCode, r.Header.Get("Content-Length"))
	}
}

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br": false, "*": true, "deflate, gzip;q=1.0": true, "gzip;q=0": false, "gzip; q=0.0": false, "gzip;q=0.5": true,
		"identity": false,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("acceptsGzip(%q) = %v", header, got)
		}
	}
}

// A first visit stays light: style sheet and scripts together, compressed (the budget is 30 KB).
func TestAssets_stay_within_their_budget(t *testing.T) {
	total := 0
	for _, name := range []string{"app.css", "app.js", "htmx.js"} {
		total += len(files[strings.TrimPrefix(Path(name), Prefix)].gzipped())
	}
	if total > 30<<10 {
		t.Errorf("%d bytes compressed", total)
	}
}

func TestHandler_serves_the_pages_of_another_release(t *testing.T) {
	r := get(t, "GET", "/static/app-0000000000000000.css")
	if r.StatusCode != 200 || r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("Content-Type") != types[".css"] {
		t.Errorf("status %d, Cache-Control %q, type %q", r.StatusCode, r.Header.Get("Cache-Control"), r.Header.Get("Content-Type"))
	}
	if !bytes.Equal(body(t, r), body(t, get(t, "GET", Path("app.css")))) {
		t.Error("it is another file")
	}
}
