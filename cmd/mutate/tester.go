package main

import (
	"bytes"
	"cmp"
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
	"syscall"
	"time"

	"presence/cmd/internal/overlay"
	"presence/db/dbtest/testrun"
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
	notes     *notes
	tests     map[string][]string // by folder: the folders whose tests are run on its mutations, in their order
}

func newTester(ctx context.Context, n *notes) (*tester, error) {
	root, err := overlay.Root(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mutate")
	return &tester{root: root, dir: dir, notes: n}, err
}

func (t *tester) close() { _ = os.RemoveAll(t.dir) }

// notProduct matches the folders that are not shipped or whose faults reach no user: tools, test support, and the demo's company.
var notProduct = regexp.MustCompile(`^(cmd/(assets|bench|torture|mutate|internal)|app/(apptest|demo|laws)|db/dbtest)(/|$)`)

// goPackage is a package as go list describes it.
type goPackage struct {
	ImportPath                                                             string
	GoFiles, TestGoFiles, XTestGoFiles, Imports, TestImports, XTestImports []string
}

func (p goPackage) folder() string { return folderOf(p.ImportPath) }

func folderOf(importPath string) string { return strings.TrimPrefix(importPath, "presence/") }

func (p goPackage) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// packages returns those of the product and of its tests that are built here.
func (t *tester) packages(ctx context.Context) (list []goPackage, err error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-tags=nomsgpack,grpcnotrace",
		"-json=ImportPath,GoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = t.root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the Go files: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p goPackage
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// testsOf returns, for each folder, the folders whose tests are run on its mutations: its own; those beside it whose code or tests
// import it; the feature of a view; those of its group; and app, app/screens and cmd/presence, if their tests import the package. app
// also tests what no others do.
func testsOf(packages []goPackage) map[string][]string {
	tests, groups := map[string][]string{}, map[string]bool{}
	for _, p := range packages {
		if p.hasTests() {
			tests[p.folder()] = append(tests[p.folder()], p.folder())
			groups[p.folder()] = len(p.GoFiles) == 0
		}
	}
	for _, p := range packages {
		from := p.folder()
		whole := distance("", from) == 3
		used := slices.Concat(p.TestImports, p.XTestImports)
		if !whole {
			used = append(used, p.Imports...)
		}
		for _, to := range used {
			to = folderOf(to)
			near := path.Dir(to) == path.Dir(from) || whole || to == "views/"+strings.TrimPrefix(from, "app/")
			if near && from != to && p.hasTests() && !slices.Contains(tests[to], from) {
				tests[to] = append(tests[to], from)
			}
		}
	}
	for _, p := range packages {
		to := p.folder()
		if group := groupOf(to); groups[group] {
			tests[to] = append(tests[to], group)
		}
		slices.SortStableFunc(tests[to], func(a, b string) int { return cmp.Compare(distance(to, a), distance(to, b)) })
		if len(tests[to]) == 0 {
			tests[to] = []string{"app"}
		}
	}
	return tests
}

// groupOf returns the folder of the group of a feature or of its view, which may have tests of the whole group and nothing else: app/hub
// for app/hub/rsvp and for views/hub/rsvp.
func groupOf(folder string) string {
	if view, ok := strings.CutPrefix(folder, "views/"); ok {
		folder = "app/" + view
	}
	return path.Dir(folder)
}

// distance orders the tests of a folder: its own first, then those beside it, those of its group, and the product's as a whole last.
func distance(folder, tests string) int {
	switch tests {
	case folder:
		return 0
	case "app", "app/screens", "cmd/presence":
		return 3
	case groupOf(folder):
		return 2
	}
	return 1
}

// mutations returns those of the Go files that are built here, and those of the list.
func (t *tester) mutations(ctx context.Context) (found, listed []mutation, err error) {
	packages, err := t.packages(ctx)
	if err != nil {
		return nil, nil, err
	}
	t.tests = testsOf(packages)
	for _, p := range packages {
		if notProduct.MatchString(p.folder()) {
			continue
		}
		for _, name := range p.GoFiles {
			if strings.HasSuffix(name, "_templ.go") {
				continue
			}
			src, err := os.ReadFile(filepath.Join(t.root, p.folder(), name))
			if err != nil {
				return nil, nil, err
			}
			ms, err := mutationsOf(p.folder()+"/"+name, src)
			if err != nil {
				return nil, nil, err
			}
			found = append(found, ms...)
		}
	}
	listed, err = listedMutations(t.root)
	return number(found), number(listed), err
}

// try runs the tests of the mutation's own package, on SQLite and then on PostgreSQL, where most locks have their effect, and after
// them those of the other packages in t.tests, until a test notices the mutation.
func (t *tester) try(ctx context.Context, m mutation) (verdict, error) {
	file, err := t.apply(m)
	if err != nil {
		return "", err
	}
	own := path.Dir(m.file)
	for _, folder := range t.tests[own] {
		binary, out, err := t.build(ctx, folder, "mutated", "-overlay="+file)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil && m.kind == listedKind:
			return "", fmt.Errorf("listed.txt: %s does not compile: %s", m, out)
		case err != nil && bytes.Contains(out, []byte("# presence/")):
			return invalid, nil
		case err != nil:
			return "", fmt.Errorf("building the tests of %s: %w: %s", folder, err, out)
		}
		for _, postgres := range engines(m, folder) {
			took, err := t.passes(ctx, folder, postgres)
			if err != nil {
				return "", err
			}
			limit := 2*time.Minute + 4*took // a mutation that makes the tests wait for ever is noticed
			_, passed := t.run(ctx, binary, folder, round{postgres, limit})
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			if !passed {
				return noticed, nil
			}
		}
	}
	return survived, nil
}

// round is one run of the tests of a folder, on PostgreSQL too or on SQLite alone.
type round struct {
	postgres bool
	limit    time.Duration
}

// engines says for each run of the tests of a folder on a mutation whether it is on PostgreSQL too.
func engines(m mutation, folder string) []bool {
	if folder == path.Dir(m.file) && !m.postgres && os.Getenv(cluster) != "" {
		return []bool{false, true}
	}
	return []bool{m.postgres}
}

// passes returns how long the tests of a folder take without any mutation. It fails when they fail: they would seem to notice
// every mutation.
func (t *tester) passes(ctx context.Context, folder string, postgres bool) (time.Duration, error) {
	key := fmt.Sprintf("tests of %s, on PostgreSQL too: %t", folder, postgres)
	if took, err := time.ParseDuration(t.notes.of(key)); err == nil {
		return took, nil
	}
	binary, out, err := t.build(ctx, folder, "tests")
	defer func() { _ = os.Remove(binary) }()
	if err != nil {
		return 0, fmt.Errorf("building the tests of %s: %w: %s", folder, err, out)
	}
	began := time.Now()
	if out, passed := t.run(ctx, binary, folder, round{postgres, 10 * time.Minute}); !passed {
		return 0, errors.Join(fmt.Errorf("the tests of %s fail without a mutation: %s", folder, out), ctx.Err())
	}
	took := time.Since(began)
	return took, t.notes.add(key, took.String())
}

// build compiles the tests of a folder, linked as the product is, into a file with a name, which it replaces.
func (t *tester) build(ctx context.Context, folder, name string, flags ...string) (binary string, out []byte, err error) {
	binary = filepath.Join(t.dir, name)
	args := slices.Concat([]string{"test", "-c", "-tags=nomsgpack,grpcnotrace", "-vet=off", "-ldflags=-s -w", "-o", binary}, flags)
	args = append(args, "./"+folder)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = t.root
	out, err = cmd.CombinedOutput()
	return binary, out, err
}

// cluster is the variable by which dbtest finds PostgreSQL.
const cluster = "TEST_DATABASE_URL"

// run runs tests as make quick does, which leaves out TestAccess and the long ones. It ends them at the first that fails.
func (t *tester) run(ctx context.Context, binary, folder string, x round) (out []byte, passed bool) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(ctx, binary, "-test.short", "-test.failfast", "-test.skip=^(TestAccess$|TestLong_)",
		"-test.timeout="+x.limit.String())
	cmd.Dir = filepath.Join(t.root, filepath.FromSlash(folder))
	cmd.Env = append(os.Environ(), testrun.Folder+"=") // each mutation makes what its tests begin with
	if !x.postgres {
		cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, cluster+"=") })
	}
	written := &output{failed: stop}
	cmd.Stdout, cmd.Stderr = written, written
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with the processes that the tests start
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	return written.text, err == nil
}

// output is what tests write. failed is called when one of them has failed.
type output struct {
	text   []byte
	failed func()
}

func (o *output) Write(p []byte) (int, error) {
	if o.text = append(o.text, p...); bytes.Contains(o.text, []byte("--- FAIL:")) {
		o.failed()
	}
	return len(p), nil
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
