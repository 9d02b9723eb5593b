package auth

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"presence/app/platform/contact"
	"presence/db"
)

// where returns the condition of the matching people.
func (search PeopleSearch) where(at db.Instant) *db.Where {
	var w db.Where
	w.And("p.id <> ?", anonymousID)
	for _, word := range strings.Fields(contact.Fold(search.Text)) {
		like := db.Containing(word)
		w.And(`(p.email LIKE ? ESCAPE '\' OR p.sort_name LIKE ? ESCAPE '\'
			OR p.id IN (SELECT x.user_id FROM employees x WHERE x.sort_name LIKE ? ESCAPE '\'))`, like, like, like)
	}
	if search.Role != "" {
		w.And("p.role = ?", string(search.Role))
	}
	switch search.State { // what follows from the state and leads to the few people who have it
	case StateDisabled:
		w.And("p.disabled_at IS NOT NULL")
	case StateArchived:
		w.And("p.id IN (SELECT a.user_id FROM employees a WHERE a.archived_at IS NOT NULL)")
	case StateInvited:
		w.And("p.id IN (SELECT SUBSTR(x.name, " + strconv.Itoa(len(passwordLinkPrefix)+1) + ") FROM auth_secrets x WHERE x.name LIKE '" +
			passwordLinkPrefix + "%')")
	}
	if search.State != "" {
		w.And(personState("?")+" = ?", at, string(search.State))
	}
	return &w
}

// searchPeople returns one page of the matching people, sorted by name, and the number of all of them. People with an employee record and
// without are sorted apart, the latter by an index as far as the page needs.
func searchPeople(ctx context.Context, q db.Queryer, search PeopleSearch, at db.Instant) (list []Account, all int64, err error) {
	if all, err = countPeople(ctx, q, search, at); err != nil {
		return nil, 0, err
	}
	w := search.where(at)
	matching, rows, skip := w.String(), w.Bind(search.Rows), w.Bind(search.Skip)
	first := func(name, from, where string) string {
		return "SELECT * FROM (SELECT p.id, " + name + " AS name, p.email FROM " + from + " WHERE " + where + matching + " ORDER BY " + name +
			", p.email LIMIT CAST(" + rows + " AS BIGINT) + CAST(" + skip + " AS BIGINT)) "
	}
	page := "p.id IN (SELECT id FROM (" +
		first("e.sort_name", "employees e CROSS JOIN people p", "p.id = e.user_id AND ") + "records UNION ALL " +
		first("p.sort_name", "people p LEFT JOIN employees e ON e.id = 0", // none, for the conditions of matching
			"NOT EXISTS (SELECT 1 FROM employees x WHERE x.user_id = p.id) AND ") +
		"others ORDER BY name, email" + db.Limit(rows) + " OFFSET " + skip + ") page)"
	list, err = listAccounts(ctx, q, w, at, page, `COALESCE(e.sort_name, p.sort_name), p.email`)
	return list, all, err
}

// countPeople counts the matching people; without a search, all but the one who stands for nobody are counted without looking at them.
func countPeople(ctx context.Context, q db.Queryer, search PeopleSearch, at db.Instant) (n int64, err error) {
	if search.Text == "" && search.Role == "" && search.State == "" {
		err = q.QueryRow(ctx, "SELECT (SELECT COUNT(*) FROM people) - (SELECT COUNT(*) FROM people WHERE id = $1)", anonymousID).Scan(&n)
		return n, err
	}
	w := search.where(at)
	err = q.QueryRow(ctx, `SELECT COUNT(*) FROM people p`+employeeJoin+` WHERE `+w.String(), w.Args()...).Scan(&n)
	return n, err
}

