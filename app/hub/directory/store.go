package directory

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

// forever is the to_gen of a copy that no generation has ended.
const forever = 1<<63 - 1

func generation(ctx context.Context, q db.Queryer) (gen int64, err error) {
	err = q.QueryRow(ctx, "SELECT generation FROM directory_state WHERE id = 1").Scan(&gen)
	return gen, err
}

func count(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM directory_live").Scan(&n)
	return n, err
}

// Runs of the sync.

const runColumns = `id, generation, source, started_at, seen_at, finished_at, status, read_count, total, added, changed, removed, rejected, problem`

func scanRun(row db.Row) (r Run, err error) {
	var finished, total sql.NullInt64
	err = row.Scan(&r.ID, &r.Generation, &r.Source, &r.StartedAt, &r.SeenAt, &finished, &r.Status, &r.Read, &total, &r.Added, &r.Changed,
		&r.Removed, &r.Rejected, &r.Problem)
	if finished.Valid {
		at := db.Instant(finished.Int64)
		r.FinishedAt = &at
	}
	if total.Valid {
		r.Total = &total.Int64
	}
	return r, err
}

// lastRun is the newest run of one of the statuses; nil when there is none.
func lastRun(ctx context.Context, q db.Queryer, statuses ...string) (*Run, error) {
	r, err := scanRun(q.QueryRow(ctx, "SELECT "+runColumns+" FROM directory_syncs WHERE status IN ("+q.Dialect().Texts("$1")+
		") ORDER BY id DESC LIMIT 1", db.Texts(statuses)))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // never having run is a state
	}
	return &r, err
}

func listRuns(ctx context.Context, q db.Queryer, rows int) (runs []Run, err error) {
	return db.Collect(scanRun)(q.Query(ctx, "SELECT "+runColumns+" FROM directory_syncs ORDER BY id DESC LIMIT $1", rows))
}

func runByID(ctx context.Context, q db.Queryer, id int64) (Run, error) {
	r, err := scanRun(q.QueryRow(ctx, "SELECT "+runColumns+" FROM directory_syncs WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.NotFound("sync")
	}
	return r, err
}

// lastCursor is what the last whole run left for the next, if it was of the same source.
func lastCursor(ctx context.Context, q db.Queryer, source string) (mark string, err error) {
	var last string
	err = q.QueryRow(ctx, "SELECT source, mark FROM directory_syncs WHERE status IN ('done', 'unchanged') ORDER BY id DESC LIMIT 1").Scan(&last, &mark)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", nil
	case last != source:
		mark = ""
	}
	return mark, err
}

func insertRun(ctx context.Context, tx *db.Tx, gen int64, source string, at db.Instant) (Run, error) {
	return scanRun(tx.QueryRow(ctx,
		`INSERT INTO directory_syncs (generation, source, started_at, seen_at, status) VALUES ($1, $2, $3, $3, 'running') RETURNING `+runColumns,
		gen, source, at))
}

// touch says that a run is alive and how far it is. It is the fence of every write of a run: one that was given up for
// dead touches nothing, and must write nothing.
func touch(ctx context.Context, tx *db.Tx, r Run, at db.Instant) error {
	n, err := tx.Exec(ctx, `UPDATE directory_syncs
	SET seen_at = $2, read_count = $3, total = $4, added = $5, changed = $6, removed = $7, rejected = $8
		WHERE id = $1 AND status = 'running'`, r.ID, at, r.Read, r.Total, r.Added, r.Changed, r.Removed, r.Rejected)
	if err == nil && n == 0 {
		err = errLost
	}
	return err
}

// runResult is how a run ended.
type runResult struct {
	status  string // done, unchanged or failed
	problem string // why it failed
	cursor  string // what the next run of the same source goes on from
}

