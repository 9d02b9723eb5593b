// Package static serves what the browser loads: the bundled assets, embedded in the binary under names that carry
// their content's hash, so that a browser may keep them for ever. The files in dist are made by cmd/assets.
package static

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed dist
var dist embed.FS

// Prefix is the path that Handler expects in front of the names.
const Prefix = "/static/"

// types are the kinds of file we serve; written out because the machine's own table may differ or be missing.
var types = map[string]string{
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".webp": "image/webp",
	".ico":  "image/x-icon",
	".txt":  "text/plain; charset=utf-8",
}

// file is one asset. Compressing waits for the first browser, so that the start of the program does not pay for it.
type file struct {
	mediaType string
	etag      string
	body      []byte
	gzipped   func() []byte
}

var (
	names = readNames()
	files = readFiles()
)

// Path is the address of an asset by its plain name: Path("app.css") is /static/app-3f2a….css.
// An unknown name is a mistake in the program, and panics.
func Path(name string) string {
	hashed, ok := names[name]
	if !ok {
		panic("static: no asset named " + name)
	}
	return Prefix + hashed
}

func readNames() map[string]string {
	b, err := dist.ReadFile("dist/manifest.json")
	if err != nil {
		panic("static: run go run ./cmd/assets: " + err.Error())
	}
	m := map[string]string{}
	if err := json.Unmarshal(b, &m); err != nil {
		panic("static: manifest.json: " + err.Error())
	}
	return m
}

func readFiles() map[string]*file {
	m := make(map[string]*file, len(names))
	for _, hashed := range names {
		body, err := fs.ReadFile(dist, "dist/"+hashed)
		if err != nil {
			panic("static: the manifest and the files differ: " + err.Error())
		}
		m[hashed] = &file{
			mediaType: types[path.Ext(hashed)],
			etag:      strconv.Quote(strings.TrimSuffix(hashed, path.Ext(hashed))),
			body:      body,
			gzipped:   sync.OnceValue(func() []byte { return compress(body) }),
		}
	}
	return m
}

// compress is the gzip of body, or nil where that would not be smaller.
func compress(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(body)                                  // a bytes.Buffer takes everything
	_ = w.Close()
	if b.Len() >= len(body) {
		return nil
	}
	return b.Bytes()
}

// Handler serves GET and HEAD under /static/. The name holds the hash of the content: caches may keep it for a year.
func Handler() http.Handler { return http.HandlerFunc(serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed", http.StatusMethodNotAllowed)
		return
	}
	f, ok := files[strings.TrimPrefix(r.URL.Path, Prefix)]
	if !ok {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	body, etag := f.body, f.etag
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		if z := f.gzipped(); z != nil {
			// Another encoding is another representation, so it has an ETag of its own (RFC 9110, 8.8.3.3).
			body, etag = z, strings.TrimSuffix(f.etag, `"`)+`-gz"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", etag)
	if matches(r.Header.Get("If-None-Match"), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		w.Write(body) // a browser that went away is not our failure
	}
}

// acceptsGzip reads Accept-Encoding: gzip or *, unless its weight is nought.
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name = strings.TrimSpace(name); name == "gzip" || name == "*" {
			q = strings.TrimRight(strings.TrimPrefix(strings.TrimSpace(q), "q="), "0.")
			return q != "" || !strings.Contains(part, "q=")
		}
	}
	return false
}

func matches(header, etag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		if tag := strings.TrimPrefix(strings.TrimSpace(part), "W/"); tag == etag || tag == "*" {
			return true
		}
	}
	return false
}
