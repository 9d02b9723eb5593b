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
	"presence/app/platform/csvx"
	"presence/app/platform/errs"
	"presence/app/workforce/exports"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// Service makes the files that payroll takes over, and keeps them. All of it is for those who see everyone.
type Service struct {
	db      *db.DB
	periods *payperiods.Service
	zone    *time.Location
	now     func() time.Time
}

// NewService wires the service. Times are shown in the zone.
func NewService(d *db.DB, periods *payperiods.Service, zone *time.Location, now func() time.Time) *Service {
	return &Service{d, periods, zone, now}
}

// CreateExport hands a period over: the file has the period's approved lines, and the corrections of all periods handed over
// before it, so that the files that stand add up to what is true now. A period is handed over once; what is approved
// in it later is a correction.
func (s *Service) CreateExport(ctx context.Context, by auth.Actor, p payperiods.Period, o Options) (Export, error) {
	e := Export{Period: p, By: by.Name, Options: o}
	if err := s.checkExportable(by, p); err != nil {
		return e, err
	}
	seen, err := readExportState(ctx, s.db)
	if err != nil {
		return e, err
	}
	entries, err := s.entriesToExport(ctx, by, p)
	if err != nil {
		return e, err
	}
	if len(entries) == 0 {
		return e, errs.Conflict("nothing_to_export", "Nothing is approved in this period, and nothing has changed in those before it.")
	}
	file, err := writeFile(entries, o)
	if err != nil {
		return e, err
	}
	e.describe(entries, file)
	e.Number = seen.last + 1
	return s.saveExport(ctx, by, e, seen, entries, file)
}

func (s *Service) checkExportable(by auth.Actor, p payperiods.Period) error {
	if err := requirePayroll(by); err != nil {
		return err
	}
	if p.Start.After(s.periods.Today()) {
		return errs.Conflict("period_ahead", "This period has not begun.")
	}
	return nil
}

// requirePayroll keeps out who does not see everyone: their lines would be a part, and the rest would look withdrawn.
func requirePayroll(by auth.Actor) error {
	if !by.SeesAll() {
		return errs.Forbidden("forbidden", "Payroll and administrators only.")
	}
	return nil
}

// entriesToExport are the corrections of what has been handed over, and the lines of the period.
func (s *Service) entriesToExport(ctx context.Context, by auth.Actor, p payperiods.Period) ([]Entry, error) {
	done, err := s.standing(ctx, s.db)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(done, func(e Export) bool { return e.Period.Start == p.Start }) {
		return nil, errExported()
	}
	own, err := s.approvedLines(ctx, by, p)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(own))
	for _, l := range own {
		entries = append(entries, Entry{Period: p, Line: l})
	}
	for _, e := range done {
		owed, err := s.corrections(ctx, by, e.Period)
		if err != nil {
			return nil, err
		}
		for _, l := range owed {
			entries = append(entries, Entry{Period: e.Period, Corrects: e.ID, Line: l})
		}
	}
	return entries, nil
}

func errExported() error {
	return errs.Conflict("period_exported", "This period has been handed over. What changes in it goes into the next export as corrections.")
}

// approvedLines are the approved lines of a period as they are now.
func (s *Service) approvedLines(ctx context.Context, by auth.Actor, p payperiods.Period) (lines []payperiods.Line, err error) {
	err = s.periods.Lines(ctx, by, p, true, func(l payperiods.Line) error {
		lines = append(lines, l)
		return nil
	})
	return lines, err
}

// corrections is what is true of a period now less what has been handed over of it.
func (s *Service) corrections(ctx context.Context, by auth.Actor, p payperiods.Period) ([]payperiods.Line, error) {
	paid, err := s.exportedLines(ctx, s.db, p)
	if err != nil {
		return nil, err
	}
	now, err := s.approvedLines(ctx, by, p)
	return diffLines(paid, now), err
}

// writeFile gives the bytes of the file.
func writeFile(entries []Entry, o Options) ([]byte, error) {
	var file bytes.Buffer
	rows, err := csvx.New(&file, o.csv())
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

// saveExport writes it down, unless another export was made or withdrawn since seen: each is worked out from those before it.
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
		"Another export was made or withdrawn at the same moment; nothing was written. Look at it, then try again.")
}

// Withdraw takes back the newest export, as if it had never been handed over; its file stays. Those before it stand,
// since later ones were worked out from them.
func (s *Service) Withdraw(ctx context.Context, by auth.Actor, id int64) (e Export, err error) {
	if err := requirePayroll(by); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "payroll_exports", id); err != nil {
			return err
		}
		if e, err = s.byID(ctx, tx, id); err != nil || !e.Stands() {
			return err
		}
		if last, err := s.last(ctx, tx); err != nil {
			return err
		} else if last != id {
			return errs.Conflict("export_not_last", "Later exports were worked out from this one: only the newest can be withdrawn.")
		}
		e.WithdrawnAt = s.at()
		if err := setWithdrawn(ctx, tx, id, by, e.WithdrawnAt); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "withdrawn", e, audit.Changes{"period": {e.Period.Name(), nil}})
	})
	return e, err
}

// last is the newest export that stands, 0 when none does.
func (s *Service) last(ctx context.Context, q db.Queryer) (id int64, err error) {
	standing, err := s.standing(ctx, q)
	var number int64
	for _, e := range standing {
		if e.Number > number {
			id, number = e.ID, e.Number
		}
	}
	return id, err
}

// Exports are those before a number (0: all), the newest first.
func (s *Service) Exports(ctx context.Context, by auth.Actor, before int64, limit int) ([]Export, error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	if before <= 0 {
		before = math.MaxInt64
	}
	return s.list(ctx, s.db, before, limit)
}

// File is the file as it was handed over, byte for byte.
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
