package companydata

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"presence/app/platform/filecheck"
	"presence/db"
)

// Target is where an archive is written: a folder or a ZIP file. Files are written one after another.
type Target interface {
	// create begins the next file, and ends the one before.
	create(name string) (io.Writer, error)
	// close ends the last file and the archive.
	close() error
}

// newZIP returns a target that writes a ZIP file to w, with files of the time at. w stays open.
func newZIP(w io.Writer, at time.Time) Target { return &zipTarget{zip.NewWriter(w), at} }

type zipTarget struct {
	*zip.Writer
	at time.Time
}

func (t *zipTarget) create(name string) (io.Writer, error) {
	return t.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: t.at})
}

func (t *zipTarget) close() error { return t.Close() }

// folderTarget writes files into a folder, each synced when it is complete.
type folderTarget struct {
	path string
	file *os.File // nil: none is open
}

func (t *folderTarget) create(name string) (io.Writer, error) {
	if err := t.endFile(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(t.path, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	t.file = f
	return f, err
}

func (t *folderTarget) endFile() error {
	if t.file == nil {
		return nil
	}
	err := errors.Join(t.file.Sync(), t.file.Close())
	t.file = nil
	return err
}

func (t *folderTarget) close() error {
	if err := t.endFile(); err != nil {
		return err
	}
	return db.SyncPath(t.path)
}

// intoFolder calls write with a temporary folder beside path, and renames it to path when everything is on disk. path must not exist, or be
// an empty folder. If the process is killed, there is at most the temporary folder, whose name begins with a dot.
func intoFolder(path string, write func(Target) error) error {
	if list, err := os.ReadDir(path); err == nil && len(list) > 0 {
		return fmt.Errorf("%s is not empty, and nothing is written over what is there", path)
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".partial-*") // for this user alone
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp) // does nothing after the rename
	t := &folderTarget{path: temp}
	if err := write(t); err != nil {
		return errors.Join(err, t.endFile())
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) { // a folder that has been filled meanwhile stays
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return db.SyncPath(filepath.Dir(path))
}

// source is an archive that is read.
type source interface {
	// open opens a file and returns its size, as the archive tells it.
	open(name string) (io.ReadCloser, int64, error)
	close() error
}

// maxUnpacked is how many times its size a ZIP file may unpack to, beside spareUnpacked bytes: it is read row by row, so that only the time
// grows. Exports of this program unpack to about ten times their size; the audit log of texts that repeat themselves to more. Deflate
// allows 1,032 times.
const (
	maxList       = 1 << 20 // bytes of the list of files: an archive has one for each table
	maxUnpacked   = 200
	spareUnpacked = 8 << 30
)

// openSource opens a folder or a ZIP file. It fails if that has a file which does not belong to an archive, or one twice: no name in it is
// ever used as a path.
func openSource(path string) (source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return openFolder(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s, err := openZIP(f, info.Size())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	s.closer = f
	return s, nil
}

type zipSource struct {
	files  map[string]*zip.File
	closer io.Closer // nil: the file belongs to the caller
}

// openZIP reads and checks the list of files of a ZIP file of that size.
func openZIP(r io.ReaderAt, size int64) (s zipSource, err error) {
	z, err := filecheck.OpenZIP(r, size, maxList)
	if errors.Is(err, filecheck.ErrLongList) {
		return s, refusedf(codeForeign, "%w", err)
	}
	if err != nil {
		return s, refusedf("archive_no_zip", "%w", err)
	}
	s.files = map[string]*zip.File{}
	left := uint64(size)*maxUnpacked + spareUnpacked
	for _, f := range z.File {
		if err := checkName(f.Name, s.files[f.Name] != nil); err != nil {
			return s, err
		}
		if !f.Mode().IsRegular() {
			return s, errNotRegular(f.Name)
		}
		s.files[f.Name] = f
		if f.UncompressedSize64 > left {
			return s, refusedf("archive_too_large", "the ZIP file unpacks to more than %d times its size and %d GB", maxUnpacked, spareUnpacked>>30)
		}
		left -= f.UncompressedSize64
	}
	return s, nil
}

func (s zipSource) open(name string) (io.ReadCloser, int64, error) {
	f := s.files[name]
	if f == nil {
		return nil, 0, fileError(name, "%w", refusedf("archive_incomplete", "it is missing"))
	}
	r, err := f.Open()
	return r, int64(f.UncompressedSize64), err
}

func (s zipSource) close() error {
	if s.closer == nil {
		return nil
	}
	return s.closer.Close()
}

type folderSource struct{ *os.Root }

func openFolder(path string) (source, error) {
	list, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		if err := checkName(e.Name(), false); err != nil {
			return nil, err
		}
		if !e.Type().IsRegular() {
			return nil, errNotRegular(e.Name())
		}
	}
	root, err := os.OpenRoot(path)
	return folderSource{root}, err
}

func (s folderSource) open(name string) (io.ReadCloser, int64, error) {
	f, err := s.Open(name)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

func (s folderSource) close() error { return s.Close() }

// checkName fails for a file that does not belong to an archive, or a second one of a name.
func checkName(name string, twice bool) error {
	known := name == manifestFile
	for _, p := range parts {
		known = known || name == p.File()
	}
	switch {
	case !known:
		return fileError(fmt.Sprintf("%.80q", name), "%w", refusedf(codeForeign, "it does not belong to an archive of Presence"))
	case twice:
		return fileError(name, "%w", refusedf(codeForeign, "the archive has it twice"))
	}
	return nil
}

func errNotRegular(name string) error {
	return fileError(name, "%w", refusedf(codeForeign, "it is no regular file"))
}
