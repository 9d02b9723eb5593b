package dbtest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"presence/db"
	"presence/db/dbtest/pgcluster"
	"presence/db/dbtest/testrun"
)

// server is the cluster that the tests of this process use, with the template from which each test's database is cloned.
type server struct {
	url, template string
	own           *pgcluster.Cluster // referenced because the cluster ends when nothing refers to it

	mu    sync.Mutex
	admin *pgx.Conn // creates and drops databases; opening a connection for each would take as long as the work itself
}

var shared = sync.OnceValues(func() (*server, error) {
	s := &server{url: os.Getenv("TEST_DATABASE_URL")}
	if s.url == "" {
		c, err := pgcluster.Start()
		if err != nil {
			return nil, err
		}
		s.url, s.own = c.URL, c // it ends with this process
	}
	ctx := context.Background()
	var err error
	if s.admin, err = pgx.Connect(ctx, s.url); err == nil {
		s.template, err = makeTemplate(ctx, s.admin, s.url)
	}
	return s, err
})

// serverFor returns the server of TEST_DATABASE_URL, or starts one. With -short it starts none.
func serverFor(t testing.TB) *server {
	t.Helper()
	if testing.Short() && os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("a short run has SQLite alone")
	}
	s, err := shared()
	if err != nil {
		if os.Getenv("REQUIRE_POSTGRES") == "1" {
			t.Fatalf("REQUIRE_POSTGRES=1, but: %v", err)
		}
		t.Skipf("no PostgreSQL for this test: %v", err)
	}
	return s
}

var count atomic.Int64

// database clones a template for one test, and drops the clone afterwards. It returns the URL.
func (s *server) database(t testing.TB, template string) string {
	t.Helper()
	name := fmt.Sprintf("t%d_%d", os.Getpid(), count.Add(1))
	s.clone(t, name, template)
	t.Cleanup(func() { s.run(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return withDatabase(s.url, name)
}

// clone creates a database as a copy of another one.
func (s *server) clone(t testing.TB, name, template string) {
	t.Helper()
	s.run(t, "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY file_copy") // half the work of wal_log, where nothing waits for a disk
}

// run executes a statement that no transaction may contain. Statements of parallel tests run one after the other.
func (s *server) run(t testing.TB, statement string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.admin.Exec(context.Background(), statement); err != nil { // the test's own context has ended during cleanup
		t.Fatalf("%s: %v", statement, err)
	}
}

// prepared are the databases of Prepared, by name.
var prepared sync.Map

// Prepared returns the URL of a copy of a PostgreSQL database that fill has filled, once per run for each name (testrun.Once). fill gets
// the URL of a migrated, empty database, must have closed its connections when it returns, and may leave files in the folder, which read
// reads. The copy is dropped when the test ends.
func Prepared(t testing.TB, name string, fill func(url, folder string) error, read func(folder string) error) string {
	t.Helper()
	s := serverFor(t)
	once, _ := prepared.LoadOrStore(name, sync.OnceValues(func() (database string, err error) {
		err = testrun.Once(name+"-postgres", func(folder string) error {
			database := fmt.Sprintf("t%d_%s", os.Getpid(), name)
			s.clone(t, database, s.template)
			return errors.Join(os.WriteFile(filepath.Join(folder, "database"), []byte(database), 0o600), fill(withDatabase(s.url, database), folder))
		}, func(folder string) error {
			text, err := os.ReadFile(filepath.Join(folder, "database"))
			database = string(text)
			return errors.Join(err, read(folder))
		})
		return database, err
	}))
	database, err := once.(func() (string, error))()
	if err != nil {
		t.Fatalf("filling %s: %v", name, err)
	}
	return s.database(t, database)
}

// makeTemplate creates the migrated database from which others are cloned, once for each set of migrations on a server.
// Concurrent test processes are serialized by an advisory lock.
func makeTemplate(ctx context.Context, c *pgx.Conn, url string) (name string, err error) {
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(728116)"); err != nil {
		return "", err
	}
	defer func() {
		_, failed := c.Exec(ctx, "SELECT pg_advisory_unlock(728116)")
		err = errors.Join(err, failed)
	}()
	sum, err := migrationsSum()
	if err != nil {
		return "", err
	}
	name = fmt.Sprintf("template_%x", sum)
	var found bool
	if err := c.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&found); err != nil || found {
		return name, err
	}
	making := name + "_making"
	for _, s := range []string{"DROP DATABASE IF EXISTS " + making + " WITH (FORCE)", "CREATE DATABASE " + making} {
		if _, err := c.Exec(ctx, s); err != nil {
			return "", err
		}
	}
	if err := migrate(ctx, withDatabase(url, making)); err != nil {
		return "", err
	}
	_, err = c.Exec(ctx, "ALTER DATABASE "+making+" RENAME TO "+name)
	return name, err
}

func migrate(ctx context.Context, url string) error {
	d, err := db.Open(ctx, url, db.Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Migrate(ctx)
}

// withDatabase returns the server's URL with another database. A URL that cannot be parsed comes back as it is, for the connection to
// refuse.
func withDatabase(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server
	}
	u.Path = "/" + name
	return u.String()
}

// migrationsSum returns a checksum of the migrations, so that a changed migration leads to a new template.
func migrationsSum() (uint64, error) {
	root, err := moduleRoot()
	if err != nil {
		return 0, err
	}
	names, err := filepath.Glob(filepath.Join(root, "db", "migrations", "0*.sql"))
	if err != nil || len(names) == 0 {
		return 0, errors.Join(err, errors.New("dbtest: no migrations in "+root))
	}
	h := fnv.New64a()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		h.Write(text)
	}
	return h.Sum64(), nil
}

// moduleRoot returns the folder of go.mod: a test runs in the folder of its package.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("dbtest: no go.mod above the working directory")
		}
		dir = up
	}
}