// peopleByID returns the first matching people with ids above after, sorted by id.
func peopleByID(ctx context.Context, q db.Queryer, search PeopleSearch, after string, at db.Instant) ([]Account, error) {
	role := search.Role
	if search.State == StateActive { // few: found by their ways to sign in and not by the role, which the concatenation prevents
		search.Role = ""
	}
	w := search.where(at)
	if role != search.Role {
		w.And("(p.role || '') = ?", string(role))
	}
	if after != "" {
		w.And("p.id > ?", after)
	}
	limit := db.Limit(w.Bind(search.Rows))
	which := w.String()
	if search.State == StateActive { // the first of those with each way to sign in: where most come from an import, few have any
		first := func(id, from, where string) string {
			return "SELECT * FROM (SELECT DISTINCT " + id + " AS id FROM " + from + employeeJoin + " WHERE " + where + which + " ORDER BY 1" +
				limit + ") "
		}
		which = "p.id IN (" + first("p.id", "people p", "p.password_hash <> '' AND ") + "a UNION ALL " +
			first("i.person_id", "identities i JOIN people p ON p.id = i.person_id", "") + "b UNION ALL " +
			first("k.person_id", "passkeys k JOIN people p ON p.id = k.person_id", "") + "c)"
	}
	return listAccounts(ctx, q, w, at, which, `p.id`+limit)
}

// listAccounts returns the people who meet a condition, whose values are those of w, in an order, which may end in a limit.
func listAccounts(ctx context.Context, q db.Queryer, w *db.Where, at db.Instant, condition, order string) ([]Account, error) {
	return db.Collect(func(row db.Row) (a Account, err error) {
		var name string
		err = row.Scan(append(personDest(&a.Person, &name), &a.HasPassword, &a.Linked, &a.HasPasskey, &a.State)...)
		a.Name = cmp.Or(name, a.Name)
		return a, err
	})(q.Query(ctx, `SELECT `+personColumns+`, `+waysInColumns+`, `+personState(w.Bind(at))+` FROM people p`+employeeJoin+
		` WHERE `+condition+` ORDER BY `+order, w.Args()...))
}

// account is a person with the fields that administrators change.
type account struct {
	Person
	WaysIn
	ownName string // of the people table; Person.Name is that of the employee record if there is one
	version int64
}

func accountByID(ctx context.Context, q db.Queryer, id string) (a account, err error) {
	var ways WaysIn
	a.Person, err = scanPerson(q.QueryRow(ctx, `SELECT `+personColumns+`, `+waysInColumns+`, p.name, p.version FROM people p`+employeeJoin+
		` WHERE p.id = $1 AND p.id <> $2`,
		id, anonymousID), &ways.HasPassword, &ways.Linked, &ways.HasPasskey, &a.ownName, &a.version)
	a.WaysIn = ways
	return a, err
}

// The conditions that a person p has a way to sign in.
const (
	hasPassword = `COALESCE(p.password_hash, '') <> ''`
	isLinked    = `EXISTS (SELECT 1 FROM identities i WHERE i.person_id = p.id)`
	hasPasskey  = `EXISTS (SELECT 1 FROM passkeys k WHERE k.person_id = p.id)`

	waysInColumns = hasPassword + `, ` + isLinked + `, ` + hasPasskey // WaysIn
)

// CanSignIn returns the SQL condition that the person with the id in a column may sign in and has a way to.
func CanSignIn(column string) string {
	return `EXISTS (SELECT 1 FROM people p WHERE p.id = ` + column + ` AND p.disabled_at IS NULL AND (` + hasPassword + ` OR ` + isLinked +
		` OR ` + hasPasskey + `))`
}

// CannotSignIn returns the SQL condition that the person with the id in a column may sign in but has no way to yet: neither a
// password nor a passkey nor a company's account.
func CannotSignIn(column string) string {
	return column + ` IN (SELECT p.id FROM people p WHERE ` + noWayIn + `)`
}

const noWayIn = `p.disabled_at IS NULL AND NOT ` + hasPassword + ` AND NOT ` + isLinked + ` AND NOT ` + hasPasskey

// hasInvitation returns the condition that a person p has a link to choose a password that staff have made and that is valid at an
// instant, the placeholder.
func hasInvitation(at string) string {
	return `EXISTS (SELECT 1 FROM auth_secrets x WHERE x.name = '` + passwordLinkPrefix + `' || p.id AND x.expires_at > ` + at + `)`
}

// personState returns the expression of the State of a person p with the employee record e at an instant, the placeholder.
func personState(at string) string {
	return fmt.Sprintf(`CASE WHEN p.disabled_at IS NOT NULL THEN '%s' WHEN e.archived_at IS NOT NULL THEN '%s' WHEN NOT (%s) THEN '%s'
		WHEN %s THEN '%s' ELSE '%s' END`, StateDisabled, StateArchived, noWayIn, StateActive, hasInvitation(at), StateInvited, StateCannotSignIn)
}

