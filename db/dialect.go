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

// Name returns what people call the engine.
func (d Dialect) Name() string {
	if d == Postgres {
		return "PostgreSQL"
	}
	return "SQLite"
}

// OneWriter reports whether writes come one after the other: what a transaction that writes has read does not change until it
// ends, and it needs to lock nothing.
func (d Dialect) OneWriter() bool { return d == SQLite }

// OneMachine reports whether the database is a file, which only processes of this machine can use, in place of a server that
// several machines share.
func (d Dialect) OneMachine() bool { return d == SQLite }

// IDs returns a subquery of the ids in a list made by the function IDs, for `id IN (…)`; placeholder is "$1" or the like. The
// statement's text is the same for every number of ids, so that it is prepared once.
func (d Dialect) IDs(placeholder string) string {
	if d == Postgres {
		return "SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST(" + placeholder + " AS json))"
	}
	return "SELECT value FROM json_each(" + placeholder + ")"
}

// Bytes returns the type of columns with bytes.
func (d Dialect) Bytes() string {
	if d == Postgres {
		return "BYTEA"
	}
	return "BLOB"
}

// GenericParam wraps a placeholder of type kind (TEXT or BIGINT) so that PostgreSQL plans the statement without the value. For
// a value that is newer than the last ANALYZE the planner expects no rows, and considers any plan cheap; without the value it
// expects as many rows as for other values. SQLite never uses values for planning.
func (d Dialect) GenericParam(placeholder, kind string) string {
	if d == Postgres {
		return "(SELECT CAST(" + placeholder + " AS " + kind + "))"
	}
	return placeholder
}

// NotASCII returns the condition that a text, an expression, has other characters than those of ASCII.
func (d Dialect) NotASCII(text string) string {
	if d == Postgres {
		return "OCTET_LENGTH(" + text + ") <> LENGTH(" + text + ")"
	}
	return "LENGTH(CAST(" + text + " AS BLOB)) <> LENGTH(" + text + ")"
}

// Position returns an expression for the place of a text in another one, counted from 1; 0: it is not in there. Both are expressions.
func (d Dialect) Position(text, part string) string {
	if d == Postgres {
		return "STRPOS(" + text + ", " + part + ")"
	}
	return "INSTR(" + text + ", " + part + ")"
}

// Weekday returns an expression: the number of the weekday of a day in a TEXT column, from 0 for Sunday.
func (d Dialect) Weekday(column string) string {
	if d == Postgres {
		return "CAST(EXTRACT(DOW FROM CAST(" + column + " AS DATE)) AS BIGINT)"
	}
	return "CAST(strftime('%w', " + column + ") AS INTEGER)"
}

// JSONText returns an expression: the text of a member of the JSON object in a TEXT column; NULL if it has no such member.
func (d Dialect) JSONText(column, member string) string {
	if d == Postgres {
		column = "CAST(" + column + " AS JSON)"
	}
	return column + " ->> '" + member + "'"
}

// SkipLocked returns the end of a SELECT whose rows the transaction will change: rows that another transaction has locked are
// skipped. On SQLite, which has one writer at a time, it is empty.
func (d Dialect) SkipLocked() string {
	if d.OneWriter() {
		return ""
	}
	return " FOR UPDATE SKIP LOCKED"
}

// ForUpdate returns the end of a SELECT whose rows the transaction locks until it ends. On SQLite, which has one writer at a
// time, it is empty. LockRows locks rows by their ids.
func (d Dialect) ForUpdate() string {
	if d.OneWriter() {
		return ""
	}
	return " FOR UPDATE"
}

// ForKeyShare returns the end of a SELECT of rows that must not change until the end of the transaction, because it inserts a
// record that refers to them. The SELECT waits for a transaction that has locked one of the rows with LockRows, and then reads
// the result; transactions that only read such rows do not wait for each other. On SQLite, which has one writer at a time, it
// is empty.
func (d Dialect) ForKeyShare() string {
	if d.OneWriter() {
		return ""
	}
	return " FOR KEY SHARE"
}

// IDs encodes ids as the argument of Dialect.IDs.
func IDs(ids []int64) string { return jsonList(ids) }

// jsonList encodes a list, also an empty one, as a JSON array.
func jsonList[T int64 | string](list []T) string {
	if len(list) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(list) // integers and texts never fail
	return string(b)
}
