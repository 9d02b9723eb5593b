package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"presence/cmd/internal/overlay"
)

// Each patch in controls/ takes one guard of the product away when TORTURE_WITHOUT names it; 09_clock lets the clock be set.
// They are applied one after the other to copies of the product's files, which the controlled binary is built from
// (go build -overlay). The product's own files have no such switches.
//
//go:embed controls/*.patch
var controls embed.FS

// disabledSource is added to each package that is patched.
const disabledSource = `package %s

import "os"

func disabled(guard string) bool { return os.Getenv("TORTURE_WITHOUT") == guard }
`

var (
	patched     = regexp.MustCompile(`(?m)^\+\+\+ b/(\S+)$`)
	packageName = regexp.MustCompile(`(?m)^package (\w+)`)
)

// costly are the guards of packages that most of the product imports: without them, most of it is compiled anew.
var costly = map[string]bool{"staging": true, "generations": true, "rows": true, "places": true, "approval": true, "key": true,
	"refusals": true}

// overlayControls applies the patches to copies below dir and returns the file for go build -overlay. Without whole it leaves out those of
// costly guards, whose controls are in twins.
func overlayControls(ctx context.Context, dir string, whole bool) (string, error) {
	root, err := overlay.Root(ctx)
	if err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	patches, err := controls.ReadDir("controls")
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, p := range patches { // in the order of their names: each builds on those before
		if !whole && costly[guardOf(p.Name())] {
			continue
		}
		text, err := controls.ReadFile("controls/" + p.Name())
		if err != nil {
			return "", err
		}
		for _, file := range patched.FindAllStringSubmatch(string(text), -1) {
			if err := copyOnce(root, dir, file[1], replace); err != nil {
				return "", err
			}
		}
		apply := exec.CommandContext(ctx, "git", "apply", "-C1", "-") // one line of context: comments around may change
		apply.Dir, apply.Stdin = dir, strings.NewReader(string(text))
		apply.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir)) // dir may lie in a work tree
		if out, err := apply.CombinedOutput(); err != nil {
			return "", fmt.Errorf("controls/%s no longer fits the product's files; change it as they were changed: %w: %s", p.Name(), err, out)
		}
	}
	return overlay.Write(dir, replace)
}

// guardOf returns the guard that a patch takes away.
func guardOf(patch string) string { return strings.TrimSuffix(patch[len("00_"):], ".patch") }

// copyOnce copies a file of the product below dir, unless it is there already, and adds disabled to its package.
func copyOnce(root, dir, file string, replace map[string]string) error {
	source, target := filepath.Join(root, file), filepath.Join(dir, file)
	if replace[source] != "" {
		return nil
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	added := filepath.Join(filepath.Dir(file), "torture_without.go")
	replace[source], replace[filepath.Join(root, added)] = target, filepath.Join(dir, added)
	guards := fmt.Sprintf(disabledSource, packageName.FindSubmatch(text)[1])
	if err := os.WriteFile(filepath.Join(dir, added), []byte(guards), 0o600); err != nil {
		return err
	}
	return os.WriteFile(target, text, 0o600)
}
