// Package browser drives a real Chromium over an app of apptest: it signs people in through the real page, shows pages in every
// language, colour scheme and width, and checks them with axe-core.
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

// patience is the time limit of one step of a test. No step takes that long normally; the limit is minutes, so that tests also
// pass on a slow and busy machine.
const patience = 3 * time.Minute

// Browser is the one running Chromium of the test process. Its pages share nothing else.
type Browser struct {
	ctx    context.Context
	stop   func()
	judged sync.Map // what Axe has checked
}

// shared is the running Chromium, and the number of tests that use it: the last one stops it.
var shared struct {
	sync.Mutex
	*Browser
	users int
}

// Start returns the shared Chromium (see chromium.Path) and lets the test run in parallel with others (t.Parallel).
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

// launch runs Chromium with its own profile. The profile is not in a test's TempDir, because helper processes still write to it
// after that is removed. The back-forward cache and the throttling of background tabs are off. Scripts are not optimized, which
// would take longer than they run, and a tab keeps its process from the empty page to the last one and with its frames, because to start
// one takes as long as to load a page.
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
		chromedp.Flag("disable-features",
			"BackForwardCache,SpareRendererForSitePerProcess,IsolateOrigins,site-per-process,IsolateSandboxedIframes"),
		chromedp.Flag("disable-site-isolation-trials", true),
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true), chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("js-flags", "--no-opt,--no-maglev"),
		chromedp.Flag("hide-scrollbars", true), chromedp.Flag("force-color-profile", "srgb"),
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(alloc)
	end := func() {
		_ = chromedp.Cancel(ctx) // it may have ended already
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
