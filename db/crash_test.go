package db_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"presence/db"
)

// TestMain plays the child processes of the tests here.
func TestMain(m *testing.M) {
	path := os.Getenv("DB_TEST_PATH")
	switch os.Getenv("DB_TEST_CHILD") {
	case "":
		os.Exit(m.Run())
	case "write":
		child(path, writeForEver)
	case "early":
		child(path, reportEarly)
	case "limited":
		child(path, fillUp)
	case "migrate":
		migrateOnce(path)
	case "next release":
		nextRelease(path)
	}
}

func child(path string, act func(d *db.DB) error) {
	d, err := db.Open(context.Background(), "sqlite:"+path, db.Options{})
	if err == nil {
		err = d.Migrate(context.Background())
	}
	if err == nil {
		err = act(d)
	}
	if err == nil {
		err = d.Close()
	}
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

// writeForEver reports each id once it is acknowledged.
func writeForEver(d *db.DB) error {
	fail := make(chan error)
	for w := range 8 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprint(w, "-", i)
				if err := add(d, id, id); err != nil {
					fail <- err
				}
				fmt.Println(id)
			}
		}()
	}
	return <-fail
}

// reportEarly is the control: it reports an id that is not committed yet.
func reportEarly(d *db.DB) error {
	return d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		if err := insert("early")(ctx, tx); err != nil {
			return err
		}
		fmt.Println("early")
		select {}
	})
}

// fillUp writes until no file may grow, then once more when it may again.
func fillUp(d *db.DB) error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4_000_000, Max: 1 << 40}); err != nil {
		return err
	}
	full := false
	for i := 0; !full; i++ {
		id := fmt.Sprint(i)
		err := add(d, id, id+strings.Repeat("x", 2000))
		switch {
		case err == nil:
			fmt.Println(id)
		case db.IsUnavailable(err):
			full = true
		default:
			return err
		}
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 40, Max: 1 << 40}); err != nil {
		return err
	}
	if err := add(d, "again", "again"); err != nil {
		return fmt.Errorf("after there was space again: %w", err)
	}
	fmt.Println("again")
	return nil
}

// run starts a child on path and gives the ids it reports, until it ends or enough of them have come; then kills it.
func run(t *testing.T, kind, path string, enough int) (ids []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DB_TEST_CHILD="+kind, "DB_TEST_PATH="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	guard := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	defer guard.Stop()
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			break // a last line without its end was not reported
		}
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(line, "failed") {
			t.Fatal(line)
		}
		ids = append(ids, strings.TrimSpace(line))
		if len(ids) == enough {
			_ = cmd.Process.Kill() // and read on: what is in the pipe was reported
		}
	}
	_ = cmd.Wait()
	return ids
}

// missing counts the reported ids that are not stored.
func missing(t *testing.T, path string, ids []string) (n int) {
	t.Helper()
	d := reopen(t, path)
	for _, id := range ids {
		var found bool
		if err := d.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM people WHERE id = $1)`, id).Scan(&found); err != nil {
			t.Fatal(err)
		}
		if !found {
			n++
		}
	}
	return n
}

func TestKilled(t *testing.T) {
	t.Run("keeps every row that was acknowledged", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "killed.db")
		for round, enough := range []int{50, 333, 777} {
			ids := run(t, "write", path, enough)
			if len(ids) < enough {
				t.Fatalf("round %d: only %d reported", round, len(ids))
			}
			if n := missing(t, path, ids); n > 0 {
				t.Fatalf("round %d: %d of %d are lost", round, n, len(ids))
			}
			if err := os.Remove(path); err != nil { // each round starts anew
				t.Fatal(err)
			}
			for _, suffix := range []string{"-wal", "-shm"} {
				_ = os.Remove(path + suffix)
			}
		}
	})
	t.Run("control: an acknowledgement before the commit is noticed", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "early.db")
		if ids := run(t, "early", path, 1); len(ids) != 1 || missing(t, path, ids) != 1 {
			t.Fatal("the check cannot tell", ids)
		}
	})
}

func TestFileMayNotGrow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "limited.db")
	ids := run(t, "limited", path, -1)
	if len(ids) < 10 || ids[len(ids)-1] != "again" {
		t.Fatal("the child did not come through:", ids)
	}
	if n := missing(t, path, ids); n > 0 {
		t.Fatalf("%d of %d are lost", n, len(ids))
	}
}
