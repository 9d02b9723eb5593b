package db

import (
	"context"
	"errors"
	"runtime"
)

// batch runs j and whatever else waits in one transaction, and answers them all after its commit.
func (w *writer) batch(j *job) {
	for n := 0; j != nil; j = w.next(&n) {
		if !j.take() {
			continue
		}
		if len(w.members) == 0 {
			if err := w.exec("BEGIN IMMEDIATE"); err != nil {
				w.members = append(w.members, j)
				w.rejectQueue()
				w.abort(err)
				return
			}
		}
		w.current = j
		err := w.one(j, len(w.members) > 0)
		w.current = nil
		switch {
		case err != nil:
			w.members = append(w.members, j)
			w.abort(err)
			return
		case j.failed():
			close(j.done)
		default:
			w.members = append(w.members, j)
		}
	}
	if len(w.members) == 0 {
		return
	}
	if err := w.exec("COMMIT"); err != nil {
		w.abort(err)
		return
	}
	w.commits.Add(1)
	w.lastShared = len(w.members) > 1
	w.answer(nil)
}

// rejectQueue takes all queued jobs into the batch that could not begin, so that they fail with it: another process has
// kept the file locked for as long as busy_timeout allows, and each of them would wait as long again.
func (w *writer) rejectQueue() {
	for range len(w.jobs) {
		if j := <-w.jobs; j.take() {
			w.members = append(w.members, j)
		}
	}
}

// abort rolls the whole batch back and fails its members with err.
func (w *writer) abort(err error) {
	w.conn.closeRows()
	_, _ = w.conn.exec(context.Background(), "ROLLBACK", nil) // SQLite may have done so itself, and then refuses
	w.conn.clearFailure()
	if w.current != nil { // its function ended the goroutine
		close(w.current.done)
		w.current = nil
	}
	w.answer(err)
}

// answer ends every member of the batch: committed, or failed with err.
func (w *writer) answer(err error) {
	for _, j := range w.members {
		if err != nil {
			j.outcome = outcome{err: unavailable(err)}
		}
		close(j.done)
	}
	clear(w.members)
	w.members = w.members[:0]
}

// next is the next queued write; nil when none is queued or the batch is full. After a batch of several writes their callers
// are about to write again, so it yields once to let them queue; on an idle machine that costs nothing.
func (w *writer) next(n *int) *job {
	if *n++; *n >= maxBatch {
		return nil
	}
	if len(w.jobs) == 0 && w.lastShared {
		runtime.Gosched()
	}
	select {
	case j := <-w.jobs:
		return j
	default:
		return nil
	}
}

// one runs j inside the transaction; with a savepoint when others share it. An error is the end of the whole batch; the
// function's own fault is in j, and what it did is undone.
func (w *writer) one(j *job, shared bool) error {
	if shared {
		if err := w.exec("SAVEPOINT member"); err != nil {
			return err
		}
	}
	w.call(j)
	left := w.conn.closeRows()
	if w.conn.failed != nil {
		return w.conn.failed
	}
	if left && j.err == nil {
		j.err = errors.New("db: a function given to Write left rows open")
	}
	switch {
	case j.failed() && !shared:
		return w.exec("ROLLBACK")
	case j.failed():
		if err := w.exec("ROLLBACK TO member"); err != nil {
			return err
		}
	}
	if shared {
		return w.exec("RELEASE member")
	}
	return nil
}

// call runs j's function on a Tx of its own.
func (w *writer) call(j *job) {
	j.run(&Tx{session: w.tx, subscribers: &w.subscribers}, j.fn)
}

func (w *writer) exec(query string) error {
	_, err := w.conn.ExecContext(context.Background(), query, nil)
	return err
}
