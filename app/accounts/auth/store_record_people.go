package auth

import (
	"cmp"
	"context"

	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/db"
)

func peopleByEmail(ctx context.Context, q db.Queryer, emails []string) (map[string]KnownPerson, error) {
	found := map[string]KnownPerson{}
	rows, err := q.Query(ctx, "SELECT email, id, role FROM people WHERE email IN ("+q.Dialect().Texts("$1")+")", db.Texts(emails))
	if err != nil {
		return nil, err
	}
	return found, db.ForEachRow(rows, func() error {
		var email string
		var p KnownPerson
		err := rows.Scan(&email, &p.ID, &p.Role)
		found[email] = p
		return err
	})
}

func insertRecordPeople(ctx context.Context, tx *db.Tx, list []RecordPerson, at db.Instant) error {
	rows := db.Insert{Into: "INSERT INTO people (id, email, name, sort_name, role, language, created_at, updated_at)"}
	for _, p := range list {
		rows.Add(p.UserID, p.Email, p.Name, contact.Fold(p.Name), string(Employee), string(cmp.Or(p.Language, i18n.FR)), int64(at), int64(at))
	}
	_, err := rows.Write(ctx, tx)
	return err
}

// usedPeople returns those who have signed in, or have a way to, and those whose account was changed.
func usedPeople(ctx context.Context, q db.Queryer, ids []string) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, `SELECT p.id FROM people p WHERE p.id IN (`+q.Dialect().Texts("$1")+`) AND (p.version > 1
		OR p.password_hash IS NOT NULL OR p.disabled_at IS NOT NULL
		OR EXISTS (SELECT 1 FROM identities x WHERE x.person_id = p.id) OR EXISTS (SELECT 1 FROM refresh_tokens x WHERE x.person_id = p.id)
		OR EXISTS (SELECT 1 FROM api_tokens x WHERE x.person_id = p.id) OR EXISTS (SELECT 1 FROM oauth_sessions x WHERE x.user_id = p.id))`,
		db.Texts(ids)))
}

func deleteRecordPeople(ctx context.Context, tx *db.Tx, ids []string) ([]RecordPerson, error) {
	return db.Collect(func(row db.Row) (p RecordPerson, err error) {
		err = row.Scan(&p.UserID, &p.Email, &p.Name)
		return p, err
	})(tx.Query(ctx, `DELETE FROM people WHERE id IN (`+tx.Dialect().Texts("$1")+`)
		AND NOT EXISTS (SELECT 1 FROM employees x WHERE x.user_id = people.id)
		AND NOT EXISTS (SELECT 1 FROM customers x WHERE x.user_id = people.id)
		AND NOT EXISTS (SELECT 1 FROM notifications x WHERE x.person_id = people.id) RETURNING id, email, name`, db.Texts(ids)))
}
