// Package browser drives a real chromium over an app of apptest: it signs people in through the real page, looks at it
// in every language, colour scheme and width, and lets axe-core judge it.
package browser

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"presence/app/apptest/chromium"
)

// patience is how long one step of a test waits for the browser before the test fails. Nothing waits that long when all
// is well; it is minutes, so that a slow machine with much else to do passes too.
const patience = 3 * time.Minute

// Browser is the one running chromium of the test process. Its pages share nothing but that.
type Browser struct {
	ctx    context.Context
	stop   func()
	judged sync.Map // what Axe has held against its rules
}

// shared is the chromium that runs now, and how many tests use it: the last one stops it.
var shared struct {
	sync.Mutex
	*Browser
	users int
}

// Start lets the test run beside others (t.Parallel), in the chromium that they share: see chromium.Path.
func Start(t *testing.T) *Browser {
	t.Helper()
	path := chromium.Path(t)
	t.Parallel()
	shared.Lock()
	defer shared.Unlock()
	if shared.users == 0 {
		var err error
		if shared.Browser, err = launch(path); err != nil {
			t.Fatalf("starting chromium: %v", err)
		}
	}
	shared.users++
	t.Cleanup(func() {
		shared.Lock()
		defer shared.Unlock()
		if shared.users--; shared.users == 0 {
			shared.stop()
		}
	})
	return shared.Browser
}

// launch runs chromium with a profile of its own, which is not in a test's TempDir: helpers write a moment longer than
// that lives. Pages that are left are not kept to go back to, and no tab is slowed down because another one is in front.
func launch(path string) (*Browser, error) {
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(filepath.Join(profile, "profile")),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-features", "BackForwardCache,SpareRendererForSitePerProcess"),
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true), chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.Flag("force-color-profile", "srgb"),
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(alloc)
	end := func() {
		_ = chromedp.Cancel(ctx) // it may be gone already
		cancel()
		stop()
		os.RemoveAll(profile)
	}
	if err := chromedp.Do(ctx); err != nil {
		end()
		return nil, err
	}
	return &Browser{ctx: ctx, stop: end}, nil
}
