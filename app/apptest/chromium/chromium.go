// Package chromium finds the browser that tests drive.
package chromium

import (
	"os"
	"os/exec"
	"testing"
)

// names are the commands that are a chromium. The first one comes without windows and the services of a desktop browser:
// it lays out, draws and runs scripts by the same code and takes little more than half of the processor time.
var names = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Path is that of the first chromium which is installed. Without one the test is skipped, or fails when
// REQUIRE_BROWSER=1.
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
