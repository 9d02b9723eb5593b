// Package db is the database layer of the product: the same SQL and migrations run on SQLite (embedded, the default) and on
// PostgreSQL. Features read through a Queryer and write inside DB.Write; errors have types (ConstraintError, UnavailableError,
// DamageError).
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
// The context is valid until the function returns; after that, every operation with it fails. Functions that take a Queryer or a
// Tx beside the context use it directly, with the same effect.
//
// A Write with a context from outside the function cannot be recognized as nested. On SQLite, and on PostgreSQL when no
// connection is free or a row is locked, it would wait for itself. Waiting is therefore limited. On SQLite a Write waits
// ten seconds for its turn; then it is removed from the queue and never runs. Other writers wait meanwhile, no longer. A Write whose
// turn has come may wait five seconds more for another process that writes to the same file (busy_timeout). On PostgreSQL a Write
// waits ten seconds for a connection, and each of its statements ten seconds for a lock; after a deadlock it is repeated for ten
// seconds. Then it fails with an UnavailableError, which is answered with 503 and Retry-After (package errs). A read waits for a
// connection as long as its context lasts.
//
// Effects outside the database belong in Tx.AfterCommit: the function may run again (PostgreSQL, after a deadlock), and a network
// call inside it would delay all other writers.
//
// # Many values in one statement
//
//   - Insert collects rows of a table and inserts them, many with each statement; it can return something of each;
//   - Dialect.IDs and Dialect.Texts select by a list of ids or texts, which is one parameter (functions IDs and Texts);
//   - Dialect.Rows does so for rows of integers and texts (RowList), in any other statement, such as UPDATE … FROM.
//
// # Which processes live
//
// There are three answers, because a mistake means something else in each case:
//
//   - the table replicas (Registration) says which programs use the schema, on both engines, by the clock of the database. A migration may
//     wait half a minute for a server that was killed, but must not count one as gone because a connection was lost;
//   - a Lock is free at once when its process ends. The senders of campaigns (app/hub/sender) have one each, so that the recipients that
//     a killed one has claimed are soon sent to by others. A sender that stands still keeps its lock, which the counter beside it shows,
//     in campaign_workers. There a sender that is taken for dead may lose its row, which stops it;
//   - background.HeartbeatTracker says whether one piece of work goes on, such as a sync, by a value that its rows have anyway, for when
//     the lock of the work is held by a process that stands still. It compares no clocks of different processes.
//
// # SQLite
//
// SQLite allows one writer. All Writes of a process go through one connection, in one goroutine, and share their commits. Package
// groupcommit describes how they do, when a Write returns, and how the failure of one function affects the others. A statement
// inside Write is not interrupted when the caller's context ends, since that would roll back the others too; a caller that gives
// up before its turn is removed from the queue.
//
// Reads use two pools of read-only connections, one for single rows and one for result sets, which a slow client may keep
// open. They end with their context.
//
// The drivers of both engines are wrapped (package sqldriver), mainly to type errors where they arise.
//
// # PostgreSQL
//
// Every Write is a transaction of its own on a pooled connection. It is repeated up to five times after a deadlock or a
// serialization failure. As on SQLite, single rows and result sets have pools of their own. The pools for writes and for result sets have
// up to max(10, 4 × processors) connections, unless Options.Conns says another number, and that for single rows half as many.
// Options.StatementTimeout ends statements that take too long, except those of migrations. Beside the pools, all listeners of a process
// share one connection, and each Lock has its own: the server would grant a lock again to the connection that holds it.
//
// An address may name several servers: a connection takes the first one that answers and is as target_session_attrs says. Open fails
// behind a pooler that does not pool sessions, on which locks and notifications depend.
package db
