package directory

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/tablereader"
	"presence/db"
)

// Where no other system keeps the customers, staff upload a file. It is stored as it is, and published by the same sync as any other
// source. For a day they can return to the generation before it.

// The limits of an uploaded file.
const (
	MaxUpload  = 100 << 20 // bytes of a file
	partBytes  = 512 << 10 // of a file in one row, and in one transaction
	undoTime   = 24 * time.Hour
	keepUpload = 14 * 24 * time.Hour // how long a file is kept
)

// Upload is a file of customers.
type Upload struct {
	ID       int64
	File     string // its name; empty: it has none
	Headings []string
	Mapping
	Findings      *Findings // of all lines; nil: they were not checked, because a column is missing
	Lines         int64
	CreatedAt     db.Instant
	CreatedByName string
	Run           *Run // its last sync; nil: none yet
}

// Mapping says how the lines of a file are read.
type Mapping struct {
	Fields         []string // of each column; "" for a column that is left out
	UnknownAsEmpty bool     // an unknown type or status is left out, instead of rejecting the line
}

// Undoable reports whether the generation before the upload can be returned to.
func (u Upload) Undoable(now time.Time) bool {
	return u.Run != nil && u.Run.undoable(db.InstantOf(now))
}

func (r Run) undoable(at db.Instant) bool { return r.State == "done" && r.undoUntil > at }

// Column is a column that files of customers have.
type Column struct {
	tablereader.Column
	Label    i18n.Text
	Required bool
}

// Columns are the columns of files of customers. The name is in one column, or in one for each of its parts.
var Columns = []Column{
	uploadColumn("customer_id", i18n.DirCustomerNo, true, "id", "number", "customer number", "customer no", "customer code", "client number",
		"client no", "client id", "numero", "no", "no client", "no de client", "numero client", "numero de client", "code client", "id client"),
	uploadColumn("name", i18n.DirNameCol, true, "name", "full name", "customer", "customer name", "client name", "nom", "nom client",
		"nom du client", "client", "nom et prenom", "prenom et nom", "raison sociale"),
	uploadColumn("first_name", i18n.EmpFirstName, false, tablereader.FirstNames...),
	uploadColumn("last_name", i18n.EmpLastName, false, tablereader.LastNames...),
	uploadColumn("emails", i18n.DirEmails, false, tablereader.EmailNames...),
	uploadColumn("phones", i18n.DirPhones, false, tablereader.PhoneNames...),
	uploadColumn("city", i18n.DirCity, false, tablereader.CityNames...),
	uploadColumn("language", i18n.DirLanguage, false, "lang", "preferred language", "langue de correspondance"),
	uploadColumn("type", i18n.DirType, false, "kind", "customer type", "type de client"),
	uploadColumn("account_status", i18n.DirState, false, "status", "account status", "etat", "etat du compte", "statut"),
	uploadColumn("account_id", i18n.DirAccountNo, false, "account no", "no compte", "no de compte", "numero compte"),
	uploadColumn("account_name", i18n.DirAccountName, false, "nom du compte", "titulaire"),
	uploadColumn("mandatary", i18n.DirMandatary, false, "representative", "contact"),
	uploadColumn("legacy_contact", i18n.DirLegacy, false),
	uploadColumn("subscriptions", i18n.DirPlans, false, "plans", "forfaits"),
}

// tableColumns returns what the columns are called.
func tableColumns() []tablereader.Column {
	known := make([]tablereader.Column, len(Columns))
	for i, c := range Columns {
		known[i] = c.Column
	}
	return known
}

// matchColumns returns the fields of headings. "Nom" is the last name where the first name has a column of its own.
func matchColumns(headings []string) []string {
	fields := tablereader.Match(headings, tableColumns())
	at := slices.Index(fields, "name")
	if at < 0 || !slices.Contains(fields, "first_name") || slices.Contains(fields, "last_name") {
		return fields
	}
	if key := tablereader.Key(headings[at]); key == "nom" || key == "name" {
		fields[at] = "last_name"
	}
	return fields
}

