package companydata

import (
	"context"
	"fmt"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

// orderBy returns the order of a part's rows, which is the same on both engines.
func (p Part) orderBy(d db.Dialect) string {
	var keys []string
	if p.parents != "" {
		keys = append(keys, p.parents)
	}
	for key := range strings.SplitSeq(p.key, ",") {
		for _, c := range p.Columns {
			if c.sql == key && c.Kind == Text {
				key += d.ByteCollation()
			}
		}
		keys = append(keys, key)
	}
	return strings.Join(keys, ", ")
}

// each calls fn for the rows of a part. The row is overwritten by the next.
func each(ctx context.Context, q db.Queryer, p Part, fn func(row []cell) error) error {
	query := "SELECT " + p.sqlColumns() + " FROM " + p.Table
	if p.where != "" {
		query += " WHERE " + p.where
	}
	rows, err := q.Query(ctx, query+" ORDER BY "+p.orderBy(q.Dialect()))
	if err != nil {
		return err
	}
	row := p.cells()
	into := make([]any, len(row))
	for i := range row {
		into[i] = &row[i]
	}
	return db.ForEachRow(rows, func() error {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		return fn(row)
	})
}

// insertInto returns an Insert of rows of the part.
func insertInto(p Part) db.Insert {
	return db.Insert{Into: "INSERT INTO " + p.Table + " (" + p.sqlColumns() + ")"}
}

func count(ctx context.Context, q db.Queryer, p Part) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM "+p.Table).Scan(&n)
	return n, err
}

// requireEmpty fails unless a part's table has no rows. The row of a preset table is deleted instead.
func requireEmpty(ctx context.Context, tx *db.Tx, p Part) error {
	if p.preset {
		_, err := tx.Exec(ctx, "DELETE FROM "+p.Table)
		return err
	}
	n, err := count(ctx, tx, p)
	if err == nil && n > 0 {
		err = errs.Conflict("company_not_empty",
			fmt.Sprintf("the database is not empty (%s has %d rows): an archive is imported into a new one", p.Table, n))
	}
	return err
}

// isStarted reports whether the installation has records that clearStarted does not delete, or people beside the one with that id.
func isStarted(ctx context.Context, q db.Queryer, person string) (found bool, err error) {
	conditions := []string{"EXISTS (SELECT 1 FROM " + peopleTable + " WHERE id <> $1)"}
	for _, p := range parts {
		if !p.replaceable && !p.preset && p.Table != peopleTable {
			conditions = append(conditions, "EXISTS (SELECT 1 FROM "+p.Table+")")
		}
	}
	err = q.QueryRow(ctx, "SELECT "+strings.Join(conditions, " OR "), person).Scan(&found)
	return found, err
}

// clearStarted deletes what the first administrator of a new installation has made: settings, pay codes and their audit entries. It fails
// if there are other records, and leaves the administrator.
func clearStarted(ctx context.Context, tx *db.Tx) error {
	for _, p := range parts {
		if p.replaceable || p.Table == peopleTable {
			continue
		}
		if err := requireEmpty(ctx, tx, p); err != nil {
			return err
		}
	}
	for _, p := range parts {
		if !p.replaceable {
			continue
		}
		if _, err := tx.Exec(ctx, "DELETE FROM "+p.Table); err != nil {
			return err
		}
	}
	return nil
}

// finish checks the number of rows of a part, and lets its table give new ids.
func finish(ctx context.Context, tx *db.Tx, p Part, f file) error {
	n, err := count(ctx, tx, p)
	if err == nil && n != f.Rows {
		err = fileError(f.Name, "%d rows were saved, not %d", n, f.Rows)
	}
	if err != nil || !p.serial {
		return err
	}
	var highest int64
	if err := tx.QueryRow(ctx, "SELECT COALESCE(MAX(id), 0) FROM "+p.Table).Scan(&highest); err != nil {
		return err
	}
	if highest > f.LastID {
		return fileError(f.Name, "the last id is %d, and a row has %d", f.LastID, highest)
	}
	return tx.SetLastID(ctx, p.Table, f.LastID)
}
