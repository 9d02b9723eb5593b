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
	trustFor = time.Second
	shelfMax = 400 // pages; an event has two
)

type shelf struct {
	look func(ctx context.Context, id string, lang i18n.Lang) (sight, error)
	now  func() time.Time
	era  atomic.Uint64 // moves on with every change of any event

	mu    sync.RWMutex
	slots map[slotKey]*slot
}

type slotKey struct {
	event string
	lang  i18n.Lang
}

// slot is the place of one page. Its lock is held by whoever looks at the event again.
type slot struct {
	mu   sync.Mutex
	page atomic.Pointer[kept]
}

// sight is what a page was drawn from, and how to draw it.
type sight struct {
	seen marks
	draw func(ctx context.Context) ([]byte, error)
}

// marks are equal as long as the page is the same.
type marks struct {
	source  events.Source
	version int64
	updated db.Instant
	status  string

	started, over bool
}

// kept is a page ready to be sent. Its headers are made once: nobody writes into them.
type kept struct {
	seen          marks
	era           uint64
	checked       time.Time
	plain, packed []byte
	tag, tagZ     []string
	size, sizeZ   []string
}

func newShelf(look func(context.Context, string, i18n.Lang) (sight, error), now func() time.Time) *shelf {
	return &shelf{look: look, now: now, slots: map[slotKey]*slot{}}
}

// changed makes every page be looked at again before it is next sent.
func (s *shelf) changed() { s.era.Add(1) }

// page is the page of an event in a language; errs.NotFound for an event that guests do not see.
func (s *shelf) page(ctx context.Context, event string, lang i18n.Lang) (*kept, error) {
	key := slotKey{event, lang}
	s.mu.RLock()
	found := s.slots[key]
	s.mu.RUnlock()
	if found == nil {
		found = s.make(key)
	}
	if k := found.page.Load(); s.fresh(k) {
		return k, nil
	}
	return s.fill(ctx, key, found)
}

// make gives a page its place, so that all who come at once wait for one drawing. A shelf that is full is cleared: the
// pages that are asked for come back at once.
func (s *shelf) make(key slotKey) *slot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if made := s.slots[key]; made != nil {
		return made
	}
	if len(s.slots) >= shelfMax {
		clear(s.slots)
	}
	s.slots[key] = &slot{}
	return s.slots[key]
}

func (s *shelf) fresh(k *kept) bool {
	if k == nil || k.era != s.era.Load() {
		return false
	}
	age := s.now().Sub(k.checked)
	return age >= 0 && age < trustFor
}

// fill looks at the event, and draws the page when it is no longer what was seen before.
func (s *shelf) fill(ctx context.Context, key slotKey, at *slot) (*kept, error) {
	at.mu.Lock()
	defer at.mu.Unlock()
	old := at.page.Load()
	if s.fresh(old) {
		return old, nil // somebody else has just looked
	}
	next := kept{era: s.era.Load(), checked: s.now()} // before looking: what changes meanwhile is looked at again
	seen, err := s.look(ctx, key.event, key.lang)
	if err != nil {
		if old == nil || errs.KindOf(err) == errs.KindNotFound {
			s.drop(key)
		}
		return nil, err
	}
	next.seen = seen.seen
	if old != nil && old.seen == seen.seen {
		next.plain, next.packed, next.tag, next.tagZ, next.size, next.sizeZ = old.plain, old.packed, old.tag, old.tagZ, old.size, old.sizeZ
	} else {
		body, err := seen.draw(ctx)
		if err != nil {
			return nil, err
		}
		next.hold(body)
	}
	at.page.Store(&next)
	return &next, nil
}

func (s *shelf) drop(key slotKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.slots, key)
}

func (k *kept) hold(body []byte) {
	k.plain, k.packed = body, pack(body)
	sum := sha256.Sum256(body)
	tag := hex.EncodeToString(sum[:12])
	k.tag, k.tagZ = []string{`"` + tag + `"`}, []string{`"` + tag + `-gz"`}
	k.size, k.sizeZ = []string{strconv.Itoa(len(k.plain))}, []string{strconv.Itoa(len(k.packed))}
}

func pack(body []byte) []byte {
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
func (k *kept) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Content-Security-Policy"] = guestPolicy
	h["Cache-Control"], h["Vary"] = revalidate, varies
	body, tag, size, packed := k.plain, k.tag, k.size, takesGzip(r.Header.Get("Accept-Encoding"))
	if packed {
		body, tag, size = k.packed, k.tagZ, k.sizeZ
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

// takesGzip reads Accept-Encoding: gzip, unless its weight is nought.
func takesGzip(header string) bool {
	_, after, found := strings.Cut(header, "gzip")
	if !found {
		return false
	}
	weight, _, _ := strings.Cut(after, ",")
	weight = strings.ReplaceAll(weight, " ", "")
	return !strings.HasPrefix(weight, ";q=0") || strings.Trim(weight, ";q=0.") != ""
}