// finish saves how a run ended that is still running.
func finish(ctx context.Context, tx *db.Tx, id int64, r runResult, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE directory_syncs SET status = $2, problem = $3, mark = $4, finished_at = $5, seen_at = $5
	WHERE id = $1 AND status = 'running'`,
		id, r.status, r.problem, r.cursor, at)
	return err
}

// forgetRuns removes old runs, but the last one that brought the mirror up to date.
func forgetRuns(ctx context.Context, tx *db.Tx, keep int) error {
	_, err := tx.Exec(ctx, `DELETE FROM directory_syncs WHERE id <= (SELECT MAX(id) FROM directory_syncs) - $1
		AND id <> (SELECT COALESCE(MAX(id), 0) FROM directory_syncs WHERE status IN ('done', 'unchanged'))`, keep)
	return err
}

func insertRejects(ctx context.Context, tx *db.Tx, run, from int64, list []Rejected) error {
	in := rows{tx: tx, into: "INSERT INTO directory_rejects (sync, position, place, customer_id, reason, field)", width: 6}
	for i, r := range list {
		in.add(run, from+int64(i), r.Place, r.CustomerID, r.Reason, r.Field)
	}
	return in.write(ctx)
}

func listRejects(ctx context.Context, q db.Queryer, run int64) (list []Rejected, err error) {
	return db.Collect(func(row db.Row) (r Rejected, err error) {
		err = row.Scan(&r.Place, &r.CustomerID, &r.Reason, &r.Field)
		return r, err
	})(q.Query(ctx, "SELECT place, customer_id, reason, field FROM directory_rejects WHERE sync = $1 ORDER BY position", run))
}

// Generations.

// liveCopies are the rows of customers that are read now, by their numbers.
func liveCopies(ctx context.Context, q db.Queryer, gen int64, numbers []string) (map[string]currentRow, error) {
	found, err := q.Query(ctx, "SELECT customer_id, id, digest FROM directory_customers WHERE customer_id IN ("+q.Dialect().Texts("$1")+
		") AND from_gen <= $2 AND to_gen > $2", db.Texts(numbers), gen)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	have := map[string]currentRow{}
	for found.Next() {
		var number string
		var k currentRow
		if err := found.Scan(&number, &k.id, &k.digest); err != nil {
			return nil, err
		}
		have[number] = k
	}
	return have, found.Err()
}

// liveNumbers reads the numbers of all customers that are read now, in the order of their rows, a part at a time.
func liveNumbers(ctx context.Context, q db.Queryer, gen, after int64, part int) (ids []int64, numbers []string, err error) {
	found, err := q.Query(ctx,
		"SELECT id, customer_id FROM directory_customers WHERE from_gen <= $1 AND to_gen > $1 AND id > $2 ORDER BY id LIMIT $3", gen, after, part)
	if err != nil {
		return nil, nil, err
	}
	defer found.Close()
	for found.Next() {
		var id int64
		var number string
		if err := found.Scan(&id, &number); err != nil {
			return nil, nil, err
		}
		ids, numbers = append(ids, id), append(numbers, number)
	}
	return ids, numbers, found.Err()
}

// endCopies lets copies of customers not belong to a generation any more.
func endCopies(ctx context.Context, tx *db.Tx, gen int64, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE directory_customers SET to_gen = $1 WHERE id IN ("+tx.Dialect().IDs("$2")+")", gen, db.IDs(ids))
	return err
}

// reserve gives the first of n ids for copies of customers.
func reserve(ctx context.Context, tx *db.Tx, n int) (first int64, err error) {
	err = tx.QueryRow(ctx, "UPDATE directory_state SET last_id = last_id + $1 WHERE id = 1 RETURNING last_id - $1 + 1", int64(n)).Scan(&first)
	return first, err
}

// insertCopies writes new copies of customers, with everything that belongs to them.
func insertCopies(ctx context.Context, tx *db.Tx, gen int64, list []*storedCustomer) error {
	if len(list) == 0 {
		return nil
	}
	first, err := reserve(ctx, tx, len(list))
	if err != nil {
		return err
	}
	customers := rows{tx: tx, width: 21,
		into: `INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name, account_status, type,
		mandatary, legacy_contact, email, email_key, phone, city, language, subscribed, monthly_cents, names_folded, city_folded)`}
	emails := rows{tx: tx, width: 4, into: "INSERT INTO directory_emails (customer, position, email, email_key)"}
	phones := rows{tx: tx, width: 5, into: "INSERT INTO directory_phones (customer, position, phone, phone_key, local_key)"}
	subscriptions := rows{tx: tx, width: 4, into: "INSERT INTO directory_subscriptions (customer, position, status, monthly_cents)"}
	words := rows{tx: tx, width: 2, into: "INSERT INTO directory_words (customer, word)"}
	for i, c := range list {
		id := first + int64(i)
		monthly, subscribed := c.Monthly()
		customers.add(id, gen, c.digest, c.ID, c.numberKey, c.Name, c.AccountID, c.AccountName, c.AccountStatus, c.Type, c.Mandatary,
			c.LegacyContact,
			c.email.written, c.email.key, c.phone, c.City, c.Language, subscribed, monthly, c.namesFolded, c.cityFolded)
		for n, e := range c.emails {
			emails.add(id, n, e.written, e.key)
		}
		for n, p := range c.phones {
			phones.add(id, n, p.written, p.key, localKey(p.key))
		}
		for n, s := range c.Subscriptions {
			subscriptions.add(id, n, s.Status, s.MonthlyCents)
		}
		for _, w := range c.words {
			words.add(id, w)
		}
	}
	for _, r := range []*rows{&customers, &emails, &phones, &subscriptions, &words} {
		if err := r.write(ctx); err != nil {
			return err
		}
	}
	return nil
}

// loaded are the tables that a sync adds many rows to.
var loaded = []string{"directory_customers", "directory_emails", "directory_phones", "directory_subscriptions", "directory_words"}

// publishGeneration lets everyone read the next generation.
func publishGeneration(ctx context.Context, tx *db.Tx, from, to int64) error {
	n, err := tx.Exec(ctx, "UPDATE directory_state SET generation = $2 WHERE id = 1 AND generation = $1", from, to)
	if err == nil && n == 0 {
		err = errLost
	}
	return err
}

// reopenCopies takes back that a generation which never came ended some copies.
func reopenCopies(ctx context.Context, tx *db.Tx, gen int64, part int) (int64, error) {
	return tx.Exec(ctx, `UPDATE directory_customers SET to_gen = $2 WHERE id IN (SELECT id FROM directory_customers
	WHERE to_gen > $1 AND to_gen < $2 LIMIT $3)`, gen, int64(forever), part)
}

// deleteUnpublished deletes up to part copies of a generation that was never published; deleteEnded those that no generation
// in use reads. Both return how many they deleted.
func deleteUnpublished(ctx context.Context, tx *db.Tx, gen int64, part int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM directory_customers WHERE id IN (SELECT id FROM directory_customers WHERE from_gen > $1 LIMIT $2)`, gen,
		part)
}

