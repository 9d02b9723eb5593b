package notifications

import (
	"context"

	"presence/db"
)

// chosenModes returns the modes that a person has chosen, by topic.
func chosenModes(ctx context.Context, q db.Queryer, person string) (map[Topic]Mode, error) {
	return db.ReadMap[Topic, Mode](q.Query(ctx, "SELECT topic, mode FROM notification_preferences WHERE person_id = $1", person))
}

// savePreference stores a mode unless it is the topic's initial one, and applies it to the messages that wait.
func savePreference(ctx context.Context, tx *db.Tx, person string, t *topicSpec, mode Mode, at db.Instant) error {
	var err error
	if mode == t.initial {
		_, err = tx.Exec(ctx, "DELETE FROM notification_preferences WHERE person_id = $1 AND topic = $2", person, t.topic)
	} else {
		_, err = tx.Exec(ctx, `INSERT INTO notification_preferences (person_id, topic, mode, updated_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (person_id, topic) DO UPDATE SET mode = excluded.mode, updated_at = excluded.updated_at`, person, t.topic, mode, at)
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE notifications SET mail = NULLIF($1, 'never') WHERE mail IS NOT NULL AND person_id = $2 AND topic = $3",
		mode, person, t.topic)
	return err
}
