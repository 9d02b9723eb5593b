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

// Unknown is a placeholder of a type (TEXT or BIGINT) whose value PostgreSQL must not plan by. A value that came after the last ANALYZE
// is believed to be in no row, so that any index seems as good as any other and loops over whole tables seem free; of an
// unknown value the planner expects as many rows as other values have. SQLite never plans by values.
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
