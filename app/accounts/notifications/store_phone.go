package notifications

import (
	"context"

	"presence/db"
)

// anyForPhones reports whether a notification is due for devices.
func anyForPhones(ctx context.Context, q db.Queryer, before db.Instant) (due bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM notifications WHERE phone = 'waiting' AND (created_at <= $1 OR topic = $2))", before,
		AccountSecurity).Scan(&due)
	return due, err
}

// takeForPhones marks at most rows notifications that are due for devices as done, the oldest first, and returns them. Those that another
// transaction is changing are skipped.
func takeForPhones(ctx context.Context, tx *db.Tx, before db.Instant, rows int) (taken []Notification, err error) {
	err = queryEach(ctx, tx, `WITH due AS MATERIALIZED (SELECT id FROM notifications WHERE phone = 'waiting' AND (created_at <= $1 OR topic = $2)
		ORDER BY id`+db.Limit("$3")+tx.Dialect().SkipLocked()+`) UPDATE notifications SET phone = 'done' WHERE id IN (SELECT id FROM due)
		RETURNING `+columns+", 0", []any{before, AccountSecurity, rows}, func(n Notification, _ int64) { taken = append(taken, n) })
	return taken, err
}

// unreadCounts counts the unread notifications of some people as their lists show them.
func unreadCounts(ctx context.Context, q db.Queryer, people []string) (map[string]int64, error) {
	return db.ReadMap[string, int64](q.Query(ctx, "SELECT u.person_id, "+countListed(q.Dialect())+
		" FROM notifications u WHERE u.read_at IS NULL AND u.person_id IN ("+q.Dialect().Texts("$1")+") GROUP BY u.person_id", db.Texts(people)))
}
