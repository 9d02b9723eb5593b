package db_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"presence/db"
	"presence/db/dbtest"
	"presence/db/dbtest/pgcluster"
)

// behindOther returns an address of two servers: first, which is "host:port", and then that of address.
func behindOther(t *testing.T, first, address string) string {
	t.Helper()
	u, err := url.Parse(dbtest.NewWire(t, address).URL())
	if err != nil {
		t.Fatal(err)
	}
	return "postgres://" + u.User.String() + "@" + first + "," + u.Host + u.Path + "?sslmode=disable&target_session_attrs=read-write"
}

// TestOpen_addresses_of_two_servers shows that whatever opens a connection finds the server that takes writes.
func TestOpen_addresses_of_two_servers(t *testing.T) {
	primary := dbtest.URL(t, db.Postgres)
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts in the kernel, and never answers
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	for name, first := range map[string]string{"refuses connections": gone.Addr().String(), "does not answer": silent.Addr().String()} {
		t.Run("when the first "+name, func(t *testing.T) {
			t.Parallel()
			d := openWith(t, behindOther(t, first, primary)+"&connect_timeout=1", db.Options{})
			if err := d.Write(t.Context(), insert("somebody"+name)); err != nil {
				t.Error("a write:", err)
			}
			h, ok, err := d.TryLock(t.Context(), "lock of "+name)
			if h.Release(); !ok || err != nil {
				t.Error("a lock:", ok, err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			d.Listen(ctx, "some_signal", func() error { cancel(); return nil })
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Error("no listener")
			}
		})
	}
	t.Run("for reading alone", func(t *testing.T) {
		d := openWith(t, behindOther(t, gone.Addr().String(), primary), db.Options{ReadOnly: true})
		if err := d.Write(t.Context(), insert("nobody")); err == nil {
			t.Error("a write succeeded")
		}
	})
	t.Run("with a limit for each of them", func(t *testing.T) {
		for address, want := range map[string]time.Duration{primary: 5 * time.Second, primary + "&connect_timeout=2": 2 * time.Second} {
			if got := db.ConnectTimeout(openWith(t, address, db.Options{})); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	})
}

// TestPostgresWrite_without_its_standby shows that a commit which the server acknowledges before its synchronous standby has it is none for
// the writer.
func TestPostgresWrite_without_its_standby(t *testing.T) {
	c, err := pgcluster.Start("synchronous_commit=on")
	if errors.Is(err, pgcluster.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Stop()
	admin, err := pgx.Connect(t.Context(), c.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(t.Context())
	for _, sql := range []string{"CREATE TABLE kept (n BIGINT)", "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
		"SELECT pg_reload_conf()"} {
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	d := openWith(t, c.URL, db.Options{})
	answer := make(chan error, 1)
	go func() {
		answer <- d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO kept VALUES (1)")
			return err
		})
	}()
	dbtest.Until(t, "the commit to wait, and to be told not to", func() bool {
		var n int
		err := admin.QueryRow(t.Context(), "SELECT COUNT(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'").Scan(&n)
		return n > 0 && err == nil
	})
	if err := <-answer; !isCommitUnknown(err) {
		t.Errorf("it was reported as %v", err)
	}
	var n int
	if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM kept").Scan(&n); err != nil || n != 1 {
		t.Errorf("a read afterwards: %d, %v", n, err)
	}
}
