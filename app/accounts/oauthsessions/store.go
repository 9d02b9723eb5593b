package oauthsessions

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, user_id, application, access_token, refresh_token, access_token_expiry,
	COALESCE(refresh_token_expiry, 0), scopes, version, updated_at`

// The places for which tokens are sealed: a sealed token is not valid in another row or column.
func accessPlace(id string) string  { return "oauth_sessions/" + id + "/access_token" }
func refreshPlace(id string) string { return "oauth_sessions/" + id + "/refresh_token" }

// scan reads a session; it decrypts the tokens only for their owner.
func (s *Service) scan(row db.Row, by auth.Actor) (o Session, err error) {
	var access, refresh []byte
	var scopes string
	err = row.Scan(&o.ID, &o.UserID, &o.Application, &access, &refresh, &o.AccessExpiry, &o.RefreshExpiry, &scopes, &o.Version, &o.UpdatedAt)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return o, errs.NotFound("session")
	case db.IsForeignKey(err):
		return o, errs.InvalidField("user_id", "not_found", "There is no such person.")
	case err != nil:
		return o, err
	}
	if err := json.Unmarshal([]byte(scopes), &o.Scopes); err != nil {
		return o, err
	}
	if o.UserID != by.PersonID {
		return o.masked(), nil
	}
	if o.AccessToken, err = s.sealer.Open(accessPlace(o.ID), access); err == nil {
		o.RefreshToken, err = s.sealer.Open(refreshPlace(o.ID), refresh)
	}
	return o, err
}

// visible restricts a query of oauth_sessions o to the actor's scope: their own sessions, or all for an admin.
func visible(w *db.Where, by auth.Actor) {
	w.And("o.archived_at IS NULL")
	owned(w, by)
}

// owned is visible with the sessions that were deleted.
func owned(w *db.Where, by auth.Actor) {
	if by.Role != auth.Admin {
		w.And("o.user_id = ?", by.PersonID)
	}
}

func (s *Service) byID(ctx context.Context, q db.Queryer, by auth.Actor, id string) (Session, error) {
	if uuid.Validate(id) != nil { // may contain bytes that the database rejects
		return Session{}, errs.NotFound("session")
	}
	var w db.Where
	w.And("id = ?", id)
	visible(&w, by)
	return s.scan(q.QueryRow(ctx, "SELECT "+columns+" FROM oauth_sessions o WHERE "+w.String(), w.Args()...), by)
}

func (s *Service) list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(Session) error) error {
	var w db.Where
	visible(&w, by)
	w.And("id > ? AND updated_at >= ?", f.After, f.Since)
	if f.UserID != "" {
		w.And("user_id = ?", f.UserID)
	}
	if f.Application != "" {
		w.And("application = ?", f.Application)
	}
	limit := w.Bind(f.Rows)
	return db.Stream(func(row db.Row) (Session, error) { return s.scan(row, by) },
		each)(q.Query(ctx, "SELECT "+columns+" FROM oauth_sessions o WHERE "+w.String()+" ORDER BY id"+db.Limit(limit), w.Args()...))
}

// searchConnections counts the sessions found, and reads one page of them without their tokens.
func searchConnections(ctx context.Context, q db.Queryer, by auth.Actor, search Search) (found SearchResult, err error) {
	var w db.Where
	visible(&w, by)
	if search.Own {
		w.And("o.user_id = ?", by.PersonID)
	}
	words := strings.Fields(contact.Fold(search.Text))
	unfolded, err := applicationsToFold(ctx, q, &w, len(words) > 0)
	if err != nil {
		return found, err
	}
	for _, word := range words {
		like := db.Containing(word)
		names := slices.DeleteFunc(slices.Clone(unfolded), func(name string) bool { return !strings.Contains(contact.Fold(name), word) })
		w.And(`(LOWER(o.application) LIKE ? ESCAPE '\' OR o.application IN (`+q.Dialect().Texts("?")+`) OR p.email LIKE ? ESCAPE '\' OR
			p.sort_name LIKE ? ESCAPE '\' OR e.sort_name LIKE ? ESCAPE '\')`, like, db.Texts(names), like, like, like)
	}
	from := ` FROM oauth_sessions o JOIN people p ON p.id = o.user_id LEFT JOIN employees e ON e.user_id = p.id WHERE ` + w.String()
	if err := q.QueryRow(ctx, "SELECT COUNT(*)"+from, w.Args()...).Scan(&found.All); err != nil {
		return found, err
	}
	found.Page = max(1, min(search.Page, (found.All+search.Rows-1)/search.Rows))
	found.List, err = db.Collect(scanConnection)(q.Query(ctx,
		`SELECT o.id, p.id, COALESCE(e.first_name || ' ' || e.last_name, p.name), p.email,
			o.application, o.scopes, o.created_at, o.access_token_expiry, COALESCE(o.refresh_token_expiry, 0)`+from+`
		ORDER BY COALESCE(e.sort_name, p.sort_name), p.email, o.application, o.id`+db.Limit(w.Bind(search.Rows))+
			" OFFSET "+w.Bind((found.Page-1)*search.Rows), w.Args()...))
	return found, err
}

