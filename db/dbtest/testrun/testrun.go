// Package testrun shares what tests begin with between the processes of a run of many packages.
package testrun

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Folder is the environment variable with the folder of a run. Command cluster sets it to a new one, so that nothing in it was made by
// other code. Empty: there is no run.
const Folder = "TEST_RUN_FOLDER"

// Once has fill make the files of a folder, and read read them. Within a run the first process fills the folder, while the others wait
// for it, and all read it; without a run each process fills a folder of its own. What fill made before it failed is removed.
func Once(name string, fill, read func(folder string) error) error {
	run := os.Getenv(Folder)
	if run == "" {
		temporary, err := os.MkdirTemp("", "once")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temporary)
		run = temporary
	}
	unlock, err := lock(filepath.Join(run, name+".lock"))
	if err != nil {
		return err
	}
	defer unlock()
	folder := filepath.Join(run, name)
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		making := folder + ".making"
		defer os.RemoveAll(making)
		if err := errors.Join(os.RemoveAll(making), os.Mkdir(making, 0o700)); err != nil {
			return err
		}
		if err := fill(making); err != nil {
			return err
		}
		if err := os.Rename(making, folder); err != nil {
			return err
		}
	}
	return read(folder)
}

// lock waits until no other process and no other call holds the lock of a file, which ends with the process at the latest.
func lock(name string) (unlock func(), err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil
}
