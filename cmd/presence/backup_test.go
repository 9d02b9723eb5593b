package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

func (i *installation) database() string {
	return filepath.Join(strings.TrimPrefix(i.env[1], "DATA_DIR="), "presence.db")
}

func TestBackup_BesideAServer(t *testing.T) {
	s := install(t).serve()
	s.good("", "user", "add", "--email", "before@example.com", "--role", "admin")
	file := filepath.Join(t.TempDir(), "copy.db")
	if out := s.good("", "backup", file); strings.Count(out, "\n") != 1 || !strings.Contains(out, "It does not contain the encryption key") {
		t.Errorf("backup prints %q", out)
	}
	s.good("", "user", "add", "--email", "after@example.com", "--role", "employee")
	for says, args := range map[string][]string{
		"stop the server":           {"restore", file, "--replace"},
		"--replace":                 {"restore", file},
		"is there already":          {"backup", file},
		"no such file":              {"restore", "--replace", file + ".none"},
		"give the name of the file": {"backup"},
		"unexpected":                {"backup", file, "twice"},
		"not defined":               {"backup", "--replace", file},
	} {
		if line := s.refused("", args...); !strings.Contains(line, says) {
			t.Errorf("%v: %q does not say %q", args, line, says)
		}
	}
	s.body(s.get("/health", ""), http.StatusOK)
	if code := s.stop(); code != 0 {
		t.Fatalf("exit %d", code)
	}
	s.good("", "restore", file, "--replace")
	s.good("", "token", "--user", "before@example.com")
	s.refused("", "token", "--user", "after@example.com")
	kept, err := filepath.Glob(s.database() + ".replaced-*Z")
	if err != nil || len(kept) != 1 {
		t.Fatal("the old one is not kept", kept, err)
	}
	s.env = append(s.env, "DATABASE_URL=sqlite:"+kept[0])
	s.good("", "token", "--user", "after@example.com")
}

func TestBackup_IsForTheEmbeddedDatabase(t *testing.T) {
	i := install(t, "DATABASE_URL=postgres://nobody@127.0.0.1:1/none")
	for _, command := range []string{"backup", "restore"} {
		if line := i.refused("", command, filepath.Join(t.TempDir(), "copy.db")); !strings.Contains(line, "pg_dump") {
			t.Errorf("%s: %q has no remedy", command, line)
		}
	}
	if _, err := os.Stat(strings.TrimPrefix(i.env[1], "DATA_DIR=")); err == nil {
		t.Error("a refusal made DATA_DIR, and a key in it perhaps")
	}
}

// TestLong_BackupKilled kills both commands at moments of chance: there is always all of a file or none of it.
func TestLong_BackupKilled(t *testing.T) {
	i := install(t)
	i.good("", "user", "add", "--email", "old@example.com", "--role", "admin")
	old, dir := filepath.Join(t.TempDir(), "old.db"), t.TempDir()
	i.good("", "backup", old)
	i.good("", "user", "add", "--email", "new@example.com", "--role", "admin")
	fresh := filepath.Join(dir, "fresh.db")
	start := time.Now()
	i.good("", "backup", fresh)
	took := time.Since(start)

	// killed runs a command and kills it at some moment; whether it had ended by itself.
	killed := func(args ...string) {
		t.Helper()
		c := i.command(args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(rand.N(2*took), func() { _ = c.Process.Kill() })
		_ = c.Wait()
	}
	for n := range 8 {
		file := filepath.Join(dir, fmt.Sprint(n, ".db"))
		killed("backup", file)
		if _, err := os.Stat(file); err == nil {
			i.good("", "restore", "--replace", file) // checks every page
		}
	}
	i.good("", "restore", "--replace", fresh)
	for n := range 12 {
		from := old
		if n%2 == 1 {
			from = fresh
		}
		killed("restore", from, "--replace")
		if _, err := os.Stat(i.database()); err != nil {
			t.Fatal("the place is empty:", err)
		}
		i.good("", "token", "--user", "old@example.com") // opening it checks every page
	}
	files, err := filepath.Glob(i.database() + ".replaced-*Z")
	if err != nil || len(files) < 2 {
		t.Error("hardly anything was replaced: the kills came too early to tell anything", files, err)
	}
	for _, file := range files {
		install(t).good("", "restore", file)
	}
}

// TestBackup_records has the time of the last backup in the database: of one by the command, and of one by other means.
func TestBackup_records(t *testing.T) {
	for _, x := range []struct {
		name   string
		engine db.Dialect
		args   []string
	}{
		{"one by the command", db.SQLite, []string{filepath.Join(t.TempDir(), "copy.db")}},
		{"one of SQLite by other means", db.SQLite, []string{"--done"}},
		{"one of PostgreSQL", db.Postgres, []string{"--done"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			url := dbtest.URL(t, x.engine)
			i := install(t).on(url)
			before := time.Now().Add(-time.Second)
			i.good("", append([]string{"backup"}, x.args...)...)
			d, err := db.Open(t.Context(), url, db.Options{Conns: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if at, err := db.LastBackup(t.Context(), d); err != nil || at.Time().Before(before) {
				t.Errorf("%v %v", at, err)
			}
		})
	}
	t.Run("not both at once", func(t *testing.T) {
		if line := install(t).refused("", "backup", "copy.db", "--done"); !strings.Contains(line, "either the name of the file or --done") {
			t.Errorf("says %q", line)
		}
	})
}

// TestRestore_done has the sends of a database that was restored by other means wait for staff, before a server uses it.
func TestRestore_done(t *testing.T) {
	for _, engine := range []db.Dialect{db.Postgres, db.SQLite} {
		t.Run(engine.String(), func(t *testing.T) {
			url := dbtest.URL(t, engine)
			d, err := db.Open(t.Context(), url, db.Options{Conns: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			due := db.InstantOf(time.Now().Add(-10 * time.Minute))
			err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO campaigns (event_id, type, status, channel, sender, subject, template, tracked, kept, salt,
					starts_at, created_at, created_by, updated_at)
					VALUES ('gala', 'event', 'scheduled', 'bulk', 'a@example.com', '', '', FALSE, FALSE, 'salt', $1, 1, 'x', 1)`, due)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			stays := func() {
				t.Helper()
				var status, reason string
				if err := d.QueryRow(t.Context(), "SELECT status, reason FROM campaigns").Scan(&status, &reason); err != nil ||
					status != "paused" || reason != "restored" {
					t.Errorf("%s %s %v", status, reason, err)
				}
			}
			i := install(t).on(url)
			if out := i.good("", "restore", "--done"); !strings.Contains(out, "ready to be used") || !strings.Contains(out, "not finished in the backup: 1.") {
				t.Errorf("it prints %q", out)
			}
			stays()
			s := i.serve()
			s.body(s.get("/health", ""), http.StatusOK)
			if line := i.refused("", "restore", "--done"); !strings.Contains(line, "a server uses the database: stop it first") {
				t.Errorf("beside a server: %q", line)
			}
			s.stop()
			stays()
		})
	}
	t.Run("not for a database without tables", func(t *testing.T) {
		if line := install(t).on(dbtest.Empty(t, db.Postgres)).refused("", "restore", "--done"); !strings.Contains(line, "has no tables") {
			t.Errorf("says %q", line)
		}
	})
	t.Run("not both at once", func(t *testing.T) {
		if line := install(t).refused("", "restore", "copy.db", "--done"); !strings.Contains(line, "either the name of the file or --done") {
			t.Errorf("says %q", line)
		}
	})
}
