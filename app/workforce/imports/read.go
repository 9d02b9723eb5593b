package imports

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/tablereader"
	"presence/db"
)

// readSize is the number of lines that are stored in one transaction.
const readSize = 1000

// Upload stores the lines of a file. If the columns are known it begins to check them; otherwise the import waits for Map. If it fails,
// nothing is kept. The file is first spooled to disk; only then is one of the few import workers taken, so a slow upload keeps no other
// import waiting.
func (s *Service) Upload(ctx context.Context, by auth.Actor, kind Kind, file string, r io.Reader) (im Import, err error) {
	if err := requireWriter(by); err != nil {
		return Import{}, err
	}
	if !slices.Contains(Kinds, kind) {
		return Import{}, errs.InvalidField("kind", "unknown", "There is no such type of import.")
	}
	err = tablereader.Spool(r, s.config.TempDir, func(f *os.File) (err error) {
		im, err = s.store(ctx, by, newImport{kind: kind, file: file}, f)
		return err
	})
	return im, err
}

// store stores the lines of a file that has arrived.
func (s *Service) store(ctx context.Context, by auth.Actor, n newImport, r io.Reader) (Import, error) {
	worker, held, err := s.acquire(ctx)
	if err != nil {
		return Import{}, err
	}
	defer held.Release()
	var id int64
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		n.worker, n.by, n.name, n.createdAt = worker, by.PersonID, by.Name, s.at()
		id, err = insert(ctx, tx, n)
		return err
	})
	if err != nil {
		return Import{}, err
	}
	u := &upload{s: s, id: id, worker: worker}
	if err = tablereader.Open(ctx, r, s.config.TempDir, func(t tablereader.Reader) error { return u.read(ctx, t) }); err == nil {
		err = u.finish(ctx, by, n.kind, n.file)
	}
	if err != nil {
		return Import{}, errors.Join(err, s.discard(context.WithoutCancel(ctx), id))
	}
	im, err := byID(ctx, s.db, id)
	if err == nil && s.knowsAll(im) {
		err = s.check(ctx, by, im, func(context.Context, *db.Tx) error { return nil })
	}
	if err != nil {
		return im, err
	}
	return byID(ctx, s.db, id)
}

// discard deletes the lines that were read of a file.
func (s *Service) discard(ctx context.Context, id int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return remove(ctx, tx, id) })
}

// knowsAll reports whether every column that a new record needs was found in the file.
func (s *Service) knowsAll(im Import) bool {
	for _, c := range s.sources[im.Kind].columns {
		if (c.Required || c.Key) && !slices.Contains(im.Fields, c.Field) {
			return false
		}
	}
	return true
}

// upload is a file that is being read.
type upload struct {
	s        *Service
	id       int64
	worker   string
	headings []string
	rows     []Row
	lines    int64
	size     int // bytes of the lines
}

// read stores the lines of a table.
func (u *upload) read(ctx context.Context, t tablereader.Reader) (err error) {
	if u.headings, err = tablereader.ReadHeading(t); err != nil {
		return err
	}
	for {
		rec, err := t.Read()
		switch {
		case errors.Is(err, io.EOF):
			return u.flush(ctx)
		case err != nil:
			return err
		case u.lines == maxLines:
			return errs.InvalidField("file", "too_many_lines", "A file has 20,000 lines at most.")
		}
		row := Row{Line: rec.Line, Cells: slices.Clone(rec.Cells), fault: string(rec.Fault)}
		if row.fault == "" {
			row.fault = faultOf(row.Cells, len(u.headings))
		}
		if row.fault != "" {
			row.Cells = nil
		}
		for _, cell := range row.Cells {
			u.size += len(cell)
		}
		if u.size > u.s.maxText {
			return errs.InvalidField("file", "workbook_too_large", "This workbook unpacks to more than can be read.")
		}
		u.rows = append(u.rows, row)
		u.lines++
		if len(u.rows) == readSize {
			if err := u.flush(ctx); err != nil {
				return err
			}
		}
	}
}

// faultOf returns why a line does not belong to the table: it has more cells than the heading, or is too long.
func faultOf(cells []string, columns int) string {
	size := 0
	for i, c := range cells {
		size += len(c)
		if i >= columns && strings.TrimSpace(c) != "" {
			return "columns"
		}
	}
	if size > maxRow {
		return "too_long"
	}
	return ""
}

// flush stores the buffered lines.
func (u *upload) flush(ctx context.Context) error {
	err := u.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := require(ctx, tx, u.id, Reading, u.worker); err != nil {
			return err
		}
		if err := saveRows(ctx, tx, u.id, u.rows); err != nil {
			return err
		}
		return progress(ctx, tx, u.id, u.lines, 0)
	})
	u.rows = u.rows[:0]
	return err
}

// finish matches the columns and ends reading.
func (u *upload) finish(ctx context.Context, by auth.Actor, kind Kind, file string) error {
	if u.lines == 0 {
		return errs.InvalidField("file", "no_lines", "There is no line below the heading.")
	}
	chosen, err := headingsOf(ctx, u.s.db, kind)
	if err != nil {
		return err
	}
	fields := match(u.headings, u.s.sources[kind].columns, chosen)
	return u.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := require(ctx, tx, u.id, Reading, u.worker); err != nil {
			return err
		}
		if err := saveHeadings(ctx, tx, u.id, u.headings, fields); err != nil {
			return err
		}
		if err := rest(ctx, tx, u.id, u.worker, Mapping, ""); err != nil {
			return err
		}
		return u.s.recordAudit(ctx, tx, by, "created", u.id, audit.Changes{"kind": {nil, kind}, "file": {nil, file}, "lines": {nil, u.lines}})
	})
}

// tableColumns returns what the columns of a kind are called.
func tableColumns(columns []Column) []tablereader.Column {
	known := make([]tablereader.Column, len(columns))
	for i, c := range columns {
		known[i] = c.Column
	}
	return known
}

// match returns the fields of headings: those that people chose before, else those of the columns' names.
func match(headings []string, columns []Column, chosen map[string]string) []string {
	fields := tablereader.Match(headings, tableColumns(columns))
	for i, h := range headings {
		field, ok := chosen[tablereader.Key(h)]
		if !ok || field == fields[i] {
			continue
		}
		if other := slices.Index(fields, field); field != "" && other >= 0 {
			fields[other] = ""
		}
		fields[i] = field
	}
	return fields
}
