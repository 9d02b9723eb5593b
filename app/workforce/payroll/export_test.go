package payroll

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/workforce/payperiods"
)

// MakeWhile is CreateExport that calls meanwhile between computing the lines and saving them. If unguarded, it does not notice
// what has changed, as CreateExport would without comparing the state.
func (s *Service) MakeWhile(ctx context.Context, by auth.Actor, p payperiods.Period, o Options, meanwhile func(),
	unguarded bool) (Export, error) {
	e := Export{Period: p, By: by.Name, Options: o}
	seen, err := readExportState(ctx, s.db)
	if err != nil {
		return e, err
	}
	entries, err := s.entriesToExport(ctx, by, p)
	if err != nil {
		return e, err
	}
	meanwhile()
	if unguarded {
		if seen, err = readExportState(ctx, s.db); err != nil {
			return e, err
		}
	}
	file, err := writeFile(entries, o)
	if err != nil {
		return e, err
	}
	e.describe(entries, file)
	e.Number = seen.last + 1
	return s.saveExport(ctx, by, e, seen, entries, file)
}
