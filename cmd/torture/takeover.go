package main

import (
	"errors"
	"syscall"
	"time"
)

const takeOverWithin = 30 * time.Second // of the moment a replica stops

// killedAfter takes the database away before and in the middle of each send and then kills a replica, which starts again when
// the others have completed the send.
func killedAfter(v *server) error {
	return v.iterations(func(o *iteration, n *node) error {
		if err := o.killNode(n, false); err != nil {
			return err
		}
		if err := o.rest(); err != nil {
			return err
		}
		return errors.Join(n.start(), n.ready())
	})
}

// stoppedAfter does the same with a replica that is stopped (SIGSTOP) for 90 s: the others take its work over, and it joins
// again.
func stoppedAfter(v *server) error {
	span := time.Duration(v.few(90, 0)) * time.Second // in a short run only until it is relieved
	return v.iterations(func(o *iteration, n *node) error {
		before, err := v.count("SELECT COALESCE(MAX(id), 0) FROM campaign_workers")
		if err != nil {
			return err
		}
		if err := n.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			return err
		}
		begin := time.Now()
		o.row.frozen++
		o.kills, o.late = o.kills+1, true // what it had handed over when the others took it for dead
		others := v.without(n)
		_, err = others.awaitEnd(o.id)
		if took := time.Since(begin); err == nil && took > v.patient(takeOverWithin) {
			o.row.failf("the others needed %s to relieve it", took)
		}
		v.wait(span - time.Since(begin))
		if err := errors.Join(err, n.cmd.Process.Signal(syscall.SIGCONT)); err != nil {
			return err
		}
		if err := v.joined(before, 1); err != nil {
			return err
		}
		return o.rest()
	})
}

// without returns the API of the replicas other than n: a stopped replica answers no request.
func (v *server) without(n *node) *api {
	rest := *v.site
	rest.nodes = nil
	for _, other := range v.nodes {
		if other != n {
			rest.nodes = append(rest.nodes, other)
		}
	}
	return &api{site: &rest}
}

// iterations takes the database away before and in the middle of each send, and then calls then with a replica.
func (v *server) iterations(then func(*iteration, *node) error) error {
	for range v.few(4, 1) {
		if err := v.disrupt(len(v.nodes)); err != nil {
			return err
		}
		o, err := v.begin(v.row, v.few(6000, 1500))
		if err != nil {
			return err
		}
		if err := o.arrive(1 + v.random.IntN(o.guests/4)); err != nil {
			return err
		}
		if err := v.disrupt(len(v.nodes)); err != nil {
			return err
		}
		if err := o.log.read(); err != nil { // the others went on meanwhile
			return err
		}
		if o.left() > margin {
			if err := o.arrive(1 + v.random.IntN(o.left()-margin)); err != nil {
				return err
			}
		}
		v.wait(time.Duration(v.random.IntN(3000)) * time.Microsecond)
		if err := then(o, v.nodes[v.random.IntN(len(v.nodes))]); err != nil {
			return err
		}
	}
	return nil
}