func uploadColumn(field string, label i18n.Text, required bool, names ...string) Column {
	return Column{tablereader.Column{Field: field, Names: slices.Concat(names, []string{label.FR, label.EN})}, label, required}
}

// uploadSource reads an uploaded file.
type uploadSource struct {
	db      db.Queryer
	tempDir string
	Upload
}

// Name implements Source.
func (u uploadSource) Name() string { return "upload:" + u.File }

// Each implements Source. A file never changes, so there is no cursor.
func (u uploadSource) Each(ctx context.Context, _ string, to RecordWriter) (Listing, error) {
	to.SetTotal(u.Lines)
	fill := fillBy(u.Fields)
	parts := &partReader{ctx: ctx, db: u.db, upload: u.ID}
	err := tablereader.Open(ctx, parts, u.tempDir, func(t tablereader.Reader) error {
		if _, err := tablereader.ReadHeading(t); err != nil {
			return err
		}
		return eachLine(t, func(line int, cells []string, readable bool) error {
			item := Item{Place: itemPlace(u.File, line)}
			if item.Customer, item.Reject = fill(cells); !readable {
				item.Reject = &Reject{Reason: "unreadable"}
			}
			if err := to.Write(item); err != nil {
				return err
			}
			return ctx.Err()
		})
	})
	if errs.KindOf(err) == errs.KindInvalid {
		err = failure("malformed", "%s", u.File)
	}
	return Listing{}, err
}

// eachLine calls each with the lines of a table below the heading.
func eachLine(t tablereader.Reader, each func(line int, cells []string, readable bool) error) error {
	for {
		rec, err := t.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = each(rec.Line, rec.Cells, rec.Fault == "")
		}
		if err != nil {
			return err
		}
	}
}

// partReader reads a stored file, one part after the other.
type partReader struct {
	ctx    context.Context //nolint:containedctx // an io.Reader has no parameter for it
	db     db.Queryer
	upload int64
	next   int
	rest   []byte
}

func (r *partReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		part, err := readPart(r.ctx, r.db, r.upload, r.next)
		if err != nil {
			return 0, err // io.EOF after the last part
		}
		r.next, r.rest = r.next+1, part
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Receive stores a file of customers. It fails if a source is set, whose next sync would replace the customers, and with a validation
// error if the file is no table. The file is read once it has arrived; if it fails, nothing is kept.
func (s *Service) Receive(ctx context.Context, by auth.Actor, name string, r io.Reader) (u Upload, err error) {
	if s.Source != nil {
		return u, errs.Conflict("directory_has_source", "Customers come from another source, chosen in Settings, under Directory.")
	}
	u = Upload{File: name, CreatedAt: s.at(), CreatedByName: by.Name}
	err = tablereader.Spool(r, s.TempDir, func(f *os.File) error {
		if err := u.inspect(ctx, f, s.TempDir); err != nil {
			return err
		}
		return s.store(ctx, by, &u, f)
	})
	if err != nil {
		return u, err
	}
	if u.Findings, err = s.check(ctx, u); err != nil {
		return u, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return saveFindings(ctx, tx, u.ID, u.Findings) })
	if err != nil {
		return u, err
	}
	return s.Upload(ctx, u.ID)
}

// check reads all lines of a file and returns what publishing it would find; nil where a required column is missing.
func (s *Service) check(ctx context.Context, u Upload) (*Findings, error) {
	if len(u.Missing()) > 0 {
		return nil, nil
	}
	barred, err := s.erased(ctx)
	if err != nil {
		return nil, err
	}
	x := screening{unknownAsEmpty: u.UnknownAsEmpty, seen: map[string]bool{}, barred: barred}
	_, err = s.uploadSource(u).Each(ctx, "", RecordWriter{SetTotal: func(int64) {}, Write: func(i Item) error {
		_, _ = x.screen(i) // the findings say what it rejects
		return nil
	}})
	x.findings.sort()
	return &x.findings, err
}

