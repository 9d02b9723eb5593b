package personal

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"presence/db"
)

// bind returns a text with a placeholder for each list of the subject that it names, numbered behind n, and their values.
func bind(d db.Dialect, text string, s Subject, n int) (string, []any) {
	var args []any
	for _, x := range []struct {
		name  string
		sql   func(string) string
		value string
	}{
		{"{emails}", d.Texts, db.Texts(s.Emails)}, {"{numbers}", d.Texts, db.Texts(s.Numbers)},
		{"{others}", d.Texts, db.Texts(s.Others)}, {"{written}", d.Texts, db.Texts(s.Written)},
		{"{registration texts}", d.Texts, db.Texts(texts(s.Registrations))}, {"{party texts}", d.Texts, db.Texts(texts(s.Parties))},
		{"{whole texts}", d.Texts, db.Texts(texts(s.Whole))}, {"{shared texts}", d.Texts, db.Texts(texts(s.Shared))},
		{"{registrations}", d.IDs, db.IDs(s.Registrations)}, {"{parties}", d.IDs, db.IDs(s.Parties)},
		{"{whole}", d.IDs, db.IDs(s.Whole)}, {"{shared}", d.IDs, db.IDs(s.Shared)}, {"{revisions}", d.IDs, db.IDs(s.Revisions)},
		{"{entries}", d.IDs, db.IDs(slices.Sorted(maps.Keys(s.Entries)))},
	} {
		if strings.Contains(text, x.name) {
			args = append(args, x.value)
			text = strings.ReplaceAll(text, x.name, x.sql("$"+strconv.Itoa(n+len(args))))
		}
	}
	for name, at := range map[string]db.Instant{"{before}": s.Before, "{at}": s.At} {
		if strings.Contains(text, name) {
			args = append(args, int64(at))
			text = strings.ReplaceAll(text, name, "CAST($"+strconv.Itoa(n+len(args))+" AS BIGINT)")
		}
	}
	return text, args
}

// FindWritten returns the Find of a table whose column email has addresses as they were written. SQL compares those with accents or an
// international domain in other ways than contact.EmailKey, so these are read.
func FindWritten(table string) func(ctx context.Context, q db.Queryer, s *Subject) error {
	return func(ctx context.Context, q db.Queryer, s *Subject) error {
		list, err := db.ReadTexts(q.Query(ctx, "SELECT DISTINCT email FROM "+table+" WHERE "+q.Dialect().NotASCII("email")+" ORDER BY email"))
		for _, written := range list {
			if s.HasAddress(written) && !slices.Contains(s.Written, written) {
				s.Written = append(s.Written, written)
			}
		}
		return err
	}
}

// Due returns how many rows are due, and of how many groups.
func (r Rule) Due(ctx context.Context, q db.Queryer, before db.Instant) (rows, groups int64, err error) {
	where, args := bind(q.Dialect(), r.Of, Subject{Before: before}, 0)
	err = q.QueryRow(ctx, "SELECT COUNT(*), COUNT(DISTINCT "+r.Group+") FROM "+r.Name+" WHERE "+where, args...).Scan(&rows, &groups)
	return rows, groups, err
}

// DueIDs returns the ids of up to limit rows that are due.
func (r Rule) DueIDs(ctx context.Context, q db.Queryer, before db.Instant, limit int64) ([]int64, error) {
	where, args := bind(q.Dialect(), r.Of, Subject{Before: before}, 1)
	return db.ReadIDs(q.Query(ctx, "SELECT id FROM "+r.Name+" WHERE "+where+" ORDER BY id"+db.Limit("$1"), append([]any{limit}, args...)...))
}

func texts(ids []int64) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatInt(id, 10)
	}
	return list
}

// Count returns how many rows are about the subject.
func (t Table) Count(ctx context.Context, q db.Queryer, s Subject) (n int64, err error) {
	where, args := bind(q.Dialect(), t.Of, s, 0)
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM "+t.Name+" WHERE "+where, args...).Scan(&n)
	return n, err
}

