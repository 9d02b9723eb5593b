package db_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"presence/db"
	"presence/db/dbtest"
)

// pgbouncer starts PgBouncer before the database of an address, and returns the address of the database behind it.
func pgbouncer(t *testing.T, address, mode string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program = "/usr/sbin/pgbouncer"; !exists(program) {
			t.Skip("no pgbouncer here")
		}
	}
	to, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n%s = host=%s port=%d user=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\n"+
		"unix_socket_dir =\nauth_type = any\npool_mode = %s\ndefault_pool_size = 30\n", to.Database, to.Host, to.Port, to.User, port, mode)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, file)
	if os.Getuid() == 0 { // it refuses to run as root
		cmd.Args = []string{program, "-u", ownerOf(t, to.Host), file}
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = log, log, &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait(); log.Close() })
	dbtest.Until(t, "PgBouncer to listen", func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return "postgres://anybody@127.0.0.1:" + port + "/" + to.Database + "?sslmode=disable"
}

// ownerOf returns the name of the owner of a folder: only they can connect to a socket in it.
func ownerOf(t *testing.T, folder string) string {
	t.Helper()
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	who, err := user.LookupId(fmt.Sprint(info.Sys().(*syscall.Stat_t).Uid))
	if err != nil {
		t.Fatal(err)
	}
	return who.Username
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// TestOpen_behind_PgBouncer uses it as it is installed: the program works with a pool of sessions, and refuses the others.
func TestOpen_behind_PgBouncer(t *testing.T) {
	for _, mode := range []string{"transaction", "statement"} {
		t.Run("a pool of each "+mode+" is refused", func(t *testing.T) {
			d, err := db.Open(t.Context(), pgbouncer(t, dbtest.URL(t, db.Postgres), mode), db.Options{})
			if err == nil {
				_ = d.Close()
			}
			if !errors.Is(err, db.ErrPooler) || db.IsUnavailable(err) {
				t.Errorf("it was opened, or refused with %v", err)
			}
		})
	}
	t.Run("a pool of sessions keeps locks and listens", func(t *testing.T) {
		address := pgbouncer(t, dbtest.URL(t, db.Postgres), "session")
		d, other := openWith(t, address, db.Options{}), openWith(t, address, db.Options{ReadOnly: true})
		h, ok, err := d.TryLock(t.Context(), "some lock")
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		if free, err := other.IsLockFree(t.Context(), "some lock"); free || err != nil {
			t.Errorf("the lock that is held is free: %t, %v", free, err)
		}
		h.Release()
		if free, err := other.IsLockFree(t.Context(), "some lock"); !free || err != nil {
			t.Errorf("the lock that was released is held: %t, %v", free, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		calls := 0
		d.Listen(ctx, "some_signal", func() error {
			if calls++; calls == 2 {
				cancel()
				return nil
			}
			return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.Signal(ctx, "some_signal") })
		})
		if calls != 2 {
			t.Errorf("%d calls", calls)
		}
	})
}

// TestCheckSessions gives each transaction the process that a pooler would.
func TestCheckSessions(t *testing.T) {
	fixed := func(pid int) func(context.Context, func() error) (int, error) {
		return func(_ context.Context, during func() error) (int, error) {
			if during != nil {
				return pid, during()
			}
			return pid, nil
		}
	}
	// pooled takes a process out of a pool for the time of a transaction, the one that was put back last.
	pooled := func(free ...int) func(context.Context, func() error) (int, error) {
		return func(_ context.Context, during func() error) (pid int, err error) {
			pid, free = free[len(free)-1], free[:len(free)-1]
			if during != nil {
				err = during()
			}
			free = append(free, pid)
			return pid, err
		}
	}
	// inTurn gives each transaction the next process.
	inTurn := func() func(context.Context, func() error) (int, error) {
		pid := 0
		return func(ctx context.Context, during func() error) (int, error) {
			pid++
			return fixed(pid)(ctx, during)
		}
	}
	pool, turns := pooled(1, 2), inTurn()
	broken := errors.New("the connection is lost")
	lost := func(context.Context, func() error) (int, error) { return 0, broken }
	for name, test := range map[string]struct {
		a, b func(context.Context, func() error) (int, error)
		want error
	}{
		"each connection has a process of its own":          {fixed(1), fixed(2), nil},
		"both connections have the same process":            {fixed(1), fixed(1), db.ErrPooler},
		"transactions get the process that was used last":   {pool, pool, db.ErrPooler},
		"transactions get processes in turn":                {turns, turns, db.ErrPooler},
		"a connection that is lost says nothing of poolers": {fixed(1), lost, broken},
	} {
		t.Run(name, func(t *testing.T) {
			if err := db.CheckSessions(t.Context(), test.a, test.b); !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
		})
	}
}
