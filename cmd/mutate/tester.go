package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"presence/cmd/internal/overlay"
)

// verdict is what became of a mutation.
type verdict string

const (
	noticed  verdict = "noticed"
	survived verdict = "SURVIVED"
	invalid  verdict = "invalid" // it does not compile, and does not count
)

// tester runs the product's tests on mutations.
type tester struct {
	root, dir string
	green     map[string]bool // the packages whose tests have passed without a mutation, by folder and engines
}

func newTester(ctx context.Context) (*tester, error) {
	root, err := overlay.Root(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mutate")
	return &tester{root: root, dir: dir, green: map[string]bool{}}, err
}

func (t *tester) close() { _ = os.RemoveAll(t.dir) }

// notProduct matches the folders whose faults nobody would ship: tools, the world of the tests, and the demo's company.
var notProduct = regexp.MustCompile(`^(cmd/(assets|bench|torture|mutate|internal)|app/(apptest|demo|laws)|db/dbtest)(/|$)`)

// mutations are those of the Go files that are built here, and those of the list.
func (t *tester) mutations(ctx context.Context) (found, listed []mutation, err error) {
	list := exec.CommandContext(ctx, "go", "list", "-tags=nomsgpack", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`, "./...")
	list.Dir = t.root
	out, err := list.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("listing the Go files: %w", err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		file, err := filepath.Rel(t.root, name)
		if err != nil {
			return nil, nil, err
		}
		file = filepath.ToSlash(file)
		if notProduct.MatchString(path.Dir(file)) || strings.HasSuffix(file, "_templ.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		ms, err := mutationsOf(file, src)
		if err != nil {
			return nil, nil, err
		}
		found = append(found, ms...)
	}
	listed, err = listedMutations(t.root)
	return found, listed, err
}

// try runs the tests of the mutation's own package, and those of ./app when they do not notice it.
func (t *tester) try(ctx context.Context, m mutation) (verdict, error) {
	file, err := t.apply(m)
	if err != nil {
		return "", err
	}
	for _, folder := range []string{path.Dir(m.file), "app"} {
		if err := t.passes(ctx, folder, m.postgres); err != nil {
			return "", err
		}
		out, err := t.test(ctx, folder, m.postgres, "-overlay="+file)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err == nil:
		case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")):
			if m.kind == listedKind {
				return "", fmt.Errorf("listed.txt: %s does not compile: %s", m, out)
			}
			return invalid, nil
		default:
			return noticed, nil
		}
	}
	return survived, nil
}

// passes fails when the tests of a folder fail without any mutation: they would seem to notice every one.
func (t *tester) passes(ctx context.Context, folder string, postgres bool) error {
	key := fmt.Sprint(folder, postgres)
	if t.green[key] {
		return nil
	}
	if out, err := t.test(ctx, folder, postgres); err != nil {
		return errors.Join(fmt.Errorf("the tests of %s fail without a mutation: %w: %s", folder, err, out), ctx.Err())
	}
	t.green[key] = true
	return nil
}

// test runs the tests of a folder as make quick does. TestAccess is long and shows nothing that others do not.
func (t *tester) test(ctx context.Context, folder string, postgres bool, flags ...string) ([]byte, error) {
	args := slices.Concat([]string{"test", "-tags=nomsgpack", "-vet=off", "-short", "-failfast", "-timeout=10m", "-skip=^TestAccess$"}, flags,
		[]string{"./" + folder})
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = t.root, os.Environ()
	if !postgres { // the cluster that dbtest finds by this variable
		cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "TEST_DATABASE_URL=") })
	}
	return cmd.CombinedOutput()
}

// apply writes the mutated file and returns the file for go test -overlay.
func (t *tester) apply(m mutation) (string, error) {
	source := filepath.Join(t.root, filepath.FromSlash(m.file))
	src, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	target := filepath.Join(t.dir, "mutated.go")
	if err := os.WriteFile(target, slices.Concat(src[:m.from], []byte(m.new), src[m.to:]), 0o600); err != nil {
		return "", err
	}
	return overlay.Write(t.dir, map[string]string{source: target})
}
