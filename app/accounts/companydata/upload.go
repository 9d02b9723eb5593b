package companydata

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/db"
)

// An archive that is uploaded by the page is stored in the database between its check and its import, so that any replica can show and
// import it. One that is checked or imported by one request of a program is in a temporary file until that request ends.

// MaxArchive is the maximum size of an uploaded archive, in bytes.
const MaxArchive = 1 << 30

const (
	chunkBytes   = 1 << 20          // of an archive in one row, and in one transaction
	deleteChunk  = 64               // chunks that are deleted in one transaction
	keepArchive  = 24 * time.Hour   // how long an archive is kept at most, unless it is being imported
	arrivalGap   = time.Hour        // an archive of which nothing has arrived for so long has lost its request
	progressStep = time.Second      // between two reports of an import's progress
	importLock   = "company-import" // the name of the lock that a process holds while it imports
)

// Work is what a process does with uploaded archives. It stays when the settings change.
type Work struct {
	*background.Group
	tempDir string // of temporary files; empty: that of the system
	log     *slog.Logger
	running atomic.Pointer[archiveImport] // the import of this process; nil: there is none
}

// NewWork makes the background tasks of uploads; they run in g.
func NewWork(g *background.Group, tempDir string, log *slog.Logger) *Work {
	return &Work{Group: g, tempDir: tempDir, log: log}
}

// Upload is an uploaded archive that has been verified.
type Upload struct {
	Check
	ID      string
	Running bool  // it is being imported
	Saved   int64 // rows, while it is imported
	Failure error // of the last import; nil: none has failed

	size int64 // bytes
}

var (
	errImportRunning = errs.Conflict("import_running", "An import is already in progress: wait until it’s finished.")
	errInterrupted   = errs.Conflict("interrupted", "Presence stopped in the meantime. Nothing was saved. Try again.")
)

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
		err = errs.Conflict("company_not_empty", "This installation already has records. You can only import into a new installation.")
	}
	return err
}

// CheckUpload verifies an archive, and keeps nothing of it.
func (s *Service) CheckUpload(ctx context.Context, by auth.Actor, r io.Reader) (c Check, err error) {
	err = s.withUpload(ctx, by, r, func(from source) error {
		_, c, err = s.verify(ctx, from)
		return refusal(ctx, err)
	})
	return c, err
}

// logImport logs that an archive was imported.
func (w *Work) logImport() { w.log.Info("the records of a company were imported") }

// ImportUpload verifies and imports an archive in one step; see importAs.
func (s *Service) ImportUpload(ctx context.Context, by auth.Actor, r io.Reader, administrator string) (c Check, err error) {
	if err := requireAdmin(by); err != nil {
		return c, err
	}
	if err := s.RequireNew(ctx, by); err != nil { // before the archive is read
		return c, err
	}
	err = s.withUpload(ctx, by, r, func(from source) error {
		held, err := s.lockImport(ctx)
		if err != nil {
			return err
		}
		defer held.Release()
		open := func(context.Context, db.Queryer) (source, error) { return from, nil }
		if c, err = s.importAs(ctx, by, incoming{open: open, administrator: administrator}); err == nil {
			s.o.Work.logImport()
		}
		return err
	})
	return c, err
}

// withUpload calls use with an archive that is copied into a temporary file.
func (s *Service) withUpload(ctx context.Context, by auth.Actor, r io.Reader, use func(source) error) (err error) {
	if err := requireAdmin(by); err != nil {
		return err
	}
	f, size, err := spool(r, s.o.Work.tempDir)
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

// Receive stores an archive while it arrives, verifies it and keeps it for Begin. Those before are discarded. Where nothing can be
// imported, the archive is not read.
func (s *Service) Receive(ctx context.Context, by auth.Actor, r io.Reader) (u Upload, err error) {
	if err := requireAdmin(by); err != nil {
		return u, err
	}
	if err := s.RequireNew(ctx, by); err != nil {
		return u, err
	}
	running, err := s.isImporting(ctx)
	if err != nil {
		return u, err
	}
	if running {
		return u, errImportRunning
	}
	id := rand.Text()
	if err := s.receive(ctx, by, id, r); err != nil {
		return u, errors.Join(err, s.discard(ctx, id))
	}
	s.purgeLater() // those before
	return s.Upload(ctx, by, id)
}

// receive stores and verifies an archive.
func (s *Service) receive(ctx context.Context, by auth.Actor, id string, r io.Reader) error {
	size, err := s.store(ctx, by, id, r)
	if err != nil {
		return err
	}
	from, err := openChunks(id, size)(ctx, s.db)
	if err != nil {
		return refusal(ctx, err)
	}
	_, found, err := s.verify(ctx, from)
	if err != nil {
		return refusal(ctx, err)
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return keepChecked(ctx, tx, id, found) })
}

// store saves an archive in chunks, each in a transaction of its own when it has arrived, so that others do not wait for the whole.
func (s *Service) store(ctx context.Context, by auth.Actor, id string, r io.Reader) (size int64, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return insertArchive(ctx, tx, id, by.PersonID, s.at()) })
	if err != nil {
		return 0, err
	}
	chunk := make([]byte, chunkBytes)
	for position := int64(0); ; position++ {
		n, err := io.ReadFull(r, chunk)
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended {
			return 0, err
		}
		if n > 0 {
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				return insertChunk(ctx, tx, id, position, chunk[:n], s.at())
			})
			if err != nil {
				return 0, err
			}
		}
		if size += int64(n); ended {
			return size, nil
		}
	}
}

// discard deletes an archive that was not kept, also when the request has ended.
func (s *Service) discard(ctx context.Context, id string) error {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer done()
	defer s.purgeLater()
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return discardArchive(ctx, tx, id) })
}

