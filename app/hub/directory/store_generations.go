package directory

import (
	"context"

	"presence/db"
)

// forever is the to_gen of a row that no generation has ended.
const forever = 1<<63 - 1

// Generation returns the current generation of the directory; 0: there is none yet.
func Generation(ctx context.Context, q db.Queryer) (gen int64, err error) {
	err = q.QueryRow(ctx, "SELECT generation FROM directory_state WHERE id = 1").Scan(&gen)
	return gen, err
}

// liveCopies returns the rows of the current generation for these customer numbers, by number.
func liveCopies(ctx context.Context, q db.Queryer, gen int64, numbers []string) (map[string]currentRow, error) {
	found, err := q.Query(ctx, "SELECT customer_id, id, digest FROM directory_customers WHERE customer_id IN ("+q.Dialect().Texts("$1")+
		") AND from_gen <= $2 AND to_gen > $2", db.Texts(numbers), gen)
	if err != nil {
		return nil, err
	}
	have := map[string]currentRow{}
	return have, db.ForEachRow(found, func() error {
		var number string
		var k currentRow
		err := found.Scan(&number, &k.id, &k.digest)
		have[number] = k
		return err
	})
}

// liveNumbers returns up to part row ids of the current generation above after, with their customer numbers, in the order of
// the ids.
func liveNumbers(ctx context.Context, q db.Queryer, gen, after int64, part int) (ids []int64, numbers []string, err error) {
	found, err := q.Query(ctx,
		"SELECT id, customer_id FROM directory_customers WHERE from_gen <= $1 AND to_gen > $1 AND id > $2 ORDER BY id"+db.Limit("$3"),
		gen, after, part)
	if err != nil {
		return nil, nil, err
	}
	err = db.ForEachRow(found, func() error {
		var id int64
		var number string
		err := found.Scan(&id, &number)
		ids, numbers = append(ids, id), append(numbers, number)
		return err
	})
	return ids, numbers, err
}

// endCopies ends rows of customers: gen is the first generation that they do not belong to.
func endCopies(ctx context.Context, tx *db.Tx, gen int64, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE directory_customers SET to_gen = $1 WHERE id IN ("+tx.Dialect().IDs("$2")+")", gen, db.IDs(ids))
	return err
}

// reserve reserves n row ids and returns the first.
func reserve(ctx context.Context, tx *db.Tx, n int) (first int64, err error) {
	err = tx.QueryRow(ctx, "UPDATE directory_state SET last_id = last_id + $1 WHERE id = 1 RETURNING last_id - $1 + 1", int64(n)).Scan(&first)
	return first, err
}

// insertCopies inserts rows of customers, with the rows of other tables that belong to them.
func insertCopies(ctx context.Context, tx *db.Tx, gen int64, list []*storedCustomer) error {
	if len(list) == 0 {
		return nil
	}
	first, err := reserve(ctx, tx, len(list))
	if err != nil {
		return err
	}
	customers := db.Insert{
		Into: `INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name, account_status, type,
		mandatary, legacy_contact, email, email_key, phone, city, language, subscribed, monthly_cents, names_folded, city_folded)`}
	emails := db.Insert{Into: "INSERT INTO directory_emails (customer, position, email, email_key)"}
	phones := db.Insert{Into: "INSERT INTO directory_phones (customer, position, phone, phone_key, local_key)"}
	subscriptions := db.Insert{Into: "INSERT INTO directory_subscriptions (customer, position, status, monthly_cents)"}
	words := db.Insert{Into: "INSERT INTO directory_words (customer, word)"}
	for i, c := range list {
		id := first + int64(i)
		monthly, subscribed := c.Monthly()
		customers.Add(id, gen, c.digest, c.ID, c.numberKey, c.Name, c.AccountID, c.AccountName, c.AccountStatus, c.Type, c.Mandatary,
			c.LegacyContact,
			c.email.written, c.email.key, c.phone, c.City, c.Language, subscribed, monthly, c.namesFolded, c.cityFolded)
		for n, e := range c.emails {
			emails.Add(id, n, e.written, e.key)
		}
		for n, p := range c.phones {
			phones.Add(id, n, p.written, p.key, localKey(p.key))
		}
		for n, s := range c.Subscriptions {
			subscriptions.Add(id, n, s.Status, s.MonthlyCents)
		}
		for _, w := range c.words {
			words.Add(id, w)
		}
	}
	for _, r := range []*db.Insert{&customers, &emails, &phones, &subscriptions, &words} {
		if _, err := r.Write(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// loaded are the tables to which a sync adds many rows.
var loaded = []string{"directory_customers", "directory_emails", "directory_phones", "directory_subscriptions", "directory_words"}

// publishGeneration publishes the next generation: from then on, searches read it. Its customers and their cities are counted.
func publishGeneration(ctx context.Context, tx *db.Tx, from, to int64) error {
	n, err := tx.Exec(ctx, "UPDATE directory_state SET generation = $2 WHERE id = 1 AND generation = $1", from, to)
	if err == nil && n == 0 {
		err = errLost
	}
	if err != nil {
		return err
	}
	for _, text := range []string{
		"UPDATE directory_state SET customers = (SELECT COUNT(*) FROM directory_live) WHERE id = 1", "DELETE FROM directory_cities",
		`INSERT INTO directory_cities (city_folded, city, customers)
			SELECT city_folded, MIN(city), COUNT(*) FROM directory_live WHERE city_folded <> '' GROUP BY city_folded`,
	} {
		if _, err := tx.Exec(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// reopenCopies makes rows current again that were ended by a generation that was never published.
func reopenCopies(ctx context.Context, tx *db.Tx, gen int64, part int) (int64, error) {
	return tx.Exec(ctx, `UPDATE directory_customers SET to_gen = $2 WHERE id IN (SELECT id FROM directory_customers
	WHERE to_gen > $1 AND to_gen < $2 LIMIT CAST($3 AS BIGINT))`, gen, int64(forever), part)
}

// deleteUnpublished deletes up to part rows of a generation that was never published; deleteEnded those that no published
// generation contains any more. Both return the number of deleted rows.
func deleteUnpublished(ctx context.Context, tx *db.Tx, gen int64, part int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM directory_customers WHERE id IN (SELECT id FROM directory_customers WHERE from_gen > $1
		LIMIT CAST($2 AS BIGINT))`, gen,
		part)
}

func deleteEnded(ctx context.Context, tx *db.Tx, gen int64, part int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM directory_customers WHERE id IN (SELECT id FROM directory_customers WHERE to_gen <= $1
		LIMIT CAST($2 AS BIGINT))`, gen,
		part)
}