// inspect reads the headings of a file, matches them with the columns, and counts its lines.
func (u *Upload) inspect(ctx context.Context, f *os.File, tempDir string) error {
	return tablereader.Open(ctx, f, tempDir, func(t tablereader.Reader) (err error) {
		if u.Headings, err = tablereader.ReadHeading(t); err != nil {
			return err
		}
		u.Fields = matchColumns(u.Headings)
		if err := eachLine(t, func(int, []string, bool) error { u.Lines++; return nil }); err != nil {
			return err
		}
		if u.Lines == 0 {
			return errs.InvalidField("file", "no_lines", "There is no line below the heading.")
		}
		return nil
	})
}

// store saves a file in parts, each in a transaction of its own, so that others do not wait for the whole.
func (s *Service) store(ctx context.Context, by auth.Actor, u *Upload, f *os.File) (err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		u.ID, err = insertUpload(ctx, tx, *u)
		return err
	})
	part := make([]byte, partBytes)
	for n := 0; err == nil; n++ {
		var size int
		size, err = io.ReadFull(f, part)
		if size > 0 {
			late := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return insertPart(ctx, tx, u.ID, n, part[:size]) })
			err = errors.Join(err, late)
		}
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err // Sweep deletes what was stored
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := completeUpload(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.audit(ctx, tx, by, "added", audit.Changes{"file": {nil, u.File}, "lines": {nil, u.Lines}})
	})
}

// Upload returns a file with its last sync.
func (s *Service) Upload(ctx context.Context, id int64) (u Upload, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if u, err = uploadByID(ctx, q, id); err != nil {
			return err
		}
		u.Run, err = runOfUpload(ctx, q, id)
		return err
	})
	return u, err
}

// Uploads returns the newest files.
func (s *Service) Uploads(ctx context.Context, most int) ([]Upload, error) {
	return listUploads(ctx, s.db, most)
}

// previewed is the number of lines that Preview reads.
const previewed = 10

// Preview returns the first customers of a file, each cleaned, or with the reason why it would be rejected.
func (s *Service) Preview(ctx context.Context, u Upload) (list []Item, err error) {
	_, err = s.uploadSource(u).Each(ctx, "", RecordWriter{SetTotal: func(int64) {}, Write: func(i Item) error {
		if i.Reject == nil {
			i.Reject = i.Customer.clean(u.UnknownAsEmpty, func(Reject) {})
		}
		if list = append(list, i); len(list) == previewed {
			return errChecked
		}
		return nil
	}})
	if errors.Is(err, errChecked) {
		err = nil
	}
	return list, err
}

func (s *Service) uploadSource(u Upload) uploadSource { return uploadSource{s.db, s.TempDir, u} }

// SetColumns says how a file is read, and checks its lines again. m.Fields has an entry for each column; "" leaves the column out.
func (s *Service) SetColumns(ctx context.Context, by auth.Actor, id int64, m Mapping) error {
	u, err := s.Upload(ctx, id)
	if err != nil {
		return err
	}
	if u.Run != nil && u.Run.State != "failed" {
		return errs.Conflict("upload_published", "This file is already published.")
	}
	if err := tablereader.CheckFields(u.Headings, m.Fields, tableColumns()).Err(); err != nil {
		return err
	}
	before := u.Mapping
	u.Mapping = m
	if u.Findings, err = s.check(ctx, u); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := saveFields(ctx, tx, id, m); err != nil {
			return err
		}
		if err := saveFindings(ctx, tx, id, u.Findings); err != nil {
			return err
		}
		return s.audit(ctx, tx, by, "updated", audit.Changes{"columns": {before.Fields, m.Fields},
			"unknown_as_empty": {before.UnknownAsEmpty, m.UnknownAsEmpty}})
	})
}

