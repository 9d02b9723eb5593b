package db_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// The migrations of the next release: one that programs of this one can go on with, and one that they cannot.
const (
	nextVersion = 999
	compatible  = "-- +goose Up\n-- old programs: yes\nALTER TABLE settings ADD COLUMN next BIGINT NOT NULL DEFAULT 7;\n" +
		"CREATE TABLE next_things (id BIGINT PRIMARY KEY);\nCREATE INDEX settings_next ON settings (next);\n"
	breaking = "-- +goose Up\n-- old programs: no\nALTER TABLE settings RENAME COLUMN value TO text;\n"
)

// nextRelease is the program of the next release in a process of its own: it migrates the database at url.
func nextRelease(url string) {
	text, wait := compatible, time.Minute
	if os.Getenv("DB_TEST_BREAKING") != "" {
		text = breaking
	}
	if os.Getenv("DB_TEST_IMPATIENT") != "" {
		wait = 100 * time.Millisecond
	}
	ctx := context.Background()
	err := db.NextRelease(nextVersion, text, wait)
	var d *db.DB
	if err == nil {
		d, err = db.Open(ctx, url, db.Options{Conns: 3, Log: slog.New(slog.NewTextHandler(os.Stdout, nil))})
	}
	if err == nil {
		migrate := d.Migrate
		if os.Getenv("DB_TEST_FORCE") != "" {
			migrate = d.ForceMigrate
		}
		err = errors.Join(migrate(ctx), d.Close())
	}
	if err != nil {
		fmt.Println("failed", err)
	}
}

// upgrade is a process of the next release.
type upgrade struct {
	*testing.T
	cmd  *exec.Cmd
	said *bufio.Reader
}

func startUpgrade(t *testing.T, url string, env ...string) *upgrade {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), append(env, "DB_TEST_CHILD=next release", "DB_TEST_PATH="+url)...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return &upgrade{t, cmd, bufio.NewReader(out)}
}

// waits reads the log until the process says that it waits.
func (u *upgrade) waits() {
	u.Helper()
	line, err := u.said.ReadString('\n')
	if err != nil || !strings.Contains(line, "waiting to migrate the database until the servers of older versions have ended") ||
		!strings.Contains(line, "v1.0") {
		u.Fatalf("it says %q (%v)", line, err)
	}
}

// ends waits until the process ends, and returns the rest of its log.
func (u *upgrade) ends() string {
	u.Helper()
	text, err := io.ReadAll(u.said)
	if err != nil {
		u.Fatal(err)
	}
	_ = u.cmd.Wait()
	return string(text)
}

// server returns a database with the schema of this program, its address, and the registration of a server that uses it.
func server(t *testing.T, dialect db.Dialect) (d *db.DB, url string, r *db.Registration) {
	t.Helper()
	url = dbtest.Empty(t, dialect)
	d, err := db.Open(t.Context(), url, db.Options{Conns: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if err = d.Migrate(t.Context()); err == nil {
		r, err = d.Register(t.Context(), "v1.0")
	}
	if err != nil {
		t.Fatal(err)
	}
	return d, url, r
}

func schemaOf(t *testing.T, d *db.DB) (version int64) {
	t.Helper()
	if err := d.QueryRow(t.Context(), "SELECT MAX(version_id) FROM goose_db_version").Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

// oldClient writes and reads settings as a program of this release does, until end is called, which returns the number of rounds and the
// first error.
func oldClient(d *db.DB) (end func() (rounds int64, err error)) {
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	var rounds atomic.Int64
	failed := make(chan error, 4)
	for client := range cap(failed) {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				name := fmt.Sprintf("client %d %d", client, n)
				err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.Exec(ctx, "INSERT INTO settings (name, value, version, updated_at) VALUES ($1, 'v', 1, 1)", name)
					return err
				})
				var value string
				if err == nil {
					err = d.QueryRow(context.Background(), "SELECT value FROM settings WHERE name = $1", name).Scan(&value)
				}
				if err != nil {
					failed <- err
					return
				}
				rounds.Add(1)
			}
		})
	}
	return func() (int64, error) {
		stop()
		all.Wait()
		close(failed)
		return rounds.Load(), <-failed
	}
}

