package groupcommit

import "runtime"

// runGroup runs r and what is queued after it in one transaction, and acknowledges them after its commit.
func (w *Writer) runGroup(r *request) {
	for n := 1; r != nil; r, n = w.next(n), n+1 {
		if !r.begin() {
			continue
		}
		if len(w.group) == 0 {
			if err := w.conn.Exec("BEGIN IMMEDIATE"); err != nil {
				w.group = append(w.group, r)
				w.takeQueue()
				w.abort(err)
				return
			}
		}
		if err := w.runMember(r, len(w.group) > 0); err != nil {
			w.group = append(w.group, r)
			w.abort(err)
			return
		}
		if r.failed() && len(w.group) == 0 { // nothing is open
			close(r.done)
			continue
		}
		w.group = append(w.group, r) // also one that failed: it may have seen what is not committed yet
	}
	if len(w.group) == 0 {
		return
	}
	if err := w.conn.Exec("COMMIT"); err != nil {
		w.abort(err)
		return
	}
	w.commits.Add(1)
	w.lastShared = len(w.group) > 1
	w.acknowledge(nil)
}

// next takes the next request from the queue, for a group that has n members; nil when there is none or the group is full.
// After a group of several members, their callers are likely to write again at once, so next yields the processor once. On an
// idle machine that costs nothing.
func (w *Writer) next(n int) *request {
	if n >= maxGroup {
		return nil
	}
	if len(w.queue) == 0 && w.lastShared {
		runtime.Gosched()
	}
	select {
	case r := <-w.queue:
		return r
	default:
		return nil
	}
}

// runMember runs r in the open transaction, with a savepoint if others have written in it before. An error of the function is
// stored in r and its changes are undone; an error that runMember returns fails the whole group.
func (w *Writer) runMember(r *request, savepoint bool) error {
	if savepoint {
		if err := w.conn.Exec("SAVEPOINT member"); err != nil {
			return err
		}
	}
	w.running = r
	r.call()
	w.running = nil
	if w.conn.CloseRows() && r.err == nil {
		r.err = errRowsOpen
	}
	if err := w.conn.Failure(); err != nil {
		return err
	}
	if r.failed() && !savepoint {
		return w.conn.Exec("ROLLBACK")
	}
	if r.failed() {
		if err := w.conn.Exec("ROLLBACK TO member"); err != nil {
			return err
		}
	}
	if savepoint {
		return w.conn.Exec("RELEASE member")
	}
	return nil
}

// takeQueue adds everything in the queue to the group whose transaction could not begin, so that all of it gets the same error.
func (w *Writer) takeQueue() {
	for range len(w.queue) {
		if r := <-w.queue; r.begin() {
			w.group = append(w.group, r)
		}
	}
}

// abort rolls the group back and fails its members.
func (w *Writer) abort(cause error) {
	w.conn.Rollback()
	if w.running != nil { // its function has called runtime.Goexit, which its caller's goroutine repeats
		close(w.running.done)
		w.running = nil
	}
	w.acknowledge(&FailedError{cause})
}

// acknowledge completes every member: committed, or failed with err.
func (w *Writer) acknowledge(err error) {
	for _, r := range w.group {
		if err != nil {
			r.err, r.panicked, r.exited = err, nil, false
		}
		close(r.done)
	}
	clear(w.group)
	w.group = w.group[:0]
}
