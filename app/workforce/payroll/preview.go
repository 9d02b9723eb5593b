package payroll

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/payperiods"
)

// Preview is what the export of a period would contain now.
type Preview struct {
	Period      payperiods.Period
	People      int   // employees with a line in it
	Lines       int64 // with the corrections
	Corrections int64 // lines that correct an earlier export
	Totals      Totals
	Corrected   Totals // what the corrections add to Totals
	Pending     int64  // timesheets of the period that are not approved: none of their hours are in it
	Missing     int64  // employees who have entered nothing in the period
	InProgress  bool   // the period is not over
}

// Unfinished reports whether the period is still running or has unapproved timesheets, so that a later export would pay the
// rest of it.
func (v Preview) Unfinished() bool { return v.Pending > 0 || v.InProgress }

// Preview returns what CreateExport would write, and fails as it would.
func (s *Service) Preview(ctx context.Context, by auth.Actor, p payperiods.Period) (Preview, error) {
	v, _, err := s.prepare(ctx, by, p)
	return v, err
}

// contents are the lines of an export, and the basis on which they were read.
type contents struct {
	entries []Entry
	basis   string
}

// prepare returns the lines of the export of a period, and a Preview with their totals. It fails if the actor may not export
// the period, or if there is nothing to export (409 nothing_to_export).
func (s *Service) prepare(ctx context.Context, by auth.Actor, p payperiods.Period) (Preview, contents, error) {
	v := Preview{Period: p, InProgress: s.isCurrent(p)}
	if err := s.checkExportable(by, p); err != nil {
		return v, contents{}, err
	}
	x, err := s.contentsOf(ctx, by, p)
	if err != nil {
		return v, x, err
	}
	if len(x.entries) == 0 {
		return v, x, errs.Conflict("nothing_to_export", "Nothing is approved in this period, and nothing has changed in earlier ones.")
	}
	people := map[int64]bool{}
	for _, e := range x.entries {
		people[e.Line.Employee.ID] = true
		v.Totals.add(e.Line)
		if e.Corrects != 0 {
			v.Corrections++
			v.Corrected.add(e.Line)
		}
	}
	v.People, v.Lines = len(people), int64(len(x.entries))
	sheets, err := s.countSheets(ctx, s.db, by, p)
	v.Pending, v.Missing = sheets.Sheets-sheets.Approved, sheets.Missing
	return v, x, err
}

// checkComplete fails for an unfinished period, unless the options allow a partial export.
func (v Preview) checkComplete(o Options) error {
	if v.Unfinished() && !o.Partial {
		return errs.InvalidField("partial", "unfinished", "Some of this period is not approved yet, or the period is not over: set partial.")
	}
	return nil
}
