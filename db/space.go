package db

import (
	"context"
	"strconv"
)

// spacePages is how many pages of 4 KiB one transaction of ReleaseSpace gives back at most.
const spacePages = 256

// ReleaseSpace gives the space of deleted rows back to the file system, in small transactions. It does so on SQLite in files whose
// auto_vacuum is INCREMENTAL, as new ones are; PostgreSQL does it by itself.
func (d *DB) ReleaseSpace(ctx context.Context) error {
	if d.Dialect() != SQLite {
		return nil
	}
	for last := int64(-1); ; {
		var free int64
		if err := d.QueryRow(ctx, "PRAGMA freelist_count").Scan(&free); err != nil || free == 0 || free == last {
			return err
		}
		last = free
		err := d.Write(ctx, func(ctx context.Context, tx *Tx) error {
			rows, err := tx.Query(ctx, "PRAGMA incremental_vacuum("+strconv.Itoa(spacePages)+")") // a row for each page
			if err != nil {
				return err
			}
			return ForEachRow(rows, func() error { return nil })
		})
		if err != nil {
			return err
		}
	}
}
