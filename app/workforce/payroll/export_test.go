package payroll

import (
	"context"
	"slices"

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
	x, err := s.contentsOf(ctx, by, p)
	if err != nil {
		return e, err
	}
	meanwhile()
	if unguarded {
		if seen, err = readExportState(ctx, s.db); err != nil {
			return e, err
		}
	}
	file, err := writeFile(x.entries, o)
	if err != nil {
		return e, err
	}
	e.describe(x.entries, file)
	e.Number, e.basis = seen.last+1, x.basis
	return s.saveExport(ctx, by, e, seen, x.entries, file)
}

// Corrections returns what an export would correct now: found where something may have changed, as CreateExport does, and by reading all
// periods that were exported; and how many periods the former has read.
func (s *Service) Corrections(ctx context.Context, by auth.Actor) (found, all []Entry, read int, err error) {
	basis, err := s.periods.Basis(ctx)
	if err != nil {
		return nil, nil, 0, err
	}
	done, err := s.standing(ctx, s.db)
	if err != nil {
		return nil, nil, 0, err
	}
	if all, err = s.corrections(ctx, by, slices.Clone(done)); err != nil {
		return nil, nil, 0, err
	}
	if done, err = s.changed(ctx, done, basis); err != nil {
		return nil, nil, 0, err
	}
	found, err = s.corrections(ctx, by, done)
	return found, all, len(done), err
}
