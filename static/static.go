// Package static serves the bundled assets for browsers. They are embedded in the binary, and their names contain a hash of
// their content, so that browsers may cache them for ever. The files in dist are made by cmd/assets.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
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

// types are the media types by file extension; the operating system's table may differ or be missing.
var types = map[string]string{
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".webp": "image/webp",
	".ico":  "image/x-icon",
	".txt":  "text/plain; charset=utf-8",

	".woff2": "font/woff2",
}

// file is one asset. It is compressed at its first request, so that the program starts faster.
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

// Path returns the address of an asset by its plain name: Path("app.css") is /static/app-3f2a….css. It panics for an unknown
// name, which is a bug.
func Path(name string) string {
	hashed, ok := names[name]
	if !ok {
		panic("static: no asset named " + name)
	}
	return Prefix + hashed
}

// Version returns a text that changes with every change of an asset.
func Version() string { return version }

var version = func() string {
	b, _ := dist.ReadFile("dist/manifest.json") // readNames has reported a failure
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:6])
}()

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

// compress returns body compressed by gzip; nil if that is not smaller.
func compress(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(body)                                  // a bytes.Buffer never fails
	_ = w.Close()
	if b.Len() >= len(body) {
		return nil
	}
	return b.Bytes()
}

// current returns the asset whose name differs in its hash alone: while replicas are upgraded one after the other, a page of one release
// may ask another one. It is nil if there is none.
func current(hashed string) *file {
	hash := strings.LastIndexByte(hashed, '-')
	if hash < 0 {
		return nil
	}
	return files[names[hashed[:hash]+path.Ext(hashed)]]
}

// Handler serves GET and HEAD under /static/. Names contain a hash of the content, so that responses may be cached for a year. A file of
// another release is answered with the current one, which is not cached.
func Handler() http.Handler { return http.HandlerFunc(serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name, caching := strings.TrimPrefix(r.URL.Path, Prefix), "public, max-age=31536000, immutable"
	f := files[name]
	if f == nil {
		f, caching = current(name), "no-store"
	}
	if f == nil {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", caching)
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	if strings.Contains(r.URL.Path, ".worker-") { // a service worker, for pages outside this folder
		h.Set("Service-Worker-Allowed", "/")
	}
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
		w.Write(body) // the client may have disconnected
	}
}

// acceptsGzip reports whether an Accept-Encoding header lists gzip or * with a weight above 0.
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
