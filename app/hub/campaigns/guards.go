//go:build !torture_controls

package campaigns

// What keeps a message from going out twice or never, in the words of the statements of the store. cmd/torture builds the
// program once more with these taken away (guards_off.go), to see that it would notice.
const (
	phaseTaken = "1"                    // of a row that is claimed: no other session takes it
	markable   = "phase IN (1, 2)"      // a row that may be marked: one that is claimed
	phaseGiven = "2"                    // of a row past its mark: nothing sends it again by itself
	leftGiven  = "phase = 3, lease = 0" // what becomes of it when its worker is gone: unconfirmed

	rejoins      = true // a worker that loses its lock or its row joins again
	takesOrphans = true // rows leased to no member are taken over
)

// abandonedCounts is how the figures change with n of leftGiven.
func abandonedCounts(n int64) countsChange { return countsChange{Unconfirmed: n} }
