package campaigns

import (
	"context"
	"maps"
	"slices"

	"presence/app/platform/mail"
	"presence/db"
)

// Progress is what is stored of a recipient's message, and what the reports of a provider may change.
type Progress struct {
	Step
	Attempts                                                        int64
	SentAt, OpenedAt, ClickedAt, ScannedAt, BouncedAt, ComplainedAt db.Instant
	Reason                                                          string
	Bounce                                                          mail.Cause
}

// SaveProgress saves the progress of recipients, by id, which are not pending any more. It is one statement.
func SaveProgress(ctx context.Context, tx *db.Tx, changed map[int64]Progress) error {
	if len(changed) == 0 {
		return nil
	}
	var rows [][]any
	for _, id := range slices.Sorted(maps.Keys(changed)) {
		p := changed[id]
		rows = append(rows, []any{id, int64(p.State), p.Attempts, int64(p.SentAt), int64(p.OpenedAt), int64(p.ClickedAt), int64(p.ScannedAt),
			int64(p.BouncedAt), int64(p.ComplainedAt), p.Reason, string(p.Bounce)})
	}
	_, err := tx.Exec(ctx, "WITH v (id, status, attempts, sent_at, opened_at, clicked_at, scanned_at, bounced_at, complained_at, reason, bounce) AS ("+
		tx.Dialect().Rows("$1", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "TEXT")+`)
		UPDATE campaign_recipients SET `+setStepTo("v.status", PhaseWaiting.SQL())+`, attempts = v.attempts,
			sent_at = v.sent_at, opened_at = v.opened_at, clicked_at = v.clicked_at, scanned_at = v.scanned_at, bounced_at = v.bounced_at,
			complained_at = v.complained_at, reason = v.reason, bounce = v.bounce
		FROM v WHERE campaign_recipients.id = v.id`, db.RowList(rows))
	return err
}
