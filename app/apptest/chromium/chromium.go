// Package chromium finds the browser for tests.
package chromium

import (
	"os"
	"os/exec"
	"testing"
)

// names are the possible commands of Chromium. The first one has no windows and no services of a desktop browser: its layout,
// drawing and scripts are the same code, and it takes little more than half of the processor time.
var names = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Path returns the path of the first installed Chromium. Without one the test is skipped, or fails if REQUIRE_BROWSER=1.
func Path(t testing.TB) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("REQUIRE_BROWSER") == "1" {
		t.Fatalf("REQUIRE_BROWSER=1, but there is none of %q", names)
	}
	t.Skip("no chromium for this test")
	return ""
}
