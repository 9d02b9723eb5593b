package apptest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Update rewrites the golden files: go test -update. Read the diff before you commit it.
var Update = flag.Bool("update", false, "write the goldens in testdata anew")

// Golden compares got with testdata/name of the package under test and shows the first lines that differ.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *Update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: write it with -update, and read it", err)
	}
	if diff := firstDifferences(string(want), got); diff != "" {
		t.Errorf("%s is not what it was (-was +is); when that is meant, run with -update and read the diff:\n%s", file, diff)
	}
}

// firstDifferences compares line sets in order: lines that only one side has.
func firstDifferences(want, got string) string {
	if want == got {
		return ""
	}
	var b strings.Builder
	shown := 0
	show := func(sign string, lines []string, others map[string]int) {
		for _, l := range lines {
			if others[l] > 0 {
				others[l]--
				continue
			}
			if shown++; shown <= 40 {
				b.WriteString(sign + " " + l + "\n")
			}
		}
	}
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	show("-", w, count(g))
	show("+", g, count(w))
	if shown == 0 {
		return "the same lines in another order\n"
	}
	return b.String()
}

func count(lines []string) map[string]int {
	m := make(map[string]int, len(lines))
	for _, l := range lines {
		m[l]++
	}
	return m
}
