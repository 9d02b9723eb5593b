package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// company is an installation with the data of the demo, whose server is stopped.
func company(t *testing.T) *installation {
	t.Helper()
	i := install(t)
	s := i.begin(i.command("demo"), nil).ready()
	if code := s.stop(); code != 0 {
		t.Fatalf("the demo ends with %d: %s", code, s.stderr)
	}
	return i
}

// on returns the installation with another database.
func (i *installation) on(url string) *installation {
	return &installation{i.T, append(slices.Clone(i.env), "DATABASE_URL="+url)}
}

// exported returns the content of the company's export by the names of its files, without the manifest, which says when it was made.
func (i *installation) exported() map[string]string {
	i.Helper()
	folder := filepath.Join(i.TempDir(), "company")
	i.good("", "export", folder)
	found := map[string]string{}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if e.Name() == "manifest.json" || e.IsDir() {
			continue
		}
		text, fault := os.ReadFile(filepath.Join(folder, e.Name()))
		if fault != nil {
			err = fault
		}
		found[e.Name()] = string(text)
	}
	if err != nil || len(found) < 20 {
		i.Fatalf("%d files, %v", len(found), err)
	}
	return found
}

// exports fails unless the installation exports what another one did before, whose export is in the audit log by now.
func (i *installation) exports(want map[string]string) {
	i.Helper()
	got := i.exported()
	if len(got) != len(want) {
		i.Errorf("%d files are exported, want %d", len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text && (name != "audit_log.jsonl" || !strings.HasPrefix(got[name], text)) {
			i.Errorf("%s differs", name)
		}
	}
}

// sum returns the hash of the installation's SQLite file.
func (i *installation) sum() string {
	i.Helper()
	text, err := os.ReadFile(filepath.Join(strings.TrimPrefix(i.env[1], "DATA_DIR="), "presence.db"))
	if err != nil {
		i.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// TestMove moves a company to PostgreSQL and back into a file: what it exports is the same each time.
func TestMove(t *testing.T) {
	i := company(t)
	want, sum := i.exported(), i.sum()
	for _, to := range []string{dbtest.Empty(t, db.Postgres), "sqlite:" + filepath.Join(t.TempDir(), "new", "presence.db")} {
		engine, _, _ := strings.Cut(to, ":")
		t.Run("to "+engine, func(t *testing.T) {
			i.T = t
			out := i.good("", "move", "--to", to)
			for _, said := range []string{"  shifts ", "read again and found equal", "Set DATABASE_URL to the new database, keep the same key (secret.key in DATA_DIR)"} {
				if !strings.Contains(out, said) {
					t.Errorf("it says %q, without %q", out, said)
				}
			}
			moved := i.on(to)
			moved.exports(want)
			if moved.serve().stop() != 0 {
				t.Error("the server does not start with it")
			}
			i = moved // the next move begins there
		})
	}
	i.T = t
	if i.sum() != sum {
		t.Error("the database that was moved has changed")
	}
}

func TestMove_refuses(t *testing.T) {
	i := install(t).serve()
	taken := "sqlite:" + filepath.Join(t.TempDir(), "taken.db")
	other := install(t).on(taken)
	other.good("", "user", "add", "--email", "boss@example.com", "--role", "admin")
	fresh := "sqlite:" + filepath.Join(t.TempDir(), "fresh.db")
	if line := i.refused("", "move", "--to", fresh); !strings.Contains(line, "a server uses the database: stop it first") {
		t.Errorf("while a server runs: %q", line)
	}
	if code := i.stop(); code != 0 {
		t.Fatalf("it ends with %d", code)
	}
	own := "sqlite:" + strings.TrimPrefix(i.env[1], "DATA_DIR=") + "/presence.db"
	for name, x := range map[string]struct{ to, want string }{
		"no address":                    {"", "say where to"},
		"an address of no database":     {"mysql://x", "expected sqlite:PATH or postgres://…"},
		"the database of the settings":  {own, "is the database of DATABASE_URL"},
		"the same file by another name": {strings.Replace(own, "/presence.db", "/./presence.db", 1), "is the database of DATABASE_URL"},
		"a database with records":       {taken, "is not empty: give an empty one (it has 1 rows in audit_log)"},
		"a server that is not there":    {"postgres://127.0.0.1:1/none", "the database to move to"},
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			i.installation.T = t
			if line := i.refused("", "move", "--to", x.to); !strings.Contains(line, x.want) {
				t.Errorf("it says %q", line)
			}
		})
	}
	i.installation.T = t
	t.Run("refuses a key that does not open the secrets", func(t *testing.T) {
		wrong := &installation{t, append(slices.Clone(i.env), "SECRET_KEY=another key that is long enough for this test")}
		if line := wrong.refused("", "move", "--to", fresh); !strings.Contains(line, "SECRET_KEY") {
			t.Errorf("it says %q", line)
		}
	})
	t.Run("refuses a database that is not there", func(t *testing.T) {
		if line := install(t).refused("", "move", "--to", fresh); !strings.Contains(line, "the database to move") {
			t.Errorf("it says %q", line)
		}
	})
}

// TestLong_MoveKilled kills moves at different moments, and begins again: the source is unchanged, and the target whole in the end.
func TestLong_MoveKilled(t *testing.T) {
	i := company(t)
	want, sum := i.exported(), i.sum()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			i.T = t
			to := dbtest.Empty(t, dialect)
			for n := range 4 {
				killAfter(t, i, time.Duration(200+300*n)*time.Millisecond, "move", "--to", to)
			}
			if _, err, code := i.run("", "move", "--to", to); code != 0 && !strings.Contains(err, "is not empty") { // the last one came to its end
				t.Fatalf("after kills: %s", err)
			}
			i.on(to).exports(want)
		})
	}
	i.T = t
	if i.sum() != sum {
		t.Error("the database that was moved has changed")
	}
}