// Rows returns up to limit rows about the subject, the newest first.
func (t Table) Rows(ctx context.Context, q db.Queryer, s Subject, limit int64) ([]Row, error) {
	where, args := bind(q.Dialect(), t.Of, s, 1)
	at := cmp.Or(t.At, "0")
	text := "SELECT CAST(COALESCE(" + at + ", 0) AS BIGINT) AS at, CAST(" + cmp.Or(t.Event, "''") + " AS TEXT), CAST(" + cmp.Or(t.What, "''") +
		" AS TEXT), CAST(" + cmp.Or(t.Link, "''") + " AS TEXT) FROM " + t.Name + " WHERE " + where +
		" ORDER BY 1 DESC, " + t.key() + db.Limit("$1")
	return db.Collect(func(row db.Row) (r Row, err error) {
		err = row.Scan(&r.At, &r.Event, &r.What, &r.Link)
		return r, err
	})(q.Query(ctx, text, append([]any{limit}, args...)...))
}

// Export calls each for every row about the subject, with its columns by their names: texts, numbers, truths and instants.
func (t Table) Export(ctx context.Context, q db.Queryer, s Subject, each func(map[string]any) error) error {
	text, args := bind(q.Dialect(), "SELECT "+strings.Join(t.Show, ", ")+" FROM "+t.Name+" WHERE "+t.Of+" ORDER BY "+t.key(), s, 0)
	rows, err := q.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		cells := make([]any, len(t.Show))
		into := make([]any, len(cells))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		record := map[string]any{}
		for i, column := range t.Show {
			if _, name, isNamed := strings.Cut(column, " AS "); isNamed {
				column = name
			}
			record[column] = exported(column, cells[i], s)
		}
		if t.Hide != nil {
			t.Hide(record, s)
		}
		return each(record)
	})
}

// exported returns a value as an export has it: instants as texts, bytes in hexadecimal, JSON without other customers.
func exported(column string, value any, s Subject) any {
	switch v := value.(type) {
	case int64:
		if strings.HasSuffix(column, "_at") || column == "at" || column == "since" || column == "offered_until" {
			if v == 0 {
				return nil
			}
			return db.Instant(v).String()
		}
	case string:
		if column == "content" || column == "payload" || column == "changes" {
			return withoutCustomers(v, s.Numbers)
		}
	case []byte:
		return hex.EncodeToString(v)
	}
	return value
}

// withoutCustomers returns a JSON text without what its objects say of customers with other numbers.
func withoutCustomers(text string, numbers []string) string {
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber() // ids keep their digits
	if d.Decode(&value) != nil || !hideCustomers(value, numbers) {
		return text
	}
	out, err := json.Marshal(value)
	if err != nil {
		return text
	}
	return string(out)
}

// hideCustomers removes from the objects of a value what they say of customers with other numbers, and reports whether there was something.
func hideCustomers(value any, numbers []string) (found bool) {
	switch v := value.(type) {
	case []any:
		for _, x := range v {
			found = hideCustomers(x, numbers) || found
		}
	case map[string]any:
		for _, x := range v {
			found = hideCustomers(x, numbers) || found
		}
		if isOther(v["customer_id"], numbers) {
			for _, name := range []string{"customer_id", "account_id", "name_on_file"} {
				delete(v, name)
			}
			found = true
		}
	}
	return found
}

// isOther reports whether a number, or one of the two numbers of a change, is of another customer.
func isOther(value any, numbers []string) bool {
	switch v := value.(type) {
	case string:
		return v != "" && !slices.Contains(numbers, v)
	case []any:
		return slices.ContainsFunc(v, func(x any) bool { return isOther(x, numbers) })
	}
	return false
}

func (t Table) key() string { return strings.Trim(cmp.Or(t.Key, "id"), "()") }

// Erase erases up to limit rows about the subject, and returns how many it has erased.
func (t Table) Erase(ctx context.Context, tx *db.Tx, s Subject, limit int64) (int64, error) {
	where, args := bind(tx.Dialect(), t.Of, s, 1)
	found, args := "SELECT "+t.key()+" FROM "+t.Name+" WHERE "+where+db.Limit("$1"), append([]any{limit}, args...)
	if t.Before != nil {
		ids, err := db.ReadColumn[int64](tx.Query(ctx, found, args...))
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		if err := t.Before(ctx, tx, s, ids); err != nil {
			return 0, err
		}
		found, args = tx.Dialect().IDs("$1"), []any{db.IDs(ids)}
	}
	do := "DELETE FROM " + t.Name
	if t.Set != "" {
		set, more := bind(tx.Dialect(), t.Set, s, len(args))
		do, args = "UPDATE "+t.Name+" SET "+set, append(args, more...)
	}
	return tx.Exec(ctx, do+" WHERE "+cmp.Or(t.Key, "id")+" IN ("+found+")", args...)
}
