package notifications

import (
	"context"
	"encoding/json"

	"presence/app/accounts/push"
	"presence/db"
)

// personOfEmployees returns the people of live employees, by the id of the employee.
func personOfEmployees(ctx context.Context, q db.Queryer, ids []int64) (map[int64]string, error) {
	type row struct {
		id     int64
		person string
	}
	found := map[int64]string{}
	return found, db.Stream(func(r db.Row) (x row, err error) {
		err = r.Scan(&x.id, &x.person)
		return x, err
	}, func(x row) error {
		found[x.id] = x.person
		return nil
	})(q.Query(ctx, "SELECT id, user_id FROM employees WHERE archived_at IS NULL AND id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

// deleteUnread deletes unread notifications of the same kind about the same records, which new ones replace.
func deleteUnread(ctx context.Context, tx *db.Tx, list []Notification) error {
	people, ids := map[string]bool{}, make([]int64, len(list))
	var w db.Where
	w.And("read_at IS NULL AND kind = ?", list[0].Kind)
	for i, n := range list {
		people[n.PersonID], ids[i] = true, n.RecordID
	}
	w.And("record_id IN ("+tx.Dialect().IDs("?")+")", db.IDs(ids))
	if len(people) == 1 { // so that the index on people is used
		w.And("person_id = ?", list[0].PersonID)
	}
	_, err := tx.Exec(ctx, "DELETE FROM notifications WHERE "+w.String(), w.Args()...)
	return err
}

// deleteUnreadOf deletes the unread notifications of the same kind and record id that the people of the list have.
func deleteUnreadOf(ctx context.Context, tx *db.Tx, list []Notification) error {
	people := personIDs(list, func(n Notification) string { return n.PersonID })
	_, err := tx.Exec(ctx, "DELETE FROM notifications WHERE read_at IS NULL AND kind = $1 AND record_id = $2 AND person_id IN ("+
		tx.Dialect().Texts("$3")+")", list[0].Kind, list[0].RecordID, db.Texts(people))
	return err
}

// deleteUnreadSends deletes the unread notifications about a send.
func deleteUnreadSends(ctx context.Context, tx *db.Tx, campaign int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM notifications WHERE read_at IS NULL AND record_id = $1 AND kind IN ($2, $3)", campaign, SendProgress,
		SendFinished)
	return err
}

// resolve marks the notifications that requested a decision as read, for everybody.
func resolve(ctx context.Context, tx *db.Tx, kind Kind, ids []int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE notifications SET read_at = $1 WHERE read_at IS NULL AND kind = $2 AND record_id IN ("+
		tx.Dialect().IDs("$3")+")", at, kind, db.IDs(ids))
	return err
}

// employeePerson is an employee with the id of their person (the account).
type employeePerson struct {
	employee int64
	person   string
}

// peopleToRemind returns the employees of the reminder whose accounts are not disabled and who did not get it yet.
func peopleToRemind(ctx context.Context, q db.Queryer, r Reminder) ([]employeePerson, error) {
	return db.Collect(func(row db.Row) (p employeePerson, err error) {
		err = row.Scan(&p.employee, &p.person)
		return p, err
	})(q.Query(ctx, `SELECT e.id, p.id FROM employees e JOIN people p ON p.id = e.user_id
		WHERE e.id IN (`+q.Dialect().IDs("$1")+`) AND p.disabled_at IS NULL AND NOT EXISTS (
			SELECT 1 FROM notifications n WHERE n.person_id = p.id AND n.kind = $2 AND n.created_at >= $3 AND n.record_id = $4)
		ORDER BY e.id`, db.IDs(r.Employees), SheetReminder, r.Since, r.RecordID))
}

// remindedEmployees returns the employees who got a reminder with a record id since an instant.
func remindedEmployees(ctx context.Context, q db.Queryer, recordID int64, since db.Instant) ([]int64, error) {
	return db.Collect(func(row db.Row) (id int64, err error) {
		err = row.Scan(&id)
		return id, err
	})(q.Query(ctx, `SELECT e.id FROM notifications n JOIN employees e ON e.user_id = n.person_id
		WHERE n.created_at >= $1 AND n.kind = $2 AND n.record_id = $3`, since, SheetReminder, recordID))
}

// eventStaff returns the people who run events and can sign in; the administrators if there are none. more is
// added if that person may run events.
func eventStaff(ctx context.Context, q db.Queryer, more string) (people []string, err error) {
	return db.ReadTexts(q.Query(ctx,
		`SELECT id FROM people WHERE disabled_at IS NULL AND (id = $1 AND role IN ('events', 'admin') OR role = CASE
		WHEN EXISTS (SELECT 1 FROM people WHERE disabled_at IS NULL AND role = 'events') THEN 'events' ELSE 'admin' END) ORDER BY id`, more))
}

// administrators returns the administrators who can sign in.
func administrators(ctx context.Context, q db.Queryer) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, "SELECT id FROM people WHERE disabled_at IS NULL AND role = 'admin' ORDER BY id"))
}

