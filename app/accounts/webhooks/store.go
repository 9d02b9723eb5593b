package webhooks

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

const endpointColumns = `id, reference, url, description, kinds, disabled, secret, old_secret, old_secret_until, failing_since, version,
	created_at, updated_at`

func scanEndpoint(row db.Row) (e Endpoint, err error) {
	var kinds string
	err = row.Scan(&e.ID, &e.reference, &e.URL, &e.Description, &kinds, (*string)(&e.Disabled), &e.secret, &e.oldSecret, &e.OldSecretUntil,
		&e.FailingSince, &e.Version, &e.CreatedAt, &e.UpdatedAt)
	e.Kinds = kindsOf(kinds)
	return e, err
}

// kindsOf parses the column kinds.
func kindsOf(text string) []Kind {
	list := []Kind{}
	for _, k := range strings.Fields(text) {
		list = append(list, Kind(k))
	}
	return list
}

// textOf returns the column kinds.
func textOf(kinds []Kind) string {
	list := make([]string, len(kinds))
	for i, k := range kinds {
		list[i] = string(k)
	}
	return strings.Join(list, " ")
}

func listEndpoints(ctx context.Context, q db.Queryer) ([]Endpoint, error) {
	return db.Collect(scanEndpoint)(q.Query(ctx, "SELECT "+endpointColumns+" FROM webhook_endpoints ORDER BY id"))
}

func byID(ctx context.Context, q db.Queryer, id int64) (Endpoint, error) {
	e, err := scanEndpoint(q.QueryRow(ctx, "SELECT "+endpointColumns+" FROM webhook_endpoints WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("webhook")
	}
	return e, err
}

// ignoreDeleted returns the error unless it says that the endpoint was deleted.
func ignoreDeleted(err error) error {
	if errs.KindOf(err) == errs.KindNotFound {
		return nil
	}
	return err
}

func insertEndpoint(ctx context.Context, tx *db.Tx, e Endpoint) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO webhook_endpoints (reference, url, description, kinds, disabled, secret, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id`, e.reference, e.URL, e.Description, textOf(e.Kinds), string(e.Disabled), e.secret,
		e.CreatedAt).Scan(&id)
	return id, err
}

func updateEndpoint(ctx context.Context, tx *db.Tx, e Endpoint) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_endpoints SET url = $2, description = $3, kinds = $4, disabled = $5, secret = $6, old_secret = $7,
		old_secret_until = $8, failing_since = $9, version = $10, updated_at = $11 WHERE id = $1`, e.ID, e.URL, e.Description, textOf(e.Kinds),
		string(e.Disabled), e.secret, e.oldSecret, e.OldSecretUntil, e.FailingSince, e.Version, e.UpdatedAt)
	return err
}

func deleteEndpoint(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM webhook_endpoints WHERE id = $1", id)
	return err
}

// endFailing records that an attempt has succeeded.
func endFailing(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE webhook_endpoints SET failing_since = 0, updated_at = $2 WHERE id = $1 AND failing_since <> 0", id, int64(at))
	return err
}

func eraseOldSecrets(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_endpoints SET old_secret = NULL, old_secret_until = 0
		WHERE old_secret IS NOT NULL AND old_secret_until <= $1`, at)
	return err
}

// subscription is what Publish needs of an endpoint.
type subscription struct {
	id    int64
	kinds []Kind
}

// subscriptions returns the endpoints that are enabled.
func subscriptions(ctx context.Context, q db.Queryer) ([]subscription, error) {
	return db.Collect(func(row db.Row) (x subscription, err error) {
		var kinds string
		err = row.Scan(&x.id, &kinds)
		x.kinds = kindsOf(kinds)
		return x, err
	})(q.Query(ctx, "SELECT id, kinds FROM webhook_endpoints WHERE disabled = ''"))
}

// sealedTexts returns the sealed secrets of all endpoints by their places.
func sealedTexts(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	list, err := listEndpoints(ctx, q)
	texts := map[string][]byte{}
	for _, e := range list {
		texts[e.place()] = e.secret
	}
	return texts, err
}
