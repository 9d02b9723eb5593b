package auth

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// wayIn is the condition that person $1 can sign in without passkey $2: by a password, another passkey, or the provider $3.
const wayIn = `EXISTS (SELECT 1 FROM people p WHERE p.id = $1 AND (p.password_hash IS NOT NULL
	OR EXISTS (SELECT 1 FROM passkeys k WHERE k.person_id = p.id AND k.id <> $2)
	OR EXISTS (SELECT 1 FROM identities i WHERE i.person_id = p.id AND i.issuer = $3)))`

// factorsOf returns the second factors of a person.
func factorsOf(ctx context.Context, q db.Queryer, personID string) (f Factors, err error) {
	err = q.QueryRow(ctx, `SELECT (SELECT COUNT(*) FROM passkeys WHERE person_id = $1),
		(SELECT COUNT(*) FROM recovery_codes WHERE person_id = $1),
		COALESCE((SELECT created_at FROM code_apps WHERE person_id = $1), 0), COALESCE((SELECT used_at FROM code_apps WHERE person_id = $1), 0)`,
		personID).Scan(&f.Passkeys, &f.RecoveryCodes, &f.CodesSince, &f.CodesUsed)
	return f, err
}

// requiresFactor reports whether people of a role must have a second factor.
func requiresFactor(ctx context.Context, q db.Queryer, role Role) (required bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM second_factor_roles WHERE role = $1)`, string(role)).Scan(&required)
	return required, err
}

// rolesWithFactor returns the roles whose people must have a second factor.
func rolesWithFactor(ctx context.Context, q db.Queryer) (list []string, err error) {
	return db.ReadTexts(q.Query(ctx, `SELECT role FROM second_factor_roles ORDER BY role`))
}

func deleteRolesWithFactor(ctx context.Context, tx *db.Tx) error {
	_, err := tx.Exec(ctx, `DELETE FROM second_factor_roles`)
	return err
}

func insertRoleWithFactor(ctx context.Context, tx *db.Tx, role Role) error {
	_, err := tx.Exec(ctx, `INSERT INTO second_factor_roles (role) VALUES ($1)`, string(role))
	return err
}

// lockPerson locks a person's row until the end of the transaction, so that changes of their second factors and ends of their sign-ins
// follow each other. SQLite has a single writer and needs no lock.
func lockPerson(ctx context.Context, tx *db.Tx, id string) error {
	return tx.LockSelected(ctx, `SELECT id FROM people WHERE id = $1`, id)
}

// hasWayIn reports whether a person could still sign in if the passkey with the id without were gone: by a password, by another passkey,
// or by the identity provider with that issuer.
func hasWayIn(ctx context.Context, q db.Queryer, personID string, without int64, issuer string) (has bool, err error) {
	err = q.QueryRow(ctx, `SELECT `+wayIn, personID, without, issuer).Scan(&has)
	return has, err
}

const passkeyColumns = `k.id, k.person_id, k.name, k.credential, k.created_at, k.used_at`

func scanPasskey(row db.Row) (k Passkey, err error) {
	var credential []byte
	if err = row.Scan(&k.ID, &k.personID, &k.Name, &credential, &k.CreatedAt, &k.UsedAt); err == nil {
		err = json.Unmarshal(credential, &k.credential)
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("passkey")
	}
	return k, err
}

// passkeysOf returns a person's passkeys, the oldest first.
func passkeysOf(ctx context.Context, q db.Queryer, personID string) ([]Passkey, error) {
	return db.Collect(scanPasskey)(q.Query(ctx, `SELECT `+passkeyColumns+` FROM passkeys k WHERE k.person_id = $1 ORDER BY k.id`, personID))
}

// passkeyByCredential returns the passkey with the authenticator's name for it, and its person.
func passkeyByCredential(ctx context.Context, q db.Queryer, credentialID []byte) (k Passkey, p Person, err error) {
	k, err = scanPasskey(q.QueryRow(ctx, `SELECT `+passkeyColumns+` FROM passkeys k WHERE k.credential_id = $1`, credentialID))
	if err == nil {
		p, err = personByID(ctx, q, k.personID)
	}
	return k, p, err
}

func insertPasskey(ctx context.Context, tx *db.Tx, k Passkey) error {
	credential, err := json.Marshal(k.credential)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO passkeys (credential_id, person_id, name, credential, created_at) VALUES ($1, $2, $3, $4, $5)`,
		k.credential.ID, k.personID, k.Name, credential, k.CreatedAt)
	return err
}

