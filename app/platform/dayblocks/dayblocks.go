// Package dayblocks keeps, for each block of 1,000 ids of a table, the least and the greatest day of its records and when they changed
// last, so that a list that is sorted by id reads only the blocks that can hold a record of the days, or of the time of change, that it is
// filtered by. Records are mostly added in the order of their days, so that these blocks lie together.
//
// Code that adds, changes or restores a record with days must call Widen in the same transaction. Blocks are only ever widened: after a
// change or a deletion, a block may cover days of which it has no record any more, and is then read for nothing.
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

// Record is a record of a table with its first and its last day, and when it changed, which is 0 if it did not.
type Record struct {
	Table       string
	ID          int64
	First, Last db.Day
	Changed     db.Instant
}

// Line returns the records of a line of a timesheet on a day, which changed at an instant: itself and the sheet, which did not change.
func Line(table string, id, sheet int64, day db.Day, at db.Instant) []Record {
	return []Record{{table, id, day, day, at}, {Timesheets, sheet, day, day, 0}}
}

// Changed returns records that changed at an instant, but not in their days.
func Changed(table string, at db.Instant, ids ...int64) []Record {
	list := make([]Record, len(ids))
	for i, id := range ids {
		list[i] = Record{table, id, noFirst, noLast, at}
	}
	return list
}

// A block without a day begins after it ends, so that it holds no day of a filter, and any day widens it.
var noFirst, noLast = db.MustDay("9999-12-31"), db.MustDay("0001-01-01")

// changeUnit is a day in milliseconds. Of changes, blocks only have the day: those who change records at the same time, which would wait
// for each other on PostgreSQL, then rarely write the same block.
const changeUnit = 24 * 60 * 60 * 1000

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
