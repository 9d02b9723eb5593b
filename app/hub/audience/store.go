package audience

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// conditions returns the SQL conditions of the filters, except for customers who have left. The cheap ones come first.
func (f Filters) conditions() *db.Where {
	w := new(db.Where)
	w.And(live)
	if f.ActiveSubscription {
		w.And("c.subscribed AND c.monthly_cents >= ?", f.MinMonthly)
	}
	switch f.CustomerType {
	case Residential:
		w.And("c.type = 'Individual'")
	case Commercial:
		w.And("c.type = 'Company'")
	}
	if f.Name != "" { // more selective than the city
		w.And(`c.names_folded LIKE ? ESCAPE '\'`, pattern(f.Name))
	}
	if f.City != "" {
		w.And(`c.city_folded LIKE ? ESCAPE '\'`, pattern(f.City))
	}
	return w
}

// live is the condition that a row c of directory_customers belongs to the current generation. The view directory_live is a
// join, for which SQLite would build a temporary index; the unary plus prevents SQLite from looking the rows up by generation,
// which is slower than reading them in order.
const live = "+c.from_gen <= (SELECT generation FROM directory_state) AND +c.to_gen > (SELECT generation FROM directory_state)"

// pattern returns a LIKE pattern that finds the folded text anywhere.
func pattern(s string) string { return db.Containing(contact.Fold(s)) }

// matchedCustomer is what scan needs of each matching customer.
type matchedCustomer struct {
	id      int64 // of the row, if there is no address
	hasLeft bool  // and the filters leave out those who have left; then nothing else is known
	key     string
}

// noAddress begins the line of a customer without an address, with the id of the row, and is the line of one who has left. No address
// begins with it.
const noAddress = " "

// eachMatch calls each for the customers that match the filters, including those who have left, in the order of their rows. A query
// reads a block of them as one text with a line for each: to read a row of a result takes longer than to find it. Blocks are given by
// their last row, which is looked up before: with a LIMIT, SQLite copies each line once more.
func eachMatch(ctx context.Context, q db.Queryer, f Filters, block int, each func(matchedCustomer)) error {
	line := "CASE WHEN c.email_key = '' THEN '" + noAddress + "' || c.id ELSE c.email_key END"
	if !f.includesLeft() {
		line = "CASE WHEN c.account_status = 'resiliated' THEN '" + noAddress + "' ELSE " + line + " END"
	}
	for after, more := int64(0), true; more; {
		var last int64
		err := q.QueryRow(ctx, "SELECT id FROM directory_customers WHERE id > $1 ORDER BY id"+db.Limit("1")+" OFFSET CAST($2 AS BIGINT)", after,
			block-1).Scan(&last)
		if more = err == nil; db.IgnoreNoRows(err) != nil {
			return err
		}
		w := f.conditions()
		w.And("c.id > ?", after)
		if more {
			w.And("c.id <= ?", last)
		}
		lines, err := readLines(ctx, q, "SELECT STRING_AGG("+line+", '\n') FROM directory_customers c WHERE "+w.String(), w.Args()...)
		if err != nil {
			return err
		}
		var unreachable []int64 // ids of customers without an address; the text of a block has them in any order
		for line := range lines {
			switch id, none := strings.CutPrefix(line, noAddress); {
			case !none:
				each(matchedCustomer{key: line})
			case id == "":
				each(matchedCustomer{hasLeft: true})
			default:
				id, _ := strconv.ParseInt(id, 10, 64)
				unreachable = append(unreachable, id)
			}
		}
		slices.Sort(unreachable)
		for _, id := range unreachable {
			each(matchedCustomer{id: id})
		}
		after = last
	}
	return nil
}

// readLines returns the lines of the one text that a query returns; of NULL, none.
func readLines(ctx context.Context, q db.Queryer, query string, args ...any) (iter.Seq[string], error) {
	var text sql.NullString
	if err := q.QueryRow(ctx, query, args...).Scan(&text); err != nil {
		return nil, err
	}
	if !text.Valid {
		return func(func(string) bool) {}, nil
	}
	return strings.SplitSeq(text.String, "\n"), nil
}

