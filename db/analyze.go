package db

import (
	"context"
	"strings"
)

// Analyze brings what the planner knows of tables up to date, to be called after many rows were loaded: PostgreSQL's own
// turn comes a minute later, or never when the rows are few beside those that were there, and until then it plans as if
// they were not. It reads a sample and keeps no writer waiting for longer than that takes (some 0.1 s). Nothing depends
// on it but speed, so that its failure is no reason to fail. tables are names in the program's text, never input.
func (d *DB) Analyze(ctx context.Context, tables ...string) error { return d.analyze(ctx, tables) }

// analyze takes a lock that no writer waits for, in a transaction of its own. A table that VACUUM works on is left out.
func (d *postgresDB) analyze(ctx context.Context, tables []string) error {
	_, err := d.pool.ExecContext(ctx, "ANALYZE (SKIP_LOCKED) "+strings.Join(tables, ", "))
	return wrapLost(err)
}

// analyze does nothing: without statistics SQLite plans by fixed rules, which its statements are written for and tested
// with. Statistics are averages of each index there, and with those of one large list it took a minute to count another.
func (d *sqliteDB) analyze(context.Context, []string) error { return nil }
