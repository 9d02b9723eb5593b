package auth

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Columns and tables of a query for a person with the fields of their employee record.
const (
	personColumns = `p.id, p.email, p.name, p.role, p.language, p.created_at, p.disabled_at IS NOT NULL, p.tokens_after,
		COALESCE(e.id, 0), COALESCE(e.first_name || ' ' || e.last_name, ''), e.archived_at IS NOT NULL,
		` + supervises
	supervises   = `EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = e.id AND r.archived_at IS NULL)`
	employeeJoin = ` LEFT JOIN employees e ON e.user_id = p.id`
)

// personDest returns the destinations for scanning personColumns.
func personDest(p *Person, employeeName *string) []any {
	return []any{&p.ID, &p.Email, &p.Name, &p.Role, &p.Language, &p.CreatedAt, &p.Disabled, &p.TokensAfter,
		&p.EmployeeID, employeeName, &p.Archived, &p.Supervises}
}

// scanPerson scans personColumns followed by the columns of more.
func scanPerson(row *sql.Row, more ...any) (Person, error) {
	var p Person
	var employeeName string
	err := row.Scan(append(personDest(&p, &employeeName), more...)...)
	if employeeName != "" {
		p.Name = employeeName
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("person")
	}
	return p, err
}

func personByID(ctx context.Context, q db.Queryer, id string) (Person, error) {
	return scanPerson(q.QueryRow(ctx, `SELECT `+personColumns+` FROM people p`+employeeJoin+` WHERE p.id = $1`, id))
}

// personByEmail returns a person including the password hash, "" for none.
func personByEmail(ctx context.Context, q db.Queryer, email string) (Person, error) {
	return personWithPassword(ctx, q, `p.email = $1`, email)
}

// personWithPassword returns the person whom a condition on people p selects, including the password hash, "" for none.
func personWithPassword(ctx context.Context, q db.Queryer, condition, value string) (Person, error) {
	var hash string
	p, err := scanPerson(q.QueryRow(ctx, `SELECT `+personColumns+`, COALESCE(p.password_hash, '') FROM people p`+employeeJoin+
		` WHERE `+condition, value), &hash)
	p.passwordHash = hash
	return p, err
}

func insertPerson(ctx context.Context, tx *db.Tx, p Person) error {
	var hash, setAt any
	if p.passwordHash != "" {
		hash, setAt = p.passwordHash, p.CreatedAt
	}
	_, err := tx.Exec(ctx, `INSERT INTO people (id, email, name, sort_name, role, language, password_hash, created_at, updated_at,
		password_set_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		p.ID, p.Email, p.Name, contact.Fold(p.Name), p.Role, p.Language, hash, p.CreatedAt, p.CreatedAt, setAt)
	return err
}

// setPasswordOnly sets a password without a new version of the person.
func setPasswordOnly(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET password_hash = $1, password_set_at = $2 WHERE id = $3`, hash, at, id)
	return err
}

// deletePerson deletes a person to whom no record refers.
func deletePerson(ctx context.Context, tx *db.Tx, id string) error {
	_, err := tx.Exec(ctx, `DELETE FROM people WHERE id = $1`, id)
	return err
}

func updatePassword(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET password_hash = $1, password_set_at = $2, tokens_after = $2, updated_at = $3,
		version = version + 1
		WHERE id = $4`, hash, at, at, id)
	return err
}

// replacePassword is updatePassword for a person who still has the password of the hash old; it reports whether they have.
func replacePassword(ctx context.Context, tx *db.Tx, id, old, hash string, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE people SET password_hash = $1, password_set_at = $2, tokens_after = $2, updated_at = $3,
		version = version + 1
		WHERE id = $4 AND password_hash = $5`, hash, at, at, id, old)
	return n == 1, err
}

// VoidTokens ends every session and token of a person permanently, including tokens of the identity provider, removes the devices on which
// they receive notices, revokes their calendars, and voids a link to choose a password. It locks the person first: what was about to
// be made for them is either deleted here, or finds that TokensAfter has changed.
func VoidTokens(ctx context.Context, tx *db.Tx, id string, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET tokens_after = $1, updated_at = $2, version = version + 1 WHERE id = $3`, at, at, id)
	if err != nil {
		return err
	}
	for _, statement := range []string{`DELETE FROM sessions WHERE person_id = $1`, `DELETE FROM refresh_tokens WHERE person_id = $1`,
		`DELETE FROM api_tokens WHERE person_id = $1`, `DELETE FROM push_subscriptions WHERE person_id = $1`,
		`DELETE FROM calendars WHERE person_id = $1`} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return err
		}
	}
	return voidLinks(ctx, tx, id)
}

// voidLinks voids a person's links to choose a password, and cancels the messages with them that were not sent yet.
func voidLinks(ctx context.Context, tx *db.Tx, id string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE name = $1 OR name LIKE $2`,
		passwordLinkName(id), passwordLinkName(id)+forgottenSuffix+"%"); err != nil {
		return err
	}
	return outgoingmail.Cancel(ctx, tx, id, outgoingmail.Invitation, outgoingmail.Forgotten)
}

// updateDisabled disables a person, or with a nil instant enables one.
func updateDisabled(ctx context.Context, tx *db.Tx, id string, disabled *db.Instant, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET disabled_at = $1, updated_at = $2, version = version + 1 WHERE id = $3`, disabled, at, id)
	return err
}

// updateSignedIn locks a person and records that they sign in. It reports false if their tokens were voided since the person was read, or
// if they are not active. The record's version and time of change stay.
func updateSignedIn(ctx context.Context, tx *db.Tx, p Person, at db.Instant) (valid bool, err error) {
	n, err := tx.Exec(ctx, `UPDATE people SET signed_in_at = $1 WHERE id = $2 AND tokens_after = $3 AND `+activePerson, at, p.ID, p.TokensAfter)
	return n > 0, err
}

// activePerson is the condition that a row of people is of somebody who may do anything, see Person.Active.
const activePerson = `disabled_at IS NULL AND NOT EXISTS (SELECT 1 FROM employees e WHERE e.user_id = people.id AND e.archived_at IS NOT NULL)`

// lockSignedIn locks a person's row until the end of the transaction. It reports false if their tokens were voided after since was read, or
// if they are not active.
func lockSignedIn(ctx context.Context, tx *db.Tx, id string, since db.Instant) (valid bool, err error) {
	err = tx.QueryRow(ctx, `SELECT tokens_after = $1 AND `+activePerson+` FROM people WHERE id = $2`+tx.Dialect().ForUpdate(), since, id).
		Scan(&valid)
	return valid, db.IgnoreNoRows(err)
}

// signedInBefore reports whether a person has signed in.
func signedInBefore(ctx context.Context, q db.Queryer, id string) (before bool, err error) {
	err = q.QueryRow(ctx, `SELECT signed_in_at IS NOT NULL FROM people WHERE id = $1`, id).Scan(&before)
	return before, err
}

func updateLanguage(ctx context.Context, tx *db.Tx, id string, lang i18n.Lang, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET language = $1, updated_at = $2, version = version + 1 WHERE id = $3`, lang, at, id)
	return err
}

// fillPasswords gives the people without a password one.
func fillPasswords(ctx context.Context, tx *db.Tx, hash string) error {
	_, err := tx.Exec(ctx, `UPDATE people SET password_hash = $1 WHERE password_hash IS NULL AND id <> $2`, hash, anonymousID)
	return err
}
