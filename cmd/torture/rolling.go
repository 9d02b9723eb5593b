package main

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"presence/app/apptest/sink"
)

// slow are the options of a relay so slow that a send lasts longer than the restarts of three replicas.
var slow = sink.Options{Dot: 100 * time.Millisecond}

// rollingRestarts returns a scenario in which three replicas behind a proxy are restarted one after the other, while clients read and
// write and a campaign is sent. No request may fail, and no message may be lost or sent twice.
func rollingRestarts(kind proxyKind) func(*harness, *row) error {
	return func(h *harness, r *row) error {
		return onPostgres(h, r, func(h *harness, r *row, url string) error {
			s, err := h.open(h.binary, url, 3, slow)
			if err != nil {
				return err
			}
			defer s.leave(r)
			return s.withTraffic(r, kind, func(*traffic) error {
				for range h.few(5, 1) {
					if err := s.sendWhile(r, func(o *iteration) error { return o.restartAll() }); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

// withTraffic calls do while clients make requests through a proxy, all of which must succeed.
func (s *site) withTraffic(r *row, kind proxyKind, do func(*traffic) error) error {
	for _, n := range s.nodes {
		if err := n.ready(); err != nil {
			return err
		}
	}
	p, err := s.startProxy(kind)
	if errors.Is(err, errNoProxy) {
		r.note = "left out: " + err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	defer p.stop()
	s.mark = p.mark
	c := &traffic{api: &api{site: s}, proxy: s.behind(p.addr), event: s.name("event-")}
	if err := s.invite(c.event, 1); err != nil {
		return err
	}
	c.start()
	return errors.Join(do(c), c.end(r))
}

// sendWhile calls do while a campaign is sent, and verifies the campaign.
func (s *site) sendWhile(r *row, do func(*iteration) error) error {
	o, err := s.begin(r, s.few(4000, 2500))
	if err != nil {
		return err
	}
	if err := o.arrive(connections); err != nil {
		return err
	}
	return errors.Join(do(o), o.rest())
}

// restartAll restarts the replicas one after the other.
func (o *iteration) restartAll() error {
	for _, n := range o.nodes {
		if err := o.restart(n); err != nil {
			return err
		}
	}
	return nil
}

// restart ends a replica (SIGTERM) in the middle of the send, starts it again, and waits until the proxy has seen it, as docs/operators.md
// says.
func (o *iteration) restart(n *node) error {
	if err := o.log.read(); err != nil {
		return err
	}
	if o.left() <= 0 {
		return fmt.Errorf("the campaign of %d messages was too short", o.guests)
	}
	if err := o.mark(n, true); err != nil {
		return err
	}
	took, err := n.end(syscall.SIGTERM)
	if err != nil {
		o.row.failf("told to end, it did not: %v", err)
	}
	o.row.stops = append(o.row.stops, took)
	if err := errors.Join(n.start(), n.ready(), o.mark(n, false)); err != nil {
		return err
	}
	o.wait(time.Duration(o.few(5, 2)) * time.Second)
	return nil
}
