package companydata

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"presence/app/accounts/auth"
	"presence/app/platform/background"
	"presence/app/platform/errs"
)

// MaxArchive is the maximum size of an uploaded archive, in bytes.
const MaxArchive = 1 << 30

// Uploads is the archive that a process keeps between its check and its import. It stays when the settings change. Another process does not
// have it: there the archive is uploaded again.
type Uploads struct {
	work *background.Group
	dir  string // of temporary files; empty: that of the system

	mu   sync.Mutex
	kept *Upload // nil: none
}

// NewUploads returns uploads that are kept in files in dir, and imported by work.
func NewUploads(work *background.Group, dir string) *Uploads { return &Uploads{work: work, dir: dir} }

// Upload is an uploaded archive that has been verified.
type Upload struct {
	Check
	ID string

	by    string // id of the person
	file  tempFile
	size  int64
	saved atomic.Int64 // rows, while it is imported

	mu      sync.Mutex
	running bool
	failure error // of the last import
}

// State reports whether the archive is being imported, how many rows are saved so far, and how the last import failed.
func (u *Upload) State() (running bool, saved int64, failure error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.running, u.saved.Load(), u.failure
}

// begin fails with the conflict import_running if the archive is being imported.
func (u *Upload) begin() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.running {
		return errImportRunning
	}
	u.saved.Store(0)
	u.running, u.failure = true, nil
	return nil
}

func (u *Upload) end(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.running, u.failure = false, err
}

var errImportRunning = errs.Conflict("import_running", "An archive is being imported: wait until it is finished.")

// tempFile is a file whose name was removed at once where the system permits it, so that nothing is left if the process dies.
type tempFile struct {
	*os.File
	named bool
}

// spool copies r into a temporary file.
func spool(r io.Reader, dir string) (f tempFile, size int64, err error) {
	file, err := os.CreateTemp(dir, "presence-*.archive")
	if err != nil {
		return f, 0, err
	}
	f = tempFile{file, os.Remove(file.Name()) != nil}
	if size, err = io.Copy(file, r); err != nil {
		return f, 0, errors.Join(err, f.discard())
	}
	return f, size, nil
}

func (f tempFile) discard() error {
	err := f.Close()
	if f.named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// RequireNew fails with the conflict company_not_empty if the installation has records, so that no archive can be imported.
func (s *Service) RequireNew(ctx context.Context, by auth.Actor) error {
	found, err := isStarted(ctx, s.db, by.PersonID)
	if err == nil && found {
		err = errs.Conflict("company_not_empty", "This installation has records: an archive is imported into a new one.")
	}
	return err
}

// CheckUpload verifies an archive, and keeps nothing of it.
func (s *Service) CheckUpload(ctx context.Context, by auth.Actor, r io.Reader) (c Check, err error) {
	err = s.withUpload(ctx, by, r, func(from source) error {
		_, c, err = verify(ctx, from)
		return refusal(ctx, err)
	})
	return c, err
}

// ImportUpload verifies and imports an archive in one step; see ImportAs.
func (s *Service) ImportUpload(ctx context.Context, by auth.Actor, r io.Reader, administrator string) (c Check, err error) {
	if err := requireAdmin(by); err != nil {
		return c, err
	}
	if err := s.RequireNew(ctx, by); err != nil { // before the archive is read
		return c, err
	}
	err = s.withUpload(ctx, by, r, func(from source) error {
		c, err = s.importAs(ctx, by, from, administrator, nil)
		return err
	})
	return c, err
}

// withUpload calls use with an archive that is copied into a temporary file.
func (s *Service) withUpload(ctx context.Context, by auth.Actor, r io.Reader, use func(source) error) (err error) {
	if err := requireAdmin(by); err != nil {
		return err
	}
	f, size, err := spool(r, s.o.Uploads.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.discard()) }()
	from, err := openZIP(f, size)
	if err != nil {
		return refusal(ctx, err)
	}
	return use(from)
}

// Receive stores an archive in a temporary file, verifies it and keeps it for Begin. The one before is discarded. Where nothing can be
// imported, the archive is not read.
func (s *Service) Receive(ctx context.Context, by auth.Actor, r io.Reader) (*Upload, error) {
	if err := requireAdmin(by); err != nil {
		return nil, err
	}
	if err := s.RequireNew(ctx, by); err != nil {
		return nil, err
	}
	f, size, err := spool(r, s.o.Uploads.dir)
	if err != nil {
		return nil, err
	}
	u := &Upload{ID: rand.Text(), by: by.PersonID, file: f, size: size}
	from, err := openZIP(f, size)
	if err == nil {
		_, u.Check, err = verify(ctx, from)
	}
	err = refusal(ctx, err)
	if err == nil {
		err = s.o.Uploads.keep(u)
	}
	if err != nil {
		return nil, errors.Join(err, f.discard())
	}
	return u, nil
}

// keep replaces the archive that is kept, unless it is being imported.
func (k *Uploads) keep(u *Upload) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept != nil {
		if running, _, _ := k.kept.State(); running {
			return errImportRunning
		}
		if err := k.kept.file.discard(); err != nil {
			return err
		}
	}
	k.kept = u
	return nil
}

// Close discards the archive that is kept. The work of the process has ended.
func (k *Uploads) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil {
		return nil
	}
	err := k.kept.file.discard()
	k.kept = nil
	return err
}

// Upload returns the actor's archive with an id, or errs.NotFound.
func (s *Service) Upload(by auth.Actor, id string) (*Upload, error) {
	k := s.o.Uploads
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil || k.kept.ID != id || k.kept.by != by.PersonID {
		return nil, &errs.Error{Kind: errs.KindNotFound, Code: "archive_gone",
			Detail: "This server does not have the archive any more: upload it again."}
	}
	return k.kept, nil
}

// Begin imports an archive in the background: see importAs and Upload.State. It is discarded when it is imported, or replaced.
func (s *Service) Begin(by auth.Actor, id, administrator string) error {
	if err := requireAdmin(by); err != nil {
		return err
	}
	u, err := s.Upload(by, id)
	if err != nil {
		return err
	}
	if u.AdministratorID(administrator, by.Email) == "" {
		return errAdministrator()
	}
	if err := u.begin(); err != nil {
		return err
	}
	s.o.Uploads.work.Go(func(ctx context.Context) {
		from, err := openZIP(u.file, u.size)
		if err == nil {
			_, err = s.importAs(ctx, by, from, administrator, &u.saved)
		}
		u.end(err)
	})
	return nil
}
