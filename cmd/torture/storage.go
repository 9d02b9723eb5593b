package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// mayGrow lets no file that the process writes be longer than so many bytes, or any be as long as it likes (-1). That is
// a full disk, but for what can be written where something stood before.
func (n *node) mayGrow(bytes int64) error {
	limit := "unlimited"
	if bytes >= 0 {
		limit = strconv.FormatInt(bytes, 10)
	}
	out, err := exec.CommandContext(n.ctx, "prlimit", "--pid", strconv.Itoa(n.cmd.Process.Pid), "--fsize="+limit+":").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("prlimit: %w: %s", err, out)
	}
	return err
}

// fullDisk takes the space from a program that sends, gives it back, and every other time kills the program in between.
// Others write all the time: what they were told must be so.
func fullDisk(h *hall, r *row) error {
	if _, err := exec.LookPath("prlimit"); err != nil {
		r.note = "left out: no prlimit here"
		return nil
	}
	s, err := h.open(h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	const kept = "kept"
	if err := s.invite(kept, 1); err != nil {
		return err
	}
	w := &writers{site: s, event: kept}
	w.start()
	for range h.few(40, 2) {
		o, err := s.begin(r, h.few(2500, 700))
		if err == nil {
			err = o.withoutSpace(w, r.full%2 == 1)
		}
		if err != nil {
			return errors.Join(err, w.end())
		}
	}
	if err := w.end(); err != nil {
		return err
	}
	return w.judge(r)
}

// withoutSpace is one time of it.
func (o *round) withoutSpace(w *writers, killed bool) error {
	n := o.nodes[0]
	if err := o.arrive(1 + o.chance.IntN(200)); err != nil {
		return err
	}
	limit, refused := o.someSpace(), w.refusals()
	if err := n.mayGrow(limit); err != nil {
		return err
	}
	o.row.full++
	if err := o.until("a write to be refused", func() (bool, error) { return w.refusals() > refused, nil }); err != nil {
		return err
	}
	if _, err := o.campaign(o.id); err != nil {
		o.row.blame("while nothing can be written nothing can be read: %v", err)
	}
	o.wait(time.Duration(o.chance.IntN(1500)) * time.Millisecond)
	if limit == 0 {
		if err := o.silent(); err != nil {
			return err
		}
	}
	if killed {
		if err := o.killed(n, true); err != nil {
			return err
		}
		if err := n.start(); err != nil {
			return err
		}
		if err := o.sendsAgain(n); err != nil {
			return err
		}
		return o.rest()
	}
	again := time.Now()
	if err := n.mayGrow(-1); err != nil {
		return err
	}
	if err := o.arrive(1); err != nil {
		return err
	}
	o.row.again = append(o.row.again, time.Since(again))
	return o.rest()
}

// someSpace is nothing at all every other time, else less than what is written before it is written over.
func (o *round) someSpace() int64 {
	if o.row.full%4 < 2 {
		return 0
	}
	wal, err := os.Stat(filepath.Join(o.dir, "presence.db-wal"))
	if err != nil || wal.Size() == 0 {
		return 0
	}
	return o.chance.Int64N(wal.Size())
}

// silent sees that nothing is handed over while no mark can be written.
func (o *round) silent() error {
	if err := o.log.read(); err != nil {
		return err
	}
	before := o.log.messages
	o.wait(500 * time.Millisecond)
	if err := o.log.read(); err != nil {
		return err
	}
	if more := o.log.messages - before; more > 0 {
		o.row.blame("%d messages were sent while nothing could be written", more)
	}
	return nil
}

// writers add addresses to a list all the time, and remember what they were told.
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
				w.wait(5 * time.Millisecond)
			}
		})
	}
}

func (w *writers) end() error {
	close(w.stop)
	w.all.Wait()
	return w.err
}

func (w *writers) refusals() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.refused)
}

// add writes one address, and tells whether to go on. Where the program was killed nobody knows whether it is there.
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
	err := w.call(w.nodes[0], http.MethodPost, "/events/"+w.event+"/audience/entries", "application/json", fmt.Appendf(nil, `{"source":"manual","entries":[{"email":%q}]}`, email), nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	f, isRefusal := errors.AsType[*refusal](err)
	switch {
	case err == nil:
		w.kept = append(w.kept, email)
	case isRefusal && f.status == http.StatusServiceUnavailable && f.code == "storage_unavailable" && f.after != "":
		w.refused = append(w.refused, email)
	case isRefusal:
		w.err = fmt.Errorf("a write without space was answered with %w, Retry-After %q", err, f.after)
	}
	return w.err == nil
}

// judge holds what was said against what is there.
func (w *writers) judge(r *row) error {
	there, err := w.listed(w.event)
	if err != nil {
		return err
	}
	r.written += len(w.kept)
	for _, email := range w.kept {
		if !there[email] {
			r.blame("%s was acknowledged and is not there", email)
		}
	}
	for _, email := range w.refused {
		if there[email] {
			r.blame("%s was refused and is there", email)
		}
	}
	return nil
}
