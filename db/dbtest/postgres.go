package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver behind sql.Open("pgx")

	"presence/db"
	"presence/db/dbtest/pgcluster"
)

// server is the cluster that the tests of this process use, and the template that each test's database is cloned from.
var server = sync.OnceValues(func() (s struct{ url, template string }, err error) {
	s.url = os.Getenv("TEST_DATABASE_URL")
	if s.url == "" {
		c, err := pgcluster.Start()
		if err != nil {
			return s, err
		}
		s.url = c.URL // the cluster ends with this process
	}
	s.template, err = makeTemplate(context.Background(), s.url)
	return s, err
})

var count atomic.Int64

// postgresURL makes a database for one test and drops it after.
func postgresURL(t testing.TB) string {
	t.Helper()
	s, err := server()
	if err != nil {
		if os.Getenv("REQUIRE_POSTGRES") == "1" {
			t.Fatalf("REQUIRE_POSTGRES=1, but: %v", err)
		}
		t.Skipf("no PostgreSQL for this test: %v", err)
	}
	name := fmt.Sprintf("t%d_%d", os.Getpid(), count.Add(1))
	run(t, s.url, "CREATE DATABASE "+name+" TEMPLATE "+s.template)
	t.Cleanup(func() { run(t, s.url, "DROP DATABASE "+name+" WITH (FORCE)") })
	return withDatabase(s.url, name)
}

func run(t testing.TB, url, statement string) {
	t.Helper()
	if err := exec(context.Background(), url, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func exec(ctx context.Context, url string, statements ...string) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	for _, s := range statements {
		if _, err := c.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// makeTemplate makes the migrated database that others are cloned from, once for each set of migrations on a server. Test processes
// that start together take turns by an advisory lock.
func makeTemplate(ctx context.Context, url string) (string, error) {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(728116)"); err != nil {
		return "", err
	}
	sum, err := migrationsSum()
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("template_%x", sum)
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

// withDatabase is the server's URL with another database.
func withDatabase(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server
	}
	u.Path = "/" + name
	return u.String()
}

var _ = sql.ErrNoRows
var _ = fnv.New64a
