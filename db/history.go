package db

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pressly/goose/v3"

	"presence/db/sqldriver"
)

// migration is a file in migrations/: its number, its name, its SHA-256 in HASHES, and whether programs that do not know it can go on
// after it. The file says so in a line; without one, they cannot.
type migration struct {
	version     int64
	name, sum   string
	oldPrograms bool
}

var oldProgramsLine = regexp.MustCompile(`(?m)^-- old programs: (yes|no)$`)

// knownMigrations reads migrations/HASHES, and fails if a migration has another hash: a released migration must not be edited,
// because there are databases that were made by its old text.
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
		kind := oldProgramsLine.FindSubmatch(text)
		m.oldPrograms = kind != nil && string(kind[1]) == "yes"
		list = append(list, m)
	}
	return list, nil
}

// SchemaVersion returns the number of the program's last migration. It panics if the program was built with a migration that was edited,
// which Migrate reports as an error.
func SchemaVersion() int64 { return schemaVersion() }

var schemaVersion = sync.OnceValue(func() int64 {
	known, err := knownMigrations()
	if err != nil {
		panic(err)
	}
	return known[len(known)-1].version
})

// errForeignHistory returns the error for a database whose tables were not made by the migrations of this program.
func errForeignHistory(what string) error {
	return &SchemaError{fmt.Sprintf("the database was made by another version of Presence that was never released: %s. Nothing was changed. "+
		"Start the version that made it and export what is needed, or restore a backup that a released version made", what)}
}

// errNewerSchema returns the error for a database that a newer program has migrated.
func errNewerSchema(at, last int64) error {
	return &SchemaError{fmt.Sprintf("the database has schema %d, this program knows %d: start the newer program, or restore a backup", at, last)}
}

// checkHistory reports whether the schema is up to date, or newer and such that this program can work with it. It fails with a SchemaError
// for a database that a newer program made and that this one cannot work with, or whose history differs from this program's migrations:
// one of them is missing or has another hash, or a table or column is missing.
func checkHistory(ctx context.Context, q Queryer, known []migration) (done bool, err error) {
	columns, err := columnsOf(ctx, q)
	if err != nil || !slices.Contains(columns, "goose_db_version.version_id") {
		return false, err
	}
	applied, err := ReadIDs(q.Query(ctx, "SELECT version_id FROM goose_db_version WHERE is_applied AND version_id > 0 ORDER BY version_id"))
	if err != nil || len(applied) == 0 {
		return false, err
	}
	last, at := known[len(known)-1].version, applied[len(applied)-1]
	if at > last {
		if ok, err := understood(ctx, q, last, at); err != nil || !ok {
			return false, cmp.Or(err, errNewerSchema(at, last))
		}
	}
	sums, err := appliedHashes(ctx, q, columns)
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
	if !whole { // a database from before hashes were stored
		if err := checkColumns(ctx, q, at); err != nil {
			var now int64
			if q.QueryRow(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&now) == nil && now != at {
				return false, nil // another process is migrating
			}
			return false, err
		}
	}
	return whole && at >= last, nil
}

// Usable reports whether the database has the schema of this program, or one of a newer program that this one can go on with, as while
// replicas are upgraded, and after a newer program was taken back. It fails with a SchemaError as checkHistory does.
func (d *DB) Usable(ctx context.Context) (bool, error) {
	known, err := knownMigrations()
	if err != nil {
		return false, err
	}
	return checkHistory(ctx, d, known)
}

// appliedHashes returns the hashes of the applied migrations; none for a database from before they were stored. columns are those of the
// database.
func appliedHashes(ctx context.Context, q Queryer, columns []string) (map[int64]string, error) {
	if !slices.Contains(columns, "schema_migrations.sha256") {
		return nil, nil
	}
	return ReadMap[int64, string](q.Query(ctx, "SELECT version, sha256 FROM schema_migrations"))
}

// recordHashes stores the hashes and kinds of all migrations. It is called before they are applied, so that programs that run meanwhile
// know of each whether they can go on, and again afterwards, since the table or its column may be new. Rows of migrations that were not
// applied have no meaning.
func recordHashes(ctx context.Context, pool *sql.DB, known []migration) error {
	for _, m := range known {
		if _, err := pool.ExecContext(ctx, "INSERT INTO schema_migrations (version, name, sha256, old_programs) VALUES ($1, $2, $3, $4) "+
			"ON CONFLICT (version) DO UPDATE SET name = excluded.name, sha256 = excluded.sha256, old_programs = excluded.old_programs",
			m.version, m.name, m.sum, m.oldPrograms); err != nil {
			return err
		}
	}
	return nil
}

// checkColumns fails if the database lacks a table or column that the migrations up to its version create.
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

// columnsAtVersion returns the columns that the migrations up to a version create; they are the same on both engines.
func columnsAtVersion(ctx context.Context, version int64) (columns []string, err error) {
	err = atVersion(ctx, version, func(q Queryer) (err error) {
		columns, err = columnsOf(ctx, q)
		return err
	})
	return columns, err
}

// atVersion calls fn with a database to which the migrations up to a version were applied. It is in memory: a container may have no folder
// for temporary files.
func atVersion(ctx context.Context, version int64, fn func(q Queryer) error) error {
	pool, err := openPool(":memory:", 1, sqldriver.Options{}) // the only connection: each has a database of its own
	if err != nil {
		return err
	}
	defer pool.Close()
	files, err := renderMigrations(SQLite)
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, pool, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if _, err := p.UpTo(ctx, version); err != nil {
		return err
	}
	return fn(session{pool, SQLite})
}

// columnsOf returns all columns of a database's tables and views, as "table.column".
func columnsOf(ctx context.Context, q Queryer) ([]string, error) {
	query := "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type IN ('table', " +
		"'view') AND m.name NOT LIKE 'sqlite_%' ORDER BY 1"
	if q.Dialect() == Postgres {
		query = "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1"
	}
	return ReadTexts(q.Query(ctx, query))
}
