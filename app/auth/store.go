package auth

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/errs"
	"presence/app/i18n"
	"presence/db"
)

// who reads a person together with what their employee record says.
const (
	whoColumns = `p.id, p.email, p.name, p.role, p.language, p.created_at, p.disabled_at IS NOT NULL, p.tokens_after,
		COALESCE(e.id, 0), COALESCE(e.first_name || ' ' || e.last_name, ''), e.archived_at IS NOT NULL,
		EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = e.id AND r.archived_at IS NULL)`
	whoJoin = ` LEFT JOIN employees e ON e.user_id = p.id`
)

// whoInto is where a row of whoColumns goes.
func whoInto(p *Person, employeeName *string) []any {
	return []any{&p.ID, &p.Email, &p.Name, &p.Role, &p.Language, &p.CreatedAt, &p.Disabled, &p.TokensAfter,
		&p.EmployeeID, employeeName, &p.Archived, &p.Supervises}
}

// scanPerson reads one row of whoColumns and what follows them.
func scanPerson(row *sql.Row, more ...any) (Person, error) {
	var p Person
	var employeeName string
	err := row.Scan(append(whoInto(&p, &employeeName), more...)...)
	if employeeName != "" {
		p.Name = employeeName
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.Missing("person")
	}
	return p, err
}

func personByID(ctx context.Context, q db.Queryer, id string) (Person, error) {
	return scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+` FROM people p`+whoJoin+` WHERE p.id = $1`, id))
}

// personByEmail also reads the password hash, "" for none.
func personByEmail(ctx context.Context, q db.Queryer, email string) (Person, error) {
	var hash string
	p, err := scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+`, COALESCE(p.password_hash, '') FROM people p`+whoJoin+` WHERE p.email = $1`, email), &hash)
	p.passwordHash = hash
	return p, err
}

// personOfToken is the one query of a request with a bearer token: the person, and whether what the token belongs to is
// still there: its sign-in, or the row of a token that the person made. A token of neither has nothing to end.
func personOfToken(ctx context.Context, q db.Queryer, c *claims) (p Person, open bool, err error) {
	p, err = scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+`,
		(CAST($1 AS TEXT) = '' OR EXISTS (SELECT 1 FROM refresh_tokens f WHERE f.family = $2))
		AND (CAST($3 AS TEXT) = '' OR EXISTS (SELECT 1 FROM api_tokens k WHERE k.id = $4 AND k.person_id = p.id))
		FROM people p`+whoJoin+` WHERE p.id = $5`, c.Family, c.Family, c.Named, c.Named, c.Subject), &open)
	return p, open, err
}

func insertPerson(ctx context.Context, tx *db.Tx, p Person) error {
	var hash any
	if p.passwordHash != "" {
		hash = p.passwordHash
	}
	_, err := tx.Exec(ctx, `INSERT INTO people (id, email, name, role, language, password_hash, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		p.ID, p.Email, p.Name, p.Role, p.Language, hash, p.CreatedAt, p.CreatedAt)
	return err
}

func updatePassword(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET password_hash = $1, tokens_after = $2, updated_at = $3, version = version + 1 WHERE id = $4`, hash, at, at, id)
	return err
}

// voidTokens ends every session and token of a person, those of a provider too.
func voidTokens(ctx context.Context, tx *db.Tx, id string, at db.Instant) error {
	for _, statement := range []string{`DELETE FROM sessions WHERE person_id = $1`, `DELETE FROM refresh_tokens WHERE person_id = $1`, `DELETE FROM api_tokens WHERE person_id = $1`} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE people SET tokens_after = $1, updated_at = $2, version = version + 1 WHERE id = $3`, at, at, id)
	return err
}

// updateDisabled disables a person, or with a nil instant enables one.
func updateDisabled(ctx context.Context, tx *db.Tx, id string, disabled *db.Instant, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET disabled_at = $1, updated_at = $2, version = version + 1 WHERE id = $3`, disabled, at, id)
	return err
}

func updateLanguage(ctx context.Context, tx *db.Tx, id string, lang i18n.Lang, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET language = $1, updated_at = $2, version = version + 1 WHERE id = $3`, lang, at, id)
	return err
}

func hasAdmin(ctx context.Context, q db.Queryer) (exists bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE role = 'admin' AND disabled_at IS NULL)`).Scan(&exists)
	return exists, err
}

