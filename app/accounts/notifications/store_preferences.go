package notifications

import (
	"context"

	"presence/db"
)

// chosenModes returns the modes that a person has chosen, by topic.
func chosenModes(ctx context.Context, q db.Queryer, person string) (map[Topic]Mode, error) {
	return db.ReadMap[Topic, Mode](q.Query(ctx, "SELECT topic, mode FROM notification_preferences WHERE person_id = $1", person))
}

// chosenPhones returns the topics for which a person has chosen whether they want notices on their devices.
func chosenPhones(ctx context.Context, q db.Queryer, person string) (map[Topic]bool, error) {
	return db.ReadMap[Topic, bool](q.Query(ctx, "SELECT topic, phone FROM notification_preferences WHERE person_id = $1 AND phone IS NOT NULL",
		person))
}

// savePreference stores what a person has chosen for a topic unless both are as the topic has them, and applies it to what waits.
func savePreference(ctx context.Context, tx *db.Tx, person string, t *topicSpec, mode Mode, phone bool, at db.Instant) error {
	var err error
	if mode == t.initial && phone == t.phone {
		_, err = tx.Exec(ctx, "DELETE FROM notification_preferences WHERE person_id = $1 AND topic = $2", person, t.topic)
	} else {
		var chosen *bool
		if phone != t.phone {
			chosen = &phone
		}
		_, err = tx.Exec(ctx, `INSERT INTO notification_preferences (person_id, topic, mode, phone, updated_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (person_id, topic) DO UPDATE SET mode = excluded.mode, phone = excluded.phone, updated_at = excluded.updated_at`,
			person, t.topic, mode, chosen, at)
	}
	if err != nil {
		return err
	}
	if !phone {
		if _, err := tx.Exec(ctx, "UPDATE notifications SET phone = NULL WHERE phone = 'waiting' AND person_id = $1 AND topic = $2", person,
			t.topic); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, "UPDATE notifications SET mail = NULLIF($1, 'never') WHERE mail IS NOT NULL AND person_id = $2 AND topic = $3",
		mode, person, t.topic)
	return err
}
