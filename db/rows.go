package db

import "database/sql"

// Stream calls each for the rows of a query without collecting them: Stream(scan, each)(q.Query(…)). It stops at the first
// error.
func Stream[T any](scan func(Row) (T, error), each func(T) error) func(*sql.Rows, error) error {
	return func(rows *sql.Rows, err error) error {
		if err != nil {
			return err
		}
		return ForEachRow(rows, func() error {
			v, err := scan(rows)
			if err == nil {
				err = each(v)
			}
			return err
		})
	}
}

// ForEachRow calls scan for each row, which it reads by rows.Scan, and closes rows. It stops at the first error.
func ForEachRow(rows *sql.Rows, scan func() error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Collect returns the rows of a query as a slice: Collect(scan)(q.Query(…)).
func Collect[T any](scan func(Row) (T, error)) func(*sql.Rows, error) ([]T, error) {
	return func(rows *sql.Rows, err error) ([]T, error) {
		var list []T
		err = Stream(scan, func(v T) error {
			list = append(list, v)
			return nil
		})(rows, err)
		return list, err
	}
}

// ReadColumn returns the values of a query with one column: ReadColumn[Instant](tx.Query(…)).
func ReadColumn[T any](rows *sql.Rows, err error) ([]T, error) { return Collect(column[T])(rows, err) }

// ReadIDs returns the ids of a query, one per row: ReadIDs(tx.Query(…)).
func ReadIDs(rows *sql.Rows, err error) ([]int64, error) { return ReadColumn[int64](rows, err) }

// ReadTexts returns the texts of a query, one per row.
func ReadTexts(rows *sql.Rows, err error) ([]string, error) { return ReadColumn[string](rows, err) }

// ReadMap returns the rows of a query with two columns as a map from the first column to the second.
func ReadMap[K comparable, V any](rows *sql.Rows, err error) (map[K]V, error) {
	pairs := map[K]V{}
	return pairs, AddTo(pairs)(rows, err)
}

// AddTo adds the rows of a query with two columns to a map, from the first column to the second: AddTo(pairs)(q.Query(…)).
func AddTo[K comparable, V any](pairs map[K]V) func(*sql.Rows, error) error {
	return func(rows *sql.Rows, err error) error {
		if err != nil {
			return err
		}
		return ForEachRow(rows, func() error {
			var key K
			var value V
			err := rows.Scan(&key, &value)
			pairs[key] = value
			return err
		})
	}
}

func column[T any](row Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}
