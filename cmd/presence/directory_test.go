package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDirectorySync(t *testing.T) {
	dir := t.TempDir()
	i := install(t, "DIRECTORY_URL=files:"+dir)
	t.Run("says why it cannot read", func(t *testing.T) {
		if line := i.refused("", "directory", "sync"); !strings.Contains(line, "no_files") {
			t.Errorf("it says %q", line)
		}
	})
	var lines strings.Builder
	for n := range 120 {
		lines.WriteString(`{"customer_id":"C-` + strings.Repeat("x", n) + `","name":"Élise Côté"}` + "\n")
	}
	file := filepath.Join(dir, "a.ndjson")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(lines.String() + "{\n")
	s := i.serve() // a run beside a server, which may be reading too
	s.body(s.get("/health", ""), 200)
	t.Run("works beside a server and prints what it did", func(t *testing.T) {
		if out := s.good("", "directory", "sync", "--force"); !strings.Contains(out, "121 read, ") || !strings.Contains(out, "1 rejected") {
			t.Errorf("it prints %q", out)
		}
		if out := s.good("", "directory", "sync"); out != "files:"+dir+": unchanged\n" {
			t.Errorf("it prints %q", out)
		}
	})
	t.Run("keeps the customers when most of them are gone, until it is forced", func(t *testing.T) {
		write(`{"customer_id":"C-1","name":"A"}`)
		if line := s.refused("", "directory", "sync"); !strings.Contains(line, "1 of 120") || !strings.Contains(line, "--force") {
			t.Errorf("it says %q", line)
		}
		if out := s.good("", "directory", "sync", "--force"); !strings.Contains(out, "1 read, 1 added, 0 changed, 120 removed") {
			t.Errorf("it prints %q", out)
		}
	})
	t.Run("needs a source", func(t *testing.T) {
		if line := install(t).refused("", "directory", "sync"); !strings.Contains(line, "DIRECTORY_URL") {
			t.Errorf("it says %q", line)
		}
	})
}
