package db

import "encoding/json"

// Dialect is the engine behind a Queryer.
type Dialect int

// The engines.
const (
	SQLite   Dialect = iota + 1 // the embedded engine
	Postgres                    // PostgreSQL 15 or later
)

func (d Dialect) String() string {
	if d == Postgres {
		return "postgres"
	}
	return "sqlite"
}

// IDs is a subquery of the ids in the list that IDs made, for `id IN (…)`: placeholder is "$1" or the like. One
// statement text serves every length, so that it is prepared once.
func (d Dialect) IDs(placeholder string) string {
	if d == Postgres {
		return "SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST(" + placeholder + " AS json))"
	}
	return "SELECT value FROM json_each(" + placeholder + ")"
}

// Unknown wraps a placeholder of type kind (TEXT or BIGINT) so that PostgreSQL plans the statement without looking at the
// value. Of a value that is newer than the last ANALYZE the planner expects no rows, and takes any index or a loop over a
// whole table to be cheap; without the value it expects as many rows as other values have. SQLite never plans by values.
func (d Dialect) Unknown(placeholder, kind string) string {
	if d == Postgres {
		return "(SELECT CAST(" + placeholder + " AS " + kind + "))"
	}
	return placeholder
}

// SkipLocked ends a SELECT whose rows are to be changed by whoever finds them first: rows that another transaction is
// changing are passed over. SQLite has one writer at a time and needs none of it.
func (d Dialect) SkipLocked() string {
	if d == Postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// KeepLocked ends a SELECT of rows that must stand until the end of the transaction as they were read, because a record is
// kept that points to them. It waits for whoever holds LockRows on one of them, and reads what that one leaves; readers do
// not wait for each other. SQLite has one writer at a time and needs none of it.
func (d Dialect) KeepLocked() string {
	if d == Postgres {
		return " FOR KEY SHARE"
	}
	return ""
}

// IDs packs ids as the argument of Dialect.IDs.
func IDs(ids []int64) string {
	if len(ids) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(ids) // a slice of integers always marshals
	return string(b)
}