func deleteEnded(ctx context.Context, tx *db.Tx, gen int64, part int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM directory_customers WHERE id IN (SELECT id FROM directory_customers WHERE to_gen <= $1 LIMIT $2)`, gen,
		part)
}

// rows gathers the rows of one table, to be written many by one statement.
type rows struct {
	tx    *db.Tx
	into  string // INSERT INTO with its table and columns
	width int
	args  []any
}

func (r *rows) add(values ...any) { r.args = append(r.args, values...) }

// sizes of the statements, in rows: a few texts, so that each is prepared once. SQLite's driver looks for the name of each
// value among all of the statement, so that a hundred values cost less each than a thousand; PostgreSQL counts the ways.
func (r *rows) sizes() [3]int {
	if r.tx.Dialect() == db.Postgres {
		return [...]int{100, 10, 1}
	}
	most := max(100/r.width, 2)
	return [...]int{most, max(most/5, 1), 1}
}

func (r *rows) write(ctx context.Context) error {
	for _, size := range r.sizes() {
		text := ""
		for n := size * r.width; len(r.args) >= n; r.args = r.args[n:] {
			if text == "" {
				text = r.statement(size)
			}
			if _, err := r.tx.Exec(ctx, text, r.args[:n]...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *rows) statement(size int) string {
	var b strings.Builder
	b.WriteString(r.into + " VALUES ")
	for i := range size * r.width {
		switch {
		case i > 0 && i%r.width == 0:
			b.WriteString("),($")
		case i > 0:
			b.WriteString(",$")
		default:
			b.WriteString("($")
		}
		b.WriteString(strconv.Itoa(i + 1))
	}
	return b.String() + ")"
}

// Reading customers.

const customerColumns = `c.id, c.customer_id, c.name, c.account_id, c.account_name, c.account_status, c.type, c.mandatary, c.legacy_contact, c.email, c.phone, c.city, c.language, c.subscribed, c.monthly_cents, c.names_folded`

func scanMatch(row db.Row) (m Match, err error) {
	err = row.Scan(&m.row, &m.ID, &m.Name, &m.AccountID, &m.AccountName, &m.AccountStatus, &m.Type, &m.Mandatary, &m.LegacyContact, &m.Email,
		&m.Phone, &m.City, &m.Language,
		&m.Subscribed, &m.MonthlyCents, &m.names)
	return m, err
}

func matches(ctx context.Context, q db.Queryer, where string, args ...any) (list []Match, err error) {
	return db.Collect(scanMatch)(q.Query(ctx, "SELECT "+customerColumns+" FROM directory_customers c WHERE "+where, args...))
}

func matchesByRow(ctx context.Context, q db.Queryer, ids []int64) ([]Match, error) {
	return matches(ctx, q, "c.id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids))
}

func matchesByNumber(ctx context.Context, q db.Queryer, gen int64, numbers []string) ([]Match, error) {
	return matches(ctx, q, "c.customer_id IN ("+q.Dialect().Texts("$1")+") AND c.from_gen <= $2 AND c.to_gen > $2 ORDER BY c.customer_id",
		db.Texts(numbers), gen)
}

// loadLists reads the lists that belong to copies of customers.
func loadLists(ctx context.Context, q db.Queryer, of map[int64]*Customer, ids []int64) error {
	in := "customer IN (" + q.Dialect().IDs("$1") + ") ORDER BY customer, position"
	for _, part := range []struct {
		columns, table string
		add            func(c *Customer, text string, cents int64)
	}{
		{"email, CAST(0 AS BIGINT)", "directory_emails", func(c *Customer, text string, _ int64) { c.Emails = append(c.Emails, text) }},
		{"phone, CAST(0 AS BIGINT)", "directory_phones", func(c *Customer, text string, _ int64) { c.Phones = append(c.Phones, text) }},
		{"status, monthly_cents", "directory_subscriptions", func(c *Customer, text string, cents int64) {
			c.Subscriptions = append(c.Subscriptions, Subscription{text, cents})
		}},
	} {
		if err := loadList(ctx, q, "SELECT customer, "+part.columns+" FROM "+part.table+" WHERE "+in, db.IDs(ids),
			func(id int64, text string, cents int64) { part.add(of[id], text, cents) }); err != nil {
			return err
		}
	}
	return nil
}

func loadList(ctx context.Context, q db.Queryer, query, ids string, add func(id int64, text string, cents int64)) error {
	found, err := q.Query(ctx, query, ids)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		var id, cents int64
		var text string
		if err := found.Scan(&id, &text, &cents); err != nil {
			return err
		}
		add(id, text, cents)
	}
	return found.Err()
}

// Searching. All of it looks at copies that are read now: $1 is the generation.

const live = "JOIN directory_customers c ON c.id = x.customer AND c.from_gen <= $1 AND c.to_gen > $1"

// eachWord reads every word with how many customers have it, in the order of the words.
func eachWord(ctx context.Context, q db.Queryer, each func(word string, customers int64)) error {
	found, err := q.Query(ctx, "SELECT word, COUNT(*) FROM directory_words GROUP BY word ORDER BY word")
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		var word string
		var n int64
		if err := found.Scan(&word, &n); err != nil {
			return err
		}
		each(word, n)
	}
	return found.Err()
}

func byNumber(ctx context.Context, q db.Queryer, gen int64, key string, limit int) ([]int64, error) {
	from, to := db.Prefixed(key)
	bytes := q.Dialect().ByBytes()
	return db.ReadIDs(q.Query(ctx, "SELECT c.id FROM directory_customers c WHERE c.number_key"+bytes+" >= $2 AND c.number_key"+bytes+
		" < $3 AND c.from_gen <= $1 AND c.to_gen > $1 ORDER BY c.number_key"+bytes+" LIMIT $4",
		gen, from, to, limit))
}

func byEmail(ctx context.Context, q db.Queryer, gen int64, key string, limit int) ([]int64, error) {
	return byPrefix(ctx, q, prefixSearch{"directory_emails", "email_key", key}, gen, limit)
}

func byPhone(ctx context.Context, q db.Queryer, gen int64, key string, limit int) ([]int64, error) {
	return byPrefix(ctx, q, prefixSearch{"directory_phones", "phone_key", key}, gen, limit)
}

func byLocalPhone(ctx context.Context, q db.Queryer, gen int64, digits string, limit int) ([]int64, error) {
	return byPrefix(ctx, q, prefixSearch{"directory_phones", "local_key", digits}, gen, limit)
}

// prefixSearch is a search for the copies that have a row in a table of theirs whose column begins with a prefix.
type prefixSearch struct{ table, column, prefix string }

func byPrefix(ctx context.Context, q db.Queryer, s prefixSearch, gen int64, limit int) ([]int64, error) {
	from, to := db.Prefixed(s.prefix)
	column := "x." + s.column + q.Dialect().ByBytes()
	return db.ReadIDs(q.Query(ctx, "SELECT x.customer FROM "+s.table+" x "+live+" WHERE "+column+" >= $2 AND "+column+" < $3 ORDER BY "+column+
		" LIMIT $4", gen, from, to, limit))
}

// byWords finds copies that have a word of each kind wanted. The first one leads: it should be the rarest.
func byWords(ctx context.Context, q db.Queryer, gen int64, wanted []wordCondition, limit int) ([]int64, error) {
	args := []any{gen}
	bind := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	one := func(column string, w wordCondition) string {
		if w.any != nil {
			return column + " IN (" + q.Dialect().Texts(bind(db.Texts(w.any))) + ")"
		}
		from, to := db.Prefixed(w.start)
		return column + " >= " + bind(from) + " AND " + column + " < " + bind(to)
	}
	where := one("x.word", wanted[0])
	for _, w := range wanted[1:] {
		where += " AND EXISTS (SELECT 1 FROM directory_words y WHERE y.customer = x.customer AND " + one("y.word", w) + ")"
	}
	// Last, whether it is read now: the copies lie far apart, and most customers who have one word have not the others.
	where += " AND EXISTS (SELECT 1 FROM directory_customers c WHERE c.id = x.customer AND c.from_gen <= $1 AND c.to_gen > $1)"
	return db.ReadIDs(q.Query(ctx, "SELECT x.customer FROM directory_words x WHERE "+where+" LIMIT "+bind(limit), args...))
}