// sessionByHash is the one query of a request with a session cookie.
func sessionByHash(ctx context.Context, q db.Queryer, hash []byte) (o openSession, err error) {
	o.Person, err = scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+`, s.created_at, s.seen_at, s.expires_at
		FROM sessions s JOIN people p ON p.id = s.person_id`+whoJoin+` WHERE s.id_hash = $1`, hash), &o.createdAt, &o.seenAt, &o.expiresAt)
	return o, err
}

func insertSession(ctx context.Context, tx *db.Tx, hash []byte, personID string, data []byte, at, expires db.Instant, ip, agent string) error {
	_, err := tx.Exec(ctx, `INSERT INTO sessions (id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		hash, personID, data, at, at, expires, ip, agent)
	return err
}

// touchSession does nothing when another request has touched it meanwhile.
func touchSession(ctx context.Context, tx *db.Tx, hash []byte, wasSeen, at, expires db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET seen_at = $1, expires_at = $2 WHERE id_hash = $3 AND seen_at = $4`, at, expires, hash, wasSeen)
	return err
}

func deleteSession(ctx context.Context, tx *db.Tx, hash []byte) error {
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id_hash = $1`, hash)
	return err
}

// refreshToken is a row of refresh_tokens.
type refreshToken struct {
	hash                 []byte
	family, personID     string
	createdAt, expiresAt db.Instant
}

func insertRefresh(ctx context.Context, tx *db.Tx, r refreshToken) error {
	_, err := tx.Exec(ctx, `INSERT INTO refresh_tokens (id_hash, family, person_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		r.hash, r.family, r.personID, r.createdAt, r.expiresAt)
	return err
}

// spendRefresh marks an unspent, live token as spent; of two at once only one succeeds.
func spendRefresh(ctx context.Context, tx *db.Tx, hash []byte, at db.Instant) (refreshToken, error) {
	return scanRefresh(hash, tx.QueryRow(ctx, `UPDATE refresh_tokens SET spent_at = $1 WHERE id_hash = $2 AND spent_at IS NULL AND expires_at > $3
		RETURNING family, person_id, created_at, expires_at`, at, hash, at))
}

func refreshByHash(ctx context.Context, q db.Queryer, hash []byte) (refreshToken, error) {
	return scanRefresh(hash, q.QueryRow(ctx, `SELECT family, person_id, created_at, expires_at FROM refresh_tokens WHERE id_hash = $1`, hash))
}

func scanRefresh(hash []byte, row *sql.Row) (refreshToken, error) {
	r := refreshToken{hash: hash}
	err := row.Scan(&r.family, &r.personID, &r.createdAt, &r.expiresAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.Missing("refresh token")
	}
	return r, err
}

func deleteFamily(ctx context.Context, tx *db.Tx, family string) error {
	_, err := tx.Exec(ctx, `DELETE FROM refresh_tokens WHERE family = $1`, family)
	return err
}

// secretByName is nil when there is none.
func secretByName(ctx context.Context, q db.Queryer, name string) (value []byte, err error) {
	err = q.QueryRow(ctx, `SELECT value FROM auth_secrets WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, err
}

func secretIsLive(ctx context.Context, q db.Queryer, name string, at db.Instant) (live bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM auth_secrets WHERE name = $1 AND expires_at > $2)`, name, at).Scan(&live)
	return live, err
}

func insertSecret(ctx context.Context, tx *db.Tx, name string, value []byte, at, expires db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at, expires_at) VALUES ($1, $2, $3, $4)`, name, value, at, expires)
	return err
}

// insertSecretOnce leaves a value that is there already.
func insertSecretOnce(ctx context.Context, tx *db.Tx, name string, value []byte, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`, name, value, at)
	return err
}

func deleteSecret(ctx context.Context, tx *db.Tx, name string) (existed bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE name = $1`, name)
	return n > 0, err
}

func deleteSecretsLike(ctx context.Context, tx *db.Tx, pattern string) error {
	_, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE name LIKE $1`, pattern)
	return err
}

func deleteExpired(ctx context.Context, tx *db.Tx, at db.Instant) error {
	for _, statement := range []string{
		`DELETE FROM sessions WHERE expires_at <= $1`,
		`DELETE FROM refresh_tokens WHERE expires_at <= $1`,
		`DELETE FROM api_tokens WHERE expires_at <= $1`,
		`DELETE FROM auth_secrets WHERE expires_at <= $1`,
		`DELETE FROM oidc_sign_ins WHERE expires_at <= $1`,
	} {
		if _, err := tx.Exec(ctx, statement, at); err != nil {
			return err
		}
	}
	return nil
}

