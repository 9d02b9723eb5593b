package main

import (
	"errors"

	"presence/app/apptest/sink"
)

// The controls run a product that lacks one guard. They must find what the guard prevents: a check that cannot fail proves nothing.

// withoutClaim has sessions that do not tell each other which rows they are at.
func withoutClaim(h *harness, r *row) error {
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

// withoutInFlight takes a row that may have been handed over for one that was not.
func withoutInFlight(h *harness, r *row) error {
	return h.killedWithout(r, "in_flight", sink.Counted, func() (bool, string) { return r.twice > 0, "messages that came twice" })
}

// withoutUnconfirmed takes a row that may not have been handed over for one that was.
func withoutUnconfirmed(h *harness, r *row) error {
	return h.killedWithout(r, "unconfirmed", sink.Dot, func() (bool, string) { return r.lost > 0, "messages that never came" })
}

func (h *harness) unguarded(guard string, o sink.Options, env ...string) (*site, error) {
	binary, err := h.controlled()
	if err != nil {
		return nil, err
	}
	return h.open(binary, "", 1, o, append(env, "TORTURE_WITHOUT="+guard)...)
}

// withoutStaging lets a list have what of an import is written already.
func withoutStaging(h *harness, r *row) error {
	s, err := h.unguarded("staging", steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	const lines = 20_000 // so many that not all are written at once
	_, err = s.killImport(r, lines, func(event string) error {
		return s.until("a part of the import to be seen", func() (bool, error) {
			l, err := s.list(event, 0, 2)
			return len(l.Entries) > 1, err
		})
	})
	r.found(r.fault != "", "a part of an import")
	return err
}

// withoutGenerations lets everyone read what of the directory is written already.
func withoutGenerations(h *harness, r *row) error {
	m, err := h.mirror(r, func(env ...string) (*site, error) { return h.unguarded("generations", steady, env...) })
	if err != nil {
		return err
	}
	defer m.leave(r)
	for n := 0; n < 200 && r.fault == ""; n++ { // a run may be over between two looks, on a busy machine most of them
		r.guests += m.customers(m.version)
		if err := errors.Join(m.move(), m.killCommand(r, int64(patience))); err != nil {
			return err
		}
	}
	r.found(r.fault != "", "a part of the directory")
	return nil
}

func (h *harness) killedWithout(r *row, guard string, at sink.Step, found func() (bool, string)) error {
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
	if err := o.killNode(s.nodes[0], true); err != nil {
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
