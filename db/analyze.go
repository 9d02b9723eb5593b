package db

import (
	"context"
	"strings"
)

// Analyze updates the statistics of the query planner for tables into which many rows were just loaded. PostgreSQL's autovacuum
// does so a minute later, or never if the new rows are few compared with the old ones, and until then it plans as if they did
// not exist. It reads a sample, and blocks no writer for longer than that takes (about 0.1 s). If it fails, only speed is lost: that is
// logged, and no error. tables are names in the program's text, never input.
func (d *DB) Analyze(ctx context.Context, tables ...string) {
	if err := d.analyze(ctx, tables); err != nil && ctx.Err() == nil {
		d.log.Warn("the statistics of tables were not updated: queries may be slow for a while", "tables", tables, "error", err)
	}
}

// analyze takes a lock that blocks no writer, in its own transaction. A table that VACUUM is processing is skipped.
func (d *postgresDB) analyze(ctx context.Context, tables []string) error {
	_, err := d.pool.ExecContext(ctx, "ANALYZE (SKIP_LOCKED) "+strings.Join(tables, ", "))
	return wrapLost(err)
}

// analyze does nothing: without statistics SQLite plans by fixed rules, for which its statements are written and tested. Its
// statistics are averages over a whole index; with those of one large list, counting another list took a minute.
func (d *sqliteDB) analyze(context.Context, []string) error { return nil }
