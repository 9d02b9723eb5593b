package filecheck

import (
	"archive/zip"
	"errors"
	"io"
)

// ErrLongList is the error of OpenZIP for a list that is too long.
var ErrLongList = errors.New("the ZIP file lists too many files")

// listEnds is what archive/zip reads beside the list: the end of the file, where it looks for the place of the list, and a buffer.
const listEnds = 128 << 10

// OpenZIP is zip.NewReader for a file that people upload: it fails with ErrLongList if the list of files has more than about limit bytes.
// Each entry of the list, of 46 bytes at least, takes hundreds in memory, and how many there are is known only when they are read.
func OpenZIP(r io.ReaderAt, size, limit int64) (*zip.Reader, error) {
	list := &listReader{ReaderAt: r, left: limit + listEnds}
	z, err := zip.NewReader(list, size)
	list.open = err == nil
	return z, err
}

// listReader fails with ErrLongList beyond left bytes, until it is open.
type listReader struct {
	io.ReaderAt
	left int64
	open bool
}

// ReadAt implements io.ReaderAt.
func (l *listReader) ReadAt(p []byte, offset int64) (int, error) {
	if !l.open {
		if l.left -= int64(len(p)); l.left < 0 {
			return 0, ErrLongList
		}
	}
	return l.ReaderAt.ReadAt(p, offset)
}
