package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"presence/db"
)

// TestCommands_ReadTheSettingsFile runs every command there is with a settings file that has a fault in it: each must
// tell the fault, so that none works with other settings than the service.
func TestCommands_ReadTheSettingsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "presence.env")
	write(t, file, "TIMEZONE=Nowhere/AtAll\n")
	args := map[string][]string{"backup": {"copy.db"}, "restore": {"copy.db"}, "export": {"company"}, "import": {"company"}}
	without := map[string]string{
		"demo":    "LISTEN", // it keeps to itself: what it tells is the fault of the environment
		"version": "",
	}
	for _, cmd := range commands {
		t.Run(cmd.name+" reads it, or has no settings", func(t *testing.T) {
			env := map[string]string{"SETTINGS_FILE": file, "DATA_DIR": t.TempDir()}
			says, apart := without[cmd.name]
			if !apart {
				says = "TIMEZONE"
			} else if says != "" {
				env[says] = "nonsense"
			}
			var out bytes.Buffer
			c := &cli{in: strings.NewReader("a password\n"), out: &out, err: io.Discard, getenv: func(name string) string { return env[name] }}
			err := c.run(t.Context(), append(strings.Fields(cmd.name), args[cmd.name]...))
			switch {
			case cmd.name == "doctor": // it tells the fault among its results
				if err == nil || !strings.Contains(out.String(), says+": ") {
					t.Errorf("says %v, prints %q", err, &out)
				}
			case says == "":
				if err != nil {
					t.Error(err)
				}
			case err == nil || !strings.HasPrefix(err.Error(), says+": ") || apart && strings.Contains(err.Error(), "TIMEZONE"):
				t.Errorf("says %v, want the fault of %s", err, says)
			}
		})
	}
}

// TestBackup_WithASettingsFile shows that both commands work on the database of the service, and say where it is.
func TestBackup_WithASettingsFile(t *testing.T) {
	file, data, dir := filepath.Join(t.TempDir(), "presence.env"), filepath.Join(t.TempDir(), "service"), t.TempDir()
	write(t, file, "DATA_DIR="+data+"\n")
	i := install(t, "SETTINGS_FILE="+file)
	i.env[1] = "DATA_DIR="
	i.good("", "user", "add", "--email", "kept@example.com", "--role", "admin")
	// from runs a command in a folder of its own, with relative paths.
	from := func(args ...string) string {
		t.Helper()
		c := i.command(args...)
		var out, err bytes.Buffer
		c.Dir, c.Stdout, c.Stderr = dir, &out, &err
		if e := c.Run(); e != nil {
			t.Fatalf("%v: %v %s", args, e, &err)
		}
		return out.String()
	}
	if out := from("backup", "copy.db"); !strings.HasPrefix(out, filepath.Join(dir, "copy.db")+" is complete.") {
		t.Errorf("backup prints %q", out)
	}
	out := from("restore", "copy.db", "--replace")
	kept, err := filepath.Glob(filepath.Join(data, "presence.db.replaced-*Z"))
	if err != nil || len(kept) != 1 {
		t.Fatal("the old one is not kept", kept, err)
	}
	if !strings.Contains(out, " was restored as "+filepath.Join(data, "presence.db")+".") ||
		!strings.Contains(out, " was kept as "+kept[0]+".") {
		t.Errorf("restore prints %q", out)
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
		t.Error("./data was made")
	}
	i.good("", "token", "--user", "kept@example.com")
	t.Run("that names PostgreSQL, they refuse", func(t *testing.T) {
		write(t, file, "DATABASE_URL=postgres://nobody@127.0.0.1:1/none\n")
		for _, command := range []string{"backup", "restore"} {
			if line := i.refused("", command, filepath.Join(dir, "other.db")); !strings.Contains(line, "pg_dump") {
				t.Errorf("%s: %q has no remedy", command, line)
			}
		}
	})
}

// TestRestore_HoldsSends shows that the command leaves nothing in the restored database that would be sent by itself, and
// says so.
func TestRestore_HoldsSends(t *testing.T) {
	i := install(t)
	i.good("", "migrate")
	d, err := db.Open(t.Context(), "sqlite:"+i.database(), db.Options{Conns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, sql := range []string{
			"INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at) VALUES ('gala', 'open', 1, " +
				"2, 'fete', 'Gala', 1, 1)",
			`INSERT INTO campaigns (event_id, type, status, channel, sender, subject, template, tracked,
				kept, salt, total, pending, created_at, created_by, updated_at)
				VALUES ('gala', 'event', 'sending', 'bulk', 'a@example.com', '', '', FALSE, FALSE, 'salt', 1, 1, 1, 'x', 1)`,
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	i.good("", "backup", file)
	to := install(t)
	if out := to.good("", "restore", file); !strings.Contains(out, "not finished in the backup: 1.") {
		t.Errorf("restore prints %q", out)
	}
	restored, err := db.Open(t.Context(), "sqlite:"+to.database(), db.Options{Conns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	var status, reason string
	if err := restored.QueryRow(t.Context(), "SELECT status, reason FROM campaigns").Scan(&status, &reason); err != nil ||
		status != "interrupted" || reason != "restored" {
		t.Errorf("%s %s %v", status, reason, err)
	}
}
