package answers

import (
	"context"
	"strings"

	"presence/db"
)

// Of selects the answers of the recipients of a campaign, which is an expression: the recipient's id, the time of the first answer, and how
// many people are coming; none: the guest declines.
func Of(campaign string) string {
	return "SELECT recipient_id AS id, answered_at AS at, people FROM campaign_answers WHERE campaign_id = " + campaign
}

// OfCustomersLink is the condition that a registration is kept under the customer customer_id, and came by a personal link. Its customer_id
// alone does not say that: a match with the directory fills it too, and one mistyped customer number is enough for a match. v is the
// prefix of its columns.
func OfCustomersLink(v string) string {
	return v + "recipient_id IS NOT NULL AND " + v + "identity = 'customer:' || " + v + "customer_id"
}

// IsCertain is the condition that a registration is certainly of the customer customer_id: its match is, or was when the registration was
// first kept under that customer or the customer's account, although the guest has given less since. One signal alone, such as a
// mistyped customer number, does not make it that customer's, even if it came by a personal link. v is the prefix of its columns.
func IsCertain(v string) string {
	return strings.ReplaceAll("({v}confidence <> 'probable' OR {v}identity LIKE 'account:%' OR {v}identity = 'customer:' || {v}customer_id)",
		"{v}", v)
}

// IsCustomers is the condition that the registration v is the answer of the customer customer_id.
var IsCustomers = "v.customer_id <> '' AND " + IsCertain("v.")

// Matches selects each match of a registration and a recipient in the same event: the campaign, the recipient, how many people are coming,
// and the time of the answer. {which} is a further condition on the campaign c, the registration v and the recipient r.
var Matches = `SELECT r.campaign_id AS campaign_id, r.id AS recipient_id, v.people AS people, v.responded_at AS at
		FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id JOIN campaign_recipients s ON s.id = v.recipient_id
		JOIN campaign_recipients r ON r.campaign_id = c.id AND r.email_key = s.email_key WHERE {which}
	UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at
		FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id AND v.email_key <> ''
		JOIN campaign_recipients r ON r.campaign_id = c.id AND r.email_key = v.email_key WHERE {which}
	UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at
		FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id AND ` + IsCustomers + `
		JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id AND r.customer_id <> '' WHERE {which}`

// Counted selects what campaign_answers keeps of the campaigns c, registrations v and recipients r that meet a condition.
func Counted(which string) string {
	return "SELECT campaign_id, recipient_id, MAX(people) AS people, MIN(at) AS answered_at FROM (" +
		strings.ReplaceAll(Matches, "{which}", which) + ") m GROUP BY campaign_id, recipient_id"
}

const insertAnswers = "INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) "

// insertOf inserts the answers of a new campaign.
func insertOf(ctx context.Context, tx *db.Tx, campaign int64, eventID string) error {
	id, event := tx.Dialect().GenericParam("$1", "BIGINT"), tx.Dialect().GenericParam("$2", "TEXT")
	_, err := tx.Exec(ctx, insertAnswers+Counted("c.id = "+id+" AND v.event_id = "+event)+" ORDER BY campaign_id, recipient_id", campaign,
		eventID)
	return err
}

// matching returns the recipients of an event's campaigns with one of the addresses, with the address of one of the recipients links, or
// of one of the customers.
func matching(ctx context.Context, tx *db.Tx, eventID string, emails, customers []string, links []int64) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, `SELECT r.id FROM campaigns c JOIN campaign_recipients r ON r.campaign_id = c.id
			WHERE c.event_id = $1 AND r.email_key IN (`+tx.Dialect().Texts("$2")+` UNION ALL
				SELECT s.email_key FROM campaign_recipients s WHERE s.id IN (`+tx.Dialect().IDs("$3")+`))
		UNION SELECT r.id FROM campaigns c JOIN campaign_recipients r ON r.campaign_id = c.id
			WHERE c.event_id = $1 AND r.customer_id <> '' AND r.customer_id IN (`+tx.Dialect().Texts("$4")+`)`,
		eventID, db.Texts(emails), db.IDs(links), db.Texts(customers)))
}

// refresh reads the answers of some recipients of an event's campaigns again. It begins with the recipients, which are few.
func refresh(ctx context.Context, tx *db.Tx, eventID string, recipients []int64) error {
	ids := tx.Dialect().IDs("$2")
	if _, err := tx.Exec(ctx, `DELETE FROM campaign_answers WHERE campaign_id IN (SELECT id FROM campaigns WHERE event_id = $1)
		AND recipient_id IN (`+ids+`)`, eventID, db.IDs(recipients)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, insertAnswers+`SELECT campaign_id, recipient_id, MAX(people), MIN(at) FROM (
			SELECT r.campaign_id AS campaign_id, r.id AS recipient_id, v.people AS people, v.responded_at AS at
			FROM campaign_recipients r CROSS JOIN campaigns k CROSS JOIN campaign_recipients s CROSS JOIN rsvps v
			WHERE r.id IN (`+ids+`) AND k.event_id = $1 AND s.campaign_id = k.id AND s.email_key = r.email_key
				AND v.recipient_id = s.id AND v.event_id = $1
			UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at FROM campaign_recipients r CROSS JOIN rsvps v
			WHERE r.id IN (`+ids+`) AND v.event_id = $1 AND v.email_key = r.email_key AND v.email_key <> ''
			UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at FROM campaign_recipients r CROSS JOIN rsvps v
			WHERE r.id IN (`+ids+`) AND v.event_id = $1 AND v.customer_id = r.customer_id AND `+IsCustomers+`
		) m GROUP BY campaign_id, recipient_id`, eventID, db.IDs(recipients))
	return err
}

func deleteOf(ctx context.Context, tx *db.Tx, eventID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM campaign_answers WHERE campaign_id IN (SELECT id FROM campaigns WHERE event_id = $1)", eventID)
	return err
}