// Upload returns the actor's archive with an id, or errs.NotFound.
func (s *Service) Upload(ctx context.Context, by auth.Actor, id string) (Upload, error) {
	u, err := archiveOf(ctx, s.db, id, by.PersonID)
	if err != nil || !u.Running {
		return u, err
	}
	if x := s.o.Work.running.Load(); x != nil && x.upload.ID == id { // by this process, which on SQLite cannot save its progress
		u.Saved = x.saved.Load()
		return u, nil
	}
	if running, err := s.isImporting(ctx); err != nil || running {
		return u, err
	}
	return archiveOf(ctx, s.db, id, by.PersonID)
}

// isImporting reports whether an uploaded archive is being imported. An import whose process has died is marked as interrupted.
func (s *Service) isImporting(ctx context.Context) (bool, error) {
	claim, err := runningClaim(ctx, s.db)
	if err != nil || claim == "" {
		return false, err
	}
	free, err := s.db.IsLockFree(ctx, importLock)
	if err != nil || !free {
		return true, err
	}
	return false, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return endImport(ctx, tx, claim, errInterrupted) })
}

// lockImport takes the lock of the process that imports an archive. It fails with the conflict import_running while another holds it.
func (s *Service) lockImport(ctx context.Context) (*db.Lock, error) {
	held, ok, err := s.db.TryLock(ctx, importLock)
	if err == nil && !ok {
		err = errImportRunning
	}
	return held, err
}

// Begin imports an archive in the background: see importAs and Upload. It is discarded when it is imported, or replaced.
func (s *Service) Begin(ctx context.Context, by auth.Actor, id, administrator string) error {
	if err := requireAdmin(by); err != nil {
		return err
	}
	u, err := s.Upload(ctx, by, id)
	if err != nil {
		return err
	}
	if u.AdministratorID(administrator, by.Email) == "" {
		return errAdministrator()
	}
	held, err := s.lockImport(ctx)
	if err != nil {
		return err
	}
	claim := rand.Text()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return beginImport(ctx, tx, id, claim) })
	if err != nil {
		held.Release()
		return err
	}
	x := &archiveImport{s: s, by: by, upload: u, administrator: administrator, claim: claim, held: held, saved: &atomic.Int64{}}
	s.o.Work.running.Store(x)
	s.o.Work.Go(func(ctx context.Context) {
		defer held.Release()
		defer s.o.Work.running.Store(nil)
		x.run(ctx)
	})
	return nil
}

// archiveImport is the import of a stored archive by this process, which holds importLock.
type archiveImport struct {
	s             *Service
	by            auth.Actor
	upload        Upload
	administrator string // see importAs
	claim         string
	held          *db.Lock
	saved         *atomic.Int64 // rows
}

// run imports the archive, and saves why it has failed. If the process ends or loses the lock, the archive stays as it is: the next process
// that looks at it finds the lock free, and marks the import as interrupted.
func (x *archiveImport) run(ctx context.Context) {
	s := x.s
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	reporting := x.report(ctx, stop)
	_, err := s.importAs(ctx, x.by, incoming{
		open: openChunks(x.upload.ID, x.upload.size), administrator: x.administrator, saved: x.saved,
		finish: func(ctx context.Context, tx *db.Tx) error { return finishImport(ctx, tx, x.claim) },
	})
	interrupted := ctx.Err() != nil
	stop()
	<-reporting
	if err == nil {
		s.o.Work.logImport()
		s.purgeLater()
		return
	}
	if interrupted {
		return
	}
	if _, ok := errs.Of(err); !ok {
		s.o.Work.log.Error("import of an archive", "error", err)
	}
	after, done := context.WithTimeout(context.WithoutCancel(ctx), background.FinishWithin)
	defer done()
	late := s.db.Write(after, func(ctx context.Context, tx *db.Tx) error { return endImport(ctx, tx, x.claim, err) })
	if late != nil {
		s.o.Work.log.Error("end of the import of an archive", "error", late)
	}
}

// report saves the progress of the import for other replicas, outside of its transaction, until ctx ends. It calls stop when the lock is
// lost. On SQLite, where the import keeps other writes waiting, there is no other replica.
func (x *archiveImport) report(ctx context.Context, stop context.CancelFunc) (ended <-chan struct{}) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(progressStep)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-x.held.Lost():
				stop()
				return
			case <-tick.C:
			}
			if x.s.db.Dialect().OneMachine() {
				continue
			}
			err := x.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return saveProgress(ctx, tx, x.claim, x.saved.Load()) })
			if err != nil && ctx.Err() == nil {
				x.s.o.Work.log.Warn("progress of the import of an archive", "error", err)
			}
		}
	}()
	return over
}

// Sweep discards what is left of archives that did not arrive, and those that are too old, and deletes what is discarded. It must be called
// periodically.
func (s *Service) Sweep(ctx context.Context) error {
	if _, err := s.isImporting(ctx); err != nil {
		return err
	}
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return discardOld(ctx, tx, db.InstantOf(now.Add(-arrivalGap)), db.InstantOf(now.Add(-keepArchive)))
	})
	if err != nil {
		return err
	}
	return s.purge(ctx)
}

// purgeLater calls purge in the background. If it fails, or the process ends, Sweep does it.
func (s *Service) purgeLater() {
	s.o.Work.Go(func(ctx context.Context) {
		if err := s.purge(ctx); err != nil && ctx.Err() == nil {
			s.o.Work.log.Error("deleting uploaded archives", "error", err)
		}
	})
}

// purge deletes the archives that are discarded, in small transactions.
func (s *Service) purge(ctx context.Context) error {
	for {
		id, err := discarded(ctx, s.db)
		if err != nil || id == "" {
			return err
		}
		for left := true; left; {
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				left, err = deleteChunks(ctx, tx, id, deleteChunk)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }
