package payperiods

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"presence/app/platform/holidays"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Basis returns a text that stands for all that the lines of a period depend on apart from its records: the version of the program, the
// settings and the bank codes. While it is the same, lines change only with the records.
func (s *Service) Basis(ctx context.Context) (string, error) {
	codes, err := readKinds(ctx, s.db)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(struct {
		Program, Zone string
		Overtime      labourstandards.Limits
		Holidays      holidays.Calendar
		Codes         []codeKind
	}{s.config.Program, s.config.Zone.String(), *s.config.Overtime, s.config.Norm.Holidays, codes})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// days are the days from one to another, both included.
type days struct{ from, to db.Day }

// ChangedSince returns those of the periods whose approved lines may have changed at or after an instant, as long as the Basis is the
// same. It leaves out none that has changed. The number of statements is the same for any number of periods.
func (s *Service) ChangedSince(ctx context.Context, since db.Instant, periods []Period) (changed []Period, err error) {
	var touched []days
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		weeks, err := timesheets.WeeksDecidedSince(ctx, q, since)
		if err != nil {
			return err
		}
		for week := range weeks {
			touched = append(touched, days{week, week.Add(6)})
		}
		leave, err := readChangedLeave(ctx, q, since, s.config.Zone)
		if err != nil {
			return err
		}
		paid, err := readChangedHolidays(ctx, q, since)
		touched = slices.Concat(touched, leave, paid)
		return err
	})
	for _, p := range periods {
		if slices.ContainsFunc(touched, func(d days) bool { return !d.to.Before(p.Start) && !d.from.After(p.End) }) {
			changed = append(changed, p)
		}
	}
	return changed, err
}
