package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
		x := tester{root: root}
		found, listed, err := x.mutations(t.Context())
		if err != nil {
			t.Fatal(err)
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

func TestTestsOf(t *testing.T) {
	tested := func(folder string, imports ...string) goPackage {
		return goPackage{ImportPath: "presence/" + folder, GoFiles: []string{"a.go"}, Imports: imports, XTestGoFiles: []string{"a_test.go"}}
	}
	tests := testsOf([]goPackage{
		tested("app", "presence/app/hub/sender", "presence/app/hub/campaigns"),
		{ImportPath: "presence/app/hub/apart", TestGoFiles: []string{"a_test.go"}, TestImports: []string{"presence/app/platform/errs"}},
		tested("app/hub/sender", "presence/app/hub/campaigns", "presence/app/hub/plain", "presence/views/hub/sender"),
		tested("app/hub/campaigns", "presence/app/platform/errs"),
		{ImportPath: "presence/app/hub/plain"}, {ImportPath: "presence/app/hub/untested", Imports: []string{"presence/app/hub/plain"}},
		{ImportPath: "presence/app/platform/errs"}, {ImportPath: "presence/views/hub/sender"},
		tested("app/accounts/auth"), {ImportPath: "presence/app/accounts", XTestGoFiles: []string{"a_test.go"}},
		{ImportPath: "presence/views/accounts/auth"}, tested("app/home", "presence/app/accounts/auth"),
		{ImportPath: "presence/app/screens", XTestGoFiles: []string{"a_test.go"}, XTestImports: []string{"presence/app/accounts/auth"}},
		{ImportPath: "presence/cmd/presence", XTestGoFiles: []string{"a_test.go"}, Imports: []string{"presence/app"},
			XTestImports: []string{"presence/app/hub/campaigns"}},
	})
	for _, x := range []struct {
		name, folder string
		want         []string
	}{
		{"its own come first, then those of a package beside it, then the program's", "app/hub/campaigns",
			[]string{"app/hub/campaigns", "app/hub/sender", "cmd/presence"}},
		{"a package without tests is tested by those beside it", "app/hub/plain", []string{"app/hub/sender"}},
		{"a view is tested by its feature", "views/hub/sender", []string{"app/hub/sender"}},
		{"the tests of a group come before the program's", "app/accounts/auth", []string{"app/accounts/auth", "app/accounts", "app/screens"}},
		{"a view is tested by the group too", "views/accounts/auth", []string{"app/accounts"}},
		{"a package outside of the groups is tested by itself", "app/home", []string{"app/home"}},
		{"what no tests beside it import is tested by app", "app/platform/errs", []string{"app"}},
		{"app is tested by itself: the tests of the program do not import it", "app", []string{"app"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := tests[x.folder]; !slices.Equal(got, x.want) {
				t.Errorf("tested by %q, want %q", got, x.want)
			}
		})
	}
}

func TestNotes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes")
	for i, want := range []string{"", "noticed"} {
		n, err := readNotes(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.of("a `b` → c"); got != want {
			t.Errorf("run %d finds %q, want %q", i, got, want)
		}
		if err := n.add("a `b` → c", "noticed"); err != nil || n.of("a `b` → c") != "noticed" {
			t.Errorf("%v", err)
		}
	}
}

// A mutation that was tried is not tried again.
func TestTester_tryAll_goes_on(t *testing.T) {
	kept := mutation{kind: comparison, file: "p/p.go", old: "a", new: "b"}
	x := tester{root: t.TempDir(), notes: &notes{known: map[string]string{kept.name(): string(survived)}}}
	r := report{}
	if err := x.tryAll(t.Context(), newDraw(1, []mutation{kept}, nil), 0, &r); err != nil || len(r.survivors) != 1 {
		t.Errorf("%v, %v", r.survivors, err)
	}
}

// Tests are ended at the first that fails, with what they have started.
func TestTester_run(t *testing.T) {
	x, script := tester{root: t.TempDir()}, filepath.Join(t.TempDir(), "tests")
	for name, want := range map[string]bool{"echo ok": true, "exit 1": false, "echo '--- FAIL: TestX'; sleep 600 & sleep 600": false} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(script, []byte("#!/bin/sh\n"+name+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			if out, passed := x.run(t.Context(), script, ".", round{limit: time.Minute}); passed != want {
				t.Errorf("passed: %t: %s", passed, out)
			}
		})
	}
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
	d, n := newDraw(1, number(found), number(listed)), 0
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
