//go:build torture_controls

package audience

import "os"

var (
	beingWritten = "staged"
	writable     = "state = 'staged'"
)

// TORTURE_WITHOUT names the guard that is taken away.
func init() {
	if os.Getenv("TORTURE_WITHOUT") == "staging" { // what is written is seen
		beingWritten, writable = "live", "state IN ('staged', 'live')"
	}
}
