// Command cluster runs a command with TEST_DATABASE_URL set to a temporary PostgreSQL server, so that all test packages share
// one: cluster [--] go test ./... . It sets TMPDIR to a temporary folder in memory, if there is room, because most tests would
// otherwise spend their time waiting for the disk, and testrun.Folder to a new folder, so that what tests begin with is made once. If no
// PostgreSQL server is installed, it runs the command without one, or fails if REQUIRE_POSTGRES=1. Its exit status is that of the command
// (`go run` itself turns any failure into 1).
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"presence/db/dbtest/pgcluster"
	"presence/db/dbtest/testrun"
)

func main() {
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: cluster [--] command [argument…]")
		os.Exit(2)
	}
	status, err := run(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
	}
	os.Exit(status)
}

// enough is the room that the tests' files need, in bytes.
const enough = 6 << 30

// inMemory creates a folder in /dev/shm; it returns "" if there is too little room, as in many containers.
func inMemory() (string, error) {
	const memory = "/dev/shm"
	var s syscall.Statfs_t
	if err := syscall.Statfs(memory, &s); err != nil || s.Bavail*uint64(s.Bsize) < enough {
		return "", nil //nolint:nilerr // there is none on this system
	}
	folder, err := os.MkdirTemp(memory, "presence")
	if err != nil {
		return "", err
	}
	return folder, os.Chmod(folder, 0o711) // a test may run a program as another user there
}

func run(args []string) (int, error) {
	c, err := pgcluster.Start()
	switch {
	case err == nil:
		defer c.Stop()
		os.Setenv("TEST_DATABASE_URL", c.URL)
	case !errors.Is(err, pgcluster.ErrMissing) || os.Getenv("REQUIRE_POSTGRES") == "1":
		return 1, err
	default:
		fmt.Fprintln(os.Stderr, "cluster: running without:", err)
	}
	folder, err := inMemory()
	if err != nil {
		return 1, err
	}
	if folder != "" {
		defer os.RemoveAll(folder)
		if os.Getenv("GOTMPDIR") == "" {
			os.Setenv("GOTMPDIR", os.TempDir()) // the compiler writes large files
		}
		os.Setenv("TMPDIR", folder)
	}
	made, err := os.MkdirTemp("", "presence-run")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(made)
	os.Setenv(testrun.Folder, made)
	// The terminal sends the interrupt to the command too; this process must not end before it.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return 127, err
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	err = cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(exit.ExitCode(), 1), nil
	}
	return 0, err
}
