package main

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// writers add addresses to a list all the time, and record the answers.
type writers struct {
	*site
	event string
	stop  chan struct{}
	all   sync.WaitGroup

	mu      sync.Mutex
	next    int
	kept    []string // acknowledged
	refused []string // told that nothing was saved
	err     error    // of an answer that is none of these
}

const writersAtOnce = 4

func (w *writers) start() {
	w.stop = make(chan struct{})
	for range writersAtOnce {
		w.all.Go(func() {
			for w.add() {
				w.wait(time.Duration(w.few(5, 20)) * time.Millisecond)
			}
		})
	}
}

func (w *writers) end() error {
	close(w.stop)
	w.all.Wait()
	return w.err
}

func (w *writers) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

func (w *writers) refusals() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.refused)
}

// add adds one address, and reports whether to continue. Without an answer, because the program was killed, the address may be
// stored or not. While the program restarts or has no space, it refuses.
func (w *writers) add() bool {
	select {
	case <-w.stop:
		return false
	default:
	}
	w.mu.Lock()
	email := fmt.Sprintf("w%d@kept.example", w.next)
	w.next++
	w.mu.Unlock()
	err := w.call(w.nodes[0], post("/events/"+w.event+"/audience/entries",
		fmt.Sprintf(`{"source":"manual","entries":[{"email":%q}]}`, email)), nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	f, isRefusal := errors.AsType[*refusal](err)
	switch {
	case err == nil:
		w.kept = append(w.kept, email)
	case isRefusal && f.status == http.StatusServiceUnavailable && (f.code == "storage_unavailable" || f.code == "starting") && f.after != "":
		w.refused = append(w.refused, email)
	case isRefusal:
		w.err = fmt.Errorf("a write without space was answered with %w, Retry-After %q", err, f.after)
	}
	return w.err == nil
}

// verify compares what was answered with what is stored.
func (w *writers) verify(r *row) error {
	there, err := w.listed(w.event)
	if err != nil {
		return err
	}
	r.written += len(w.kept)
	for _, email := range w.kept {
		if !there[email] {
			r.failf("%s was acknowledged and is not there", email)
		}
	}
	for _, email := range w.refused {
		if there[email] {
			r.failf("%s was refused and is there", email)
		}
	}
	return nil
}