// customerColumns are the columns from which an entry is made.
const customerColumns = `c.id, c.customer_id, c.name, c.type, c.mandatary, c.language, c.phone, c.email, c.email_key,
	c.account_status = 'resiliated', c.monthly_cents,
	(SELECT COUNT(*) FROM directory_subscriptions s WHERE s.customer = c.id AND s.status = 'active')`

// customer is a row of the directory with the entry made from it.
type customer struct {
	id      int64
	name    string
	hasLeft bool
	entry   Entry
}

func scanCustomer(row db.Row) (c customer, err error) {
	var kind, mandatary string
	e := &c.entry
	e.Monthly = new(Monthly)
	if err := row.Scan(&c.id, &e.CustomerID, &c.name, &kind, &mandatary, &e.Language, &e.Phone, &e.Email, &e.key, &c.hasLeft, &e.Monthly.Cents,
		&e.Monthly.Number); err != nil {
		return c, err
	}
	name := c.name
	if kind == "Company" && mandatary != "" {
		name = mandatary
	}
	e.FirstName, e.LastName = splitName(name, kind == "Individual" || mandatary != "")
	return c, nil
}

func customers(ctx context.Context, q db.Queryer, rest string, args ...any) (list []customer, err error) {
	return db.Collect(scanCustomer)(q.Query(ctx, "SELECT "+customerColumns+" FROM directory_customers c "+rest, args...))
}

// byRows returns the customers with these row ids, in their order.
func byRows(ctx context.Context, q db.Queryer, ids []int64) ([]customer, error) {
	return customers(ctx, q, "WHERE "+live+" AND c.id IN ("+q.Dialect().IDs("$1")+") ORDER BY c.id", db.IDs(ids))
}

// byNumbers returns the customers with these customer numbers.
func byNumbers(ctx context.Context, q db.Queryer, numbers []string) ([]customer, error) {
	return customers(ctx, q, "WHERE "+live+" AND c.customer_id IN ("+q.Dialect().Texts("$1")+") ORDER BY c.id", db.Texts(numbers))
}

// pageOf returns the next matching customers with row ids above after.
func pageOf(ctx context.Context, q db.Queryer, f Filters, after int64, limit int) ([]customer, error) {
	w := f.conditions()
	w.And("c.id > ?", after)
	return customers(ctx, q, "WHERE "+w.String()+" ORDER BY c.id"+db.Limit(w.Bind(limit)), w.Args()...)
}

// cities returns the cities in the directory, the most common first.
func cities(ctx context.Context, q db.Queryer, limit int) (list []string, err error) {
	return db.ReadTexts(q.Query(ctx,
		"SELECT city FROM directory_cities ORDER BY customers DESC, city_folded LIMIT CAST($1 AS BIGINT)", limit))
}

// hasCustomers reports whether the directory has any customer.
func hasCustomers(ctx context.Context, q db.Queryer) (has bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM directory_live)").Scan(&has)
	return has, err
}

// sources returns the totals of the list and its batches, in the order in which they were added.
func sources(ctx context.Context, q db.Queryer, event string) (list List, err error) {
	rows, err := q.Query(ctx,
		"SELECT id, kind, label, entries FROM audience_sources WHERE event_id = $1 AND state = 'live' AND entries > 0 ORDER BY id", event)
	if err != nil {
		return list, err
	}
	err = db.ForEachRow(rows, func() error {
		var s Source
		var label string
		if err := rows.Scan(&s.ID, &s.Kind, &label, &s.Count); err != nil {
			return err
		}
		list.Total += s.Count
		err := json.Unmarshal([]byte(label), &s.Label)
		list.Sources = append(list.Sources, s)
		return err
	})
	return list, err
}

// LastEntry returns the id of the last entry of an event's main list; 0: it has none.
func LastEntry(ctx context.Context, q db.Queryer, event string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT a.id FROM audience_live a WHERE a.event_id = $1 ORDER BY a.id DESC LIMIT 1", event).Scan(&id)
	return id, db.IgnoreNoRows(err)
}

