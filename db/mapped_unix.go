//go:build unix

package db

import (
	"os"
	"syscall"
)

// MapFile shows the first size bytes of a file as memory that all processes share. The file must have them for as long as
// it is mapped: touching what was cut off kills the process.
func MapFile(f *os.File, size int, writable bool) (text []byte, unmap func() error, err error) {
	access := syscall.PROT_READ
	if writable {
		access |= syscall.PROT_WRITE
	}
	text, err = syscall.Mmap(int(f.Fd()), 0, size, access, syscall.MAP_SHARED)
	return text, func() error { return syscall.Munmap(text) }, err
}