// personByIdentity is the person linked to a provider's subject.
func personByIdentity(ctx context.Context, q db.Queryer, issuer, subject string) (Person, error) {
	return scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+` FROM identities i JOIN people p ON p.id = i.person_id`+whoJoin+`
		WHERE i.issuer = $1 AND i.subject = $2`, issuer, subject))
}

// insertIdentity does nothing when the subject, or the person, is linked already.
func insertIdentity(ctx context.Context, tx *db.Tx, issuer, subject, personID string, at db.Instant) (linked bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		issuer, subject, personID, at)
	return n > 0, err
}

func deleteIdentities(ctx context.Context, tx *db.Tx, personID string) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM identities WHERE person_id = $1`, personID)
}

func insertSignIn(ctx context.Context, tx *db.Tx, b signInBegun) error {
	_, err := tx.Exec(ctx, `INSERT INTO oidc_sign_ins (state_hash, browser_hash, nonce_hash, verifier, program, next, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, b.stateHash, b.browserHash, b.nonceHash, b.verifier, b.program, b.next, b.at, b.expires)
	return err
}

// deleteSignIn takes a live sign-in out of the table; of two at once only one gets it.
func deleteSignIn(ctx context.Context, tx *db.Tx, stateHash []byte, at db.Instant) (signInBegun, error) {
	b := signInBegun{stateHash: stateHash}
	err := tx.QueryRow(ctx, `DELETE FROM oidc_sign_ins WHERE state_hash = $1 AND expires_at > $2
		RETURNING browser_hash, nonce_hash, verifier, program, next, created_at, expires_at`, stateHash, at).
		Scan(&b.browserHash, &b.nonceHash, &b.verifier, &b.program, &b.next, &b.at, &b.expires)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.Missing("sign-in under way")
	}
	return b, err
}

// apiTokens are a person's good ones, the newest first.
func apiTokens(ctx context.Context, q db.Queryer, personID string, at db.Instant) (list []APIToken, err error) {
	rows, err := q.Query(ctx, `SELECT k.id, k.name, k.created_at, k.expires_at FROM api_tokens k JOIN people p ON p.id = k.person_id
		WHERE k.person_id = $1 AND k.expires_at > $2 AND k.created_at >= p.tokens_after ORDER BY k.created_at DESC, k.id`, personID, at)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var k APIToken
		if err := rows.Scan(&k.ID, &k.Name, &k.CreatedAt, &k.ExpiresAt); err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, rows.Err()
}

// insertAPIToken does nothing, and says so, when the person has that many good ones already.
func insertAPIToken(ctx context.Context, tx *db.Tx, k APIToken, personID string, limit int) (made bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO api_tokens (id, person_id, name, created_at, expires_at)
		SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM api_tokens WHERE person_id = $6 AND expires_at > $7) < $8`,
		k.ID, personID, k.Name, int64(k.CreatedAt), int64(k.ExpiresAt), personID, int64(k.CreatedAt), limit)
	return n > 0, err
}

// deleteAPIToken takes one of the person's own and says what it was called.
func deleteAPIToken(ctx context.Context, tx *db.Tx, personID, id string) (name string, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM api_tokens WHERE id = $1 AND person_id = $2 RETURNING name`, id, personID).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.Missing("token")
	}
	return name, err
}

// openSessions are a person's good ones, the one used last first.
func openSessions(ctx context.Context, q db.Queryer, personID string, at db.Instant) (list []Session, err error) {
	rows, err := q.Query(ctx, `SELECT s.id_hash, s.created_at, s.seen_at, s.ip, s.user_agent FROM sessions s JOIN people p ON p.id = s.person_id
		WHERE s.person_id = $1 AND s.expires_at > $2 AND s.created_at >= p.tokens_after ORDER BY s.seen_at DESC, s.created_at DESC`, personID, at)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s Session
		var hash []byte
		if err := rows.Scan(&hash, &s.CreatedAt, &s.SeenAt, &s.IP, &s.Agent); err != nil {
			return nil, err
		}
		s.Key = keyOf(hash)
		list = append(list, s)
	}
	return list, rows.Err()
}

