package main

import (
	"errors"
	"time"
)

// disruptedSyncs takes the database away during a sync of the directory: every read finds one whole version, and the next run
// continues.
func disruptedSyncs(with disruption) func(*harness, *row) error {
	return func(h *harness, r *row) error {
		var v *server
		m, err := h.mirror(r, func(env ...string) (_ *site, err error) {
			if v, err = h.server(r, h.binary, with, env...); err != nil {
				return nil, err
			}
			return v.site, nil
		})
		if err != nil {
			return err
		}
		defer v.stop()
		begin := time.Now()
		if err := errors.Join(m.move(), m.mustSync(r, false)); err != nil {
			return err
		}
		took := time.Since(begin)
		for n := 0; n < h.few(10, 1) && r.fault == ""; n++ {
			r.guests += m.customers(m.version)
			if err := v.disruptSync(m, h.random.Int64N(int64(took))); err != nil {
				return err
			}
		}
		return nil
	}
}

// disruptSync starts a sync, interrupts the database after nanoseconds later, and syncs again.
func (v *server) disruptSync(m *mirror, after int64) error {
	if err := m.move(); err != nil {
		return err
	}
	cmd := m.sync()
	if err := cmd.Start(); err != nil {
		return err
	}
	v.wait(time.Duration(after))
	if err := v.disrupt(len(v.nodes)); err != nil {
		return err
	}
	_ = cmd.Wait() // it may have been over, or have been broken off
	if _, err := m.look(v.row); err != nil {
		return err
	}
	if err := m.mustSync(v.row, false); err != nil {
		return err
	}
	newest, err := m.look(v.row)
	if err == nil && !newest {
		v.row.failf("after the next sync the old version is there still")
	}
	return err
}