// unread returns the unread notifications of a kind about a record.
func unread(ctx context.Context, q db.Queryer, kind Kind, record int64) (found []Notification, err error) {
	err = queryEach(ctx, q, "SELECT "+columns+", 0 FROM notifications n WHERE n.record_id = $1 AND n.kind = $2 AND n.read_at IS NULL",
		[]any{record, kind},
		func(n Notification, _ int64) { found = append(found, n) })
	return found, err
}

// unreadOf returns the unread notifications of a kind that some people have.
func unreadOf(ctx context.Context, q db.Queryer, kind Kind, people []string) (found []Notification, err error) {
	if len(people) == 0 {
		return nil, nil
	}
	err = queryEach(ctx, q, "SELECT "+columns+", 0 FROM notifications n WHERE n.read_at IS NULL AND n.kind = $1 AND n.person_id IN ("+
		q.Dialect().Texts("$2")+")", []any{kind, db.Texts(people)}, func(n Notification, _ int64) { found = append(found, n) })
	return found, err
}

// unknownTo returns those notifications of some kinds and people of which the people have learned nothing: they have not read them, and
// their e-mail and the notices on their devices wait, or they get none.
func unknownTo(ctx context.Context, q db.Queryer, kinds []Kind, people []string) (found []Notification, err error) {
	var w db.Where
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	w.And("n.read_at IS NULL")
	w.And("n.person_id IN ("+q.Dialect().Texts("?")+")", db.Texts(people))
	w.And("n.kind IN ("+q.Dialect().Texts("?")+")", db.Texts(names))
	w.And("(n.phone IS NULL OR n.phone = 'waiting')")
	w.And(`(n.mail IS NOT NULL OR EXISTS (SELECT 1 FROM notification_preferences p WHERE p.person_id = n.person_id AND p.topic = n.topic
		AND p.mode = 'never'))`)
	err = queryEach(ctx, q, "SELECT "+columns+", 0 FROM notifications n WHERE "+w.String(), w.Args(),
		func(n Notification, _ int64) { found = append(found, n) })
	return found, err
}

// personRecord is a record that a person was notified of.
type personRecord struct {
	person string
	record int64
}

// remindedApprovers returns who was notified of waiting approvals, by that kind of notification, since an instant, and of which record.
func remindedApprovers(ctx context.Context, q db.Queryer, kind Kind, since db.Instant) ([]personRecord, error) {
	return db.Collect(func(row db.Row) (p personRecord, err error) {
		err = row.Scan(&p.person, &p.record)
		return p, err
	})(q.Query(ctx, "SELECT person_id, record_id FROM notifications WHERE kind = $1 AND created_at >= $2", kind, since))
}

// modeOf is an expression for the mode of a person for a topic, NULL for Never. Its values are the person, the topic and the topic's
// initial mode.
const modeOf = "NULLIF(COALESCE((SELECT mode FROM notification_preferences WHERE person_id = ? AND topic = ?), ?), 'never')"

// phoneOf is an expression for the column phone of a new notification. Its values are the person, the topic, whether the topic is for
// devices unless the person has chosen, and the person.
const phoneOf = "CASE WHEN COALESCE((SELECT phone FROM notification_preferences WHERE person_id = ? AND topic = ?), ?) AND " +
	push.HasDevice + " THEN 'waiting' END"

func insert(ctx context.Context, tx *db.Tx, record string, list []Notification) error {
	in := db.Insert{
		Into: "INSERT INTO notifications (person_id, kind, record_kind, record_id, data, created_at, topic, mail, phone)",
		Row:  "?, ?, ?, ?, ?, ?, ?, " + modeOf + ", " + phoneOf,
	}
	for _, n := range list {
		data, err := json.Marshal(n.Data)
		if err != nil {
			return err
		}
		topic := specOf(n.topic())
		in.Add(n.PersonID, n.Kind, record, n.RecordID, string(data), n.At, topic.topic, n.PersonID, topic.topic, topic.initial,
			n.PersonID, topic.topic, topic.phone, n.PersonID)
	}
	_, err := in.Write(ctx, tx)
	return err
}

