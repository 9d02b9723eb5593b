package payroll

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/exports"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// Service creates and stores the files for payroll. Only those who see every employee may use it.
type Service struct {
	db      *db.DB
	periods *payperiods.Service
	zone    *time.Location
	now     func() time.Time
}

// NewService makes the service. Times are shown in the zone.
func NewService(d *db.DB, now func() time.Time, zone *time.Location, periods *payperiods.Service) *Service {
	return &Service{d, periods, zone, now}
}

// CreateExport exports a period. The file contains the approved lines of the period, and the corrections of all periods that
// were exported before, so that all files that are not withdrawn add up to the current state. A period is exported once; what
// is approved in it later becomes a correction. An unfinished period is exported only with Options.Partial. What is paid for statutory
// holidays is computed before.
func (s *Service) CreateExport(ctx context.Context, by auth.Actor, p payperiods.Period, o Options) (Export, error) {
	e := Export{Period: p, By: by.Name, Options: o}
	if err := s.checkExportable(by, p); err != nil {
		return e, err
	}
	if err := s.periods.KeepHolidayPay(ctx); err != nil { // an export ends its changes
		return e, err
	}
	seen, err := readExportState(ctx, s.db)
	if err != nil {
		return e, err
	}
	v, x, err := s.prepare(ctx, by, p)
	if err != nil {
		return e, err
	}
	if err := v.checkComplete(o); err != nil {
		return e, err
	}
	file, err := writeFile(x.entries, o)
	if err != nil {
		return e, err
	}
	e.describe(x.entries, file)
	e.Number, e.basis = seen.last+1, x.basis
	return s.saveExport(ctx, by, e, seen, x.entries, file)
}

func (s *Service) checkExportable(by auth.Actor, p payperiods.Period) error {
	if err := requirePayroll(by); err != nil {
		return err
	}
	if p.Start.After(s.periods.Today()) {
		return errs.Conflict("period_ahead", "This period hasn’t started yet.")
	}
	return nil
}

// requirePayroll fails for anyone who does not see every employee: their export would lack lines, which would look like
// corrections.
func requirePayroll(by auth.Actor) error {
	if !by.SeesAll() {
		return errs.Forbidden("forbidden", "Payroll and administrators only.")
	}
	return nil
}

// contentsOf returns the lines of the period p, and the corrections of exported periods.
func (s *Service) contentsOf(ctx context.Context, by auth.Actor, p payperiods.Period) (x contents, err error) {
	done, err := s.standing(ctx, s.db)
	if err != nil {
		return x, err
	}
	if slices.ContainsFunc(done, func(e Export) bool { return e.Period.Start == p.Start }) {
		return x, errExported()
	}
	if x.basis, err = s.periods.Basis(ctx); err != nil { // before the lines: if it changes meanwhile, the next export reads all periods
		return x, err
	}
	own, err := s.approvedLines(ctx, by, p)
	if err != nil {
		return x, err
	}
	for _, l := range own {
		x.entries = append(x.entries, Entry{Period: p, Line: l})
	}
	if done, err = s.changed(ctx, done, x.basis); err != nil {
		return x, err
	}
	corrections, err := s.corrections(ctx, by, done)
	x.entries = append(x.entries, corrections...)
	return x, err
}

// corrections returns the differences between the current lines of exported periods and what was exported of them.
func (s *Service) corrections(ctx context.Context, by auth.Actor, exports []Export) (list []Entry, err error) {
	paid, err := s.exportedLines(ctx, s.db, periodsOf(exports)...)
	if err != nil {
		return nil, err
	}
	for _, e := range exports {
		now, err := s.approvedLines(ctx, by, e.Period)
		if err != nil {
			return nil, err
		}
		for _, l := range diffLines(paid[e.Period.Start], now) {
			list = append(list, Entry{Period: e.Period, Corrects: e.ID, Line: l})
		}
	}
	return list, nil
}

// lateCommit is how long after the time that its records carry a change is committed at most, also with the clocks of several servers.
const lateCommit = 24 * time.Hour

// changed returns those of the exports that are not withdrawn whose periods may have corrections. The newest of them left none in any
// period, so only what changed since then matters, as long as nothing else has changed on which the lines depend.
func (s *Service) changed(ctx context.Context, done []Export, basis string) ([]Export, error) {
	last := newest(done)
	if last.basis != basis || last.At > s.at() {
		return done, nil
	}
	periods, err := s.periods.ChangedSince(ctx, last.At.Add(-lateCommit), periodsOf(done))
	return slices.DeleteFunc(done, func(e Export) bool { return !slices.Contains(periods, e.Period) }), err
}

func periodsOf(list []Export) []payperiods.Period {
	periods := make([]payperiods.Period, len(list))
	for i, e := range list {
		periods[i] = e.Period
	}
	return periods
}

// newest returns the export with the highest number; the zero Export when there is none.
func newest(list []Export) (last Export) {
	for _, e := range list {
		if e.Number > last.Number {
			last = e
		}
	}
	return last
}

