package timesheets

import (
	"context"

	"presence/app/platform/audit"
	"presence/db"
)

// agingBatch is the number of sheets that are archived in one transaction; other writers wait for that long.
const agingBatch = 200

// ArchiveAged archives the approved sheets of the time before a day, with their lines, and returns their number (W11). They
// disappear from lists and cannot change, but still count in the totals of their periods. It is called once a day; each batch
// writes one audit entry.
func (s *Service) ArchiveAged(ctx context.Context, before db.Day) (n int, err error) {
	for {
		due, err := findDueToAge(ctx, s.db, before, nil, agingBatch)
		if err != nil || len(due) == 0 {
			return n, err
		}
		moved, err := s.archiveAgedBatch(ctx, before, due)
		n += moved
		if err != nil || moved == 0 { // moved == 0: another process has archived them
			return n, err
		}
	}
}

func (s *Service) archiveAgedBatch(ctx context.Context, before db.Day, found []int64) (n int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n = 0
		if err := LockAll(ctx, tx, found); err != nil {
			return err
		}
		ids, err := findDueToAge(ctx, tx, before, found, agingBatch) // read again under the lock
		if err != nil || len(ids) == 0 {
			return err
		}
		n = len(ids)
		if err := setAged(ctx, tx, ids, s.at()); err != nil {
			return err
		}
		changes := audit.Changes{"timesheets": {nil, ids}}
		for _, l := range s.lines {
			name, lines, err := l.AgeLines(ctx, tx, ids, s.at())
			if err != nil {
				return err
			}
			changes[name] = [2]any{nil, lines}
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Action: "aged", Kind: "timesheets", RecordID: before.String(), Changes: changes})
	})
	return n, err
}
