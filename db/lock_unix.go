//go:build unix

package db

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// lockFile takes the lock of a file, which the system frees when the process ends. The file stays: to remove it would
// let two processes lock two files of one name.
func lockFile(path string) (release func(), ok bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, unavailable(err)
	}
	if err := copyOwner(path, filepath.Dir(path)); err != nil { // made by root, it would keep the service out
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
