package db

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"

	"presence/db/sqldriver"
)

// migration is one file of migrations/: its number, its name, and the SHA-256 of its text as it stands in HASHES.
type migration struct {
	version   int64
	name, sum string
}

// knownMigrations reads migrations/HASHES, and fails if a migration does not have the hash that is written there: a released
// migration must not be edited, because databases exist that were made by its former text.
func knownMigrations() (list []migration, err error) {
	lines, err := migrations.ReadFile("migrations/HASHES")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(lines)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		m := migration{name: name, sum: sum}
		if _, err := fmt.Sscanf(name, "%d_", &m.version); err != nil {
			return nil, fmt.Errorf("migrations/HASHES: a line is a hash, two spaces and the name of a migration, not %q", line)
		}
		text, err := migrations.ReadFile("migrations/" + name)
		if err != nil {
			return nil, fmt.Errorf("migration %s is in migrations/HASHES and is gone", name)
		}
		if is := sha256.Sum256(text); hex.EncodeToString(is[:]) != sum {
			return nil, fmt.Errorf("migration %s is not the one that migrations/HASHES was written for", name)
		}
		list = append(list, m)
	}
	return list, nil
}

// errForeignHistory refuses a database whose tables were not made by the migrations of this program.
func errForeignHistory(what string) error {
	return fmt.Errorf("the database was made by another version of Presence that was never released: %s. Nothing was changed. "+
		"Start the version that made it and export what is needed, or restore a backup that a released version made", what)
}

// checkHistory tells whether the schema is up to date, and refuses a database that a newer program made, or one with another
// history than this program's migrations: one of them missing or of another text, or a table or a column that is not there.
func checkHistory(ctx context.Context, q Queryer, known []migration) (done bool, err error) {
	applied, err := ReadIDs(q.Query(ctx, "SELECT version_id FROM goose_db_version WHERE is_applied AND version_id > 0 ORDER BY version_id"))
	if err != nil || len(applied) == 0 {
		return false, nil //nolint:nilerr // no such table yet; any other fault shows when migrating
	}
	last, at := known[len(known)-1].version, applied[len(applied)-1]
	if at > last {
		return false, fmt.Errorf("the database has schema %d, this program knows %d: start the newer program, or restore a backup", at, last)
	}
	sums, err := appliedHashes(ctx, q)
	if err != nil {
		return false, err
	}
	whole := true
	for _, m := range known {
		sum, is := sums[m.version]
		switch {
		case m.version > at:
		case !slices.Contains(applied, m.version):
			return false, errForeignHistory(fmt.Sprintf("it has migration %d and lacks %s", at, m.name))
		case is && sum != m.sum:
			return false, errForeignHistory("its migration " + m.name + " was another one")
		case !is:
			whole = false
		}
	}
	if !whole { // from before hashes were kept
		if err := checkColumns(ctx, q, at); err != nil {
			var now int64
			if q.QueryRow(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&now) == nil && now != at {
				return false, nil // another process is migrating
			}
			return false, err
		}
	}
	return whole && at == last, nil
}

// appliedHashes are the hashes of the migrations that were applied, none in a database from before they were kept.
func appliedHashes(ctx context.Context, q Queryer) (sums map[int64]string, err error) {
	sums = map[int64]string{}
	columns, err := columnsOf(ctx, q)
	if err != nil || !slices.Contains(columns, "schema_migrations.sha256") {
		return sums, err
	}
	rows, err := q.Query(ctx, "SELECT version, sha256 FROM schema_migrations")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var version int64
		var sum string
		if err := rows.Scan(&version, &sum); err != nil {
			return nil, err
		}
		sums[version] = sum
	}
	return sums, rows.Err()
}

// recordHashes keeps the hashes of all migrations, which have been applied.
func recordHashes(ctx context.Context, pool *sql.DB, known []migration) error {
	for _, m := range known {
		if _, err := pool.ExecContext(ctx,
			"INSERT INTO schema_migrations (version, name, sha256) VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING", m.version, m.name,
			m.sum); err != nil {
			return err
		}
	}
	return nil
}

// checkColumns refuses a database that lacks a table or a column which the migrations up to its version make.
func checkColumns(ctx context.Context, q Queryer, version int64) error {
	want, err := columnsAtVersion(ctx, version)
	if err != nil {
		return err
	}
	have, err := columnsOf(ctx, q)
	if err != nil {
		return err
	}
	for _, column := range want {
		if !slices.Contains(have, column) {
			return errForeignHistory(fmt.Sprintf("at schema %d there should be %s", version, column))
		}
	}
	return nil
}

// columnsAtVersion are the columns that the migrations up to a version make, the same on both engines. They are made in a
// database that is thrown away.
func columnsAtVersion(ctx context.Context, version int64) (columns []string, err error) {
	dir, err := os.MkdirTemp("", "presence-schema-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	pool, err := openPool(filepath.Join(dir, "schema.db"), 1, sqldriver.Options{}, "_pragma=synchronous(OFF)")
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	files, err := renderMigrations(SQLite)
	if err != nil {
		return nil, err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, pool, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, err
	}
	if _, err := p.UpTo(ctx, version); err != nil {
		return nil, err
	}
	return columnsOf(ctx, session{pool, SQLite})
}

// columnsOf are all columns of a database's tables and views, as "table.column".
func columnsOf(ctx context.Context, q Queryer) ([]string, error) {
	query := "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type IN ('table', " +
		"'view') AND m.name NOT LIKE 'sqlite_%' ORDER BY 1"
	if q.Dialect() == Postgres {
		query = "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1"
	}
	return ReadTexts(q.Query(ctx, query))
}
