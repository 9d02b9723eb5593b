//go:build torture_controls

package directory

import "os"

// TORTURE_WITHOUT names the guard that is taken away.
var swapsFirst = os.Getenv("TORTURE_WITHOUT") == "generations"

const unswapped = "generation IN ($1, $2)"
