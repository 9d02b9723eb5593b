package rsvp

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// After a mass mailing many guests open the same page within minutes. So a page is rendered once for each event and language
// and cached as bytes, plain and compressed. The event is read again after each signalled change, and at least once a second,
// since deadlines pass and places are taken; the page is rendered again only if its cacheKey has changed.
const (
	freshFor       = time.Second
	maxCachedPages = 400 // two for each event, one per language
	loadTimeout    = 10 * time.Second
)

// pageCache is an LRU cache of rendered pages. Concurrent requests for the same stale page share one read of the event.
type pageCache struct {
	load       func(ctx context.Context, id string, lang i18n.Lang) (renderInput, error)
	now        func() time.Time
	generation atomic.Uint64 // increased by every change of any event
	pages      *lru.Cache[pageKey, *cachedPage]
	loads      singleflight.Group
}

type pageKey struct {
	event string
	lang  i18n.Lang
}

// renderInput is the result of loading an event: the key of its page, and the function that renders the page.
type renderInput struct {
	key    cacheKey
	render func(ctx context.Context) ([]byte, error)
}

// cacheKey holds everything that a page depends on: pages with equal keys are equal.
type cacheKey struct {
	source  events.Source
	version int64
	updated db.Instant
	state   string

	started, over, waits bool
}

// cachedPage is a rendered page with its header values. It is never modified.
type cachedPage struct {
	key            cacheKey
	generation     uint64
	checked        time.Time
	plain, gzipped []byte
	etag, etagGzip []string
	size, sizeGzip []string
}

func newPageCache(load func(context.Context, string, i18n.Lang) (renderInput, error), now func() time.Time) *pageCache {
	pages, err := lru.New[pageKey, *cachedPage](maxCachedPages)
	if err != nil {
		panic(err) // a size below 1
	}
	return &pageCache{load: load, now: now, pages: pages}
}

// invalidate makes every page stale: its event is read again at the next request.
func (s *pageCache) invalidate() { s.generation.Add(1) }

// page returns the page of an event in a language. It fails with errs.NotFound for an event that guests must not see.
func (s *pageCache) page(ctx context.Context, event string, lang i18n.Lang) (*cachedPage, error) {
	key := pageKey{event, lang}
	if k, ok := s.pages.Get(key); ok && s.isFresh(k) {
		return k, nil
	}
	// The generation is part of the key, so that a request after a change never shares a read that began before the change.
	flight := event + " " + string(lang) + " " + strconv.FormatUint(s.generation.Load(), 10)
	v, err, _ := s.loads.Do(flight, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout) // other requests wait for the result too
		defer cancel()
		k, err := s.refresh(ctx, key)
		if errors.Is(err, context.DeadlineExceeded) { // the database does not answer, or every connection is in use
			err = errs.StorageUnavailable(err)
		}
		return k, err
	})
	if err != nil {
		return nil, err
	}
	return v.(*cachedPage), nil
}

func (s *pageCache) isFresh(k *cachedPage) bool {
	if k.generation != s.generation.Load() {
		return false
	}
	age := s.now().Sub(k.checked)
	return age >= 0 && age < freshFor
}

// refresh reads the event, and renders the page if the cached one is out of date.
func (s *pageCache) refresh(ctx context.Context, key pageKey) (*cachedPage, error) {
	old, cached := s.pages.Get(key)
	if cached && s.isFresh(old) {
		return old, nil // another request has just refreshed it
	}
	next := cachedPage{generation: s.generation.Load(), checked: s.now()} // taken before the read: a change during it makes the page stale
	input, err := s.load(ctx, key.event, key.lang)
	if errs.KindOf(err) == errs.KindNotFound {
		s.pages.Remove(key)
	}
	if err != nil {
		return nil, err
	}
	next.key = input.key
	if cached && old.key == input.key {
		next.plain, next.gzipped, next.etag, next.etagGzip = old.plain, old.gzipped, old.etag, old.etagGzip
		next.size, next.sizeGzip = old.size, old.sizeGzip
	} else {
		body, err := input.render(ctx)
		if err != nil {
			return nil, err
		}
		next.setBody(body)
	}
	s.pages.Add(key, &next)
	return &next, nil
}

func (k *cachedPage) setBody(body []byte) {
	k.plain, k.gzipped = body, compress(body)
	sum := sha256.Sum256(body)
	tag := hex.EncodeToString(sum[:12])
	k.etag, k.etagGzip = []string{`"` + tag + `"`}, []string{`"` + tag + `-gz"`}
	k.size, k.sizeGzip = []string{strconv.Itoa(len(k.plain))}, []string{strconv.Itoa(len(k.gzipped))}
}

func compress(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(body)                                  // a bytes.Buffer never fails
	_ = w.Close()
	return b.Bytes()
}

// Headers that all cached pages share.
var (
	htmlType     = []string{"text/html; charset=utf-8"}
	revalidate   = []string{"no-cache"}
	varies       = []string{"Accept-Encoding, Accept-Language"}
	gzipEncoding = []string{"gzip"}
)

// serve answers GET and HEAD.
func (k *cachedPage) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Content-Security-Policy"] = guestPolicy
	h["Cache-Control"], h["Vary"] = revalidate, varies
	body, tag, size, packed := k.plain, k.etag, k.size, acceptsGzip(r.Header.Get("Accept-Encoding"))
	if packed {
		body, tag, size = k.gzipped, k.etagGzip, k.sizeGzip
	}
	h["Etag"] = tag
	if has := r.Header.Get("If-None-Match"); has != "" && strings.Contains(has, tag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h["Content-Type"], h["Content-Length"] = htmlType, size
	if packed {
		h["Content-Encoding"] = gzipEncoding
	}
	_, _ = w.Write(body) // the client may have disconnected
}

// acceptsGzip reports whether an Accept-Encoding header lists gzip with a weight above 0.
func acceptsGzip(header string) bool {
	_, after, found := strings.Cut(header, "gzip")
	if !found {
		return false
	}
	weight, _, _ := strings.Cut(after, ",")
	weight = strings.ReplaceAll(weight, " ", "")
	return !strings.HasPrefix(weight, ";q=0") || strings.Trim(weight, ";q=0.") != ""
}
