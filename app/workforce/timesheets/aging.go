package timesheets

import (
	"context"

	"presence/app/platform/audit"
	"presence/db"
)

// agingBatch is how many sheets go to the archive in one transaction: no writer waits long behind it.
const agingBatch = 200

// ArchiveAged moves the approved sheets that lie before a day, with all that is on them, to the archive and counts them
// (W11). They leave the lists and can change no more, but still count in the totals of their periods. The program calls
// it when a day has begun; each batch leaves one entry in the audit log.
func (s *Service) ArchiveAged(ctx context.Context, before db.Day) (n int, err error) {
	for {
		due, err := findDueToAge(ctx, s.db, before, nil, agingBatch)
		if err != nil || len(due) == 0 {
			return n, err
		}
		moved, err := s.archiveAgedBatch(ctx, before, due)
		n += moved
		if err != nil || moved == 0 { // another process has archived what was found
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
		ids, err := findDueToAge(ctx, tx, before, found, agingBatch) // again, now that they are locked
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