func errExported() error {
	return errs.Conflict("period_exported",
		"This period has already been exported. Later changes will be in the next export, as corrections.")
}

// approvedLines returns the approved lines of a period as they are now.
func (s *Service) approvedLines(ctx context.Context, by auth.Actor, p payperiods.Period) (lines []payperiods.Line, err error) {
	err = s.periods.Lines(ctx, by, p, true, func(l payperiods.Line) error {
		lines = append(lines, l)
		return nil
	})
	return lines, err
}

// writeFile returns the content of the file.
func writeFile(entries []Entry, o Options) ([]byte, error) {
	var file bytes.Buffer
	rows, err := tablewriter.New(&file, o.csv())
	if err != nil {
		return nil, err
	}
	columns := o.Layout.columns()
	err = exports.WriteHeader(rows, columns)
	for i := 0; err == nil && i < len(entries); i++ {
		err = exports.WriteRow(rows, columns, entries[i].record())
	}
	if err != nil {
		rows.Abandon()
		return nil, err
	}
	err = rows.Close()
	return file.Bytes(), err
}

func (e *Export) describe(entries []Entry, file []byte) {
	sum := sha256.Sum256(file)
	e.Hash, e.Lines = sum[:], int64(len(entries))
	for _, x := range entries {
		e.Totals.add(x.Line)
		if x.Corrects != 0 {
			e.Corrections++
		}
	}
}

// saveExport saves an export. It fails if another export was created or withdrawn since the state seen, because its corrections
// were computed from that state.
func (s *Service) saveExport(ctx context.Context, by auth.Actor, e Export, seen exportState, entries []Entry, file []byte) (Export, error) {
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err := lockLatest(ctx, tx); err != nil {
			return err
		}
		if now, err := readExportState(ctx, tx); err != nil {
			return err
		} else if now != seen {
			return errRaced()
		}
		e.At = s.at()
		if e.ID, err = insert(ctx, tx, by, e, file); err != nil {
			return err
		}
		if err := insertLines(ctx, tx, e.ID, entries); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", e, audit.Changes{"period": {nil, e.Period.Name()}, "lines": {nil, e.Lines},
			"sha256": {nil, hex.EncodeToString(e.Hash)}})
	})
	switch {
	case db.IsUnique(err, "payroll_exports_number"):
		return e, errRaced()
	case db.IsUnique(err, "payroll_exports_period_start"):
		return e, errExported()
	}
	return e, err
}

func errRaced() error {
	return errs.Conflict("export_raced",
		"Another export was created or voided at the same time. Nothing was saved. Check it, then try again.")
}

// Withdraw withdraws the newest export, as if it had never been made; its file is kept. Earlier ones cannot be withdrawn,
// because later ones were computed from them.
func (s *Service) Withdraw(ctx context.Context, by auth.Actor, id int64) (e Export, err error) {
	if err := requirePayroll(by); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "payroll_exports", id); err != nil {
			return err
		}
		if e, err = s.byID(ctx, tx, id); err != nil || !e.InForce() {
			return err
		}
		if last, err := s.last(ctx, tx); err != nil {
			return err
		} else if last != id {
			return errs.Conflict("export_not_last", "Later exports depend on it: only the latest can be voided.")
		}
		e.WithdrawnAt = s.at()
		if err := setWithdrawn(ctx, tx, id, by, e.WithdrawnAt); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "withdrawn", e, audit.Changes{"period": {e.Period.Name(), nil}})
	})
	return e, err
}

// last returns the id of the newest export that is not withdrawn; 0 when there is none.
func (s *Service) last(ctx context.Context, q db.Queryer) (id int64, err error) {
	current, err := s.standing(ctx, q)
	return newest(current).ID, err
}

// Exports returns the exports with numbers below before (0: all), the newest first.
func (s *Service) Exports(ctx context.Context, by auth.Actor, before int64, limit int) ([]Export, error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	if before <= 0 {
		before = math.MaxInt64
	}
	return s.list(ctx, s.db, before, limit)
}

// Export returns one export, withdrawn or not.
func (s *Service) Export(ctx context.Context, by auth.Actor, id int64) (e Export, err error) {
	if err := requirePayroll(by); err != nil {
		return e, err
	}
	return s.byID(ctx, s.db, id)
}

// File returns the content of the file, byte for byte as it was created.
func (s *Service) File(ctx context.Context, by auth.Actor, id int64) (e Export, file []byte, err error) {
	if err := requirePayroll(by); err != nil {
		return e, nil, err
	}
	if e, err = s.byID(ctx, s.db, id); err != nil {
		return e, nil, err
	}
	file, err = fileOf(ctx, s.db, id)
	return e, file, err
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, e Export, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "payroll_export",
		RecordID: strconv.FormatInt(e.ID, 10), Changes: changes})
}

// ExportsByID returns the exports with these ids, withdrawn or not.
func (s *Service) ExportsByID(ctx context.Context, by auth.Actor, ids []int64) ([]Export, error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	return s.exportsByID(ctx, s.db, ids)
}
