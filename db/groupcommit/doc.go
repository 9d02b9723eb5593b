// Package groupcommit runs the write transactions of a SQLite database so that those which arrive together share one commit, and
// with it one fsync.
//
// # Why
//
// SQLite allows one writer at a time. A durable commit in WAL mode with synchronous=FULL writes the changed pages to the
// write-ahead log and waits for an fsync of it, which takes far longer than the statements of a typical transaction. If each
// transaction had a commit of its own, the fsyncs of the disk would limit the writes of the process. With a group commit, the
// requests that arrive during one fsync share the next.
//
// # How a group runs
//
// A Writer owns one connection and one goroutine. Writer.Do appends a function to a queue and waits. The goroutine takes the
// first function of the queue, begins a transaction and runs it, then takes what is queued by then, up to 64 functions, and commits:
//
//	BEGIN IMMEDIATE             the write lock is taken at once, so that no statement fails later for want of it
//	  first function            without a savepoint: while it is alone, ROLLBACK undoes it
//	  SAVEPOINT member
//	  second function
//	  RELEASE member            ROLLBACK TO member before it, if the function failed
//	  …
//	COMMIT                      one fsync
//
// Functions run one after another, in the order of the queue, and see what those before them have written (they run in one
// transaction). A group does not wait for more members: on an idle machine a function is alone in its group, and its commit is
// that of an ordinary transaction.
//
// # When a function is acknowledged
//
// Do returns nil after the COMMIT of the group, hence after the fsync: what it acknowledges survives a crash of the process and of
// the machine. A function that fails is undone, and Do returns its error after that COMMIT too: the error may follow from what the members
// before have written, which nobody else can see until then, and which is lost if the process is killed. Only the error of a function that
// nothing was written before is returned at once. Nothing that a function returns may leave the program before Do has returned.
//
// # Failures
//
//   - The function returns an error, panics or leaves rows open: it is rolled back to its savepoint, and the other members are not
//     affected. Do returns the error, or repeats the panic in the goroutine of its caller.
//   - The function ends its goroutine (runtime.Goexit, as t.FailNow does): the group is rolled back, and Do returns a FailedError for each
//     other member. Do repeats the Goexit in the goroutine of its caller.
//   - The storage fails in any statement (disk full, I/O error): SQLite may have rolled the whole transaction back. The connection is
//     poisoned (package sqldriver), the group is rolled back, and Do returns a FailedError for each member, also for those whose
//     functions ended well or with an error of their own.
//   - BEGIN IMMEDIATE fails, usually because another process has held the write lock for longer than busy_timeout: everything in
//     the queue fails with it, since each member would wait as long again.
//   - COMMIT fails: all members fail.
//
// The next group begins with a good connection in each case.
//
// # Cancellation and deadlines
//
// The context of Do limits the wait in the queue: when it ends, Do returns its cause, and the function never runs. Once a function has
// begun, it runs to its end, and Do returns what became of it. Its statements are not interrupted, because SQLite rolls the whole
// transaction back when it interrupts a statement that writes, and the transaction belongs to the other members too. A deadline is
// therefore advisable: a function that waits for a Do of its own would otherwise stop all writes for ever.
package groupcommit
