//go:build !torture_controls

package directory

// What lets nobody read a generation before it is written. cmd/torture builds the program once more with this taken away
// (guards_off.go), to see that it would notice.
const (
	swapsFirst = false
	unswapped  = "generation = $1"
)
