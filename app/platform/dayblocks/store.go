package dayblocks

import (
	"context"
	"fmt"
	"strings"

	"presence/db"
)

// Widen widens the blocks of records that were added, or whose days have changed. Blocks that are wide enough are not written: on
// PostgreSQL, that would make those who add records at the same time wait for each other.
func Widen(ctx context.Context, tx *db.Tx, records ...Record) error {
	type key struct {
		table string
		block int64
	}
	days := map[key]Record{}
	for _, r := range records {
		k := key{r.Table, r.ID / size}
		d, known := days[k]
		if !known || r.First.Before(d.First) {
			d.First = r.First
		}
		if !known || r.Last.After(d.Last) {
			d.Last = r.Last
		}
		days[k] = d
	}
	var rows [][]any
	for k, d := range days {
		rows = append(rows, []any{k.table, k.block, d.First, d.Last})
	}
	_, err := tx.Exec(ctx, "WITH v (name, block, first_day, last_day) AS ("+tx.Dialect().Rows("$1", "TEXT", "BIGINT", "TEXT", "TEXT")+`)
		INSERT INTO day_blocks (name, block, first_day, last_day) SELECT name, block, first_day, last_day FROM v
		WHERE NOT EXISTS (SELECT 1 FROM day_blocks b WHERE b.name = v.name AND b.block = v.block
			AND b.first_day <= v.first_day AND b.last_day >= v.last_day)
		ORDER BY name, block
		ON CONFLICT (name, block) DO UPDATE SET
			first_day = CASE WHEN excluded.first_day < day_blocks.first_day THEN excluded.first_day ELSE day_blocks.first_day END,
			last_day = CASE WHEN excluded.last_day > day_blocks.last_day THEN excluded.last_day ELSE day_blocks.last_day END`, db.RowList(rows))
	return err
}

// Outside selects the blocks of lines and of their sheets that are too narrow, and how many records are outside of each.
func Outside() string {
	var parts []string
	for _, x := range [][3]string{{Shifts, "shifts", "id"}, {Expenses, "expenses", "id"}, {Timesheets, "shifts", "timesheet_id"},
		{Timesheets, "expenses", "timesheet_id"}} {
		block := fmt.Sprintf("%s / %d", x[2], size)
		parts = append(parts, "SELECT '"+x[0]+" / ' || CAST("+block+" AS TEXT) AS name, COUNT(*) AS records FROM "+x[1]+
			" WHERE NOT EXISTS (SELECT 1 FROM day_blocks b WHERE b.name = '"+x[0]+"' AND b.block = "+block+
			" AND day BETWEEN b.first_day AND b.last_day) GROUP BY "+block)
	}
	return strings.Join(parts, " UNION ALL ")
}

// Runs returns the ids above after of the blocks of a table that can hold a record of the days from one to another, sorted.
func Runs(ctx context.Context, q db.Queryer, table string, after int64, from, to db.Day) ([]Run, error) {
	blocks, err := db.ReadIDs(q.Query(ctx, `SELECT block FROM day_blocks WHERE name = $1 AND block >= $2 AND first_day <= $4 AND last_day >= $3
		ORDER BY block`, table, after/size, from, to))
	list := runs(blocks)
	if len(list) > 0 {
		list[0].After = max(list[0].After, after)
	}
	return list, err
}
