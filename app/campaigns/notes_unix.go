//go:build unix

package campaigns

import (
	"os"
	"syscall"
)

// mapFile shows the beginning of a file as memory that all processes share.
func mapFile(f *os.File, size int) (text []byte, unmap func() error, err error) {
	text, err = syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return text, func() error { return syscall.Munmap(text) }, err
}
