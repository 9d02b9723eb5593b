//go:build unix

package db

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// lockFile takes the lock of a file, which the system releases when the process ends. The file is never removed: otherwise two
// processes could lock two different files with the same name.
func lockFile(path string) (release func(), ok bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, unavailable(err)
	}
	if err := copyOwner(path, filepath.Dir(path)); err != nil { // created by root, the service could not open it
		f.Close()
		return nil, false, unavailable(err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, false, nil
		}
		return nil, false, unavailable(err)
	}
	return func() { f.Close() }, true, nil
}
