// Package dayblocks keeps the least and the greatest day of each block of 1,000 ids of a table, so that a list that is sorted by id reads
// only the blocks that can hold a record of the days it is filtered by. Records are mostly added in the order of their days, so that
// these blocks lie together.
//
// Code that writes a record with days must call Widen in the same transaction. Blocks are only ever widened: after a change or a
// deletion, a block may cover days of which it has no record any more, and is then read for nothing.
package dayblocks

import (
	"slices"

	"presence/db"
)

// size is the number of ids in a block; the migration that fills the table has it as well.
const size = 1000

// The tables whose records have days. Those of a timesheet are the days of its lines.
const (
	Shifts     = "shifts"
	Expenses   = "expenses"
	Timesheets = "timesheets"
	Leave      = "leave_requests"
)

// Record is a record of a table with its first and its last day.
type Record struct {
	Table       string
	ID          int64
	First, Last db.Day
}

// Line returns the records of a line of a timesheet on a day: itself and the sheet.
func Line(table string, id, sheet int64, day db.Day) []Record {
	return []Record{{table, id, day, day}, {Timesheets, sheet, day, day}}
}

// Run is a range of ids.
type Run struct{ After, Until int64 } // After is not in it, Until is

// mostRuns is the largest number of runs: a list reads each by a statement.
const mostRuns = 32

// runs joins sorted blocks that lie side by side, and further ones until they are few.
func runs(blocks []int64) (list []Run) {
	for _, b := range blocks {
		if n := len(list); n > 0 && list[n-1].Until == b*size-1 {
			list[n-1].Until += size
			continue
		}
		list = append(list, Run{b*size - 1, b*size + size - 1})
	}
	for len(list) > mostRuns {
		for i := range len(list) / 2 {
			list[i] = Run{list[2*i].After, list[2*i+1].Until}
		}
		if n := len(list); n%2 == 1 {
			list[n/2] = list[n-1]
		}
		list = list[:(len(list)+1)/2]
	}
	return slices.Clip(list)
}
