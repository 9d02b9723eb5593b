package rsvp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// counted is a cache over an event that the test changes, with counts of what it cost.
type counted struct {
	*pageCache
	mu            sync.Mutex
	at            time.Time
	seen          cacheKey
	fault         error
	looks, drawns int
}

func newCounted() *counted {
	c := &counted{at: time.Unix(1_700_000_000, 0), seen: cacheKey{state: "open"}}
	c.pageCache = newPageCache(c.look, func() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.at })
	return c
}

func (c *counted) look(_ context.Context, id string, lang i18n.Lang) (renderInput, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looks++
	status := c.seen.state
	return renderInput{c.seen, func(context.Context) ([]byte, error) {
		c.drawns++
		return []byte(id + " " + string(lang) + " " + status), nil
	}}, c.fault
}

func (c *counted) wants(t *testing.T, body string, looks, drawns int) {
	t.Helper()
	k, err := c.page(t.Context(), "gala", i18n.FR)
	if err != nil {
		t.Fatal(err)
	}
	if string(k.plain) != body || c.looks != looks || c.drawns != drawns {
		t.Errorf("%q after %d looks and %d drawings; want %q after %d and %d", k.plain, c.looks, c.drawns, body, looks, drawns)
	}
}

func TestPageCache(t *testing.T) {
	t.Run("asks nothing for a page that it has just drawn", func(t *testing.T) {
		c := newCounted()
		for range 1000 {
			c.wants(t, "gala fr open", 1, 1)
		}
	})
	t.Run("looks again after a second, and draws only what has changed", func(t *testing.T) {
		c := newCounted()
		c.wants(t, "gala fr open", 1, 1)
		c.at = c.at.Add(freshFor)
		c.wants(t, "gala fr open", 2, 1)
		c.seen.state = "full"
		c.wants(t, "gala fr open", 2, 1)
		c.at = c.at.Add(freshFor)
		c.wants(t, "gala fr full", 3, 2)
		c.at = c.at.Add(-time.Hour) // a clock that was put back
		c.wants(t, "gala fr full", 4, 2)
	})
	t.Run("looks again at once when it hears of a change", func(t *testing.T) {
		c := newCounted()
		c.wants(t, "gala fr open", 1, 1)
		c.seen.version++
		c.invalidate()
		c.wants(t, "gala fr open", 2, 2)
	})
	t.Run("draws once for many who come at once", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := newCounted()
			c.load = func(ctx context.Context, id string, lang i18n.Lang) (renderInput, error) {
				<-time.After(time.Second) // while which all others come
				return c.look(ctx, id, lang)
			}
			var all sync.WaitGroup
			for range 64 {
				all.Go(func() { _, _ = c.page(t.Context(), "gala", i18n.FR) })
			}
			all.Wait()
			if c.looks != 1 || c.drawns != 1 {
				t.Errorf("%d looks, %d drawings", c.looks, c.drawns)
			}
		})
	})
	t.Run("shares no reading that began before a change with a request that came after it", func(t *testing.T) {
		c := newCounted()
		began, release := make(chan struct{}), make(chan struct{})
		c.load = func(ctx context.Context, id string, lang i18n.Lang) (renderInput, error) {
			in, err := c.look(ctx, id, lang)
			if c.looks == 1 {
				close(began)
				<-release
			}
			return in, err
		}
		var first sync.WaitGroup
		first.Go(func() { _, _ = c.page(t.Context(), "gala", i18n.FR) })
		<-began
		c.mu.Lock()
		c.seen.state = "full"
		c.mu.Unlock()
		c.invalidate()
		second := make(chan struct{})
		go func() {
			defer close(second)
			c.wants(t, "gala fr full", 2, 1)
		}()
		select {
		case <-second:
		case <-time.After(10 * time.Second):
			t.Error("it waits for the reading from before the change")
		}
		close(release)
		first.Wait()
		<-second
	})
	t.Run("forgets an event that is gone, and shows nothing while storage fails", func(t *testing.T) {
		c := newCounted()
		c.wants(t, "gala fr open", 1, 1)
		fails := func(fault error) {
			t.Helper()
			c.fault = fault
			c.invalidate()
			if _, err := c.page(t.Context(), "gala", i18n.FR); !errors.Is(err, fault) {
				t.Errorf("%v, want %v", err, fault)
			}
			c.fault = nil
		}
		fails(errs.StorageUnavailable(errors.New("gone")))
		c.wants(t, "gala fr open", 3, 1) // it need not be drawn again
		fails(errs.NotFound("event"))
		if n := c.pages.Len(); n != 0 {
			t.Errorf("%d pages are left", n)
		}
		c.wants(t, "gala fr open", 5, 2)
	})
	t.Run("does not grow with what is asked for", func(t *testing.T) {
		c := newCounted()
		for i := range 3 * maxCachedPages {
			if _, err := c.page(t.Context(), fmt.Sprint("event-", i), i18n.EN); err != nil {
				t.Fatal(err)
			}
		}
		c.fault = errs.NotFound("event")
		c.invalidate()
		for i := range 3 * maxCachedPages {
			_, _ = c.page(t.Context(), fmt.Sprint("none-", i), i18n.EN)
		}
		if n := c.pages.Len(); n > maxCachedPages {
			t.Errorf("%d pages", n)
		}
	})
}

// TestCachedPage_serve allocates next to nothing.
func TestCachedPage_serve(t *testing.T) {
	k := &cachedPage{}
	k.setBody(make([]byte, 20_000))
	r := httptest.NewRequest(http.MethodGet, "/rsvp/gala", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	w := &discarded{header: http.Header{}}
	if n := testing.AllocsPerRun(100, func() { k.serve(w, r) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
	if w.header.Get("Content-Encoding") != "gzip" || w.header.Get("Content-Length") == "20000" {
		t.Errorf("headers %v", w.header)
	}
}

type discarded struct{ header http.Header }

func (d *discarded) Header() http.Header         { return d.header }
func (d *discarded) Write(b []byte) (int, error) { return len(b), nil }
func (d *discarded) WriteHeader(int)             {}

// A page whose event the database does not deliver in time is unavailable, and no fault of the program.
func TestPageCache_of_a_database_that_hangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages := newPageCache(func(ctx context.Context, _ string, _ i18n.Lang) (renderInput, error) {
			<-ctx.Done()
			return renderInput{}, ctx.Err()
		}, time.Now)
		if _, err := pages.page(t.Context(), "party", i18n.FR); errs.KindOf(err) != errs.KindStorage {
			t.Errorf("got %v", err)
		}
	})
}