// rowOfPerson scans personColumns.
func rowOfPerson(row db.Row) (p Person, err error) {
	var name string
	err = row.Scan(personDest(&p, &name)...)
	p.Name = cmp.Or(name, p.Name)
	return p, err
}

// peopleWithAccess returns those of the people who have a way to sign in, by id; some of them may not be active.
func peopleWithAccess(ctx context.Context, q db.Queryer, ids []string) (map[string]Person, error) {
	found := map[string]Person{}
	err := db.Stream(rowOfPerson, func(p Person) error {
		found[p.ID] = p
		return nil
	})(q.Query(ctx, `SELECT `+personColumns+` FROM people p`+employeeJoin+` WHERE p.id IN (`+q.Dialect().Texts("$1")+`) AND NOT (`+
		noWayIn+`)`, db.Texts(ids)))
	return found, err
}

// accessByID returns how a person signs in, and their valid invitation.
func accessByID(ctx context.Context, q db.Queryer, id string, at db.Instant) (x Access, err error) {
	err = q.QueryRow(ctx, `SELECT `+waysInColumns+`, `+personState("$3")+`, COALESCE(p.password_set_at, 0),
			COALESCE((SELECT MIN(i.created_at) FROM identities i WHERE i.person_id = p.id), 0), COALESCE(p.signed_in_at, 0),
			COALESCE(x.created_at, 0), COALESCE(x.expires_at, 0)
		FROM people p`+employeeJoin+` LEFT JOIN auth_secrets x ON x.name = $2 AND x.expires_at > $3 WHERE p.id = $1`, id, passwordLinkName(id), at).
		Scan(&x.HasPassword, &x.Linked, &x.HasPasskey, &x.State, &x.PasswordSetAt, &x.LinkedAt, &x.SignedInAt, &x.LinkMadeAt, &x.LinkUntil)
	return x, err
}

// signInsByID returns how far people are on the way to signing in, by id, without their messages. above says that the person is in the
// line above the employee.
func signInsByID(ctx context.Context, q db.Queryer, ids []string, employee int64, at db.Instant) (map[string]*SignInState, error) {
	found := map[string]*SignInState{}
	rows, err := q.Query(ctx, `SELECT p.id, e.id IS NOT NULL,
			e.id IS NULL AND EXISTS (SELECT 1 FROM customers c WHERE c.user_id = p.id AND c.archived_at IS NULL),
			e.id IS NOT NULL AND e.id IN (`+lineAbove("$1")+`), `+waysInColumns+`, `+personState("$2")+`,
			COALESCE(p.password_set_at, (SELECT MIN(i.created_at) FROM identities i WHERE i.person_id = p.id),
				(SELECT MIN(k.created_at) FROM passkeys k WHERE k.person_id = p.id), 0),
			COALESCE(x.created_at, 0), COALESCE(x.expires_at, 0) > $2
		FROM people p`+employeeJoin+` LEFT JOIN auth_secrets x ON x.name = '`+passwordLinkPrefix+`' || p.id
		WHERE p.id IN (`+q.Dialect().Texts("$3")+`)`, employee, at, db.Texts(ids))
	if err != nil {
		return nil, err
	}
	return found, db.ForEachRow(rows, func() error {
		var id string
		var x SignInState
		err := rows.Scan(&id, &x.record, &x.Customer, &x.above, &x.HasPassword, &x.Linked, &x.HasPasskey, &x.State,
			&x.Since, &x.InvitedAt, &x.Valid)
		found[id] = &x
		return err
	})
}

// uninvitedSearch selects active people who cannot sign in yet and have no invitation that is valid at an instant.
type uninvitedSearch struct {
	at      db.Instant
	again   bool     // also those who have a valid invitation
	records bool     // only those with an employee record
	plain   bool     // only those with the role employee who supervise no one
	ids     []string // only these; nil: all
	limit   int64

	notAbove int64 // without those in the line above this employee; 0: with all
}

