package main

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"time"

	"presence/app/apptest/sink"
)

// clock is how wrong the clock of a node is set. The product that is built with the controls reads it each time.
type clock struct{ file string }

func newClock(dir, name string) (c clock, err error) {
	c.file = filepath.Join(dir, name)
	return c, c.set(0)
}

// set sets the clock, in one moment.
func (c clock) set(wrong time.Duration) error {
	f, err := os.OpenFile(c.file, os.O_CREATE|os.O_WRONLY, 0o600) // not truncated: the product looks at it
	if err != nil {
		return err
	}
	_, err = f.WriteAt(binary.NativeEndian.AppendUint64(nil, uint64(wrong)), 0)
	return errors.Join(err, f.Close())
}

// put sets the clocks of all nodes, and takes tokens that are good by then.
func (s *site) put(wrong time.Duration) error {
	for _, n := range s.nodes {
		if err := n.clock.set(wrong); err != nil {
			return err
		}
	}
	return s.renew()
}

// deferring returns a relay that puts some of the first guests of each campaign off, once each.
func deferring(guests, campaigns int) sink.Options {
	o := steady
	for n := range campaigns {
		o.Rules = append(o.Rules, sink.Rule{At: sink.Rcpt, From: n*guests + putOff, Times: putOff, Reply: "450 4.2.1 later"})
	}
	return o
}

const (
	putOff = 40               // guests of a campaign
	within = 30 * time.Second // after which those who were put off for 15 s must have been written to again
)

// changes of the clock, from the right time and back to it.
var changes = []time.Duration{-2 * time.Hour, 0, 25 * time.Hour, 0, 2 * time.Hour, 0}

// clockChanges sets the clock back and forward in the middle of sends of which some messages wait for another attempt.
func clockChanges(h *harness, r *row) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	guests := h.few(4000, 400)
	for range h.few(3, 1) {
		s, err := h.open(binary, "", 1, deferring(guests, len(changes)))
		if err != nil {
			return err
		}
		defer s.leave(r)
		if err := s.expires(r); err != nil {
			return err
		}
		for _, wrong := range changes[:h.few(len(changes), 2)] {
			if err := s.sendThrough(r, guests, func() error { return s.put(wrong) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// replicas runs sends on two replicas with PostgreSQL whose clocks are three minutes apart, and changes the clock of one during
// each.
func replicas(h *harness, r *row, url string) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	guests := h.few(4000, 400)
	s, err := h.open(binary, url, 2, deferring(guests, len(changes)))
	if err != nil {
		return err
	}
	defer s.leave(r)
	for _, wrong := range changes[:h.few(len(changes), 1)] {
		apart := func() error { return s.nodes[1].clock.set(wrong + 3*time.Minute) }
		if err := errors.Join(s.put(wrong), apart()); err != nil {
			return err
		}
		if err := s.sendThrough(r, guests, func() error { return s.nodes[0].clock.set(wrong + 6*time.Minute) }); err != nil {
			return err
		}
	}
	return nil
}

// sendThrough sends to guests people, calls change in the middle, which sets clocks, and waits for the end. The send must end
// within the limit and leave no recipient unconfirmed.
func (s *site) sendThrough(r *row, guests int, change func() error) error {
	o, err := s.begin(r, guests)
	if err != nil {
		return err
	}
	if err := o.arrive(3*putOff + s.random.IntN(guests/3)); err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	r.clocks++
	begin := time.Now()
	if err := o.rest(); err != nil {
		return err
	}
	if took := time.Since(begin); took > within {
		r.failf("with the clock changed the send took %s more", took)
	}
	if o.unconfirmed > 0 {
		r.failf("with the clock changed %d are in doubt", o.unconfirmed)
	}
	return nil
}
