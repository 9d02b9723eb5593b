package campaigns

import (
	"context"

	"presence/app/hub/answers"
	"presence/app/platform/errs"
	"presence/db"
)

// intervalCounts counts the events of an interval.
type intervalCounts struct {
	n int64 // the index of the interval
	Interval
}

// countByInterval counts a campaign's sends, opens, clicks and registrations by intervals of width milliseconds since from.
// Intervals without any are left out. It reads all rows of the campaign.
func countByInterval(ctx context.Context, q db.Queryer, c Campaign, from db.Instant, width int64) (list []intervalCounts, err error) {
	count := func(kind, column string) string {
		return "SELECT (r." + column + " - $4) / $5 AS n, " + kind + " AS kind, COUNT(*) AS many FROM campaign_recipients r " +
			"WHERE r.id BETWEEN $1 AND $2 AND +r.campaign_id = $3 AND r." + column + " >= $6 GROUP BY 1"
	}
	rows, err := q.Query(ctx, "SELECT n, kind, many FROM ("+count("0", "sent_at")+" UNION ALL "+count("1", "opened_at")+" UNION ALL "+
		count("2", "clicked_at")+" UNION ALL SELECT (y.at - $4) / $5, 3, COUNT(*) FROM ("+answers.Of("$3")+
		") y WHERE y.at >= $6 GROUP BY 1) z ORDER BY n",
		c.FirstID, c.LastID, c.ID, int64(from), width, int64(c.StartedAt))
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var n, kind, many int64
		if err := rows.Scan(&n, &kind, &many); err != nil {
			return err
		}
		if len(list) == 0 || list[len(list)-1].n != n {
			list = append(list, intervalCounts{n: n})
		}
		s := &list[len(list)-1]
		*[]*int64{&s.Sent, &s.Opened, &s.Clicked, &s.Registered}[kind] = many
		return nil
	})
	return list, err
}

// lastEventAt returns the time of the last send, open, click or registration of a campaign, and the number of scanned
// recipients.
func lastEventAt(ctx context.Context, q db.Queryer, c Campaign) (at db.Instant, scanned int64, err error) {
	var answered db.Instant
	err = q.QueryRow(ctx, `SELECT COALESCE(MAX(CASE WHEN r.clicked_at > r.opened_at AND r.clicked_at > r.sent_at THEN r.clicked_at
			WHEN r.opened_at > r.sent_at THEN r.opened_at ELSE r.sent_at END), 0), COALESCE(CAST(SUM(CASE
			WHEN r.scanned_at > 0 THEN 1 ELSE 0 END) AS BIGINT), 0), COALESCE((SELECT MAX(x.at) FROM (`+answers.Of("$3")+`) x), 0)
		FROM campaign_recipients r WHERE r.id BETWEEN $1 AND $2 AND +r.campaign_id = $3`, c.FirstID, c.LastID, c.ID).
		Scan(&at, &scanned, &answered)
	return max(at, answered), scanned, err
}

// countStages counts the recipients who got a campaign's message and have not registered, by the last stage that they reached, and
// those who have registered without an open or a click.
func countStages(ctx context.Context, q db.Queryer, c Campaign) (s Stages, err error) {
	count := func(filter string) string {
		return "COALESCE(CAST(SUM(CASE WHEN r.complained_at = 0 AND " + stages[filter] + " THEN 1 ELSE 0 END) AS BIGINT), 0)"
	}
	err = q.QueryRow(ctx, "SELECT "+count("not_opened")+", "+count("opened_not_clicked")+", "+count("clicked_not_registered")+
		", COUNT(CASE WHEN r.complained_at > 0 THEN 1 END)"+
		" FROM campaign_recipients r WHERE r.id BETWEEN $1 AND $2 AND +r.campaign_id = $3 AND "+unansweredSent,
		c.FirstID, c.LastID, c.ID).Scan(&s.NotOpened, &s.OpenedNotClicked, &s.ClickedNotRegistered, &s.Complained)
	if err != nil {
		return s, err
	}
	err = q.QueryRow(ctx, "SELECT COUNT(CASE WHEN r.opened_at = 0 THEN 1 END), COUNT(CASE WHEN r.clicked_at = 0 THEN 1 END)"+
		" FROM campaign_recipients r WHERE r.id BETWEEN $1 AND $2 AND +r.campaign_id = $3 AND "+answeredSent,
		c.FirstID, c.LastID, c.ID).Scan(&s.RepliedUnopened, &s.RepliedUnclicked)
	return s, err
}

