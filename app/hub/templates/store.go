package templates

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

const columns = `t.name, t.subject_fr, t.html_fr, t.subject_en, t.html_en, t.version, t.updated_at,
	COALESCE((SELECT STRING_AGG(e.id, ',') FROM (SELECT id FROM events WHERE email_template = t.name ORDER BY id) e), '')`

func scan(row db.Row) (t Template, err error) {
	var events string
	err = row.Scan(&t.Name, &t.FR.Subject, &t.FR.HTML, &t.EN.Subject, &t.EN.HTML, &t.Version, &t.UpdatedAt, &events)
	if events != "" {
		t.UsedBy = strings.Split(events, ",")
	}
	return t, err
}

func byName(ctx context.Context, q db.Queryer, name string) (Template, error) {
	t, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM templates t WHERE t.name = $1", name))
	if errors.Is(err, sql.ErrNoRows) {
		return t, errs.NotFound("template")
	}
	return t, err
}

func list(ctx context.Context, q db.Queryer, f Filter, each func(Template) error) error {
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+` FROM templates t
		WHERE t.name > $1 AND t.updated_at >= $2 ORDER BY t.name LIMIT CAST($3 AS BIGINT)`, f.After, f.Since, f.Rows))
}

func exists(ctx context.Context, q db.Queryer, name string) (known bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM templates WHERE name = $1)", name).Scan(&known)
	return known, err
}

// Contains reports whether the HTML of a template contains a text, which must be free of the signs of LIKE.
func Contains(ctx context.Context, q db.Queryer, text string) (found bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM templates WHERE html_fr LIKE $1 OR html_en LIKE $2)", "%"+text+"%", "%"+text+"%").
		Scan(&found)
	return found, err
}

// allNames returns the names of all templates, sorted.
func allNames(ctx context.Context, q db.Queryer) (list []string, err error) {
	return db.ReadTexts(q.Query(ctx, "SELECT name FROM templates ORDER BY name"))
}

// insert saves a new template. If a template with that name was deleted before, the version continues after its last one, so
// that no old ETag is valid again. That version is the number of its audit entries.
func insert(ctx context.Context, tx *db.Tx, t Template, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO templates (name, subject_fr, html_fr, subject_en, html_en, created_at, updated_at, version)
		VALUES ($1, $2, $3, $4, $5, $6, $6, 1 + (SELECT COUNT(*) FROM audit_log WHERE kind = 'template' AND record_id = $7))`,
		t.Name, t.FR.Subject, t.FR.HTML, t.EN.Subject, t.EN.HTML, at, t.Name)
	return err
}

func update(ctx context.Context, tx *db.Tx, t Template, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE templates
	SET subject_fr = $2, html_fr = $3, subject_en = $4, html_en = $5, updated_at = $6, version = version + 1
		WHERE name = $1`, t.Name, t.FR.Subject, t.FR.HTML, t.EN.Subject, t.EN.HTML, at)
	return err
}

func remove(ctx context.Context, tx *db.Tx, name string) error {
	_, err := tx.Exec(ctx, "DELETE FROM templates WHERE name = $1", name)
	return err
}
