package schedule

import (
	"context"

	"presence/db"
)

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
