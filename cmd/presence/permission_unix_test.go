//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestCommands_AsAnotherUser runs commands as a user to whom nothing of the service belongs: each says in one line what
// it may not do, and what helps.
func TestCommands_AsAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may run a command as another user")
	}
	dir, err := os.MkdirTemp("", "presence-other-user-") // t.TempDir lies in a folder that others may not enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // the other user is to get as far as the data
		t.Fatal(err)
	}
	i := install(t)
	i.env[1] = "DATA_DIR=" + filepath.Join(dir, "data")
	i.good("", "migrate")
	file := filepath.Join(dir, "copy.db")
	i.good("", "backup", file)
	program := filepath.Join(dir, "presence")
	copyProgram(t, program)
	for _, args := range [][]string{{"migrate"}, {"backup", filepath.Join(dir, "data", "other.db")}, {"restore", file, "--replace"}} {
		t.Run(strings.Join(args[:1], " ")+" says that it may not", func(t *testing.T) {
			c := i.command(args...)
			c.Path, c.Dir = program, "/"
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65532, Gid: 65532, NoSetGroups: true}}
			out, err := c.CombinedOutput()
			if err == nil || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "permission denied") ||
				!strings.Contains(string(out), "the user of the service") {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	settings := filepath.Join(dir, "presence.env")
	write(t, settings, "AUTO_RESUME=true\n")
	for name, file := range map[string]string{"the settings": settings, "the data": ""} {
		t.Run("doctor says who may read "+name, func(t *testing.T) {
			c := i.command("doctor")
			c.Env = append(c.Env, "SETTINGS_FILE="+file)
			c.Path, c.Dir = program, "/"
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65532, Gid: 65532, NoSetGroups: true}}
			out, err := c.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "Run the command as the user of the service") {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// copyProgram copies this test's program to where another user may run it.
func copyProgram(t *testing.T, to string) {
	t.Helper()
	in, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755) //nolint:gosec // another user is to run it
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
