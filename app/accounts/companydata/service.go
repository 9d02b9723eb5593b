package companydata

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service exports and imports the records of the company.
type Service struct {
	db       *db.DB
	version  string
	zone     *time.Location
	now      func() time.Time
	imported func(ctx context.Context) error
}

// NewService returns a service. version is that of the program, zone that of the company. imported is called in the transaction of
// an import, when all rows are saved.
func NewService(
	d *db.DB, version string, zone *time.Location, now func() time.Time, imported func(ctx context.Context) error,
) *Service {
	return &Service{d, version, zone, now, imported}
}

// Export writes the archive to a target. It is for administrators, and is in the audit log even if it is not finished.
func (s *Service) Export(ctx context.Context, by auth.Actor, to Target) error {
	if err := s.record(ctx, by, "exported", audit.Changes{}); err != nil {
		return err
	}
	return s.write(ctx, to)
}

// ExportZIP is Export into a ZIP file that is written to w.
func (s *Service) ExportZIP(ctx context.Context, by auth.Actor, w io.Writer) error {
	return s.Export(ctx, by, newZIP(w, s.now().In(s.zone)))
}

// ExportFolder writes the archive into a folder that does not exist, or is empty. The folder gets its name when everything is on disk.
func (s *Service) ExportFolder(ctx context.Context, by auth.Actor, path string) error {
	return intoFolder(path, func(to Target) error { return s.Export(ctx, by, to) })
}

func (s *Service) record(ctx context.Context, by auth.Actor, action string, changes audit.Changes) error {
	if by.Role != auth.Admin {
		return errs.Forbidden("not_allowed", "Only an administrator exports or imports the records of the company.")
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, audit.Entry{At: db.InstantOf(s.now()), Who: by.Who(), Action: action, Kind: "company", RecordID: "company",
			Changes: changes})
	})
}

// write writes all parts from one snapshot, then the manifest.
func (s *Service) write(ctx context.Context, to Target) error {
	return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		m := newManifest(s.version, db.InstantOf(s.now()))
		for _, p := range parts {
			f, err := writePart(ctx, q, to, p)
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

func writePart(ctx context.Context, q db.Queryer, to Target, p Part) (file, error) {
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
	m, err := readManifest(from)
	if err != nil {
		return done, err
	}
	done = Imported{Version: m.Version, ExportedAt: m.ExportedAt, Files: len(m.Files)}
	for i, f := range m.Files {
		done.Rows += f.Rows
		if err := readPart(ctx, from, parts[i], f, func(int, []cell) error { return nil }); err != nil {
			return done, err
		}
	}
	return done, s.save(ctx, by, from, m)
}

// save saves a verified archive. Each file is verified again as it is read, because it could be another one by now.
func (s *Service) save(ctx context.Context, by auth.Actor, from source, m manifest) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, p := range parts {
			if err := requireEmpty(ctx, tx, p); err != nil {
				return err
			}
		}
		for i, f := range m.Files {
			batch := batch{tx: tx, part: parts[i]}
			err := readPart(ctx, from, parts[i], f, func(line int, row []cell) error { return batch.add(ctx, line, row) })
			if err == nil {
				err = batch.flush(ctx)
			}
			if err == nil {
				err = finish(ctx, tx, parts[i], f)
			}
			if err != nil {
				return err
			}
		}
		if err := s.imported(ctx); err != nil {
			return err
		}
		return s.record(ctx, by, "imported", audit.Changes{"exported_at": {nil, m.ExportedAt}, "version": {nil, m.Version}})
	})
}

// readPart reads a file of the archive and verifies it. It stops when ctx ends.
func readPart(ctx context.Context, from source, p Part, f file, fn func(line int, row []cell) error) error {
	in, size, err := from.open(f.Name)
	if err != nil {
		return err
	}
	defer in.Close()
	if size != f.Bytes {
		return fmt.Errorf("%s: %w", f.Name, errDamaged)
	}
	sum := newSummer(nil)
	r, err := newRowsReader(io.TeeReader(io.LimitReader(in, f.Bytes+1), sum), p)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
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
		return fmt.Errorf("%s has %d rows, and the manifest says %d", f.Name, rows, f.Rows)
	}
	if sum.bytes != f.Bytes || sum.sum() != f.SHA256 {
		return fmt.Errorf("%s: %w", f.Name, errDamaged)
	}
	return nil
}

// maxBatch is the size in bytes at which a batch with large values is saved.
const maxBatch = 1 << 20

// batch collects rows of a part that are saved with one statement.
type batch struct {
	tx          *db.Tx
	part        Part
	first, last int // lines
	rows, size  int
	args        []any
}

func (b *batch) add(ctx context.Context, line int, row []cell) error {
	if b.rows == 0 {
		b.first = line
	}
	b.last = line
	b.rows++
	for i := range row {
		b.args = append(b.args, row[i].argument())
		b.size += len(row[i].text) + len(row[i].bytes)
	}
	if b.rows < db.BatchRows && b.size < maxBatch {
		return nil
	}
	return b.flush(ctx)
}

func (b *batch) flush(ctx context.Context) error {
	if b.rows == 0 {
		return nil
	}
	if err := insert(ctx, b.tx, b.part, b.args); err != nil {
		return fmt.Errorf("%s, lines %d to %d: %w", b.part.File(), b.first, b.last, err)
	}
	b.rows, b.size, b.args = 0, 0, b.args[:0]
	return nil
}