// Missing returns the required columns that the file does not have. A last name is a name.
func (u Upload) Missing() (list []Column) {
	for _, c := range Columns {
		if c.Required && !slices.Contains(u.Fields, c.Field) && (c.Field != "name" || !slices.Contains(u.Fields, "last_name")) {
			list = append(list, c)
		}
	}
	return list
}

// Publish starts a sync that makes the customers of a file the directory, and continues after the request. It fails with a validation
// error if a required column is missing, and with a conflict where a source is set. force also accepts a file that removes many customers.
func (s *Service) Publish(ctx context.Context, by auth.Actor, id int64, force bool) error {
	u, err := s.Upload(ctx, id)
	if err != nil {
		return err
	}
	switch {
	case s.Source != nil:
		return errs.Conflict("directory_has_source", "Customers come from another source, chosen in Settings, under Directory.")
	case u.Run != nil && u.Run.State != "failed":
		return errs.Conflict("upload_published", "This file is already published.")
	}
	var faults errs.Fields
	for _, c := range u.Missing() {
		faults.Add("fields", "no_key", "One column must be "+c.Field+".")
	}
	if err := faults.Err(); err != nil {
		return err
	}
	_, err = s.Start(ctx, by, SyncOptions{Force: force, upload: &u})
	return err
}

// UndoUpload returns to the generation before an upload, for a day and as long as nothing else was published. What was published is
// deleted afterwards; if the process ends before, by the next sync.
func (s *Service) UndoUpload(ctx context.Context, by auth.Actor, id int64) error {
	if _, err := s.Upload(ctx, id); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		held, locked, err := s.db.TryLock(ctx, "directory")
		if err != nil {
			return err
		}
		tx.AfterRollback(held.Release)
		if !locked {
			return errRunning()
		}
		run, err := publishedRun(ctx, tx)
		if err != nil {
			return err
		}
		if run == nil || run.Upload != id || !run.undoable(s.at()) {
			return errs.Conflict("upload_too_late",
				"A publication can be undone only once, within 24 hours, and only if nothing has been published since.")
		}
		if err := publishGeneration(ctx, tx, run.Generation, run.previous); err != nil {
			return err
		}
		if err := setUndone(ctx, tx, run.ID, s.at()); err != nil {
			return err
		}
		tx.AfterCommit(func() {
			s.Work.Go(func(ctx context.Context) {
				defer held.Release()
				_ = s.inBatches(ctx, run.previous, always, reopenCopies, deleteUnpublished) // the next sync does it again
			})
		})
		if err := s.audit(ctx, tx, by, "undone", audit.Changes{"customers": {run.Read, nil}}); err != nil {
			return err
		}
		return tx.Signal(ctx, Signal)
	})
}

// Discard deletes a file that was not published. It fails with a conflict while a sync is running, which may be that of the file.
func (s *Service) Discard(ctx context.Context, by auth.Actor, id int64) error {
	held, locked, err := s.db.TryLock(ctx, "directory")
	if err != nil {
		return err
	}
	if !locked {
		return errRunning()
	}
	defer held.Release()
	u, err := s.Upload(ctx, id)
	if err != nil {
		return err
	}
	if u.Run != nil && u.Run.State != "failed" {
		return errs.Conflict("upload_published", "This file is already published.")
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteUpload(ctx, tx, id); err != nil {
			return err
		}
		return s.audit(ctx, tx, by, "deleted", audit.Changes{"file": {u.File, nil}})
	})
}

// Sweep deletes old files, and the generation that can no longer be returned to. It must be called periodically.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return deleteUploads(ctx, tx, db.InstantOf(now.Add(-keepUpload)), db.InstantOf(now.Add(-undoTime)))
	})
	if err != nil {
		return err
	}
	held, locked, err := s.db.TryLock(ctx, "directory")
	if err != nil || !locked {
		return err // a sync that is running deletes it
	}
	defer held.Release()
	return s.deleteOld(ctx)
}

func always(context.Context, *db.Tx) error { return nil }

func (s *Service) audit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "directory", RecordID: "1", Changes: changes})
}
