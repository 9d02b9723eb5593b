package customers

import (
	"context"

	"presence/db"
)

// byEmails returns the live records with these addresses. Which are live is asked last: PostgreSQL, which knows nothing of the rows of a
// transaction, takes them for few, and compares each of them with each address.
func byEmails(ctx context.Context, q db.Queryer, emails []string) (map[string][]Customer, error) {
	found := map[string][]Customer{}
	return found, db.Stream(scan, func(c Customer) error {
		found[c.Email] = append(found[c.Email], c)
		return nil
	})(q.Query(ctx, "WITH c AS MATERIALIZED (SELECT * FROM customers WHERE email IN ("+q.Dialect().Texts("$1")+")) SELECT "+columns+
		" FROM c WHERE archived_at IS NULL ORDER BY id", db.Texts(emails)))
}

// takenPeople returns those of the people who have a live record.
func takenPeople(ctx context.Context, q db.Queryer, ids []string) (map[string]bool, error) {
	return db.ReadMap[string, bool](q.Query(ctx, "SELECT user_id, TRUE FROM customers WHERE archived_at IS NULL AND user_id IN ("+
		q.Dialect().Texts("$1")+")", db.Texts(ids)))
}

// byIDs returns the live records with these ids.
func byIDs(ctx context.Context, q db.Queryer, ids []int64) (map[int64]Customer, error) {
	found := map[int64]Customer{}
	return found, db.Stream(scan, func(c Customer) error {
		found[c.ID] = c
		return nil
	})(q.Query(ctx, "SELECT "+columns+" FROM customers WHERE archived_at IS NULL AND id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

// usedRecords returns which of the records shifts or expenses name, archived ones included.
func usedRecords(ctx context.Context, q db.Queryer, ids []int64) (map[int64]bool, error) {
	these := " WHERE customer_id IN (" + q.Dialect().IDs("$1") + ")"
	return db.ReadMap[int64, bool](q.Query(ctx, "SELECT customer_id, TRUE FROM shifts"+these+
		" UNION SELECT customer_id, TRUE FROM expenses"+these+" UNION SELECT customer_id, TRUE FROM clockings"+these, db.IDs(ids)))
}

// bulkArgs adds the values of a record to args.
func bulkArgs(args []any, c Customer, at db.Instant) []any {
	return append(args, c.UserID, c.FirstName, c.LastName, c.Email, c.PhoneNumber, db.NilIfZero(c.Residence), db.NilIfZero(c.InvoiceID),
		int64(at), sortName(c.FirstName, c.LastName))
}

// bulkTypes are the types of what bulkArgs adds.
var bulkTypes = []string{"TEXT", "TEXT", "TEXT", "TEXT", "BIGINT", "TEXT", "BIGINT", "BIGINT", "TEXT"}

// insertMany inserts the new records of plans and returns their ids by person.
func insertMany(ctx context.Context, tx *db.Tx, plans []BulkPlan, at db.Instant) (map[string]int64, error) {
	in := db.Insert{Into: `INSERT INTO customers (user_id, first_name, last_name, email, phone_number, residence, invoice_id, updated_at,
		sort_name, created_at)`}
	for _, p := range plans {
		in.Add(append(bulkArgs(nil, p.After, at), int64(at))...)
	}
	ids := map[string]int64{}
	return ids, in.WriteReturning(ctx, tx, "user_id, id", db.AddTo(ids))
}

// updateMany updates records, which the caller has locked.
func updateMany(ctx context.Context, tx *db.Tx, list []Customer, at db.Instant) error {
	rows := make([][]any, len(list))
	for i, c := range list {
		rows[i] = bulkArgs([]any{c.ID}, c, at)
	}
	_, err := tx.Exec(ctx, `WITH v (id, user_id, first_name, last_name, email, phone_number, residence, invoice_id, at,
			sort_name) AS (`+tx.Dialect().Rows("$1", append([]string{"BIGINT"}, bulkTypes...)...)+`)
		UPDATE customers SET first_name = v.first_name, last_name = v.last_name, email = v.email, phone_number = v.phone_number,
			residence = v.residence, invoice_id = v.invoice_id, updated_at = v.at, sort_name = v.sort_name, version = customers.version + 1
		FROM v WHERE customers.id = v.id`, db.RowList(rows))
	return err
}

// deleteMany deletes records.
func deleteMany(ctx context.Context, tx *db.Tx, ids []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM customers WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
	return err
}
