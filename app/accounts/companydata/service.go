package companydata

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service exports and imports the records of the company.
type Service struct {
	db  *db.DB
	o   Options
	now func() time.Time
}

// Options configure a Service.
type Options struct {
	Version  string                          // of the program
	Zone     *time.Location                  // of the company
	Imported func(ctx context.Context) error // called in the transaction of an import, when all rows are saved
	Work     *Work
	// NeedsSecret reports whether a setting is secret, or has no effect without a secret one. It is not in an archive: both are entered
	// again.
	NeedsSecret func(setting string) bool
}

// NewService returns a service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service { return &Service{d, o, now} }

// Export writes the archive to a target. It is for administrators, and is in the audit log even if it is not finished.
func (s *Service) Export(ctx context.Context, by auth.Actor, to Target) error {
	if err := s.record(ctx, by, "exported", audit.Changes{}); err != nil {
		return err
	}
	return s.write(ctx, to)
}

// ExportZIP is Export into a ZIP file that is written to w.
func (s *Service) ExportZIP(ctx context.Context, by auth.Actor, w io.Writer) error {
	return s.Export(ctx, by, newZIP(w, s.now().In(s.o.Zone)))
}

// ExportFolder writes the archive into a folder that does not exist, or is empty. The folder gets its name when everything is on disk.
func (s *Service) ExportFolder(ctx context.Context, by auth.Actor, path string) error {
	return intoFolder(path, func(to Target) error { return s.Export(ctx, by, to) })
}

func (s *Service) record(ctx context.Context, by auth.Actor, action string, changes audit.Changes) error {
	if err := requireAdmin(by); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, audit.Entry{At: db.InstantOf(s.now()), Who: by.Who(), Action: action, Kind: "company", RecordID: "company",
			Changes: changes})
	})
}

func requireAdmin(by auth.Actor) error {
	if by.Role != auth.Admin {
		return errs.Forbidden("not_allowed", "Only an administrator exports or imports the records of the company.")
	}
	return nil
}

// write writes all parts from one snapshot, then the manifest.
func (s *Service) write(ctx context.Context, to Target) error {
	return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		m := newManifest(s.o.Version, db.InstantOf(s.now()))
		for _, p := range parts {
			f, err := s.writePart(ctx, q, to, p)
			if err != nil {
				return fmt.Errorf("%s: %w", p.File(), err)
			}
			m.Files = append(m.Files, f)
		}
		w, err := to.create(manifestFile)
		if err == nil {
			err = m.writeTo(w)
		}
		if err == nil {
			err = to.close()
		}
		return err
	})
}

func (s *Service) writePart(ctx context.Context, q db.Queryer, to Target, p Part) (file, error) {
	f := file{Name: p.File()}
	out, err := to.create(f.Name)
	if err != nil {
		return f, err
	}
	sum := newSummer(out)
	w, err := newRowsWriter(sum, p)
	if err != nil {
		return f, err
	}
	err = each(ctx, q, p, func(row []cell) error {
		if p.Table == settingsTable && s.o.NeedsSecret(valueOf(row, "name").text) {
			return nil
		}
		f.Rows++
		return w.write(row)
	})
	if err == nil {
		err = w.close()
	}
	if err == nil && p.serial {
		f.LastID, err = db.LastID(ctx, q, p.Table)
	}
	f.Bytes, f.SHA256 = sum.bytes, sum.sum()
	return f, err
}

// Imported says what an import has saved.
type Imported struct {
	Version    string // of the program that wrote the archive
	ExportedAt string // RFC 3339
	Files      int
	Rows       int64
}

// Import reads an archive, a folder or a ZIP file, into a database without records. The whole archive is verified before anything is
// written, and then saved in one transaction: after an error nothing is saved. The error names the file and the line.
func (s *Service) Import(ctx context.Context, by auth.Actor, path string) (done Imported, err error) {
	from, err := openSource(path)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, from.close()) }()
	m, c, err := s.verify(ctx, from)
	if err != nil {
		return done, err
	}
	done = Imported{Version: m.Version, ExportedAt: m.ExportedAt, Files: len(m.Files), Rows: c.Rows}
	return done, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.save(ctx, tx, by, verified{source: from, manifest: m})
	})
}

// incoming is an archive that the first administrator of an installation imports.
type incoming struct {
	// open opens the archive, which is read from q if it is stored in the database.
	open          func(ctx context.Context, q db.Queryer) (source, error)
	administrator string        // id of the administrator of the archive whom the actor becomes; empty: by address
	saved         *atomic.Int64 // counts the rows; nil: they are not counted
	// finish is called at the end of the transaction; nil: nothing is to be done.
	finish func(ctx context.Context, tx *db.Tx) error
}