// applicationsToFold returns the applications of the sessions that meet a condition, once each, that have other characters than those of
// ASCII, of which the engines fold none or only the case. Without a search there are none.
func applicationsToFold(ctx context.Context, q db.Queryer, w *db.Where, searched bool) ([]string, error) {
	if !searched {
		return nil, nil
	}
	return db.Collect(func(row db.Row) (name string, err error) {
		err = row.Scan(&name)
		return name, err
	})(q.Query(ctx, "SELECT DISTINCT o.application FROM oauth_sessions o WHERE "+w.String()+" AND "+q.Dialect().NotASCII("o.application"),
		w.Args()...))
}

func scanConnection(row db.Row) (c Connection, err error) {
	var scopes string
	err = row.Scan(&c.ID, &c.PersonID, &c.PersonName, &c.PersonEmail, &c.Application, &scopes, &c.Since, &c.AccessExpiry, &c.RefreshExpiry)
	if err != nil {
		return c, err
	}
	err = json.Unmarshal([]byte(scopes), &c.Scopes)
	return c, err
}

// lock locks a session until the end of the transaction; SQLite has one writer and needs no lock.
func lock(ctx context.Context, tx *db.Tx, id string) error {
	if uuid.Validate(id) != nil {
		return nil //nolint:nilerr // an invalid id has no row to lock
	}
	return tx.LockSelected(ctx, "SELECT id FROM oauth_sessions WHERE id = $1", id)
}

// count returns how many sessions of a person there are, without those that were deleted.
func count(ctx context.Context, tx *db.Tx, person string) (n int64, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(*) FROM oauth_sessions WHERE user_id = $1 AND archived_at IS NULL", person).Scan(&n)
	return n, err
}

func (s *Service) insert(ctx context.Context, tx *db.Tx, by auth.Actor, id string, n New, at db.Instant) (Session, error) {
	scopes, err := encode(n.Scopes)
	if err != nil {
		return Session{}, err
	}
	return s.scan(tx.QueryRow(ctx, `INSERT INTO oauth_sessions (id, user_id, application, access_token, refresh_token, access_token_expiry,
			refresh_token_expiry, scopes, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, NULLIF($7, CAST(0 AS BIGINT)), $8, $9, $9)
				RETURNING `+columns,
		id, n.UserID, n.Application, s.sealer.Seal(accessPlace(id), n.AccessToken), s.sealer.Seal(refreshPlace(id), n.RefreshToken),
		n.AccessExpiry,
		n.RefreshExpiry, scopes, at), by)
}

// save updates a session; a token that is not changed stays as it is.
func (s *Service) save(ctx context.Context, tx *db.Tx, by auth.Actor, old Session, c Changes, at db.Instant) (Session, error) {
	n := old.with(c)
	scopes, err := encode(n.Scopes)
	if err != nil {
		return Session{}, err
	}
	var access, refresh any // null: not changed
	if c.AccessToken != nil {
		access = s.sealer.Seal(accessPlace(old.ID), n.AccessToken)
	}
	if c.RefreshToken != nil {
		refresh = s.sealer.Seal(refreshPlace(old.ID), n.RefreshToken)
	}
	return s.scan(tx.QueryRow(ctx, `UPDATE oauth_sessions SET user_id = $2, application = $3, access_token = COALESCE($4, access_token),
			refresh_token = COALESCE($5, refresh_token), access_token_expiry = $6, refresh_token_expiry = NULLIF($7, CAST(0 AS BIGINT)), scopes = $8,
			updated_at = $9, version = version + 1 WHERE id = $1 RETURNING `+columns,
		old.ID, n.UserID, n.Application, access, refresh, n.AccessExpiry, n.RefreshExpiry, scopes, at), by)
}

func encode(scopes []string) (string, error) {
	if scopes == nil {
		scopes = []string{}
	}
	b, err := json.Marshal(scopes)
	return string(b), err
}

func archive(ctx context.Context, tx *db.Tx, id string, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE oauth_sessions SET archived_at = $2, archived_reason = 'deleted', access_token = $3, refresh_token = $3,
		updated_at = $2, version = version + 1 WHERE id = $1`, id, at, []byte("erased"))
	return err
}

// applicationsByID returns the applications of sessions, live or archived, by their ids. An administrator gets all, others only their own.
func applicationsByID(ctx context.Context, q db.Queryer, by auth.Actor, ids []string) (map[string]string, error) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	var w db.Where
	w.And("o.id IN (?"+strings.Repeat(",?", len(args)-1)+")", args...)
	owned(&w, by)
	return db.ReadMap[string, string](q.Query(ctx, "SELECT o.id, o.application FROM oauth_sessions o WHERE "+w.String(), w.Args()...))
}

// sealedTexts returns the sealed access tokens of a hundred sessions by their places; the tokens of a deleted session are erased.
func sealedTexts(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	tokens, err := db.ReadMap[string, []byte](q.Query(ctx,
		"SELECT id, access_token FROM oauth_sessions WHERE archived_at IS NULL ORDER BY id DESC LIMIT 100"))
	texts := map[string][]byte{}
	for id, token := range tokens {
		texts[accessPlace(id)] = token
	}
	return texts, err
}
