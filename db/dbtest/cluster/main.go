// Command cluster runs a command with TEST_DATABASE_URL set to a temporary PostgreSQL server, so that all test packages share
// one: cluster [--] go test ./... . It sets TMPDIR to a temporary folder in memory, if there is room, because most tests would
// otherwise spend their time waiting for the disk, and testrun.Folder to a new folder, so that what tests begin with is made once. If no
// PostgreSQL server is installed, it runs the command without one, or fails if REQUIRE_POSTGRES=1. Its exit status is that of the command
// (`go run` itself turns any failure into 1).
//
// The three have the same names in each run, unless another run is under way: go test then repeats the result of a package that has not
// changed, which depends on the environment that its tests read.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
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

// parent returns the folder in which temporary folders are made: in memory, unless there is too little room, as in many containers.
func parent() string {
	const memory = "/dev/shm"
	var s syscall.Statfs_t
	if err := syscall.Statfs(memory, &s); err != nil || s.Bavail*uint64(s.Bsize) < enough {
		return os.TempDir()
	}
	return memory
}

// makeFolder makes the folder of this run, with the name that it has each time unless another run has it. release removes it.
func makeFolder() (folder string, release func(), err error) {
	folder = filepath.Join(parent(), fmt.Sprintf("presence-tests-%d", os.Getuid()))
	lock, err := os.OpenFile(folder+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", nil, err
	}
	switch err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		if folder, err = os.MkdirTemp(parent(), "presence-tests-"); err != nil {
			return "", nil, errors.Join(err, lock.Close())
		}
	case err == nil:
		err = errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700)) // a run that was killed left its own
	}
	if err == nil {
		err = os.Chmod(folder, 0o711) // a test may run a program as another user there
	}
	if err != nil {
		return "", nil, errors.Join(err, lock.Close())
	}
	return folder, func() { os.RemoveAll(folder); lock.Close() }, nil
}

// environment makes what the tests find in their environment.
func environment(folder string, c *pgcluster.Cluster) error {
	if c != nil {
		socket := filepath.Join(folder, "postgres")
		if err := os.Symlink(c.Folder(), socket); err != nil {
			return err
		}
		os.Setenv("TEST_DATABASE_URL", "postgres://postgres@/postgres?host="+socket)
	}
	if os.Getenv("GOTMPDIR") == "" {
		os.Setenv("GOTMPDIR", os.TempDir()) // the compiler writes large files
	}
	for variable, name := range map[string]string{"TMPDIR": "tmp", testrun.Folder: "run"} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, 0o711)); err != nil {
			return err
		}
		os.Setenv(variable, path)
	}
	return nil
}

func run(args []string) (int, error) {
	c, err := pgcluster.Start()
	switch {
	case err == nil:
		defer c.Stop()
	case !errors.Is(err, pgcluster.ErrMissing) || os.Getenv("REQUIRE_POSTGRES") == "1":
		return 1, err
	default:
		fmt.Fprintln(os.Stderr, "cluster: running without:", err)
	}
	folder, release, err := makeFolder()
	if err != nil {
		return 1, err
	}
	defer release()
	if err := environment(folder, c); err != nil {
		return 1, err
	}
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
