package calendars

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

const columns = "id, person_id, name, contents, created_at, read_at"

func scan(row db.Row) (c Calendar, err error) {
	var contents string
	err = row.Scan(&c.ID, &c.person, &c.Name, &contents, &c.CreatedAt, &c.ReadAt)
	for _, name := range strings.Fields(contents) {
		c.Contents = append(c.Contents, Content(name))
	}
	return c, err
}

// list returns a person's calendars, the newest first.
func list(ctx context.Context, q db.Queryer, person string) ([]Calendar, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM calendars WHERE person_id = $1 ORDER BY id DESC", person))
}

func bySecret(ctx context.Context, q db.Queryer, hash []byte) (Calendar, error) {
	c, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM calendars WHERE secret_hash = $1", hash))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("calendar")
	}
	return c, err
}

func insert(ctx context.Context, tx *db.Tx, c Calendar, hash []byte) (id int64, err error) {
	names := make([]string, len(c.Contents))
	for i, content := range c.Contents {
		names[i] = string(content)
	}
	err = tx.QueryRow(ctx, `INSERT INTO calendars (person_id, name, contents, secret_hash, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
		c.person, c.Name, strings.Join(names, " "), hash, c.CreatedAt).Scan(&id)
	return id, err
}

// remove deletes one of the person's own calendars and returns its name.
func remove(ctx context.Context, tx *db.Tx, person string, id int64) (name string, err error) {
	err = tx.QueryRow(ctx, "DELETE FROM calendars WHERE id = $1 AND person_id = $2 RETURNING name", id, person).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("calendar")
	}
	return name, err
}

func setRead(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE calendars SET read_at = $1 WHERE id = $2 AND read_at < $1", at, id)
	return err
}
