package main

import (
	"errors"
	"fmt"
	"time"
)

// The quiet hours of a site, after its beginning. The clock of its only process is set to within them, and to after their end.
const (
	quietAfter = 2 * time.Hour
	quietFor   = 6 * time.Hour
	inQuiet    = quietAfter + 2*time.Minute // times of day have no seconds
	pastQuiet  = quietAfter + quietFor + 2*time.Minute
)

// quietHours returns the environment of a process whose quiet hours begin in quietAfter.
func quietHours() []string {
	from := time.Now().UTC().Add(quietAfter)
	return []string{"TIMEZONE=UTC", "QUIET_HOURS=" + from.Format("15:04") + "-" + from.Add(quietFor).Format("15:04")}
}

// beginsBeforeQuiet starts a send and lets the quiet hours begin in its middle. before is called just before they begin. It returns how
// many messages the relay had by then: it may get one more by each connection, which was handing it over.
func (s *site) beginsBeforeQuiet(r *row, guests int, before func(*iteration) error) (o *iteration, had int, err error) {
	if o, err = s.begin(r, guests); err != nil {
		return o, 0, err
	}
	if err := o.arrive(50 + s.random.IntN(guests/4)); err != nil {
		return o, 0, err
	}
	if err := before(o); err != nil {
		return o, 0, err
	}
	r.clocks++
	err = errors.Join(s.nodes[0].clock.set(inQuiet), o.log.read())
	had = o.log.messages
	return o, had, errors.Join(err, s.renew())
}

// settled waits until no message has arrived for a while, and returns how many there are.
func (o *iteration) settled() (int, error) {
	last, since := -1, time.Now()
	err := o.untilAsked("the relay to hear nothing more", func() (bool, error) {
		if err := o.log.read(); err != nil {
			return false, err
		}
		if o.log.messages != last {
			last, since = o.log.messages, time.Now()
		}
		return time.Since(since) > time.Duration(o.few(10, 4))*time.Second, nil
	})
	return last, err
}

// killedAroundQuiet kills the process before quiet hours begin in the middle of a send, just as they begin, within them and after their
// end.
func killedAroundQuiet(h *harness, r *row) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	for _, asTheyBegin := range []bool{false, true} {
		if err := h.aroundQuiet(r, binary, asTheyBegin); err != nil {
			return err
		}
	}
	return nil
}

func (h *harness) aroundQuiet(r *row, binary string, asTheyBegin bool) error {
	s, err := h.open(binary, "", 1, steady, quietHours()...)
	if err != nil {
		return err
	}
	defer s.leave(r)
	n := s.nodes[0]
	again := func(o *iteration) error { return errors.Join(o.killNode(n, true), n.start()) }
	o, had, err := s.beginsBeforeQuiet(r, h.few(5000, 1600), func(o *iteration) error {
		return errors.Join(again(o), o.sendsAgain(n))
	})
	if err != nil {
		return err
	}
	if asTheyBegin {
		if err := again(o); err != nil {
			return err
		}
	}
	held, err := o.settled()
	if err != nil {
		return err
	}
	if held-had > connections {
		r.failf("%d messages came within quiet hours, more than were being handed over", held-had)
	}
	if err := errors.Join(again(o), n.ready()); err != nil {
		return err
	}
	after, err := o.settled()
	if err != nil {
		return err
	}
	if after != held {
		r.failf("%d messages came within quiet hours, after a start", after-held)
	}
	c, err := o.campaign(o.id)
	if err != nil {
		return err
	}
	if c.Status != "sending" {
		r.failf("within quiet hours it is %s (%s)", c.Status, c.Reason)
	}
	r.clocks++
	if err := s.put(pastQuiet); err != nil {
		return err
	}
	if err := o.arrive(connections + 1); err != nil {
		return fmt.Errorf("at the end of quiet hours: %w", err)
	}
	if err := again(o); err != nil {
		return err
	}
	return o.rest()
}

// withoutQuiet lets quiet hours hold nothing back.
func withoutQuiet(h *harness, r *row) error {
	s, err := h.unguarded("quiet", steady, quietHours()...)
	if err != nil {
		return err
	}
	defer s.leave(r)
	r.kept = true
	o, had, err := s.beginsBeforeQuiet(r, 600, func(*iteration) error { return nil })
	if err != nil {
		return err
	}
	held, err := o.settled()
	r.found(held-had > connections, "messages that came within quiet hours")
	return err
}