// listed counts how many of these addresses are on the list.
func listed(ctx context.Context, q db.Queryer, event string, keys []string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM audience_live a WHERE a.event_id = "+q.Dialect().GenericParam("$1", "TEXT")+
		" AND a.email_key IN ("+q.Dialect().Texts("$2")+")", event, db.Texts(keys)).Scan(&n)
	return n, err
}

// eachListed calls each for the addresses on the list, which it reads as eachMatch does. As long as all batches are in the list, the
// index of the addresses has all that is needed.
func eachListed(ctx context.Context, q db.Queryer, event string, block int, each func(key string)) error {
	var others bool
	if err := q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM audience_sources WHERE event_id = $1 AND state <> 'live')",
		event).Scan(&others); err != nil {
		return err
	}
	from := "audience_entries"
	if others {
		from = "audience_live"
	}
	for after, more := "", true; more; {
		var last string
		err := q.QueryRow(ctx, "SELECT email_key FROM "+from+" WHERE event_id = $1 AND email_key > $2 ORDER BY email_key"+db.Limit("1")+
			" OFFSET CAST($3 AS BIGINT)", event, after, block-1).Scan(&last)
		if more = err == nil; db.IgnoreNoRows(err) != nil {
			return err
		}
		w := new(db.Where)
		w.And("event_id = ? AND email_key > ?", event, after)
		if more {
			w.And("email_key <= ?", last)
		}
		lines, err := readLines(ctx, q, "SELECT STRING_AGG(email_key, '\n') FROM "+from+" WHERE "+w.String(), w.Args()...)
		if err != nil {
			return err
		}
		for key := range lines {
			each(key)
		}
		after = last
	}
	return nil
}

// listedCustomers returns the numbers of those customers whose first address is on the list.
func listedCustomers(ctx context.Context, q db.Queryer, event string, numbers []string) (list []string, err error) {
	return db.ReadTexts(q.Query(ctx, "SELECT c.customer_id FROM directory_customers c WHERE "+live+" AND c.customer_id IN ("+
		q.Dialect().Texts("$2")+`)
		AND EXISTS (SELECT 1 FROM audience_live a WHERE a.event_id = `+q.Dialect().GenericParam("$1", "TEXT")+
		` AND a.email_key = c.email_key)`, event, db.Texts(numbers)))
}

const entryColumns = "a.id, a.email, a.email_key, a.firstname, a.lastname, a.language, a.customer_id, a.phone, " +
	"a.monthly_cents, a.subscriptions, a.kind"

func scanEntry(row db.Row) (e Entry, err error) {
	var cents, number sql.NullInt64
	err = row.Scan(&e.ID, &e.Email, &e.key, &e.FirstName, &e.LastName, &e.Language, &e.CustomerID, &e.Phone, &cents, &number, &e.Kind)
	if cents.Valid {
		e.Monthly = &Monthly{number.Int64, cents.Int64}
	}
	return e, err
}

// entries calls each for the selected entries of a list, in the order in which they were added.
func entries(ctx context.Context, q db.Queryer, event string, p Page, each func(Entry) error) error {
	var w db.Where
	w.And("a.event_id = ? AND a.id > ?", event, p.After)
	if p.Source != 0 {
		w.And("a.source_id = ?", p.Source)
	}
	if p.Search != "" {
		w.And(`a.folded LIKE ? ESCAPE '\'`, pattern(p.Search))
	}
	return db.Stream(scanEntry, each)(q.Query(ctx, "SELECT "+entryColumns+" FROM audience_live a WHERE "+w.String()+" ORDER BY a.id"+
		db.Limit(w.Bind(p.Rows)), w.Args()...))
}

