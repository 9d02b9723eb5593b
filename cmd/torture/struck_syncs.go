package main

import (
	"errors"
	"time"
)

// struckSyncs strikes while the copy of the directory is brought up to date: every look finds one version whole, and the
// next run takes up what was broken off.
func struckSyncs(with strike) func(*harness, *row) error {
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
			if err := v.strikeSync(m, h.random.Int64N(int64(took))); err != nil {
				return err
			}
		}
		return nil
	}
}

// strikeSync begins a run, strikes so many nanoseconds later, and runs it again.
func (v *server) strikeSync(m *mirror, after int64) error {
	if err := m.move(); err != nil {
		return err
	}
	cmd := m.sync()
	if err := cmd.Start(); err != nil {
		return err
	}
	v.wait(time.Duration(after))
	if err := v.struck(len(v.nodes)); err != nil {
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
		v.row.blame("after the next sync the old version is there still")
	}
	return err
}
