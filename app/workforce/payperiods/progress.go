package payperiods

import (
	"context"
	"fmt"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// Progress is how far the approval of a period has come, in people.
type Progress struct {
	Period   Period
	Approved int
	All      int     // who has something to approve, or approved
	Waiting  []int64 // the sheets that wait for the actor, by id
	Ready    int     // those of them that can be approved without a further look
}

// Progress counts the employees whom the actor reviews.
func (s *Service) Progress(ctx context.Context, by auth.Actor, p Period) (Progress, error) {
	b, err := s.Review(ctx, by, p, CrewFilter{})
	t := b.totals()
	out := Progress{Period: p, Approved: t.approved, All: t.all, Ready: len(t.clean)}
	for _, l := range b.Rows {
		for _, s := range l.SheetsWaiting() {
			out.Waiting = append(out.Waiting, s.ID)
		}
	}
	return out, err
}

// OwnRow is the actor's own line in a period; NotFound for who was not employed in it and has nothing dated in it.
func (s *Service) OwnRow(ctx context.Context, by auth.Actor, p Period) (Row, error) {
	return s.EmployeeRow(ctx, by, by.EmployeeID, p)
}

// EmployeeRow is the line of one employee in the actor's scope; NotFound as with Own.
func (s *Service) EmployeeRow(ctx context.Context, by auth.Actor, employee int64, p Period) (l Row, err error) {
	one := func(column string, n int) (string, []any) {
		visible, args := by.Visible(column, n+1)
		return fmt.Sprintf("%s = $%d AND %s", column, n, visible), append([]any{employee}, args...)
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		k, err := readSnapshot(ctx, q, p, s.config.Zone, readOptions{scope: one, detectChanges: true})
		if err != nil {
			return err
		}
		days, err := readDays(ctx, q, p, k.people)
		if err != nil {
			return err
		}
		lines := k.reviewed(s.config.Threshold, days, by, s.Today()).Rows
		if len(lines) == 0 {
			return errs.NotFound("employee in this period")
		}
		l = lines[0]
		return nil
	})
	return l, err
}
