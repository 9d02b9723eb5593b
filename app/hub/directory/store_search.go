package directory

import (
	"context"
	"strconv"

	"presence/db"
)

// live joins the rows x with the customers that belong to generation $1.
const live = "JOIN directory_customers c ON c.id = x.customer AND c.from_gen <= $1 AND c.to_gen > $1"

// eachWord calls each for every word with the number of customers who have it, sorted by word.
func eachWord(ctx context.Context, q db.Queryer, each func(word string, customers int64)) error {
	found, err := q.Query(ctx, "SELECT word, COUNT(*) FROM directory_words GROUP BY word ORDER BY word")
	if err != nil {
		return err
	}
	return db.ForEachRow(found, func() error {
		var word string
		var n int64
		if err := found.Scan(&word, &n); err != nil {
			return err
		}
		each(word, n)
		return nil
	})
}

func byNumber(ctx context.Context, q db.Queryer, gen int64, key string, limit int) ([]int64, error) {
	from, to := db.PrefixRange(key)
	bytes := q.Dialect().ByteCollation()
	return db.ReadIDs(q.Query(ctx, "SELECT c.id FROM directory_customers c WHERE c.number_key"+bytes+" >= $2 AND c.number_key"+bytes+
		" < $3 AND c.from_gen <= $1 AND c.to_gen > $1 ORDER BY c.number_key"+bytes+" LIMIT CAST($4 AS BIGINT)",
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

// prefixSearch is a search for customers with a row in another table whose column begins with a prefix.
type prefixSearch struct{ table, column, prefix string }

func byPrefix(ctx context.Context, q db.Queryer, s prefixSearch, gen int64, limit int) ([]int64, error) {
	from, to := db.PrefixRange(s.prefix)
	column := "x." + s.column + q.Dialect().ByteCollation()
	return db.ReadIDs(q.Query(ctx, "SELECT x.customer FROM "+s.table+" x "+live+" WHERE "+column+" >= $2 AND "+column+" < $3 ORDER BY "+column+
		" LIMIT CAST($4 AS BIGINT)", gen, from, to, limit))
}

// byWords returns rows of customers who meet all conditions. The query starts with the first condition, which should be the
// most selective.
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
		from, to := db.PrefixRange(w.start)
		return column + " >= " + bind(from) + " AND " + column + " < " + bind(to)
	}
	where := one("x.word", wanted[0])
	for _, w := range wanted[1:] {
		where += " AND EXISTS (SELECT 1 FROM directory_words y WHERE y.customer = x.customer AND " + one("y.word", w) + ")"
	}
	// The generation is checked last: reading a row of directory_customers is expensive, and most customers who have one of the
	// words do not have the others.
	where += " AND EXISTS (SELECT 1 FROM directory_customers c WHERE c.id = x.customer AND c.from_gen <= $1 AND c.to_gen > $1)"
	return db.ReadIDs(q.Query(ctx, "SELECT x.customer FROM directory_words x WHERE "+where+db.Limit(bind(limit)), args...))
}