func TestReplica(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			t.Run("goes on beside a newer program whose migration allows it", func(t *testing.T) {
				d, url, r := server(t, dialect)
				end := oldClient(d)
				if said := startUpgrade(t, url).ends(); !strings.Contains(said, "the version before can go on using it") {
					t.Error(said)
				}
				if rounds, err := end(); err != nil || rounds == 0 {
					t.Errorf("after %d rounds: %v", rounds, err)
				}
				if changed, err := db.Look(t.Context(), r); !changed || err != nil {
					t.Errorf("noticed: %t, %v", changed, err)
				}
				if changed, err := db.Look(t.Context(), r); changed || err != nil {
					t.Errorf("noticed again: %t, %v", changed, err)
				}
				if err := d.Migrate(t.Context()); err != nil {
					t.Errorf("it cannot start again: %v", err)
				}
				if is, err := d.UpToDate(t.Context()); is || err == nil {
					t.Error("it would move a database whose tables it does not all know")
				}
			})
			t.Run("holds up a migration that it cannot go on with, until it leaves", func(t *testing.T) {
				d, url, r := server(t, dialect)
				end := oldClient(d)
				u := startUpgrade(t, url, "DB_TEST_BREAKING=1")
				u.waits()
				if rounds, err := end(); err != nil || schemaOf(t, d) == nextVersion {
					t.Errorf("migrated beside it: schema %d, after %d rounds %v", schemaOf(t, d), rounds, err)
				}
				if err := r.Leave(t.Context()); err != nil {
					t.Fatal(err)
				}
				if said := u.ends(); schemaOf(t, d) != nextVersion || !strings.Contains(said, "cannot use it any more") {
					t.Errorf("schema %d: %s", schemaOf(t, d), said)
				}
				for name, err := range map[string]error{"starts": d.Migrate(t.Context()), "registers": func() error { _, err := d.Register(t.Context(), "v1.0"); return err }()} {
					if _, is := errors.AsType[*db.SchemaError](err); !is {
						t.Errorf("an old program %s: %v", name, err)
					}
				}
			})
			t.Run("holds it up no longer than allowed", func(t *testing.T) {
				d, url, _ := server(t, dialect)
				said := startUpgrade(t, url, "DB_TEST_BREAKING=1", "DB_TEST_IMPATIENT=1").ends()
				if !strings.Contains(said, "failed the database was not migrated: servers of older versions use it (v1.0)") ||
					schemaOf(t, d) == nextVersion {
					t.Errorf("schema %d: %s", schemaOf(t, d), said)
				}
			})
			t.Run("that was not seen for half a minute holds nothing up", func(t *testing.T) {
				d, url, _ := server(t, dialect)
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.Exec(ctx, "UPDATE replicas SET seen_at = seen_at - 31000")
					return err
				})
				if said := startUpgrade(t, url, "DB_TEST_BREAKING=1").ends(); err != nil || schemaOf(t, d) != nextVersion {
					t.Errorf("schema %d: %s (%v)", schemaOf(t, d), said, err)
				}
			})
			t.Run("ends when a migration is forced that it cannot go on with", func(t *testing.T) {
				d, url, r := server(t, dialect)
				ended := make(chan error, 1)
				go func() { ended <- r.Watch(t.Context(), func(context.Context, error) {}) }()
				if said := startUpgrade(t, url, "DB_TEST_BREAKING=1", "DB_TEST_FORCE=1").ends(); schemaOf(t, d) != nextVersion {
					t.Errorf("schema %d: %s", schemaOf(t, d), said)
				}
				if _, is := errors.AsType[*db.SchemaError](<-ended); !is {
					t.Error("it goes on")
				}
			})
		})
	}
}

// TestDB_Servers shows servers with their version, start and last heartbeat: also one that was killed, which is not alive.
func TestDB_Servers(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d, _, r := server(t, dialect)
			servers := func() []db.Replica {
				list, err := d.Replicas(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return list
			}
			list := servers()
			if len(list) != 1 || list[0].ID != r.ID() || list[0].Version != "v1.0" || !list[0].Alive ||
				time.Since(list[0].StartedAt.Time()).Abs() > time.Minute || time.Since(list[0].SeenAt.Time()).Abs() > time.Minute {
				t.Fatalf("%+v", list)
			}
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE replicas SET started_at = started_at - 60000, seen_at = seen_at - 31000")
				return err
			})
			killed := servers()
			if err != nil || len(killed) != 1 || killed[0].Alive {
				t.Errorf("one that was killed: %+v (%v)", killed, err)
			}
			if err := r.Beat(t.Context()); err != nil {
				t.Fatal(err)
			}
			if again := servers(); !again[0].Alive || again[0].StartedAt != killed[0].StartedAt {
				t.Errorf("after a heartbeat: %+v", again)
			}
			if err := r.Leave(t.Context()); err != nil || len(servers()) != 0 {
				t.Errorf("after it has left: %+v (%v)", servers(), err)
			}
		})
	}
}