func byID(ctx context.Context, q db.Queryer, event string, id int64) (Entry, error) {
	e, err := scanEntry(q.QueryRow(ctx, "SELECT "+entryColumns+" FROM audience_live a WHERE a.event_id = $1 AND a.id = $2", event, id))
	if errors.Is(err, sql.ErrNoRows) {
		return e, errs.NotFound("audience entry")
	}
	return e, err
}

// remove deletes an entry and corrects the counts of its batch.
func remove(ctx context.Context, tx *db.Tx, id int64) error {
	var source int64
	var language string
	if err := tx.QueryRow(ctx, "DELETE FROM audience_entries WHERE id = $1 RETURNING source_id, language",
		id).Scan(&source, &language); err != nil {
		if errors.Is(err, sql.ErrNoRows) { // another request has deleted it
			return errs.NotFound("audience entry")
		}
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE audience_sources SET entries = entries - 1, english = english - CASE WHEN $2 = 'en' THEN 1 "+
		"ELSE 0 END WHERE id = $1", source, language)
	return err
}

// hasStaged reports whether a batch is being written to the list.
func hasStaged(ctx context.Context, q db.Queryer, event string) (staged bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM audience_sources WHERE event_id = $1 AND state = 'staged')", event).Scan(&staged)
	return staged, err
}

// markDead marks the batches of an event with one of these states as dead: readers no longer see them, and sweep deletes them.
func markDead(ctx context.Context, tx *db.Tx, event, states string) error {
	_, err := tx.Exec(ctx, "UPDATE audience_sources SET state = 'dead' WHERE event_id = $1 AND state IN ("+tx.Dialect().Texts("$2")+")", event,
		states)
	return err
}

// markBatchDead marks one staged batch as dead.
func markBatchDead(ctx context.Context, tx *db.Tx, source int64) error {
	_, err := tx.Exec(ctx, "UPDATE audience_sources SET state = 'dead' WHERE id = $1 AND state = 'staged'", source)
	return err
}

// markWriterDead marks the staged batches of the last holder of a writer name as dead.
func markWriterDead(ctx context.Context, tx *db.Tx, writer string) error {
	_, err := tx.Exec(ctx, "UPDATE audience_sources SET state = 'dead' WHERE writer = $1 AND state = 'staged'", writer)
	return err
}

// staged is a batch that is being written.
type staged struct {
	id     int64
	writer string
	seenAt db.Instant
}

// stagedOf returns the batches that are being written to an event's list, or to any list if event is "".
func stagedOf(ctx context.Context, q db.Queryer, event string) (list []staged, err error) {
	return db.Collect(func(row db.Row) (x staged, err error) {
		err = row.Scan(&x.id, &x.writer, &x.seenAt)
		return x, err
	})(q.Query(ctx, "SELECT id, writer, seen_at FROM audience_sources WHERE ($1 = '' OR event_id = $1) AND state = 'staged' ORDER BY id",
		event))
}

// nextDead returns the id of a dead batch; 0 for none.
func nextDead(ctx context.Context, q db.Queryer, event string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MIN(id), 0) FROM audience_sources WHERE ($1 = '' OR event_id = $1) AND state = 'dead'",
		event).Scan(&id)
	return id, err
}

