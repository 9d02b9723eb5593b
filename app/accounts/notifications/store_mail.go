package notifications

import (
	"context"

	"presence/app/accounts/outgoingmail"
	"presence/db"
)

// duePeople returns at most limit people with ids above after who have notifications that are due, in the order of their ids.
func duePeople(ctx context.Context, q db.Queryer, d due, after string, limit int) ([]string, error) {
	var w db.Where
	w.And("n.mail = ?", d.mode)
	w.And("n.person_id > ?", after)
	if d.mode == Digest {
		w.And("n.created_at < ?", d.before)
		w.And(`NOT EXISTS (SELECT 1 FROM outgoing_mail m WHERE m.person_id = n.person_id AND m.kind = ? AND m.created_at >= ?)`,
			string(outgoingmail.Digest), d.since)
	} else {
		w.And("(n.created_at <= ? OR n.topic = ?)", d.before, AccountSecurity)
	}
	return db.ReadTexts(q.Query(ctx, "SELECT DISTINCT n.person_id FROM notifications n WHERE "+w.String()+" ORDER BY n.person_id"+
		db.Limit(w.Bind(limit)), w.Args()...))
}

// takeDue marks the waiting notifications of some people as sent, and returns them: for a digest those that are due, otherwise all of
// the mode, so that one message contains those of the same moment. Rows that another transaction is changing are skipped.
func takeDue(ctx context.Context, tx *db.Tx, d due, people []string) (taken []Notification, err error) {
	var w db.Where
	w.And("mail = ?", d.mode)
	w.And("person_id IN ("+tx.Dialect().Texts("?")+")", db.Texts(people))
	if d.mode == Digest {
		w.And("created_at < ?", d.before)
	}
	err = queryEach(ctx, tx, "WITH due AS MATERIALIZED (SELECT id FROM notifications WHERE "+w.String()+tx.Dialect().SkipLocked()+
		") UPDATE notifications SET mail = NULL WHERE id IN (SELECT id FROM due) RETURNING "+columns+", 0", w.Args(),
		func(n Notification, _ int64) { taken = append(taken, n) })
	return taken, err
}