func TestDB_WithoutReplicas(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d, url, r := server(t, dialect)
			nothing := func(context.Context) error { return nil }
			t.Run("refuses while a server is registered", func(t *testing.T) {
				called := false
				err := d.WithoutReplicas(t.Context(), func(context.Context) error { called = true; return nil })
				if err == nil || called || !strings.Contains(err.Error(), "a server uses the database") || !strings.Contains(err.Error(), "v1.0") {
					t.Errorf("called: %t, %v", called, err)
				}
			})
			t.Run("does not count a server that was killed half a minute ago", func(t *testing.T) {
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.Exec(ctx, "UPDATE replicas SET seen_at = seen_at - 31000")
					return err
				})
				if err := errors.Join(err, d.WithoutReplicas(t.Context(), nothing)); err != nil {
					t.Error(err)
				}
			})
			t.Run("does not count a server that has ended, and keeps others from starting meanwhile", func(t *testing.T) {
				other, err := db.Open(t.Context(), url, db.Options{Conns: 3})
				if err != nil {
					t.Fatal(err)
				}
				defer other.Close()
				if err := r.Leave(t.Context()); err != nil {
					t.Fatal(err)
				}
				err = d.WithoutReplicas(t.Context(), func(ctx context.Context) error {
					starting, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
					defer cancel()
					if _, err := other.Register(starting, "v1.0"); !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("a server starts meanwhile: %v", err)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				if _, err := other.Register(t.Context(), "v1.0"); err != nil {
					t.Errorf("afterwards: %v", err)
				}
			})
		})
	}
}

// TestOlderReplicas_of_a_schema_that_cannot_be_read shows that a failed read does not pass for a new database, which no server uses.
func TestOlderReplicas_of_a_schema_that_cannot_be_read(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d, _, _ := server(t, dialect)
			if _, err := db.OlderReplicas(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "ALTER TABLE goose_db_version RENAME COLUMN is_applied TO applied")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if older, err := db.OlderReplicas(t.Context(), d); err == nil {
				t.Errorf("it passes, with %q", older)
			}
		})
	}
}

// firstWithKind is the first migration whose file must say whether older programs can go on.
const firstWithKind = 80

var kindLine = regexp.MustCompile(`(?m)^-- old programs: (yes|no)$`)

// TestMigrations_say_their_kind holds what migrations say of older programs against what they do: one that these can go on with takes away
// no table or column, and each new column of an existing table has a value that older programs need not name.
func TestMigrations_say_their_kind(t *testing.T) {
	kinds, err := db.OldPrograms()
	if err != nil {
		t.Fatal(err)
	}
	for version, old := range kinds {
		if version < firstWithKind {
			continue
		}
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			d, err := db.Open(t.Context(), dbtest.Empty(t, db.SQLite), db.Options{Conns: 3})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if text, err := db.MigrationText(version); err != nil || !kindLine.MatchString(text) {
				t.Errorf("no line “-- old programs: yes” or “-- old programs: no” (%v)", err)
			}
			if !old {
				return
			}
			before, after := columnsAt(t, d, version-1), columnsAt(t, d, version)
			for name := range before {
				if _, is := after[name]; !is {
					t.Errorf("it takes %s away", name)
				}
			}
			for name, needed := range after {
				table, _, _ := strings.Cut(name, ".")
				if _, is := before[name]; !is && needed && hasTable(before, table) {
					t.Errorf("programs that do not know %s cannot insert into its table", name)
				}
			}
		})
	}
}

func hasTable(columns map[string]bool, table string) bool {
	for name := range columns {
		if strings.HasPrefix(name, table+".") {
			return true
		}
	}
	return false
}

// columnsAt migrates to a version, and returns the columns, with whether an INSERT must name them.
func columnsAt(t *testing.T, d *db.DB, version int64) map[string]bool {
	t.Helper()
	if err := db.MigrateTo(t.Context(), d, version); err != nil {
		t.Fatal(err)
	}
	rows, err := d.Query(t.Context(), `SELECT m.name || '.' || c.name, c."notnull" AND c.dflt_value IS NULL AND c.pk = 0
		FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type IN ('table', 'view')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns := map[string]bool{}
	for rows.Next() {
		var name string
		var needed bool
		if err := rows.Scan(&name, &needed); err != nil {
			t.Fatal(err)
		}
		columns[name] = needed
	}
	return columns
}