// sweep deletes up to limit entries of a dead batch, and the batch when none is left; then done is true.
func sweep(ctx context.Context, tx *db.Tx, source int64, limit int) (done bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM audience_entries WHERE id IN (SELECT e.id FROM audience_entries e
	JOIN audience_sources s ON s.id = e.source_id
		WHERE e.source_id = $1 AND s.state = 'dead' ORDER BY e.id LIMIT CAST($2 AS BIGINT))`, source, limit)
	if err != nil || n == int64(limit) {
		return false, err
	}
	_, err = tx.Exec(ctx, "DELETE FROM audience_sources WHERE id = $1 AND state = 'dead'", source)
	return true, err
}

// newSource is a batch for insertSource.
type newSource struct {
	event     string
	kind      Kind
	label     Label
	state     string // live or staged
	since     int64  // generation of the directory when the batch was begun
	writer    string // the name of the lock that the writer of a staged batch holds
	createdBy string // id of a person
	createdAt db.Instant
}

func insertSource(ctx context.Context, tx *db.Tx, s newSource) (id int64, err error) {
	label, err := json.Marshal(s.label)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `INSERT INTO audience_sources (event_id, kind, label, state, generation, writer, seen_at, created_at, created_by)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8) RETURNING id`,
		s.event, string(s.kind), string(label), s.state, s.since, s.writer, s.createdAt, s.createdBy).Scan(&id)
	if db.IsUnique(err, "audience_sources_staged") {
		return 0, errBusy()
	}
	return id, err
}

// latestByHand returns the batch to which picks by hand are added; 0 for none.
func latestByHand(ctx context.Context, q db.Queryer, event string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(id), 0) FROM audience_sources WHERE event_id = $1 AND kind = 'manual' AND state = 'live'",
		event).Scan(&id)
	return id, err
}

// touch records a heartbeat of the writer of a staged batch. It returns false when the batch was given up.
func touch(ctx context.Context, tx *db.Tx, source int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE audience_sources SET seen_at = $2 WHERE id = $1 AND state = 'staged'", source, at)
	return n == 1, err
}

// publish makes a batch part of the list. It adds more to the batch's count of entries and updates its count of English ones. A label
// that is not nil replaces that of the batch. A batch without entries is deleted.
func publish(ctx context.Context, tx *db.Tx, source, more int64, l *Label) error {
	var label []byte
	var err error
	if l != nil {
		if label, err = json.Marshal(l); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, `UPDATE audience_sources SET state = 'live', entries = entries + $2,
		english = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = $1 AND e.language = 'en'),
		label = COALESCE(NULLIF($3, ''), label) WHERE id = $1`, source, more, string(label)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM audience_sources WHERE id = $1 AND entries = 0 AND NOT EXISTS (SELECT 1 FROM "+
		"audience_entries WHERE source_id = $1)", source)
	return err
}

// loaded are the tables to which a large batch adds many rows.
var loaded = []string{"audience_entries"}

// insert adds the entries whose addresses are not on the list, and returns their number. It marks those of customers who may have another
// entry, so that a send finds these customers without reading the whole list: of several entries of a customer at most the first is not
// marked.
func insert(ctx context.Context, tx *db.Tx, event string, source int64, list []Entry, at db.Instant) (added int64, err error) {
	before, err := listedNumbers(ctx, tx, event, list)
	if err != nil {
		return 0, err
	}
	in := db.Insert{
		Into: `INSERT INTO audience_entries (event_id, source_id, created_at, email, email_key, firstname, lastname, language, customer_id, phone,
			folded, monthly_cents, subscriptions, repeated)`,
		Conflict: "ON CONFLICT (event_id, email_key) DO NOTHING",
	}
	for _, e := range list {
		var cents, number any
		if e.Monthly != nil {
			cents, number = e.Monthly.Cents, e.Monthly.Number
		}
		in.Add(event, source, at, e.Email, e.key, e.FirstName, e.LastName, e.Language, e.CustomerID, e.Phone, e.folded(), cents, number,
			before[e.CustomerID])
		before[e.CustomerID] = e.CustomerID != ""
	}
	return in.Write(ctx, tx)
}

// listedNumbers returns which of the customers of entries have an entry on the list.
func listedNumbers(ctx context.Context, q db.Queryer, event string, of []Entry) (map[string]bool, error) {
	numbers := make([]string, 0, len(of))
	for _, e := range of {
		if e.CustomerID != "" {
			numbers = append(numbers, e.CustomerID)
		}
	}
	found, err := db.ReadTexts(q.Query(ctx, "SELECT DISTINCT customer_id FROM audience_entries WHERE event_id = "+
		q.Dialect().GenericParam("$1", "TEXT")+" AND customer_id IN ("+q.Dialect().Texts("$2")+")", event, db.Texts(numbers)))
	listed := make(map[string]bool, len(of))
	for _, number := range found {
		listed[number] = true
	}
	return listed, err
}
