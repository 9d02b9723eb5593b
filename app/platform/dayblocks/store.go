package dayblocks

import (
	"context"
	"fmt"
	"strings"

	"presence/db"
)

// Widen widens the blocks of records that were added or changed. Blocks that are wide enough are not written: on
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
		d.Changed = max(d.Changed, r.Changed)
		days[k] = d
	}
	var rows [][]any
	for k, d := range days {
		rows = append(rows, []any{k.table, k.block, d.First, d.Last, int64(d.Changed) / changeUnit})
	}
	_, err := tx.Exec(ctx, "WITH v (name, block, first_day, last_day, last_change) AS ("+
		tx.Dialect().Rows("$1", "TEXT", "BIGINT", "TEXT", "TEXT", "BIGINT")+`)
		INSERT INTO day_blocks (name, block, first_day, last_day, last_change) SELECT name, block, first_day, last_day, last_change FROM v
		WHERE NOT EXISTS (SELECT 1 FROM day_blocks b WHERE b.name = v.name AND b.block = v.block
			AND b.first_day <= v.first_day AND b.last_day >= v.last_day AND b.last_change >= v.last_change)
		ORDER BY name, block
		ON CONFLICT (name, block) DO UPDATE SET
			first_day = CASE WHEN excluded.first_day < day_blocks.first_day THEN excluded.first_day ELSE day_blocks.first_day END,
			last_day = CASE WHEN excluded.last_day > day_blocks.last_day THEN excluded.last_day ELSE day_blocks.last_day END,
			last_change = CASE WHEN excluded.last_change > day_blocks.last_change THEN excluded.last_change
				ELSE day_blocks.last_change END`, db.RowList(rows))
	return err
}

// SheetsChanged widens the blocks of timesheets that changed at an instant, and of their lines, which count as changed with them.
func SheetsChanged(ctx context.Context, tx *db.Tx, at db.Instant, sheets ...int64) error {
	if err := Widen(ctx, tx, Changed(Timesheets, at, sheets...)...); err != nil {
		return err
	}
	for _, table := range []string{Shifts, Expenses} {
		if _, err := tx.Exec(ctx, fmt.Sprintf(`UPDATE day_blocks SET last_change = $1 WHERE name = $2 AND last_change < $1
			AND block IN (SELECT id / %d FROM %s WHERE timesheet_id IN (%s))`, size, table, tx.Dialect().IDs("$3")),
			int64(at)/changeUnit, table, db.IDs(sheets)); err != nil {
			return err
		}
	}
	return nil
}

// Outside selects the blocks that are too narrow for the days of lines or for when a record changed, and how many records are outside of
// each. When a record that is not listed any more was archived does not count.
func Outside() string {
	const listed, sheetListed = "l.archived_at IS NULL AND l.aged_at IS NULL", "t.archived_at IS NULL AND t.aged_at IS NULL"
	changed := func(column string) string { return fmt.Sprintf("b.last_change < %s / %d", column, changeUnit) }
	var parts []string
	add := func(name, from, id, wide string) {
		block := fmt.Sprintf("%s / %d", id, size)
		parts = append(parts, "SELECT '"+name+" / ' || CAST("+block+" AS TEXT) AS name, COUNT(*) AS records FROM "+from+
			" WHERE NOT EXISTS (SELECT 1 FROM day_blocks b WHERE b.name = '"+name+"' AND b.block = "+block+" AND "+wide+") GROUP BY "+block)
	}
	for _, table := range []string{Shifts, Expenses} {
		add(table, table+" l JOIN timesheets t ON t.id = l.timesheet_id", "l.id", "l.day BETWEEN b.first_day AND b.last_day AND NOT ("+listed+
			" AND "+changed("l.updated_at")+") AND NOT ("+listed+" AND "+sheetListed+" AND "+changed("t.updated_at")+")")
		add(Timesheets, table, "timesheet_id", "day BETWEEN b.first_day AND b.last_day")
	}
	for _, table := range []string{Timesheets, Leave} {
		add(table, table+" t", "t.id", "NOT ("+sheetListed+" AND "+changed("t.updated_at")+")")
	}
	return strings.Join(parts, " UNION ALL ")
}

// Runs returns the ids above after of the blocks of a table that can hold a record of the days from one to another that changed since an
// instant, sorted.
func Runs(ctx context.Context, q db.Queryer, table string, after int64, from, to db.Day, since db.Instant) ([]Run, error) {
	blocks, err := db.ReadIDs(q.Query(ctx, `SELECT block FROM day_blocks WHERE name = $1 AND block >= $2 AND first_day <= $4 AND last_day >= $3
		AND last_change >= $5 ORDER BY block`, table, after/size, from, to, int64(since)/changeUnit))
	list := runs(blocks)
	if len(list) > 0 {
		list[0].After = max(list[0].After, after)
	}
	return list, err
}
