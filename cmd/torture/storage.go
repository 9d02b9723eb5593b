package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// mayGrow limits the length of every file that the process writes to that many bytes; -1 removes the limit. A restarted
// process has none.
func (n *node) mayGrow(bytes int64) error {
	if n.cmd == nil {
		return nil
	}
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

// shortage takes the space from a process and gives it back. left is the number of bytes of existing files that can still be
// overwritten; -1: all of them.
type shortage struct {
	take func(n *node) (left int64, err error)
	give func(n *node) error
}

// noFileGrows limits the size of files. Half of the times nothing at all can be written, otherwise only part of the write-ahead
// log.
func noFileGrows(h *harness, r *row) error {
	if found, _ := exec.LookPath("prlimit"); found == "" {
		r.note = "left out: no prlimit here"
		return nil
	}
	s, err := h.open(h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	return s.withoutSpace(r, shortage{
		take: func(n *node) (left int64, err error) {
			if wal, err := os.Stat(filepath.Join(n.dir, "presence.db-wal")); err == nil && wal.Size() > 0 && r.full%4 >= 2 {
				left = h.random.Int64N(wal.Size())
			}
			return left, n.mayGrow(left)
		},
		give: func(n *node) error { return n.mayGrow(-1) },
	})
}

// fullDisk puts the installation on its own small disk, which has room for all that the scenario writes and logs, and fills
// that disk.
func fullDisk(h *harness, r *row) error {
	disk := filepath.Join(h.dir, h.name("disk"))
	if err := os.Mkdir(disk, 0o700); err != nil {
		return err
	}
	if exec.CommandContext(h.ctx, "mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", disk).Run() != nil {
		r.note = "left out: no disk may be mounted here"
		return nil
	}
	defer func() { _ = exec.Command("umount", disk).Run() }()
	s, err := h.openAt(filepath.Join(disk, "site"), h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	ballast := filepath.Join(disk, "ballast")
	return s.withoutSpace(r, shortage{
		take: func(*node) (int64, error) { return -1, fill(ballast) },
		give: func(*node) error { return os.Remove(ballast) },
	})
}

// fill writes a file until the disk is full.
func fill(file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	for piece := make([]byte, 1<<20); err == nil || len(piece) > 1; {
		if _, err = f.Write(piece); err != nil {
			piece = piece[:max(1, len(piece)/2)]
		}
	}
	if errors.Is(err, syscall.ENOSPC) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

// withoutSpace takes the space away during sends and gives it back; every other time it kills the program in between. Writers
// add addresses all the time: each address that was acknowledged must be there, and none that was refused.
func (s *site) withoutSpace(r *row, of shortage) error {
	defer s.leave(r)
	const kept = "kept"
	if err := s.invite(kept, 1); err != nil {
		return err
	}
	w := &writers{site: s, event: kept}
	w.start()
	for range s.few(40, 2) {
		o, err := s.begin(r, s.few(2500, 700))
		if err == nil {
			err = o.withoutSpace(w, of, r.full%2 == 1)
		}
		if err != nil {
			return errors.Join(err, w.end())
		}
	}
	if err := w.end(); err != nil {
		return err
	}
	return w.verify(r)
}

// withoutSpace is one time of it.
func (o *iteration) withoutSpace(w *writers, of shortage, killed bool) error {
	n := o.nodes[0]
	if err := o.arrive(1 + o.random.IntN(200)); err != nil {
		return err
	}
	refused := w.refusals()
	left, err := of.take(n)
	if err != nil {
		return err
	}
	o.row.full++
	if err := o.until("a write to be refused", func() (bool, error) { return w.refusals() > refused, w.failed() }); err != nil {
		return err
	}
	if _, err := o.campaign(o.id); err != nil {
		o.row.failf("while nothing can be written nothing can be read: %v", err)
	}
	o.wait(time.Duration(o.random.IntN(1500)) * time.Millisecond)
	if left == 0 {
		if err := n.readiness(http.StatusServiceUnavailable); err != nil {
			return err
		}
		if err := o.silent(); err != nil {
			return err
		}
	}
	if killed {
		if err := o.killNode(n, true); err != nil {
			return err
		}
	}
	if err := of.give(n); err != nil {
		return err
	}
	if killed {
		if err := n.start(); err != nil {
			return err
		}
		if err := o.sendsAgain(n); err != nil {
			return err
		}
		return o.rest()
	}
	again := time.Now()
	if err := o.arrive(1); err != nil {
		return err
	}
	o.row.again = append(o.row.again, time.Since(again))
	if err := n.ready(); err != nil {
		return err
	}
	return o.rest()
}

// silent checks that no message is sent while no recipient can be marked in flight.
func (o *iteration) silent() error {
	if err := o.log.read(); err != nil {
		return err
	}
	before := o.log.messages
	o.wait(500 * time.Millisecond)
	if err := o.log.read(); err != nil {
		return err
	}
	if more := o.log.messages - before; more > 0 {
		o.row.failf("%d messages were sent while nothing could be written", more)
	}
	return nil
}
