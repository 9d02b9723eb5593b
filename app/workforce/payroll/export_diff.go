package payroll

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"presence/app/accounts/auth"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// ExportDiff compares an export with what the same export would contain now.
type ExportDiff struct {
	Export      Export
	Last        bool    // the newest one that is not withdrawn: it can be withdrawn
	Entries     []Entry // the lines of its file, in their order
	Corrections []Entry // those that correct earlier exports
	Changes     []Change
}

// Change is a line that would be different in a repeated export.
type Change struct {
	Line   payperiods.Line // the line with its current names
	Before Figures         // in the file
	Now    Figures
	Waits  bool // the next export will correct it; false: a later export has done so
}

// Figures are the columns of a line that can change.
type Figures struct{ Minutes, Cents, Distance int64 }

func figuresOf(l payperiods.Line) Figures { return Figures{l.Minutes, l.Cents, l.Distance} }

// DiffExport returns an export and the lines that the same export would contain now.
func (s *Service) DiffExport(ctx context.Context, by auth.Actor, id int64) (l ExportDiff, err error) {
	if err := requirePayroll(by); err != nil {
		return l, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if l.Export, err = s.byID(ctx, q, id); err != nil {
			return err
		}
		last, err := s.last(ctx, q)
		if err != nil {
			return err
		}
		l.Last = last == id
		l.Entries, err = s.linesOf(ctx, q, id)
		return err
	})
	if err != nil {
		return l, err
	}
	own := make([]payperiods.Line, 0, len(l.Entries))
	for _, e := range l.Entries {
		if e.Corrects == 0 {
			own = append(own, e.Line)
		} else {
			l.Corrections = append(l.Corrections, e)
		}
	}
	l.Changes, err = s.changes(ctx, by, l.Export, own)
	return l, err
}

// changes compares the lines of the export's own period with the current ones.
func (s *Service) changes(ctx context.Context, by auth.Actor, e Export, own []payperiods.Line) ([]Change, error) {
	now, err := s.approvedLines(ctx, by, e.Period)
	if err != nil {
		return nil, err
	}
	waits := map[key]bool{}
	if e.InForce() {
		paid, err := s.exportedLines(ctx, s.db, e.Period)
		if err != nil {
			return nil, err
		}
		for _, l := range diffLines(paid[e.Period.Start], now) {
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

// PeriodState is a period with the state of its approval and export.
type PeriodState struct {
	Period payperiods.Period
	SheetCounts
	Away   bool // without sheets: there is approved leave in it, or pay for a statutory holiday
	Sums   Sums // of what an export would have of the period now; zero: it is exported
	Export *Export
}

// Sums is what is approved in a period: the people with hours or expenses, these, and the people with nothing but leave. The lines of an
// export add up to the same, without the corrections of other periods.
type Sums struct{ People, Minutes, Cents, OnLeave int64 }

// SheetCounts counts the timesheets with activity in a period.
type SheetCounts struct {
	Sheets   int64 // all of them
	Approved int64
	Waiting  int64 // for the actor, in the approvals
	Unsent   int64 // their owners have not submitted them
	Missing  int64 // employees of the period who have entered nothing in it, and are not on leave throughout
}

// Own returns how many are the actor's own and wait for another approver.
func (c SheetCounts) Own() int64 { return c.Sheets - c.Approved - c.Waiting - c.Unsent }

// NotSubmitted returns how many timesheets their owners have not submitted, those that were not begun among them.
func (c SheetCounts) NotSubmitted() int64 { return c.Unsent + c.Missing }

// Due returns how many timesheets the period needs: those of the employees who have entered nothing are due as well.
func (c SheetCounts) Due() int64 { return c.Sheets + c.Missing }

// Empty reports whether there is nothing in the period that an export could contain.
func (t PeriodState) Empty() bool { return t.Sheets == 0 && !t.Away }

// PeriodStates returns p and the periods before it, at most n, the newest first. Periods before the company's first activity
// are left out, except p.
func (s *Service) PeriodStates(ctx context.Context, by auth.Actor, p payperiods.Period, n int) ([]PeriodState, error) {
	list, err := s.listPeriods(ctx, by, p, n)
	if err != nil {
		return nil, err
	}
	return list, s.countPeriods(ctx, by, list)
}

// NotExported returns those of PeriodStates that are not exported.
func (s *Service) NotExported(ctx context.Context, by auth.Actor, p payperiods.Period, n int) ([]PeriodState, error) {
	list, err := s.listPeriods(ctx, by, p, n)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(t PeriodState) bool { return t.Export != nil })
	return list, s.countPeriods(ctx, by, list)
}

// listPeriods returns the periods of PeriodStates without their counts.
func (s *Service) listPeriods(ctx context.Context, by auth.Actor, p payperiods.Period, n int) (list []PeriodState, err error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	current, err := s.standing(ctx, s.db)
	if err != nil {
		return nil, err
	}
	first, err := s.periods.First(ctx)
	if err != nil {
		return nil, err
	}
	for len(list) == 0 || len(list) < n && !p.Start.Before(first.Start) {
		t := PeriodState{Period: p}
		for i := range current {
			if current[i].Period.Start == p.Start {
				t.Export = &current[i]
			}
		}
		list, p = append(list, t), s.periods.Calendar().Previous(p)
	}
	return list, nil
}

// countPeriods adds the counts of periods, and the sums of those that are not exported.
func (s *Service) countPeriods(ctx context.Context, by auth.Actor, list []PeriodState) error {
	var reads errgroup.Group // a few at the same time, as each takes a while in a large company
	reads.SetLimit(4)
	for i := range list {
		t := &list[i]
		reads.Go(func() (err error) {
			if t.SheetCounts, err = s.countSheets(ctx, s.db, by, t.Period); err == nil && t.Sheets == 0 {
				t.Away, err = s.paysAbsence(ctx, s.db, t.Period)
			}
			if err == nil && t.Export == nil {
				t.Sums, err = s.approvedSums(ctx, s.db, t.Period, t.Approved < t.Sheets)
			}
			return err
		})
	}
	return reads.Wait()
}

// corrected returns the exports that the file of l corrects, by id.
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
