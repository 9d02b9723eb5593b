package leaverequests

import (
	"context"
	"slices"

	"presence/app/platform/audit"
	"presence/db"
)

// agingBatch is the number of requests that are archived in one transaction.
const agingBatch = 1000

// ArchiveAged archives the decided leave that ended before an instant, and returns its number (W11). Archived leave still
// counts in the hours of its weeks. It is called once a day; each batch writes one audit entry.
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
