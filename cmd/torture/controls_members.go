package main

import "time"

// withoutJoining disables the guard by which replicas that have lost their membership join again.
func withoutJoining(h *harness, r *row) error {
	return h.lostWithout(r, "rejoin", func(v *server) error {
		var last time.Time
		return v.untilAsked("the replicas to take each other for gone", func() (bool, error) {
			if time.Since(last) > 6*time.Second { // one that was about to join when it was disrupt has done so since
				last = time.Now()
				if err := endConnections(v); err != nil {
					return false, err
				}
			}
			n, err := v.count("SELECT COUNT(*) FROM campaign_workers")
			return n == 0, err
		})
	}, nil)
}

// withoutOrphans disables the guard that releases recipients that are leased to no worker.
func withoutOrphans(h *harness, r *row) error {
	return h.lostWithout(r, "orphans", nil, func(o *iteration) error {
		if err := o.arrive(100); err != nil {
			return err
		}
		return o.killNode(o.nodes[0], false)
	})
}

// lostWithout sends without a guard, and must find guests who are neither sent to nor shown.
func (h *harness) lostWithout(r *row, guard string, before func(*server) error, during func(*iteration) error) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	v, err := h.server(r, binary, dropAll, "TORTURE_WITHOUT="+guard)
	if err != nil {
		return err
	}
	defer v.stop()
	r.kept = true
	if before != nil {
		if err := before(v); err != nil {
			return err
		}
	}
	o, err := v.begin(r, 1000)
	if err != nil {
		return err
	}
	if during != nil {
		if err := during(o); err != nil {
			return err
		}
	}
	if err := o.quiet(); err != nil {
		return err
	}
	w, err := v.verify(o.event, o.guests, o.id)
	r.lost += len(w.lost)
	r.found(r.lost > 0, "guests who were forgotten")
	return err
}

// quiet waits until no message has arrived for so long that no process can be working on the send any more.
func (o *iteration) quiet() error {
	last, since := -1, time.Now()
	return o.untilAsked("the relay to hear nothing more", func() (bool, error) {
		if err := o.log.read(); err != nil {
			return false, err
		}
		if o.log.messages != last {
			last, since = o.log.messages, time.Now()
		}
		return time.Since(since) > 12*time.Second, nil
	})
}

// withoutRows has replicas move the same records to the archive at once.
func withoutRows(h *harness, r *row) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	v, err := h.server(r, binary, dropAll, "TORTURE_WITHOUT=rows")
	if err != nil {
		return err
	}
	defer v.stop()
	for n := 0; n < 10 && r.fault == ""; n++ { // one replica may be done before the next has begun
		s, err := v.age()
		if err != nil {
			return err
		}
		if err := v.restart(v.nodes); err != nil {
			return err
		}
		if _, err := v.sweeps(s.due); err != nil {
			return err
		}
		if err := v.sweptOnce(s); err != nil {
			return err
		}
	}
	r.found(r.fault != "", "records that were archived twice")
	return nil
}
