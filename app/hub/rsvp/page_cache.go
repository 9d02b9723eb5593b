package rsvp

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Guests come in waves, minutes after a mass mailing, and all of them see the same page. So it is drawn once for each
// event and language and kept as bytes, also compressed. What was drawn is held against the event again after each
// change that is heard of, and once a second in any case, since places run out and deadlines pass.
const (
	freshFor       = time.Second
	maxCachedPages = 400 // pages; an event has two
)

type pageCache struct {
	load       func(ctx context.Context, id string, lang i18n.Lang) (renderInput, error)
	now        func() time.Time
	generation atomic.Uint64 // moves on with every change of any event

	mu      sync.RWMutex
	entries map[pageKey]*cacheEntry
}

type pageKey struct {
	event string
	lang  i18n.Lang
}

// cacheEntry is the place of one page. Its lock is held by whoever looks at the event again.
type cacheEntry struct {
	mu   sync.Mutex
	page atomic.Pointer[cachedPage]
}

// renderInput is what a page was drawn from, and how to draw it.
type renderInput struct {
	key    cacheKey
	render func(ctx context.Context) ([]byte, error)
}

// cacheKey are equal as long as the page is the same.
type cacheKey struct {
	source  events.Source
	version int64
	updated db.Instant
	status  string

	started, over bool
}

// cachedPage is a page ready to be sent. Its headers are made once: nobody writes into them.
type cachedPage struct {
	key            cacheKey
	generation     uint64
	checked        time.Time
	plain, gzipped []byte
	etag, etagGzip []string
	size, sizeGzip []string
}

func newPageCache(look func(context.Context, string, i18n.Lang) (renderInput, error), now func() time.Time) *pageCache {
	return &pageCache{load: look, now: now, entries: map[pageKey]*cacheEntry{}}
}

// invalidate makes every page be looked at again before it is next sent.
func (s *pageCache) invalidate() { s.generation.Add(1) }

// page is the page of an event in a language; errs.NotFound for an event that guests do not see.
func (s *pageCache) page(ctx context.Context, event string, lang i18n.Lang) (*cachedPage, error) {
	key := pageKey{event, lang}
	s.mu.RLock()
	found := s.entries[key]
	s.mu.RUnlock()
	if found == nil {
		found = s.entry(key)
	}
	if k := found.page.Load(); s.isFresh(k) {
		return k, nil
	}
	return s.refresh(ctx, key, found)
}

// entry gives a page its place, so that all who come at once wait for one drawing. A shelf that is full is cleared: the
// pages that are asked for come back at once.
func (s *pageCache) entry(key pageKey) *cacheEntry {
	s.mu.Lock()
	defer s.mu.Unlock()
	if made := s.entries[key]; made != nil {
		return made
	}
	if len(s.entries) >= maxCachedPages {
		clear(s.entries)
	}
	s.entries[key] = &cacheEntry{}
	return s.entries[key]
}

func (s *pageCache) isFresh(k *cachedPage) bool {
	if k == nil || k.generation != s.generation.Load() {
		return false
	}
	age := s.now().Sub(k.checked)
	return age >= 0 && age < freshFor
}

// refresh looks at the event, and draws the page when it is no longer what was seen before.
func (s *pageCache) refresh(ctx context.Context, key pageKey, at *cacheEntry) (*cachedPage, error) {
	at.mu.Lock()
	defer at.mu.Unlock()
	old := at.page.Load()
	if s.isFresh(old) {
		return old, nil // somebody else has just looked
	}
	next := cachedPage{generation: s.generation.Load(), checked: s.now()} // before looking: what changes meanwhile is looked at again
	seen, err := s.load(ctx, key.event, key.lang)
	if err != nil {
		if old == nil || errs.KindOf(err) == errs.KindNotFound {
			s.remove(key)
		}
		return nil, err
	}
	next.key = seen.key
	if old != nil && old.key == seen.key {
		next.plain, next.gzipped, next.etag, next.etagGzip, next.size, next.sizeGzip = old.plain, old.gzipped, old.etag, old.etagGzip, old.size, old.sizeGzip
	} else {
		body, err := seen.render(ctx)
		if err != nil {
			return nil, err
		}
		next.setBody(body)
	}
	at.page.Store(&next)
	return &next, nil
}

func (s *pageCache) remove(key pageKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.entries, key)
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
	_, _ = w.Write(body)                                  // a bytes.Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// The headers that all kept pages share.
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
	_, _ = w.Write(body) // a guest who went away is not our failure
}

// acceptsGzip reads Accept-Encoding: gzip, unless its weight is nought.
func acceptsGzip(header string) bool {
	_, after, found := strings.Cut(header, "gzip")
	if !found {
		return false
	}
	weight, _, _ := strings.Cut(after, ",")
	weight = strings.ReplaceAll(weight, " ", "")
	return !strings.HasPrefix(weight, ";q=0") || strings.Trim(weight, ";q=0.") != ""
}
