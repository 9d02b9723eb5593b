package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestControls_fit_the_product shows that every patch applies to the product's files of today. That they compile is shown by
// TestTorture, whose controls run them.
func TestControls_fit_the_product(t *testing.T) {
	file, err := overlayControls(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("none is without effect", func(t *testing.T) {
		patches, err := controls.ReadDir("controls")
		if err != nil || len(patches) == 0 {
			t.Fatal(patches, err)
		}
		for _, p := range patches {
			guard := strings.TrimSuffix(p.Name()[3:], ".patch")
			patch, err := controls.ReadFile("controls/" + p.Name())
			if err != nil {
				t.Fatal(err)
			}
			if guard != "clock" && !strings.Contains(string(patch), `disabled("`+guard+`")`) {
				t.Errorf("%s does not ask whether TORTURE_WITHOUT is %s", p.Name(), guard)
			}
			if !patched.Match(patch) || !strings.Contains(string(text), string(patched.FindSubmatch(patch)[1])) {
				t.Errorf("%s changes no file", p.Name())
			}
		}
	})
}

// TestControls_are_noticed shows that tests of the product fail when a guard is missing: they would show nothing otherwise.
func TestControls_are_noticed(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests of a package anew")
	}
	dir := t.TempDir()
	file, err := overlayControls(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	tests := filepath.Join(dir, "timesheets.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-tags=nomsgpack", "-ldflags=-s -w", "-vet=off", "-overlay="+file,
		"-c", "-o", tests,
		"presence/app/workforce/timesheets")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the tests: %v\n%s", err, out)
	}
	for _, x := range []struct{ name, guard, test, says string }{
		{
			"an approved sheet that is not locked", "approval", "^TestApproversAndEditors$", "an approved sheet was not what was approved",
		},
		{
			"employees that are not locked while their time is written", "rows", "^TestApproversAndEditors$/^postgres$",
			"an approved sheet was not what was approved",
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			run := exec.CommandContext(t.Context(), tests, "-test.v", "-test.failfast", "-test.count=14", "-test.run="+x.test)
			run.Env = append(os.Environ(), "TORTURE_WITHOUT="+x.guard)
			out, err := run.CombinedOutput()
			if err == nil && strings.Contains(string(out), "no PostgreSQL for this test") {
				t.Skip("no PostgreSQL here: SQLite has one writer and locks no rows")
			}
			if err == nil || !strings.Contains(string(out), x.says) {
				t.Errorf("the test passes without it: %v\n%s", err, out)
			}
		})
	}
}