// updatePasskeyUse saves the authenticator's state after a use; it reports whether the passkey still exists.
func updatePasskeyUse(ctx context.Context, tx *db.Tx, k Passkey) (found bool, err error) {
	credential, err := json.Marshal(k.credential)
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `UPDATE passkeys SET credential = $1, used_at = $2 WHERE id = $3`, credential, k.UsedAt, k.ID)
	return n > 0, err
}

// renamePasskey renames one of a person's own passkeys and returns its name before.
func renamePasskey(ctx context.Context, tx *db.Tx, personID string, id int64, name string) (before string, err error) {
	err = tx.QueryRow(ctx, `SELECT name FROM passkeys WHERE id = $1 AND person_id = $2`, id, personID).Scan(&before)
	if errors.Is(err, sql.ErrNoRows) {
		return "", errs.NotFound("passkey")
	}
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE passkeys SET name = $1 WHERE id = $2`, name, id)
	}
	return before, err
}

// deletePasskey deletes one of a person's own passkeys and returns its name.
func deletePasskey(ctx context.Context, tx *db.Tx, personID string, id int64) (name string, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM passkeys WHERE id = $1 AND person_id = $2 RETURNING name`, id, personID).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("passkey")
	}
	return name, err
}

// codeApp is a row of code_apps.
type codeApp struct {
	secret   []byte // sealed
	lastStep int64
}

// codeAppOf returns the app of a person; its secret is nil when there is none.
func codeAppOf(ctx context.Context, q db.Queryer, personID string) (a codeApp, err error) {
	err = q.QueryRow(ctx, `SELECT secret, last_step FROM code_apps WHERE person_id = $1`, personID).Scan(&a.secret, &a.lastStep)
	return a, db.IgnoreNoRows(err)
}

// codeSecrets returns the sealed keys of all apps by the ids of their people.
func codeSecrets(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	return db.ReadMap[string, []byte](q.Query(ctx, "SELECT person_id, secret FROM code_apps"))
}

// saveCodeApp inserts or replaces the app of a person.
func saveCodeApp(ctx context.Context, tx *db.Tx, personID string, a codeApp, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO code_apps (person_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (person_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at,
		used_at = 0`, personID, a.secret, a.lastStep, at)
	return err
}

// useCodeStep records that the code of a step was used. It reports false if that code or a later one was used before.
func useCodeStep(ctx context.Context, tx *db.Tx, personID string, step int64, at db.Instant) (used bool, err error) {
	n, err := tx.Exec(ctx, `UPDATE code_apps SET last_step = $1, used_at = $2 WHERE person_id = $3 AND last_step < $4`, step, at,
		personID, step)
	return n > 0, err
}

func deleteCodeApp(ctx context.Context, tx *db.Tx, personID string) (existed bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM code_apps WHERE person_id = $1`, personID)
	return n > 0, err
}

func insertRecoveryCode(ctx context.Context, tx *db.Tx, personID string, hash []byte) error {
	_, err := tx.Exec(ctx, `INSERT INTO recovery_codes (person_id, code_hash) VALUES ($1, $2)`, personID, hash)
	return err
}

// useRecoveryCode deletes a code; of two uses at once one finds it.
func useRecoveryCode(ctx context.Context, tx *db.Tx, personID string, hash []byte) (used bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE person_id = $1 AND code_hash = $2`, personID, hash)
	return n > 0, err
}

func deleteRecoveryCodes(ctx context.Context, tx *db.Tx, personID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE person_id = $1`, personID)
	return err
}

// deletePasskeys deletes all passkeys of a person.
func deletePasskeys(ctx context.Context, tx *db.Tx, personID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM passkeys WHERE person_id = $1`, personID)
	return err
}

// insertUsedChallenge records that a passkey's challenge was answered, until it expires. It reports false if it was before.
func insertUsedChallenge(ctx context.Context, tx *db.Tx, hash []byte, at, expires db.Instant) (first bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at, expires_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (name) DO NOTHING`, usedChallengeName(hash), hash, at, expires)
	return n > 0, err
}
