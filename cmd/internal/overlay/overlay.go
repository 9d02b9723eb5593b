// Package overlay lets go build and go test see other files than those in the source tree (the flag -overlay), so that tools
// of tests can change the product without a copy of the tree and without switches in its files.
package overlay

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Root returns the folder of the module that the working directory lies in.
func Root(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("looking for the module: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Write writes dir/overlay.json, the file for the flag -overlay. replace has the absolute path of each file of the tree, which
// need not exist, and the path of the file to read in its place.
func Write(dir string, replace map[string]string) (file string, err error) {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o600)
}