// deleteOwnSession ends one of the person's own.
func deleteOwnSession(ctx context.Context, tx *db.Tx, personID string, hash []byte) error {
	n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id_hash = $1 AND person_id = $2`, hash, personID)
	if err == nil && n == 0 {
		err = errs.Missing("session")
	}
	return err
}

// deleteOtherSessions ends a person's sessions but one, and every sign-in of a program with a password.
func deleteOtherSessions(ctx context.Context, tx *db.Tx, personID string, keep []byte) (int64, error) {
	n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE person_id = $1 AND id_hash <> $2`, personID, keep)
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `DELETE FROM refresh_tokens WHERE person_id = $1`, personID)
	return n, err
}

// directory reads one page of the people who fit, by name, and counts all of them.
func directory(ctx context.Context, q db.Queryer, look PeopleSearch) (list []Person, all int64, err error) {
	var w db.Where
	w.And("p.id <> ?", nobodyID)
	for _, word := range strings.Fields(bare(look.Text)) {
		like := "%" + likeText.Replace(word) + "%"
		w.And(`(p.email LIKE ? ESCAPE '\' OR LOWER(p.name) LIKE ? ESCAPE '\' OR e.sort_name LIKE ? ESCAPE '\')`, like, like, like)
	}
	if look.Role != "" {
		w.And("p.role = ?", string(look.Role))
	}
	if look.Out {
		w.And("(p.disabled_at IS NOT NULL OR e.archived_at IS NOT NULL)")
	}
	if err := q.QueryRow(ctx, `SELECT COUNT(*) FROM people p`+whoJoin+` WHERE `+w.String(), w.Args()...).Scan(&all); err != nil {
		return nil, 0, err
	}
	rows, err := q.Query(ctx, `SELECT `+whoColumns+`, COALESCE(p.password_hash, '') <> '' FROM people p`+whoJoin+` WHERE `+w.String()+`
		ORDER BY COALESCE(e.sort_name, LOWER(p.name)), p.email LIMIT `+w.Bind(look.Rows)+` OFFSET `+w.Bind(look.Skip), w.Args()...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var p Person
		var name string
		if err := rows.Scan(append(whoInto(&p, &name), &p.HasPassword)...); err != nil {
			return nil, 0, err
		}
		p.Name = cmp.Or(name, p.Name)
		list = append(list, p)
	}
	return list, all, rows.Err()
}

// anyoneByID also tells whether the person has a password, and what the people's table itself calls them.
func anyoneByID(ctx context.Context, q db.Queryer, id string) (p Person, ownName string, err error) {
	p, err = scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+`, COALESCE(p.password_hash, '') <> '', p.name FROM people p`+whoJoin+` WHERE p.id = $1 AND p.id <> $2`,
		id, nobodyID), &p.HasPassword, &ownName)
	return p, ownName, err
}

// holdAdmins keeps every administrator's row from being changed by others until the end of the transaction: of two who
// would take each other's role, the second sees what the first has done. SQLite has a single writer and needs no lock.
func holdAdmins(ctx context.Context, tx *db.Tx) error {
	if tx.Dialect() == db.SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT id FROM people WHERE role = 'admin' ORDER BY id FOR UPDATE`)
	return err
}

// otherAdmin tells whether somebody else can administer.
func otherAdmin(ctx context.Context, q db.Queryer, id string) (exists bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM people p`+whoJoin+`
		WHERE p.role = 'admin' AND p.disabled_at IS NULL AND e.archived_at IS NULL AND p.id <> $1)`, id).Scan(&exists)
	return exists, err
}

func updatePerson(ctx context.Context, tx *db.Tx, p Person, name string, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET email = $1, name = $2, role = $3, language = $4, updated_at = $5, version = version + 1 WHERE id = $6`,
		p.Email, name, string(p.Role), string(p.Language), int64(at), p.ID)
	return err
}

// namesOf reads what people are called: as their employee record has it, else as the account has it.
func namesOf(ctx context.Context, q db.Queryer, ids []string) (map[string]string, error) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	var w db.Where
	w.And("p.id IN (?"+strings.Repeat(",?", len(args)-1)+")", args...)
	rows, err := q.Query(ctx, `SELECT p.id, COALESCE(e.first_name || ' ' || e.last_name, NULLIF(p.name, ''), p.email) FROM people p`+whoJoin+` WHERE `+w.String(), w.Args()...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := map[string]string{}
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, rows.Err()
}