// importAs is Import for the first administrator of a new installation, which may have settings and pay codes but no other records. The
// archive's records replace all of them, the administrator included, whose password goes to an active administrator of the archive: the one
// with that id or, if it is empty, with the same e-mail address.
func (s *Service) importAs(ctx context.Context, by auth.Actor, in incoming) (c Check, err error) {
	from, err := in.open(ctx, s.db)
	if err != nil {
		return c, refusal(ctx, err)
	}
	m, c, err := s.verify(ctx, from)
	if err != nil {
		return c, refusal(ctx, err)
	}
	administrator := c.AdministratorID(in.administrator, by.Email)
	if administrator == "" {
		return c, errAdministrator()
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { // which may run again after a deadlock
		from, err := in.open(ctx, tx)
		if err != nil {
			return err
		}
		if in.saved != nil {
			in.saved.Store(0)
		}
		if err := clearStarted(ctx, tx); err != nil {
			return err
		}
		former, err := auth.RemoveFormerAdmin(ctx, tx, by)
		if err != nil {
			return err
		}
		err = s.save(ctx, tx, by, verified{source: from, manifest: m, saved: in.saved, takeOver: func() (auth.Person, error) {
			return former.TakeOver(ctx, tx, administrator, s.at())
		}})
		if err == nil && in.finish != nil {
			err = in.finish(ctx, tx)
		}
		return err
	})
	return c, saveRefusal(ctx, err)
}

func errAdministrator() error {
	return errs.InvalidField("administrator", "import_administrator", "Choose the administrator of the archive who you are.")
}

// verified is an archive that has been verified.
type verified struct {
	source
	manifest
	saved    *atomic.Int64               // rows; nil: they are not counted
	takeOver func() (auth.Person, error) // returns the person of the archive who goes on as the actor; nil: the actor does not change
}

// save saves a verified archive. Each file is verified again as it is read, because it could be another one by now.
func (s *Service) save(ctx context.Context, tx *db.Tx, by auth.Actor, from verified) error {
	for _, p := range parts {
		if err := requireEmpty(ctx, tx, p); err != nil {
			return err
		}
	}
	for i, f := range from.Files {
		if err := savePart(ctx, tx, from, parts[i], f); err != nil {
			return err
		}
	}
	if from.takeOver != nil {
		p, err := from.takeOver()
		if err != nil {
			return err
		}
		by.PersonID, by.Name = p.ID, p.Name
	}
	if err := s.o.Imported(ctx); err != nil {
		return err
	}
	return s.record(ctx, by, "imported", audit.Changes{"exported_at": {nil, from.ExportedAt}, "version": {nil, from.Version}})
}

func savePart(ctx context.Context, tx *db.Tx, from verified, p Part, f file) error {
	batch := batch{tx: tx, part: p, rows: insertInto(p)}
	err := readPart(ctx, from, p, f, func(line int, row []cell) error {
		if from.saved != nil {
			from.saved.Add(1)
		}
		return batch.add(ctx, line, row)
	})
	if err == nil {
		err = batch.flush(ctx)
	}
	if err == nil {
		err = finish(ctx, tx, p, f)
	}
	return err
}

// readPart reads a file of the archive and verifies it. It stops when ctx ends.
func readPart(ctx context.Context, from source, p Part, f file, fn func(line int, row []cell) error) error {
	in, size, err := from.open(f.Name)
	if err != nil {
		return err
	}
	defer in.Close()
	if size != f.Bytes {
		return fileError(f.Name, "%w", errDamaged)
	}
	sum := newSummer(nil)
	r, err := newRowsReader(io.TeeReader(io.LimitReader(in, f.Bytes+1), sum), p)
	if err != nil {
		return fileError(f.Name, "%w", err)
	}
	row, rows := p.cells(), int64(0)
	for ; ; rows++ {
		line, err := r.next(row)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return lineError(f.Name, line, err)
		}
		if err := fn(line, row); err != nil {
			return err
		}
	}
	if rows != f.Rows {
		return fileError(f.Name, "it has %d rows, and the manifest says %d", rows, f.Rows)
	}
	if sum.bytes != f.Bytes || sum.sum() != f.SHA256 {
		return fileError(f.Name, "%w", errDamaged)
	}
	return nil
}

// batchRows is the largest number of rows that are saved together (see db.Insert.IsFull).
const batchRows = 20

// batch collects rows of a part that are saved together.
type batch struct {
	tx          *db.Tx
	part        Part
	rows        db.Insert
	first, last int // lines
}

func (b *batch) add(ctx context.Context, line int, row []cell) error {
	if b.rows.Rows() == 0 {
		b.first = line
	}
	b.last = line
	values := make([]any, len(row))
	for i := range row {
		values[i] = row[i].argument()
	}
	if b.rows.Add(values...); !b.rows.IsFull(batchRows) {
		return nil
	}
	return b.flush(ctx)
}

func (b *batch) flush(ctx context.Context) error {
	if _, err := b.rows.Write(ctx, b.tx); err != nil {
		return fileError(b.part.File(), "lines %d to %d: %w", b.first, b.last, err)
	}
	return nil
}
