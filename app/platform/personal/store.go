package personal

import (
	"cmp"
	"context"
	"encoding/hex"
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
		{"{registration texts}", d.Texts, db.Texts(texts(s.Registrations))}, {"{party texts}", d.Texts, db.Texts(texts(s.Parties))},
		{"{registrations}", d.IDs, db.IDs(s.Registrations)}, {"{parties}", d.IDs, db.IDs(s.Parties)},
	} {
		if strings.Contains(text, x.name) {
			args = append(args, x.value)
			text = strings.ReplaceAll(text, x.name, x.sql("$"+strconv.Itoa(n+len(args))))
		}
	}
	if strings.Contains(text, "{before}") {
		args = append(args, int64(s.Before))
		text = strings.ReplaceAll(text, "{before}", "CAST($"+strconv.Itoa(n+len(args))+" AS BIGINT)")
	}
	return text, args
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
		" AS TEXT), CAST(" + cmp.Or(t.Link, "''") + " AS TEXT) FROM " + t.Name + " WHERE " + where + " ORDER BY 1 DESC, " + t.key() + db.Limit("$1")
	return db.Collect(func(row db.Row) (r Row, err error) {
		err = row.Scan(&r.At, &r.Event, &r.What, &r.Link)
		return r, err
	})(q.Query(ctx, text, append([]any{limit}, args...)...))
}

// Export calls each for every row about the subject, with its columns by their names: texts, numbers, truths and instants.
func (t Table) Export(ctx context.Context, q db.Queryer, s Subject, each func(map[string]any) error) error {
	where, args := bind(q.Dialect(), t.Of, s, 0)
	rows, err := q.Query(ctx, "SELECT "+strings.Join(t.Show, ", ")+" FROM "+t.Name+" WHERE "+where+" ORDER BY "+t.key(), args...)
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
			record[column] = exported(column, cells[i])
		}
		return each(record)
	})
}

// exported returns a value as an export has it: instants as texts, bytes in hexadecimal.
func exported(column string, value any) any {
	switch v := value.(type) {
	case int64:
		if strings.HasSuffix(column, "_at") || column == "at" || column == "since" || column == "offered_until" {
			if v == 0 {
				return nil
			}
			return db.Instant(v).String()
		}
	case []byte:
		return hex.EncodeToString(v)
	}
	return value
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
		if err := t.Before(ctx, tx, ids); err != nil {
			return 0, err
		}
		found, args = tx.Dialect().IDs("$1"), []any{db.IDs(ids)}
	}
	do := "DELETE FROM " + t.Name
	if t.Set != "" {
		do = "UPDATE " + t.Name + " SET " + t.Set
	}
	return tx.Exec(ctx, do+" WHERE "+cmp.Or(t.Key, "id")+" IN ("+found+")", args...)
}