// remindersOf returns when the reminders of a campaign were started that sent something.
func remindersOf(ctx context.Context, q db.Queryer, c Campaign) ([]db.Instant, error) {
	return db.ReadColumn[db.Instant](q.Query(ctx,
		"SELECT r.started_at FROM campaigns r WHERE r.event_id = $1 AND r.reminder_of = $2 AND r.started_at > 0 AND r.sent > 0 ORDER BY r.id",
		c.EventID, c.ID))
}

// RecipientFilter selects recipients by a key of filterConditions, with ids above After, at most Rows of them.
type RecipientFilter struct {
	State       string
	After, Rows int64
}

// unsent is the condition of the partial index campaign_recipients_unsent; a query must repeat it for the index to be used.
var unsent = "r.status >= " + Failed.SQL() + " AND "

// stages maps the API's names of the stages of recipients who have not registered to their SQL conditions.
var stages = map[string]string{
	"not_opened":             "r.clicked_at = 0 AND r.opened_at = 0",
	"opened_not_clicked":     "r.clicked_at = 0 AND r.opened_at > 0",
	"clicked_not_registered": "r.clicked_at > 0",
}

// unanswered is the condition that a recipient of the campaign $3 got the message, has not reported it as spam and has not answered.
var unanswered = "r.complained_at = 0 AND " + unansweredSent

// unansweredSent is the same condition with those who reported the message as spam.
var unansweredSent = RecipientInState("r.", Sent) + " AND " + notAnswered("$3")

// answeredSent is the condition that a recipient of the campaign $3 got the message and has answered.
var answeredSent = RecipientInState("r.", Sent) + " AND NOT (" + notAnswered("$3") + ")"

// filterConditions are the conditions of the report's filters that need no more than the row. Where a partial index exists, its
// condition is repeated.
var filterConditions = map[string]string{
	"":            "r.status >= 0",
	"sent":        RecipientInState("r.", Sent),
	"pending":     PendingIn("r.", PhaseWaiting, PhaseClaimed, PhaseInFlight),
	"failed":      unsent + RecipientInState("r.", Failed),
	"excluded":    unsent + RecipientInState("r.", Excluded),
	"unconfirmed": PendingIn("r.", PhaseUnconfirmed),
	"delivered":   RecipientInState("r.", Sent) + " AND r.complained_at = 0",
	"rejected":    unsent + RecipientInState("r.", Failed) + " AND r.bounced_at = 0",
	"bounced":     unsent + "r.bounced_at > 0",
	"complained":  "r.complained_at > 0",
	"opened":      "r.opened_at > 0",
	"clicked":     "r.clicked_at > 0",
	"scanned":     "r.scanned_at > 0",
}

// filterCondition returns the SQL condition of a filter of the campaign $3. An unknown filter is errs.NotFound.
func filterCondition(filter string) (string, error) {
	if condition, known := filterConditions[filter]; known {
		return condition, nil
	}
	if stage, known := stages[filter]; known {
		return stage + " AND " + unanswered, nil
	}
	switch filter {
	case "registered":
		return "r.id IN (SELECT x.id FROM (" + answers.Of("$3") + ") x)", nil
	case "declined":
		return "r.id IN (SELECT x.id FROM (" + answers.Of("$3") + ") x WHERE x.people = 0)", nil
	case "not_registered":
		return unanswered, nil
	}
	return "", errs.NotFound("state")
}

// selectRecipients calls each for the selected recipients in the order of their ids, and stops when each returns an error.
func selectRecipients(ctx context.Context, q db.Queryer, c Campaign, p RecipientFilter, each func(Recipient) error) error {
	condition, err := filterCondition(p.State)
	if err != nil {
		return err
	}
	campaign, args := "+r.campaign_id = $3", []any{max(p.After+1, c.FirstID), c.LastID, c.ID}
	switch p.State {
	case "pending", "failed", "bounced", "rejected", "excluded", "unconfirmed", "complained":
		campaign = "r.campaign_id = $3"
	}
	return eachRecipient(ctx, q, "r.id BETWEEN $1 AND $2 AND "+campaign+" AND "+condition, args, p.Rows, each)
}
