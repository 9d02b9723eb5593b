package leaverequests

import (
	"context"
	"slices"

	"presence/app/platform/audit"
	"presence/db"
)

// agingBatch is how many requests go to the archive in one transaction.
const agingBatch = 1000

// ArchiveAged moves the decided leave that ended before a moment to the archive and counts it (W11). It still counts toward
// the weeks it lies in. The program calls it when a day has begun; each batch leaves one entry in the audit log.
func (s *Service) ArchiveAged(ctx context.Context, before db.Instant) (n int, err error) {
	for {
		moved := 0
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			ids, err := setAged(ctx, tx, before, agingBatch, s.at())
			if moved = len(ids); err != nil || moved == 0 {
				return err
			}
			slices.Sort(ids)
			return audit.Record(ctx, tx, audit.Entry{At: s.at(), Action: "aged", Kind: "leave_requests", RecordID: before.String(),
				Changes: audit.Changes{"leave_requests": {nil, ids}}})
		})
		n += moved
		if err != nil || moved == 0 {
			return n, err
		}
	}
}