// uninvited returns the people of a search, sorted by name.
func uninvited(ctx context.Context, q db.Queryer, x uninvitedSearch) ([]Person, error) {
	var w db.Where
	w.And("e.archived_at IS NULL AND " + noWayIn)
	if !x.again {
		w.And("NOT "+hasInvitation("?"), x.at)
	}
	if x.records {
		w.And("e.id IS NOT NULL")
	}
	if x.ids != nil {
		w.And("p.id IN ("+q.Dialect().Texts("?")+")", db.Texts(x.ids))
	}
	if x.plain {
		w.And("p.role = ? AND NOT "+supervises, string(Employee))
	}
	if x.notAbove != 0 {
		w.And("(e.id IS NULL OR e.id NOT IN ("+lineAbove("?")+"))", x.notAbove)
	}
	limit := w.Bind(x.limit)
	return db.Collect(rowOfPerson)(q.Query(ctx, `SELECT `+personColumns+` FROM people p`+employeeJoin+`
		WHERE `+w.String()+` ORDER BY COALESCE(e.sort_name, p.sort_name), p.id`+db.Limit(limit), w.Args()...))
}

// lineAbove returns the query for the ids of everyone above an employee, the placeholder: their supervisor, whose supervisor, and so
// on. UNION makes it end even if the data has a cycle.
func lineAbove(employee string) string {
	return `WITH RECURSIVE line(id) AS (SELECT supervisor_id FROM employees WHERE id = ` + employee + ` AND supervisor_id IS NOT NULL
		UNION SELECT s.supervisor_id FROM employees s JOIN line ON s.id = line.id WHERE s.supervisor_id IS NOT NULL) SELECT id FROM line`
}

// isAbove reports whether an employee is in the line above another one. Both ids may be 0, for a person without an employee record.
func isAbove(ctx context.Context, q db.Queryer, id, employee int64) (above bool, err error) {
	if id == 0 || employee == 0 {
		return false, nil
	}
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM (`+lineAbove("$1")+`) l WHERE l.id = $2)`, employee, id).Scan(&above)
	return above, err
}

// lockAdmins locks the rows of all administrators until the end of the transaction.
func lockAdmins(ctx context.Context, tx *db.Tx) error { return lockPeople(ctx, tx, "") }

// lockPeople locks the rows of all administrators and of one person, with the id, until the end of the transaction. SQLite has a single
// writer and needs no lock.
func lockPeople(ctx context.Context, tx *db.Tx, id string) error {
	return tx.LockSelected(ctx, `SELECT id FROM people WHERE role = 'admin' OR id = $1 ORDER BY id`, id)
}

// activeAdmins returns the ids of the active administrators: neither disabled nor archived as employees.
func activeAdmins(ctx context.Context, q db.Queryer) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, `SELECT p.id FROM people p`+employeeJoin+
		` WHERE p.role = 'admin' AND p.disabled_at IS NULL AND e.archived_at IS NULL`))
}

func updatePerson(ctx context.Context, tx *db.Tx, a account, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET email = $1, name = $2, sort_name = $3, role = $4, language = $5, updated_at = $6,
		version = version + 1
	WHERE id = $7`,
		a.Email, a.ownName, contact.Fold(a.ownName), string(a.Role), string(a.Language), int64(at), a.ID)
	return err
}

// displayNames returns people's names, by their ids: that of the employee record, else that of the account, else the e-mail address.
func displayNames(ctx context.Context, q db.Queryer, ids []string) (map[string]string, error) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	var w db.Where
	w.And("p.id IN (?"+strings.Repeat(",?", len(args)-1)+")", args...)
	return db.ReadMap[string, string](q.Query(ctx, `SELECT p.id, COALESCE(e.first_name || ' ' || e.last_name, NULLIF(p.name, ''), p.email)
		FROM people p`+
		employeeJoin+` WHERE `+w.String(), w.Args()...))
}

// personIDByEmail returns the id of the person with that normalized address; "" when there is none.
func personIDByEmail(ctx context.Context, q db.Queryer, email string) (id string, err error) {
	err = q.QueryRow(ctx, "SELECT id FROM people WHERE email = $1", email).Scan(&id)
	return id, db.IgnoreNoRows(err)
}
