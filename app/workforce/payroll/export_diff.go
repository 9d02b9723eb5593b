package payroll

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// ExportDiff compares an export with what the same export would say now.
type ExportDiff struct {
	Export      Export
	Last        bool    // the newest that stands: it can be withdrawn
	Corrections []Entry // what its file corrects of earlier exports
	Changes     []Change
}

// Change is a line that a repeat of the export would write differently.
type Change struct {
	Line   payperiods.Line // names it, as it is called now
	Before Figures         // in the file
	Now    Figures
	Waits  bool // for the next export, which will correct it; false: a later export has
}

// Figures are the columns of a line that can change.
type Figures struct{ Minutes, Cents, Distance int64 }

func figuresOf(l payperiods.Line) Figures { return Figures{l.Minutes, l.Cents, l.Distance} }

// DiffExport reads an export and works out what a repeat of it would write now.
func (s *Service) DiffExport(ctx context.Context, by auth.Actor, id int64) (l ExportDiff, err error) {
	if err := requirePayroll(by); err != nil {
		return l, err
	}
	var entries []Entry
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if l.Export, err = s.byID(ctx, q, id); err != nil {
			return err
		}
		last, err := s.last(ctx, q)
		if err != nil {
			return err
		}
		l.Last = last == id
		entries, err = s.linesOf(ctx, q, id)
		return err
	})
	if err != nil {
		return l, err
	}
	own := make([]payperiods.Line, 0, len(entries))
	for _, e := range entries {
		if e.Corrects == 0 {
			own = append(own, e.Line)
		} else {
			l.Corrections = append(l.Corrections, e)
		}
	}
	l.Changes, err = s.changes(ctx, by, l.Export, own)
	return l, err
}

// changes compares the lines of the export's own period with what they would be now.
func (s *Service) changes(ctx context.Context, by auth.Actor, e Export, own []payperiods.Line) ([]Change, error) {
	now, err := s.approvedLines(ctx, by, e.Period)
	if err != nil {
		return nil, err
	}
	waits := map[key]bool{}
	if e.Stands() {
		paid, err := s.exportedLines(ctx, s.db, e.Period)
		if err != nil {
			return nil, err
		}
		for _, l := range diffLines(paid, now) {
			waits[keyOf(l)] = true
		}
	}
	before := make(map[key]Figures, len(own))
	for _, l := range own {
		before[keyOf(l)] = figuresOf(l)
	}
	var list []Change
	for _, l := range diffLines(own, now) {
		was := before[keyOf(l)]
		list = append(list, Change{Line: l, Before: was, Waits: waits[keyOf(l)],
			Now: Figures{was.Minutes + l.Minutes, was.Cents + l.Cents, was.Distance + l.Distance}})
	}
	return list, nil
}

// PeriodStatus is a period with how far it has come toward payroll.
type PeriodStatus struct {
	Period   payperiods.Period
	Sheets   int64 // with activity in it
	Approved int64 // of those
	Export   *Export
}

// PeriodStatuses are at most n periods down from p, the newest first, and none but p from before the company began.
func (s *Service) PeriodStatuses(ctx context.Context, by auth.Actor, p payperiods.Period, n int) (list []PeriodStatus, err error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	standing, err := s.standing(ctx, s.db)
	if err != nil {
		return nil, err
	}
	first, err := s.periods.First(ctx)
	if err != nil {
		return nil, err
	}
	for len(list) == 0 || len(list) < n && !p.Start.Before(first.Start) {
		t := PeriodStatus{Period: p}
		if t.Sheets, t.Approved, err = countSheets(ctx, s.db, p); err != nil {
			return nil, err
		}
		for i := range standing {
			if standing[i].Period.Start == p.Start {
				t.Export = &standing[i]
			}
		}
		list, p = append(list, t), s.periods.Calendar().Previous(p)
	}
	return list, nil
}

// corrected are the exports that the file of l corrects, by id.
func (s *Service) corrected(ctx context.Context, l ExportDiff) (map[int64]Export, error) {
	found := map[int64]Export{}
	for _, x := range l.Corrections {
		if _, known := found[x.Corrects]; known {
			continue
		}
		e, err := s.byID(ctx, s.db, x.Corrects)
		if err != nil {
			return nil, err
		}
		found[x.Corrects] = e
	}
	return found, nil
}