const columns = "id, person_id, kind, record_id, data, created_at, COALESCE(read_at, 0)"

func queryEach(ctx context.Context, q db.Queryer, query string, args []any, fn func(n Notification, unread int64)) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var n Notification
		var data string
		var unread int64
		if err := rows.Scan(&n.ID, &n.PersonID, &n.Kind, &n.RecordID, &data, &n.At, &n.ReadAt, &unread); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(data), &n.Data); err != nil {
			return err
		}
		fn(n, unread)
		return nil
	})
}

// listBefore returns a person's notifications, newest first, with ids below before (0: from the newest).
func listBefore(ctx context.Context, q db.Queryer, person string, before int64, limit int) (found []Notification, err error) {
	var w db.Where
	w.And("n.person_id = ?", person)
	if before != 0 {
		w.And("n.id < ?", before)
	}
	rows := w.Bind(limit)
	err = queryEach(ctx, q, "SELECT "+columns+", 0 FROM notifications n WHERE "+w.String()+" ORDER BY n.id DESC"+db.Limit(rows), w.Args(),
		func(n Notification, _ int64) { found = append(found, n) })
	return found, err
}

// listNamed returns those of a person's notifications that have one of the ids, newest first.
func listNamed(ctx context.Context, q db.Queryer, person string, ids []int64) (found []Notification, err error) {
	err = queryEach(ctx, q, "SELECT "+columns+", 0 FROM notifications n WHERE n.person_id = $1 AND n.id IN ("+q.Dialect().IDs("$2")+
		") ORDER BY n.id DESC", []any{person, db.IDs(ids)}, func(n Notification, _ int64) { found = append(found, n) })
	return found, err
}

// listBetween returns a person's notifications after one id and up to another, in the order of the ids, at most limit.
func listBetween(ctx context.Context, q db.Queryer, person string, after, upTo int64, limit int) (found []Notification, err error) {
	err = queryEach(ctx, q, "SELECT "+columns+
		", 0 FROM notifications n WHERE n.person_id = $1 AND n.id > $2 AND n.id <= $3 ORDER BY n.id LIMIT CAST($4 AS BIGINT)",
		[]any{person, after, upTo, limit}, func(n Notification, _ int64) { found = append(found, n) })
	return found, err
}

// listAfter calls fn for everyone's notifications after an id, in the order of the ids, at most limit, each with the unread
// count of its person.
func listAfter(ctx context.Context, q db.Queryer, after int64, limit int, fn func(n Notification, unread int64)) error {
	return queryEach(ctx, q, "SELECT "+columns+", (SELECT "+countListed(q.Dialect())+` FROM notifications u
			WHERE u.person_id = n.person_id AND u.read_at IS NULL)
		FROM notifications n WHERE n.id > $1 ORDER BY n.id LIMIT CAST($2 AS BIGINT)`, []any{after, limit}, fn)
}

func newestID(ctx context.Context, q db.Queryer) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(id), 0) FROM notifications").Scan(&id)
	return id, err
}

// countListed returns an expression: how many entries the list has for the unread notifications u. The sheets that were submitted for one
// period are one (grouped).
func countListed(d db.Dialect) string {
	return "COUNT(DISTINCT CASE WHEN u.kind = '" + string(SheetSubmitted) + "' THEN COALESCE(" + d.JSONText("u.data", "period") +
		", CAST(u.id AS TEXT)) ELSE CAST(u.id AS TEXT) END)"
}

func countUnread(ctx context.Context, q db.Queryer, person string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT "+countListed(q.Dialect())+" FROM notifications u WHERE u.person_id = $1 AND u.read_at IS NULL", person).Scan(&n)
	return n, err
}

// setRead marks a person's notifications as read: those with the ids, and all up to an id.
func setRead(ctx context.Context, tx *db.Tx, person string, ids []int64, upTo int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE notifications SET read_at = $1 WHERE person_id = $2 AND read_at IS NULL AND (id <= $3 OR id IN ("+
		tx.Dialect().IDs("$4")+"))", at, person, upTo, db.IDs(ids))
	return err
}

func setReadByID(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE notifications SET read_at = $1 WHERE read_at IS NULL AND id IN ("+tx.Dialect().IDs("$2")+")",
		at, db.IDs(ids))
	return err
}

func deleteByID(ctx context.Context, tx *db.Tx, ids []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM notifications WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
	return err
}

func deleteBefore(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, "DELETE FROM notifications WHERE created_at < $1", at)
	return err
}
