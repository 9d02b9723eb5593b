package campaigns

import (
	"context"
	"strings"

	"presence/app/hub/answers"
	"presence/app/hub/suppressions"
	"presence/db"
)

// messagesOfEvent returns the messages of an event that were saved, with their campaigns.
func messagesOfEvent(ctx context.Context, q db.Queryer, eventID string) ([]EventMessage, error) {
	return db.Collect(func(row db.Row) (m EventMessage, err error) {
		m.EventID = eventID
		err = row.Scan(&m.Kind, &m.Days, &m.Minutes, &m.FR.Subject, &m.FR.Text, &m.EN.Subject, &m.EN.Text, &m.CampaignID, &m.Version)
		return m, err
	})(q.Query(ctx, `SELECT kind, days, minutes, subject_fr, text_fr, subject_en, text_en, COALESCE(campaign_id, 0), version
		FROM event_messages WHERE event_id = $1`, eventID))
}

// saveMessage inserts or replaces a message.
func saveMessage(ctx context.Context, tx *db.Tx, m EventMessage, at db.Instant) error {
	var campaign any
	if m.CampaignID != 0 {
		campaign = m.CampaignID
	}
	_, err := tx.Exec(ctx, `INSERT INTO event_messages (event_id, kind, days, minutes, subject_fr, text_fr, subject_en, text_en, campaign_id,
			updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (event_id, kind) DO UPDATE SET days = excluded.days, minutes = excluded.minutes, subject_fr = excluded.subject_fr,
			text_fr = excluded.text_fr, subject_en = excluded.subject_en, text_en = excluded.text_en, campaign_id = excluded.campaign_id,
			updated_at = excluded.updated_at, version = event_messages.version + 1`,
		m.EventID, string(m.Kind), m.Days, m.Minutes, m.FR.Subject, m.FR.Text, m.EN.Subject, m.EN.Text, campaign, int64(at))
	return err
}

// deleteMessages deletes the messages of an event. Their campaigns stay.
func deleteMessages(ctx context.Context, tx *db.Tx, eventID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM event_messages WHERE event_id = $1", eventID)
	return err
}

// answered selects the registrations that a message goes to, one for each address; {of} is the condition of their people.
const answered = "SELECT MAX(v.id) AS id FROM rsvps v WHERE v.event_id = {event} AND v.email_key <> '' AND v.people {of} GROUP BY v.email_key"

// answeredBy returns answered for those who declined, or those who come.
func answeredBy(declined bool, event string) string {
	return strings.NewReplacer("{event}", event, "{of}", peopleOf(declined)).Replace(answered)
}

// peopleOf compares the people of a registration with those of guests who declined, or of those who come.
func peopleOf(declined bool) string {
	if declined {
		return "= 0"
	}
	return "> 0"
}

// answeredStill returns the condition that there is a registration with the address of recipient r whose people meet a comparison.
func answeredStill(r, event, people string) string {
	return "EXISTS (SELECT 1 FROM rsvps v WHERE v.event_id = " + event + " AND v.email_key = " + r + ".email_key AND v.people " + people + ")"
}

// insertAnswered inserts a recipient for each registration that a message goes to. Those whose address takes no mail are
// excluded, and of those who declined also those who have unsubscribed. A recipient is a customer only if the registration is kept under
// that customer's link: the message has a personal link, which would show and change the customer's own answer.
func insertAnswered(ctx context.Context, tx *db.Tx, id int64, eventID string, declined bool) (int64, error) {
	return tx.Exec(ctx, `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id)
		SELECT CAST($1 AS BIGINT), `+stateByReason+`, x.why, x.email, x.email_key, x.name, '', x.language, x.customer_id FROM (
			SELECT v.id, v.email, v.email_key, v.name, v.language,
				CASE WHEN `+answers.OfCustomersLink("v.")+` THEN v.customer_id ELSE '' END AS customer_id,
				`+suppressions.Reason("v.email_key", !declined)+` AS why
			FROM (`+answeredBy(declined, tx.Dialect().GenericParam("$2", "TEXT"))+`) a JOIN rsvps v ON v.id = a.id) x ORDER BY x.id`, id, eventID)
}

// countAnswered returns how many would get a message: of those who come, and of those who declined.
func countAnswered(ctx context.Context, q db.Queryer, eventID string) (coming, declined int64, err error) {
	count := func(no bool) string { // without the registrations, of which only the addresses matter
		addresses := strings.Replace(answeredBy(no, q.Dialect().GenericParam("$1", "TEXT")), "MAX(v.id) AS id", "v.email_key", 1)
		return "(SELECT COUNT(*) FROM (" + addresses + ") k WHERE " + suppressions.Reason("k.email_key", !no) + " = '')"
	}
	err = q.QueryRow(ctx, "SELECT "+count(false)+", "+count(true), eventID).Scan(&coming, &declined)
	return coming, declined, err
}
