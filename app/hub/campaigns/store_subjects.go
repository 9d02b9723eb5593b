package campaigns

import (
	"context"

	"presence/db"
)

// The values of the column variant of recipients: in neither group, or in that of a subject.
const (
	theRest  = "0"
	subjectA = "1"
	subjectB = "2"
)

// hasSubjectB is the condition that a claimed recipient gets the second subject. campaign is the placeholder of the campaign's id.
func hasSubjectB(campaign string) string {
	return "(variant = " + subjectB + " OR variant = " + theRest + " AND (SELECT chosen_subject FROM campaigns WHERE id = " + campaign +
		") = '" + ChosenB + "')"
}

// mayBeSent is the condition that the subject of a recipient is known: the rest waits for the choice. campaign is the placeholder of the
// campaign's id.
func mayBeSent(campaign string) string {
	return "variant >= (SELECT CASE WHEN choose_at > 0 AND chosen_subject = '' THEN 1 ELSE 0 END FROM campaigns WHERE id = " + campaign + ")"
}

// formGroups makes two groups of so many recipients each, of all that wait, and sets the next attempt of the others to the time of the
// choice. The members of both groups are spread evenly over the list, in turns of the first and the second group.
func formGroups(ctx context.Context, tx *db.Tx, id, recipients, size int64, chooseAt db.Instant) error {
	// The first p recipients have p*members/all members of either group, rounded down: a recipient is one if that number grows with it.
	const before, after = "z.p * CAST($3 AS BIGINT) / CAST($2 AS BIGINT)", "(z.p + 1) * CAST($3 AS BIGINT) / CAST($2 AS BIGINT)"
	_, err := tx.Exec(ctx, `UPDATE campaign_recipients SET variant = y.variant,
			next_at = CASE WHEN y.variant = `+theRest+` THEN CAST($4 AS BIGINT) ELSE next_at END
		FROM (SELECT z.id, CASE WHEN `+before+` = `+after+` THEN `+theRest+` WHEN (`+before+`) % 2 = 0 THEN `+subjectA+` ELSE `+subjectB+` END AS variant
			FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS p FROM campaign_recipients
				WHERE campaign_id = $1 AND `+PendingIn("", PhaseWaiting)+`) z) y
		WHERE campaign_recipients.id = y.id`, id, recipients, 2*size, int64(chooseAt))
	return err
}

func setChooseAt(ctx context.Context, tx *db.Tx, id int64, chooseAt db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET choose_at = $2 WHERE id = $1", id, int64(chooseAt))
	return err
}

func setChosen(ctx context.Context, tx *db.Tx, id int64, subject string, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET chosen_subject = $2, updated_at = $3, version = version + 1 WHERE id = $1", id, subject, int64(at))
	return err
}

// makeRestDue has the recipients in neither group of a campaign with a choice to make wait no longer.
func makeRestDue(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET next_at = $2 WHERE campaign_id = $1 AND next_at > $2 AND variant = "+theRest+
		" AND "+PendingIn("", PhaseWaiting)+" AND EXISTS (SELECT 1 FROM campaigns WHERE id = $1 AND choose_at > 0 AND chosen_subject = '')",
		id, int64(at))
	return err
}

// dueToChoose returns the campaigns whose time to choose a subject is not after at, the first first.
func dueToChoose(ctx context.Context, q db.Queryer, at db.Instant) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "SELECT id FROM campaigns WHERE choose_at > 0 AND chosen_subject = '' AND choose_at <= $1 AND "+
		inState("", Sending, Paused, Interrupted)+" ORDER BY choose_at, id", int64(at)))
}

// countGroups sets the groups of those campaigns in a list that have a second subject.
func countGroups(ctx context.Context, q db.Queryer, list []*Campaign) error {
	of := map[int64]*Campaign{}
	var ids []int64
	for _, c := range list {
		if c.SubjectB != "" {
			of[c.ID], ids = c, append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	sent := RecipientInState("", Sent)
	rows, err := q.Query(ctx, "SELECT campaign_id, variant, COUNT(*), COUNT(CASE WHEN "+sent+" THEN 1 END), COUNT(CASE WHEN "+sent+
		" AND opened_at > 0 THEN 1 END), COUNT(CASE WHEN "+sent+" AND clicked_at > 0 THEN 1 END) FROM campaign_recipients WHERE campaign_id IN ("+
		q.Dialect().IDs("$1")+") AND variant > 0 GROUP BY campaign_id, variant", db.IDs(ids))
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var id, variant int64
		var g SubjectGroup
		err := rows.Scan(&id, &variant, &g.Size, &g.Sent, &g.Opened, &g.Clicked)
		if err == nil {
			of[id].Groups[variant-1] = g
		}
		return err
	})
}
