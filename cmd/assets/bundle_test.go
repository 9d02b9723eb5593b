package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const assets = "../../assets"

func bundle(t *testing.T) Output {
	t.Helper()
	out, err := Bundle(assets)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(a, b Output) bool {
	return maps.EqualFunc(a, b, func(x, y []byte) bool { return string(x) == string(y) })
}

func TestBundle_gives_the_same_bytes_each_time(t *testing.T) {
	if !same(bundle(t), bundle(t)) {
		t.Error("two runs differ")
	}
}

func TestBundle_is_what_is_committed(t *testing.T) {
	committed := Output{}
	found, err := filepath.Glob("../../static/dist/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		committed[filepath.Base(f)] = b
	}
	if out := bundle(t); !same(out, committed) {
		t.Errorf("static/dist is stale: run go run ./cmd/assets\nhas   %v\nwants %v", slices.Sorted(maps.Keys(committed)),
			slices.Sorted(maps.Keys(out)))
	}
}

func TestBundle_names_follow_the_content(t *testing.T) {
	out := bundle(t)
	var manifest map[string]string
	if err := json.Unmarshal(out["manifest.json"], &manifest); err != nil {
		t.Fatal(err)
	}
	for plain, hashed := range manifest {
		sum := sha256.Sum256(out[hashed])
		if !strings.Contains(hashed, hex.EncodeToString(sum[:8])) || filepath.Ext(plain) != filepath.Ext(hashed) {
			t.Errorf("%s is called %s", plain, hashed)
		}
	}
}

func TestBundle_reports_a_broken_style_sheet(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"css/app.css": `@import "missing.css";`, "css/guest.css": "", "js/app.js": ""} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Bundle(dir); err == nil || !strings.Contains(err.Error(), "missing.css") {
		t.Errorf("got %v", err)
	}
}

func TestWrite_removes_what_is_no_longer_there(t *testing.T) {
	dir := t.TempDir()
	for _, out := range []Output{{"a-1.css": []byte("x"), "b.js": []byte("y")}, {"a-2.css": []byte("z"), "b.js": []byte("y")}} {
		if err := Write(dir, out); err != nil {
			t.Fatal(err)
		}
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(left) != len(out) {
			t.Errorf("%d files instead of %d", len(left), len(out))
		}
	}
}

// The vendored script is the published one, byte for byte.
func TestVendored_files_match_their_checksums(t *testing.T) {
	lists, err := filepath.Glob(assets + "/vendor/*/sha256sums")
	if err != nil || len(lists) == 0 {
		t.Fatalf("no checksums (%v)", err)
	}
	for _, list := range lists {
		b, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
			file, err := os.ReadFile(filepath.Join(filepath.Dir(list), name))
			if err != nil {
				t.Fatal(err)
			}
			if sum := sha256.Sum256(file); hex.EncodeToString(sum[:]) != want {
				t.Errorf("%s has changed", name)
			}
		}
	}
}
