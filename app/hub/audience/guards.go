//go:build !torture_controls

package audience

// What keeps half a batch out of a list, in the words of the statements of the store. cmd/torture builds the program once
// more with this taken away (guards_off.go), to see that it would notice.
const (
	beingWritten = "staged"           // the state of a batch that nobody sees yet
	writable     = "state = 'staged'" // of a batch that more may be added to
)
