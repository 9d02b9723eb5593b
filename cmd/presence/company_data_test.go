package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestCompanyData(t *testing.T) {
	s := install(t).serve()
	s.good("", "user", "add", "--email", "boss@example.com", "--role", "admin")
	folder := filepath.Join(t.TempDir(), "company")
	if out := s.good("", "export", folder); !strings.Contains(out, folder+" is complete") {
		t.Errorf("export prints %q", out)
	}
	if line := s.refused("", "export", folder); !strings.Contains(line, "is not empty") {
		t.Errorf("a second export: %q", line)
	}
	if line := s.refused("", "import", folder); !strings.Contains(line, "nothing was saved: the database is not empty") {
		t.Errorf("an import where there is a company: %q", line)
	}
	other := install(t)
	out := other.good("", "import", folder)
	for _, want := range []string{"was imported", "boss@example.com", "/auth/password/"} {
		if !strings.Contains(out, want) {
			t.Errorf("import prints %q without %q", out, want)
		}
	}
	other.good("", "token", "--user", "boss@example.com")
	damaged := filepath.Join(t.TempDir(), "damaged.zip")
	f, err := os.Create(damaged)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if line := install(t).refused("", "import", damaged); !strings.Contains(line, "no whole archive") {
		t.Errorf("a file without a manifest: %q", line)
	}
}

// TestLong_CompanyDataKilled ends exports and imports at random moments: there is a whole folder or none, and all records or none.
func TestLong_CompanyDataKilled(t *testing.T) {
	s := install(t)
	s.good("", "user", "add", "--email", "boss@example.com", "--role", "admin")
	whole := filepath.Join(t.TempDir(), "whole")
	s.good("", "export", whole)
	for n := range 6 {
		wait := time.Duration(n) * 40 * time.Millisecond
		folder := filepath.Join(t.TempDir(), "company")
		killAfter(t, s, wait, "export", folder)
		if _, err := os.Stat(folder); err == nil {
			install(t).good("", "import", folder)
		}
		other := install(t)
		killAfter(t, other, wait, "import", whole)
		if _, err, code := other.run("", "import", whole); code != 0 && !strings.Contains(err, "the database is not empty (people has 1 rows)") {
			t.Errorf("after a kill: %s", err)
		}
		other.good("", "token", "--user", "boss@example.com")
	}
}

// killAfter runs a command and kills it, unless it ends before.
func killAfter(t *testing.T, i *installation, wait time.Duration, args ...string) {
	t.Helper()
	c := i.command(args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(wait, func() { _ = c.Process.Kill() })
	defer timer.Stop()
	_ = c.Wait() // killed, or done
}
