package main

import (
	"presence/app/apptest/sink"
)

// The controls run a product that lacks one guard. They must find what it prevents: a trial that cannot fail shows nothing.

// withoutClaim has sessions that do not tell each other which rows they are at.
func withoutClaim(h *hall, r *row) error {
	s, err := h.unguarded("claim", steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	r.kept = true
	o, err := s.begin(r, 600)
	if err != nil {
		return err
	}
	if err := o.rest(); err != nil {
		return err
	}
	r.found(r.twice > 0, "messages that came twice")
	return nil
}

// withoutMark takes a row that may have been handed over for one that was not.
func withoutMark(h *hall, r *row) error {
	return h.killedWithout(r, "mark", sink.Counted, func() (bool, string) { return r.twice > 0, "messages that came twice" })
}

// withoutDoubt takes a row that may not have been handed over for one that was.
func withoutDoubt(h *hall, r *row) error {
	return h.killedWithout(r, "doubt", sink.Dot, func() (bool, string) { return r.lost > 0, "messages that never came" })
}

func (h *hall) unguarded(guard string, o sink.Options) (*site, error) {
	binary, err := h.controlled()
	if err != nil {
		return nil, err
	}
	return h.open(binary, "", 1, o, "TORTURE_WITHOUT="+guard)
}

func (h *hall) killedWithout(r *row, guard string, at sink.Step, found func() (bool, string)) error {
	s, err := h.unguarded(guard, sink.Options{Rules: []sink.Rule{{At: at, From: 50, Times: connections, Stall: true}}})
	if err != nil {
		return err
	}
	defer s.leave(r)
	r.kept = true
	o, err := s.begin(r, 200)
	if err != nil {
		return err
	}
	if err := o.stalled(connections); err != nil {
		return err
	}
	if err := o.killed(s.nodes[0], true); err != nil {
		return err
	}
	if err := s.nodes[0].start(); err != nil {
		return err
	}
	if err := o.rest(); err != nil {
		return err
	}
	r.found(found())
	return nil
}
