package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver alone, for the floors

	"presence/db"
	"presence/db/dbtest/pgcluster"
)

// connect opens a connection to the PostgreSQL server: that of DATABASE_URL, or a temporary one with the usual durability.
func (b *bench) connect() (*pgx.Conn, error) {
	if b.server == "" {
		b.server = os.Getenv("DATABASE_URL")
	}
	if b.server == "" {
		c, err := pgcluster.Start("fsync=on", "synchronous_commit=on", "full_page_writes=on", "autovacuum=on", "shared_buffers=128MB",
			"max_wal_size=1GB")
		if err != nil {
			return nil, err
		}
		b.cluster, b.server = c, c.URL
	}
	return pgx.Connect(b.ctx, b.server)
}

// floorOnPostgres is floor on PostgreSQL.
func (b *bench) floorOnPostgres(c company, dir string) (*sql.DB, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	template, err := b.template(c)
	if err != nil {
		return nil, err
	}
	from, err := c.cached(b)
	if err == nil {
		err = c.copyKey(from, dir)
	}
	if err != nil {
		return nil, err
	}
	if err := b.clone(template, dir); err != nil || c.customers > 0 {
		return nil, err
	}
	if err := b.clone(template, dir+"-floor"); err != nil {
		return nil, err
	}
	d, err := sql.Open("pgx", b.urls[dir+"-floor"])
	if err == nil {
		d.SetMaxOpenConns(1)
	}
	return d, err
}

// template returns the name of the database with the data of a company. It is copied from the SQLite file on first use, and stays on
// a server that stays.
func (b *bench) template(c company) (string, error) {
	from, err := c.cached(b)
	if err != nil {
		return "", err
	}
	name := "bench_" + strings.ReplaceAll(filepath.Base(from), "-", "_")
	var found bool
	if err := b.onServer(func(conn *pgx.Conn) error {
		return conn.QueryRow(b.ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&found)
	}); err != nil || found {
		return name, err
	}
	fmt.Fprintf(os.Stderr, "copying %s to PostgreSQL …\n", filepath.Base(from))
	half := name + "_half"
	if err := b.exec("DROP DATABASE IF EXISTS "+half, "CREATE DATABASE "+half+" TEMPLATE template0"); err != nil {
		return "", err
	}
	if err := b.copyTo(b.database(half), filepath.Join(from, file)); err != nil {
		return "", err
	}
	return name, b.exec("ALTER DATABASE " + half + " RENAME TO " + name)
}

// copyTo copies a SQLite file into an empty database, which is then in the state in which autovacuum leaves it.
func (b *bench) copyTo(to, path string) error {
	from, err := db.Open(b.ctx, "sqlite:"+path, db.Options{})
	if err != nil {
		return err
	}
	defer from.Close()
	target, err := db.Open(b.ctx, to, db.Options{})
	if err != nil {
		return err
	}
	if err := errors.Join(db.Copy(b.ctx, from, target, func(db.CopiedTable) {}), target.Close()); err != nil {
		return err
	}
	conn, err := pgx.Connect(b.ctx, to)
	if err != nil {
		return err
	}
	_, err = conn.Exec(b.ctx, "VACUUM (ANALYZE)")
	return errors.Join(err, conn.Close(b.ctx))
}

// empty creates an empty database for the server whose data folder is dir, if the figure is measured on PostgreSQL.
func (b *bench) empty(dir string) error {
	if b.engine != db.Postgres {
		return nil
	}
	if _, err := b.connect(); err != nil { // which starts the server
		return err
	}
	return b.clone("template0", dir)
}

// clone copies a template for the server whose data folder is dir.
func (b *bench) clone(template, dir string) error {
	if b.urls == nil {
		b.urls = map[string]string{}
	}
	name := fmt.Sprintf("bench_run_%d_%d", os.Getpid(), len(b.urls))
	b.urls[dir] = b.database(name)
	return b.exec("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY file_copy")
}

// dropDatabases removes what clone created.
func (b *bench) dropDatabases() (err error) {
	b.ctx = context.WithoutCancel(b.ctx)
	for n := range len(b.urls) {
		err = errors.Join(err, b.exec(fmt.Sprintf("DROP DATABASE IF EXISTS bench_run_%d_%d WITH (FORCE)", os.Getpid(), n)))
	}
	return err
}

// database returns the URL of a database of the server.
func (b *bench) database(name string) string {
	u, err := url.Parse(b.server)
	if err != nil {
		return b.server
	}
	u.Path = "/" + name
	return u.String()
}

func (b *bench) onServer(fn func(*pgx.Conn) error) error {
	conn, err := b.connect()
	if err != nil {
		return err
	}
	return errors.Join(fn(conn), conn.Close(b.ctx))
}

func (b *bench) exec(statements ...string) error {
	return b.onServer(func(conn *pgx.Conn) error {
		for _, s := range statements {
			if _, err := conn.Exec(b.ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
}
