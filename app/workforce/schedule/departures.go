package schedule

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/db"
)

// SupervisorLeft opens the shifts that are open to the crew of a supervisor who leaves, and not over, to that of another one, in the draft
// and for everybody to see. If there is none (0), nobody is left in the crew who could be offered them: they are cancelled, and no longer
// published. It is called in the transaction that moves the crew, which has locked both supervisors.
func (s *Service) SupervisorLeft(ctx context.Context, tx *db.Tx, by auth.Actor, from, to int64) error {
	list, err := openTo(ctx, tx, from, s.at())
	if err != nil || len(list) == 0 {
		return err
	}
	ids := idsOfShifts(list)
	if err := tx.LockRows(ctx, "planned_shifts", ids...); err != nil {
		return err
	}
	if list, err = openTo(ctx, tx, from, s.at()); err != nil {
		return err
	}
	var changed []Shift
	for _, x := range list {
		if x.SupervisorID == from && !x.Cancelled {
			changed = append(changed, x)
		}
	}
	if to == 0 {
		if err := closeTo(ctx, tx, from, idsOfShifts(list)); err != nil {
			return err
		}
		if err := setCancelled(ctx, tx, true, s.at(), idsOfShifts(changed)...); err != nil {
			return err
		}
		return s.recordAll(ctx, tx, by, "deleted", changed, func(x Shift) audit.Changes { return audit.Diff(x, nil) })
	}
	if err := reopenTo(ctx, tx, from, to, s.at(), idsOfShifts(list)); err != nil {
		return err
	}
	for i := range changed {
		changed[i].SupervisorID = to
	}
	return s.recordAll(ctx, tx, by, "updated", changed, func(x Shift) audit.Changes {
		was := x
		was.SupervisorID = from
		return audit.Diff(was, x)
	})
}

// openTo returns the shifts that are open to the crew of a supervisor, in the draft or as they are published, and end after an instant.
func openTo(ctx context.Context, q db.Queryer, supervisor int64, after db.Instant) ([]Shift, error) {
	return db.Collect(scan)(q.Query(ctx, selected+`p.id IN (SELECT x.id FROM planned_shifts x WHERE x.supervisor_id = $1 AND x.end_at > $2
		UNION SELECT y.id FROM published_shifts y WHERE y.supervisor_id = $1 AND y.end_at > $2) ORDER BY p.id`, supervisor, int64(after)))
}

// reopenTo opens those of some shifts that are open to the crew of one supervisor to that of another.
func reopenTo(ctx context.Context, tx *db.Tx, from, to int64, at db.Instant, ids []int64) error {
	for _, table := range []string{"planned_shifts", "published_shifts"} {
		if _, err := tx.Exec(ctx, "UPDATE "+table+" SET supervisor_id = $2, updated_at = $3, version = version + 1 WHERE supervisor_id = $1 AND id IN ("+
			tx.Dialect().IDs("$4")+")", from, to, int64(at), db.IDs(ids)); err != nil {
			return err
		}
	}
	return nil
}

// closeTo takes what is published of those of some shifts that are open to the crew of a supervisor.
func closeTo(ctx context.Context, tx *db.Tx, supervisor int64, ids []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM published_shifts WHERE supervisor_id = $1 AND id IN ("+tx.Dialect().IDs("$2")+")", supervisor, db.IDs(ids))
	return err
}
