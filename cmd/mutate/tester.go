package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

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
	green     map[string]time.Duration // how long the tests that pass without a mutation took, by folders and engines
	users     map[string][]string      // the folders whose packages or tests import a folder's package: those beside it, and the program's
}

func newTester(ctx context.Context) (*tester, error) {
	root, err := overlay.Root(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mutate")
	return &tester{root: root, dir: dir, green: map[string]time.Duration{}, users: map[string][]string{}}, err
}

func (t *tester) close() { _ = os.RemoveAll(t.dir) }

// notProduct matches the folders that are not shipped or whose faults reach no user: tools, test support, and the demo's company.
var notProduct = regexp.MustCompile(`^(cmd/(assets|bench|torture|mutate|internal)|app/(apptest|demo|laws)|db/dbtest)(/|$)`)

// mutations returns those of the Go files that are built here, and those of the list.
func (t *tester) mutations(ctx context.Context) (found, listed []mutation, err error) {
	list := exec.CommandContext(ctx, "go", "list", "-tags=nomsgpack", "-json=ImportPath,GoFiles,Imports,TestImports,XTestImports", "./...")
	list.Dir = t.root
	out, err := list.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("listing the Go files: %w", err)
	}
	for packages := json.NewDecoder(bytes.NewReader(out)); packages.More(); {
		var p struct {
			ImportPath                                  string
			GoFiles, Imports, TestImports, XTestImports []string
		}
		if err := packages.Decode(&p); err != nil {
			return nil, nil, err
		}
		folder := strings.TrimPrefix(p.ImportPath, "presence/")
		for _, used := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			used = strings.TrimPrefix(used, "presence/")
			if (path.Dir(used) == path.Dir(folder) || folder == "cmd/presence") && used != folder && !slices.Contains(t.users[used], folder) {
				t.users[used] = append(t.users[used], folder)
			}
		}
		if notProduct.MatchString(folder) {
			continue
		}
		for _, name := range p.GoFiles {
			if strings.HasSuffix(name, "_templ.go") {
				continue
			}
			src, err := os.ReadFile(filepath.Join(t.root, folder, name))
			if err != nil {
				return nil, nil, err
			}
			ms, err := mutationsOf(folder+"/"+name, src)
			if err != nil {
				return nil, nil, err
			}
			found = append(found, ms...)
		}
	}
	listed, err = listedMutations(t.root)
	return found, listed, err
}

// round is one run of tests: those of some folders, on PostgreSQL too or on SQLite alone.
type round struct {
	folders  []string
	postgres bool
}

// try runs the tests of the mutation's own package, then those of the packages in t.users, which import it, then those of ./app,
// and at last those of its own package on PostgreSQL too, where most locks have their effect, until one of them notices the
// mutation.
func (t *tester) try(ctx context.Context, m mutation) (verdict, error) {
	file, err := t.apply(m)
	if err != nil {
		return "", err
	}
	own := path.Dir(m.file)
	rounds := []round{{[]string{own}, m.postgres}, {t.users[own], m.postgres}, {[]string{"app"}, m.postgres}}
	if !m.postgres {
		rounds = append(rounds, round{[]string{own}, true})
	}
	for _, x := range rounds {
		if len(x.folders) == 0 {
			continue
		}
		took, err := t.passes(ctx, x.folders, x.postgres)
		if err != nil {
			return "", err
		}
		limit := time.Minute + 4*took // a mutation that makes the tests wait for ever is noticed
		out, err := t.test(ctx, x.folders, x.postgres, "-overlay="+file, "-timeout="+limit.String())
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

// passes returns how long the tests of folders take without any mutation. It fails when they fail: they would seem to notice
// every mutation.
func (t *tester) passes(ctx context.Context, folders []string, postgres bool) (time.Duration, error) {
	key := fmt.Sprint(folders, postgres)
	if took, known := t.green[key]; known {
		return took, nil
	}
	began := time.Now()
	if out, err := t.test(ctx, folders, postgres, "-timeout=10m"); err != nil {
		return 0, errors.Join(fmt.Errorf("the tests of %s fail without a mutation: %w: %s", folders, err, out), ctx.Err())
	}
	t.green[key] = time.Since(began)
	return t.green[key], nil
}

// test runs the tests of folders as make quick does, which leaves out TestAccess, the longest.
func (t *tester) test(ctx context.Context, folders []string, postgres bool, flags ...string) ([]byte, error) {
	args := slices.Concat([]string{"test", "-tags=nomsgpack", "-vet=off", "-short", "-failfast", "-skip=^TestAccess$"}, flags)
	for _, folder := range folders {
		args = append(args, "./"+folder)
	}
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
