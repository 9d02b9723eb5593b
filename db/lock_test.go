package db_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

func TestDB_Hold(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			one, two := openAt(t, url), openAt(t, url)
			t.Run("gives a name to one process at a time", func(t *testing.T) {
				h := mustHold(t, one, "a", true)
				mustHold(t, two, "a", false)
				mustHold(t, one, "a", false)
				mustHold(t, two, "b", true).Release()
				h.Release()
				for range 50 { // free at once, not when the server notices
					mustHold(t, two, "a", true).Release()
					mustHold(t, one, "a", true).Release()
				}
			})
			t.Run("frees the name of a process that is killed", func(t *testing.T) {
				killHolder(t, url)
				mustHold(t, one, "killed", true).Release()
			})
		})
	}
}

func mustHold(t *testing.T, d *db.DB, name string, want bool) *db.Lock {
	t.Helper()
	h, ok, err := d.TryLock(t.Context(), name)
	if err != nil || ok != want {
		t.Fatalf("Hold(%q): %v, %v, want %v", name, ok, err, want)
	}
	return h
}

func openAt(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// startHolder starts this test's program anew as a process that holds "killed"; before is what it is started by.
func startHolder(t *testing.T, url string, before ...string) *exec.Cmd {
	t.Helper()
	args := append(before, os.Args[0], "-test.run=^TestDB_Hold_child$", "-test.v")
	c := exec.CommandContext(t.Context(), args[0], args[1:]...)
	c.Env = append(os.Environ(), "HOLD_URL="+url)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 4096)
	var said strings.Builder
	for !strings.Contains(said.String(), "holding") {
		n, err := out.Read(b)
		said.Write(b[:n])
		if err != nil {
			t.Fatalf("the holder said %q: %v", said.String(), err)
		}
	}
	return c
}

// killHolder starts a process that holds "killed", and kills it without warning.
func killHolder(t *testing.T, url string) {
	t.Helper()
	c := startHolder(t, url)
	other := openAt(t, url)
	mustHold(t, other, "killed", false)
	if free, err := other.IsLockFree(t.Context(), "killed"); free || err != nil {
		t.Errorf("the name of a process that lives is free: %v", err)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	if !becomesFree(t, other, "killed") {
		t.Error("the name of a process that was killed stays taken")
	}
}

// becomesFree waits until a name is not held: the server releases it a little after the end of the connection.
func becomesFree(t *testing.T, d *db.DB, name string) bool {
	t.Helper()
	for range 5000 {
		if free, _ := d.IsLockFree(t.Context(), name); free {
			return true
		}
	}
	return false
}

// TestDB_Hold_lost shows that the holder of a name hears at once when the server ends the connection that holds it.
func TestDB_Hold_lost(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	h := mustHold(t, d, "a", true)
	if h.IsLost() {
		t.Error("it is lost from the start")
	}
	var n int
	if err := d.QueryRow(t.Context(),
		"SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT "+
			"oid FROM pg_database WHERE datname = current_database())) x").Scan(&n); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	late := time.NewTimer(4 * time.Second) // less than the silence after which it asks by itself
	defer late.Stop()
	select {
	case <-h.Lost():
	case <-late.C:
		t.Error("it was not told")
	}
	h.Release()
	if !becomesFree(t, d, "a") {
		t.Error("the name stays taken")
	}
	mustHold(t, d, "a", true).Release()
}

// TestDB_Hold_child holds a name until it is killed.
func TestDB_Hold_child(t *testing.T) {
	url := os.Getenv("HOLD_URL")
	if url == "" {
		t.Skip("only as a process of TestDB_Hold")
	}
	mustHold(t, openAt(t, url), "killed", true)
	os.Stdout.WriteString("holding\n")
	select {}
}
