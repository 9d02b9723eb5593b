package mytime

import (
	"context"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// lineRef is a shift or an expense with the version that is decided about, as a form writes it: shift-12-3.
type lineRef struct {
	kind        string // timesheets.KindShift or timesheets.KindExpense
	id, version int64
}

func (r lineRef) String() string {
	return r.kind + "-" + formatID(r.id) + "-" + formatID(r.version)
}

func parseLineRef(text string) (r lineRef, ok bool) {
	parts := strings.Split(text, "-")
	if len(parts) != 3 || parts[0] != timesheets.KindShift && parts[0] != timesheets.KindExpense {
		return r, false
	}
	id, err := strconv.ParseInt(parts[1], 10, 64)
	version, err2 := strconv.ParseInt(parts[2], 10, 64)
	return lineRef{parts[0], id, version}, err == nil && err2 == nil
}

// DecideLines approves lines of a sheet by themselves, or withdraws these approvals, each by the service of its feature in a
// transaction of its own (W7, C11). It returns the lines that changed, with their new versions, and the errors of the others.
func (s *Service) DecideLines(ctx context.Context, by auth.Actor, sheet int64, list []lineRef, approve bool) (done []lineRef,
	refused []error, err error) {
	for _, r := range list {
		version, err := s.decideLine(ctx, by, sheet, r, approve)
		switch {
		case err == nil && version != r.version:
			done = append(done, lineRef{r.kind, r.id, version})
		case err == nil: // it is approved already
		case errs.IsServerError(err):
			return done, refused, err
		default:
			refused = append(refused, err)
		}
	}
	return done, refused, nil
}

func (s *Service) decideLine(ctx context.Context, by auth.Actor, sheet int64, r lineRef, approve bool) (version int64, err error) {
	d := timesheets.Decision{Approved: approve}
	if r.kind == timesheets.KindExpense {
		e, err := s.Expenses.Get(ctx, by, r.id)
		if err == nil && e.TimesheetID != sheet {
			err = errs.NotFound("expense")
		}
		if err == nil {
			e, err = s.Expenses.Approve(ctx, by, r.id, &r.version, d)
		}
		return e.Version, err
	}
	x, err := s.Shifts.Get(ctx, by, r.id)
	if err == nil && x.TimesheetID != sheet {
		err = errs.NotFound("shift")
	}
	if err == nil {
		x, err = s.Shifts.Approve(ctx, by, r.id, &r.version, d)
	}
	return x.Version, err
}

// lineApprovers returns who approved lines last, by kind-id, such as shift-12. The caller has already checked that the actor may see them.
func (s *Service) lineApprovers(ctx context.Context, view *PeriodView) (map[string]string, error) {
	ids := map[string][]int64{}
	for _, day := range view.Days {
		for _, x := range day.Shifts {
			if x.Approved {
				ids[timesheets.KindShift] = append(ids[timesheets.KindShift], x.ID)
			}
		}
		for _, e := range day.Expenses {
			if e.Approved {
				ids[timesheets.KindExpense] = append(ids[timesheets.KindExpense], e.ID)
			}
		}
	}
	names := map[string]string{}
	err := s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		for kind, list := range ids {
			people, err := audit.Approvers(ctx, q, kind, list)
			if err != nil {
				return err
			}
			for id, who := range people {
				names[kind+"-"+formatID(id)] = who.Name
			}
		}
		return nil
	})
	return names, err
}
