//go:build torture_controls

package timesheets

import "os"

// TORTURE_WITHOUT names the guard that is taken away.
func init() {
	if os.Getenv("TORTURE_WITHOUT") == "rows" { // nobody locks whose sheets are written
		guard.rows = false
	}
}
