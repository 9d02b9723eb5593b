//go:build torture_controls

package campaigns

import "os"

var (
	phaseTaken      = "1"
	markable        = "phase IN (1, 2)"
	phaseGiven      = "2"
	leftGiven       = "phase = 3, lease = 0"
	rejoins         = true
	takesOrphans    = true
	abandonedCounts = func(n int64) countsChange { return countsChange{Unconfirmed: n} }
)

// TORTURE_WITHOUT names the guard that is taken away.
func init() {
	switch os.Getenv("TORTURE_WITHOUT") {
	case "claim": // rows are read, not claimed
		phaseTaken, markable = "0", "phase IN (0, 1, 2)"
	case "mark": // a row that is handed over looks like one that is not
		phaseGiven = "1"
	case "rejoin": // a worker that was taken for gone goes on without a row
		rejoins = false
	case "orphans": // what is leased to nobody stays so
		takesOrphans = false
	case "doubt": // what was marked counts as sent
		leftGiven, abandonedCounts = "status = 1, phase = 0, lease = 0", func(n int64) countsChange { return countsChange{Pending: -n, Sent: n} }
	}
}
