// Package browser drives a real chromium over an app of apptest: it signs people in through the real page, looks at it
// in every language, colour scheme and width, and lets axe-core judge it.
package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for the browser before it fails; nothing waits that long when all is well.
const patience = 30 * time.Second

// Browser is one running chromium. Its pages share nothing but the process.
type Browser struct {
	ctx context.Context
}

// Start runs chromium until the test ends. Without one the test is skipped, or fails when REQUIRE_BROWSER=1.
func Start(t *testing.T) *Browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("REQUIRE_BROWSER") == "1" {
			t.Fatalf("REQUIRE_BROWSER=1, but there is no chromium: %v", err)
		}
		t.Skip("no chromium for this test")
	}
	profile, err := os.MkdirTemp("", "chromium") // not TempDir: its helpers write a moment longer than it lives
	if err != nil {
		t.Fatal(err)
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(filepath.Join(profile, "profile")),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.Flag("force-color-profile", "srgb"),
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Logf("closing chromium: %v", err)
		}
		cancel()
		stop()
		os.RemoveAll(profile)
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("starting chromium: %v", err)
	}
	return &Browser{ctx}
}
