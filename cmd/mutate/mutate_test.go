package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"presence/cmd/internal/overlay"
)

// TestListed_fit_the_product shows that the text of each listed mutation, and of each reason, is still in its file.
func TestListed_fit_the_product(t *testing.T) {
	root, err := overlay.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := listedMutations(root)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d mutations: %v", len(list), err)
	}
	t.Run("reasons are of mutations that there are", func(t *testing.T) {
		x := tester{root: root, users: map[string][]string{}}
		found, listed, err := x.mutations(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if users := x.users["app/hub/campaigns"]; !slices.Contains(users, "app/hub/sender") || slices.Contains(users, "app/demo") {
			t.Errorf("beside the sends, they are imported by %q", users)
		}
		there := map[string]bool{}
		for _, m := range slices.Concat(found, listed) {
			there[m.file+"\t"+m.change()] = true
		}
		for line := range strings.Lines(reasonsText) {
			if strings.Count(line, "\t") != 2 {
				t.Errorf("not three cells: %q", line)
			}
		}
		for key := range reasons() {
			if !there[key] {
				t.Errorf("reasons.txt has no mutation of today: %s", key)
			}
		}
	})
}

func TestMutationsOf(t *testing.T) {
	for _, x := range []struct {
		name, statement string
		want            []string
	}{
		{"moves the bound of a comparison", "_ = a < b", []string{"`a < b` → `a <= b`"}},
		{"turns an equality round", "_ = a == b", []string{"`a == b` → `a != b`"}},
		{"leaves each side of a condition out", "_ = x && y", []string{"`x && y` → `x`", "`x && y` → `y`"}},
		{"turns a plain condition round", "if x { y = x }", []string{"`x` → `!(x)`"}},
		{"calculates otherwise", "_ = a * b", []string{"`a * b` → `a / b`"}},
		{"takes away where something is added", "a += b", []string{"`a += b` → `a -= b`"}},
		{"does not calculate with texts", `_ = a + "," + b`, nil},
		{"leaves a call out", "f(a)", []string{"without `f(a)`"}},
		{"leaves a call out that can only fail", "if err := f(a); err != nil { return err }",
			[]string{"without `if err := f(a); err != nil { return err }`"}},
		{"leaves what is logged", `s.log.Error("x")`, nil},
		{"does not refuse", `return a, errs.NotFound("x")`, []string{"`errs.NotFound(\"x\")` → `nil`"}},
		{"never swallows an error", "if err != nil { return err }", nil},
		{"never swallows an error that is one of two conditions", "_ = err != nil || x", []string{"`err != nil || x` → `err != nil`"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			src := "package p\n\nfunc g() {\n\t" + x.statement + "\n}\n"
			list, err := mutationsOf("p/p.go", []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range list {
				got = append(got, m.change())
				if m.line != 4 || src[m.from:m.to] != m.old {
					t.Errorf("%s is at line %d, where %q stands", m, m.line, src[m.from:m.to])
				}
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestDraw_takes_a_quarter_from_the_list(t *testing.T) {
	var found, listed []mutation
	for i := range 20 {
		found = append(found, mutation{kind: comparison, line: i})
		listed = append(listed, mutation{kind: listedKind, line: i})
	}
	d, n := newDraw(rand.New(rand.NewPCG(1, 1)), found, listed), 0
	for range 16 {
		if m, ok := d.next(); ok && m.kind == listedKind {
			n++
		}
	}
	if n != 4 {
		t.Errorf("%d of 16 are listed", n)
	}
	for range 24 {
		if _, ok := d.next(); !ok {
			t.Fatal("there are more")
		}
	}
	if m, ok := d.next(); ok {
		t.Errorf("one more than there are: %v", m)
	}
}

func TestReport(t *testing.T) {
	document := filepath.Join(t.TempDir(), "report.md")
	if err := os.WriteFile(document, []byte("before\n"+begin+"old\n"+end+"after\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := report{seed: 7}
	r.add(mutation{kind: comparison}, noticed)
	r.add(mutation{kind: comparison}, invalid)
	r.add(mutation{kind: condition, file: "p/p.go", line: 4, old: "x || y", new: "x"}, survived)
	if r.verdicts() != 2 || r.share() != 50 {
		t.Errorf("%d verdicts, %d %%", r.verdicts(), r.share())
	}
	if err := r.finish(document); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"before\n", "| comparison | 1 | 1 |", "| **all** | 2 | 1 (50 %) |", "Seed 7.",
		`| p/p.go:4 | ` + "`x \\|\\| y` → `x`",
		"after\n"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	if strings.Contains(string(text), "old") {
		t.Error("what was there before stayed")
	}
}
