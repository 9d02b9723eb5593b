package db

import "database/sql"

// Stream calls each for the rows that a statement gives, of which none is kept: Stream(scan, each)(q.Query(…)). It stops
// at the first error.
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

// Collect keeps the rows that a statement gives: Collect(scan)(q.Query(…)).
func Collect[T any](scan func(Row) (T, error)) func(*sql.Rows, error) ([]T, error) {
	return func(rows *sql.Rows, err error) (list []T, _ error) {
		return list, Stream(scan, func(v T) error {
			list = append(list, v)
			return nil
		})(rows, err)
	}
}

// ReadIDs collects the ids that a statement gives, one a row: ReadIDs(tx.Query(…)).
func ReadIDs(rows *sql.Rows, err error) ([]int64, error) { return Collect(column[int64])(rows, err) }

// ReadTexts collects the texts that a statement gives, one a row.
func ReadTexts(rows *sql.Rows, err error) ([]string, error) {
	return Collect(column[string])(rows, err)
}

func column[T any](row Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}
