// Package db is the storage of the product: one SQL text and one set of migrations on SQLite (embedded, the default)
// and on PostgreSQL. Features read through a Queryer and change data inside DB.Write; errors come back typed
// (ConstraintError, UnavailableError).
//
// # Transactions
//
// There is one model. Write runs a function in a transaction that may change data, Read in one that sees a single
// snapshot. Both hand their function a context that carries the transaction. Whatever is done on the same DB with that
// context is part of it:
//
//   - Query, QueryRow and Read see what the transaction has written so far;
//   - Write joins the transaction. There are no partial rollbacks: if the function that joined fails or panics, the whole
//     transaction is rolled back, even if its caller ignores the error;
//   - Write inside Read is refused.
//
// The context is good until the function returns; after that everything done with it is refused. Functions that take a
// Queryer or a Tx beside the context use it directly, which comes to the same.
//
// A Write with a context from outside the function cannot be recognized as nested. On SQLite, and on PostgreSQL when no
// connection is free or a row is locked, it would wait for itself. Waiting is therefore limited to ten seconds; then the
// Write fails with UnavailableError, is removed from the queue and never runs. Other writers wait meanwhile, no longer.
//
// Effects outside the database belong into Tx.AfterCommit: the function may run again (PostgreSQL, after a deadlock), and
// network calls would keep others waiting.
//
// # Group commit on SQLite
//
// SQLite allows one writer. All Writes of a process go through one goroutine with one connection. It begins a transaction
// (BEGIN IMMEDIATE), runs the functions that are queued, each after the first inside a savepoint of its own, and commits
// once for up to 64 of them, so that one fsync serves many requests. A function that fails is rolled back to its savepoint
// without harm to the others; no caller is answered before the commit. A storage failure (disk full, I/O error) may make
// SQLite roll the transaction back by itself, after which each further statement would be committed alone. The connection
// is therefore poisoned at the first such failure: it refuses statements until the batch is rolled back, and all members
// fail. Statements inside Write are not interrupted when a caller's context ends, because that too would roll back the
// whole batch; a caller that gives up before its turn is removed from the queue.
//
// Reads use two pools of read-only connections, one for single rows and one for result sets, which a slow client may keep
// open. They end with their context. The database/sql driver is wrapped in order to type errors where they arise, since
// sql.Row and sql.Rows cannot be wrapped, and to keep prepared statements per connection.
//
// # PostgreSQL
//
// Every Write is a transaction of its own on a pooled connection. It is repeated up to five times after a deadlock or a
// serialization failure.
package db
