package main

import (
	"errors"
	"fmt"
	"time"
)

const joinWithin = 5 * time.Second // of the server's return, for all replicas

// endConnections ends all connections to the database, as an administrator does.
func endConnections(v *server) error {
	n, err := v.count("SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = " +
		"current_database() AND pid <> pg_backend_pid()) x")
	if err == nil && n == 0 {
		err = errors.New("there was no connection to end")
	}
	return err
}

// restartServer crashes PostgreSQL (pg_ctl -m immediate) and starts it again.
func restartServer(v *server) error { return v.own.Restart() }

// joined waits until that many replicas have a membership whose id is greater than beyond.
func (v *server) joined(beyond, replicas int) error {
	return v.untilAsked(fmt.Sprintf("%d replicas to join", replicas), func() (bool, error) {
		n, err := v.count("SELECT COUNT(*) FROM campaign_workers WHERE id > $1", beyond)
		return n == replicas, err
	})
}

// disrupt takes the database away for a moment, and checks that so many replicas join again in time.
func (v *server) disrupt(replicas int) error {
	before, err := v.count("SELECT COALESCE(MAX(id), 0) FROM campaign_workers")
	if err != nil {
		return err
	}
	if err := v.disruption.at(v); err != nil {
		return err
	}
	v.row.drops++
	begin := time.Now()
	if err := v.joined(before, replicas); err != nil {
		return err
	}
	v.row.joins = append(v.row.joins, time.Since(begin))
	if took := time.Since(begin); took > v.patient(joinWithin) {
		v.row.failf("it took %s until all replicas had joined again", took)
	}
	return nil
}

// patient returns a time limit, three times as long in a short run, which shares its machine with other tests.
func (h *harness) patient(d time.Duration) time.Duration {
	if h.quick {
		return 3 * d
	}
	return d
}
