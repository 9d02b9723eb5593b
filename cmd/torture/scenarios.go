package main

import (
	"time"

	"presence/app/apptest/sink"
)

// The values of scenario.waits. Scenarios that mostly wait may run at the same time as others.
const busy, waits = false, true

const histories = "histories of three replicas on PostgreSQL, killed, stopped and cut off"

// scenarios are all of them, in the order of the table.
var scenarios = []scenario{
	{"killed at random", killedAtRandom, busy},
	{"killed at each step of a message", killedAtSteps, busy},
	{"told to end (SIGTERM) under load", toldToEnd, busy},
	{"two processes on one SQLite file, one killed", func(h *harness, r *row) error { return oneOfTwo(h, r, "") }, busy},
	{"two processes on one SQLite file, each frozen", func(h *harness,
		r *row) error {
		return frozen(h, r, "", 10*time.Second, 10*time.Second)
	}, waits},
	{"two replicas on PostgreSQL, one killed", func(h *harness, r *row) error { return onPostgres(h, r, oneOfTwo) }, busy},
	{"two replicas on PostgreSQL, each frozen", func(h *harness, r *row) error {
		return onPostgres(h, r, func(h *harness, r *row, url string) error { return frozen(h, r, url, 10*time.Second, 50*time.Second) })
	}, waits},
	{"PostgreSQL's connections ended, then a replica killed", disruptedBy(dropAll, killedAfter), busy},
	{"PostgreSQL's connections ended, then a replica stopped for 90 s", disruptedBy(dropAll, stoppedAfter), waits},
	{"PostgreSQL broken off, then a replica killed", disruptedBy(breakOff, killedAfter), busy},
	{"PostgreSQL broken off, then a replica stopped for 90 s", disruptedBy(breakOff, stoppedAfter), waits},
	{"PostgreSQL's primary killed, its synchronous standby promoted", failover, busy},
	{histories, func(h *harness, r *row) error {
		return onPostgres(h, r, func(h *harness, r *row, url string) error { return checkedHistories(h, r, url, 3) })
	}, busy},
	{"histories of two processes on one SQLite file, killed and stopped", func(h *harness, r *row) error {
		return checkedHistories(h, r, "", 2)
	}, busy},
	{"100 requests at once: send, resume, remind", hundred, busy},
	{"no space: no file may grow for a while", noFileGrows, busy},
	{"no space: the disk is full for a while", fullDisk, busy},
	{"the clock set back 2 h, forward 2 h and 25 h", clockChanges, busy},
	{"two replicas on PostgreSQL, clocks 3 min apart and set", func(h *harness, r *row) error { return onPostgres(h, r, replicas) }, busy},
	{"killed before, as and after quiet hours begin, and after their end", killedAroundQuiet, busy},
	{"killed while guests answer and are written to", func(h *harness, r *row) error { return answersKilled(h, r, "", 1) }, busy},
	{"two replicas on PostgreSQL, one killed while guests answer and are written to", func(h *harness, r *row) error {
		return onPostgres(h, r, func(h *harness, r *row, url string) error { return answersKilled(h, r, url, 2) })
	}, busy},
	{"rolling restarts of three replicas behind a proxy of the harness", rollingRestarts(ownProxy), busy},
	{"rolling restarts of three replicas behind nginx", rollingRestarts(nginx), busy},
	{"rolling restarts of three replicas behind HAProxy", rollingRestarts(haproxy), busy},
	{"rolling restarts of three replicas behind Caddy", rollingRestarts(caddy), busy},
	{"rolling upgrade of three replicas, and one back", rollingUpgrade, busy},
	{"rolling upgrade that waits for old replicas", heldUpgrade, busy},
	{"killed while a CSV is imported", killedImports, busy},
	{"killed while the directory is read", killedSyncs, busy},
	{"PostgreSQL's connections ended while a CSV is imported", disruptedBy(dropAll, disruptedImports), busy},
	{"PostgreSQL broken off while a CSV is imported", disruptedBy(breakOff, disruptedImports), busy},
	{"PostgreSQL's connections ended while the directory is read", disruptedSyncs(dropAll), busy},
	{"PostgreSQL broken off while the directory is read", disruptedSyncs(breakOff), busy},
	{"PostgreSQL's connections ended while records go to the archive", disruptedBy(dropAll, disruptedSweeps), busy},
	{"PostgreSQL broken off while records go to the archive", disruptedBy(breakOff, disruptedSweeps), busy},
	{"slow and hostile clients", hostileClients, busy},
	{"a month of a large company in fast motion", func(h *harness, r *row) error { return aMonth(h, r, "") }, busy},
	{"a month of a large company in fast motion, on PostgreSQL", func(h *harness, r *row) error { return onPostgres(h, r, aMonth) }, busy},
	{"control: without the claim", withoutClaim, busy},
	{"control: without the mark", withoutInFlight, busy},
	{"control: what was marked counts as sent", withoutUnconfirmed, busy},
	{"control: without joining again", withoutJoining, waits},
	{"control: without the look for orphans", withoutOrphans, waits},
	{"control: the standby that is promoted is not synchronous", withoutSynchronousStandby, busy},
	{"control: histories without the lock of an event's places", withoutGuard("places", (*mill).addEvents), busy},
	{"control: histories without the lock of a timesheet", withoutGuard("approval", (*mill).addSheets), busy},
	{"control: histories without the claim of a key", withoutGuard("key", (*mill).addKeys), busy},
	{"control: histories on SQLite whose refusals do not wait for a commit", withoutRefusalsGuard, busy},
	{"control: without quiet hours", withoutQuiet, waits},
	{"control: an import is seen while it is written", withoutStaging, busy},
	{"control: the directory is seen while it is written", withoutGenerations, busy},
	{"control: records go to the archive without a lock", withoutRows, busy},
}

// twins are the scenarios that a short run leaves out, each with the one that it has in their place: what is disrupted and what must hold
// are the same, and only the moment, the engine or the way in which PostgreSQL or the space is taken away differs. Every way is in another
// scenario of the short run. The controls of guards that are costly to take away stand for scenarios that are in it, and are left to the
// long run.
var twins = map[string]string{
	"killed at random": "killed at each step of a message",
	"two processes on one SQLite file, each frozen":                                 "PostgreSQL broken off, then a replica stopped for 90 s",
	"two replicas on PostgreSQL, each frozen":                                       "PostgreSQL broken off, then a replica stopped for 90 s",
	"two replicas on PostgreSQL, one killed":                                        "PostgreSQL's connections ended, then a replica killed",
	"the clock set back 2 h, forward 2 h and 25 h":                                  "two replicas on PostgreSQL, clocks 3 min apart and set",
	"PostgreSQL broken off, then a replica killed":                                  "PostgreSQL's connections ended, then a replica killed",
	"PostgreSQL's connections ended, then a replica stopped for 90 s":               "PostgreSQL broken off, then a replica stopped for 90 s",
	"no space: the disk is full for a while":                                        "no space: no file may grow for a while",
	"two replicas on PostgreSQL, one killed while guests answer and are written to": "killed while guests answer and are written to",
	"PostgreSQL broken off while a CSV is imported":                                 "killed while a CSV is imported",
	"PostgreSQL's connections ended while a CSV is imported":                        "killed while a CSV is imported",
	"PostgreSQL's connections ended while the directory is read":                    "killed while the directory is read",
	"PostgreSQL broken off while the directory is read":                             "killed while the directory is read",
	"PostgreSQL broken off while records go to the archive":                         "PostgreSQL's connections ended while records go to the archive",
	"rolling restarts of three replicas behind nginx":                               "rolling restarts of three replicas behind a proxy of the harness",
	"rolling restarts of three replicas behind HAProxy":                             "rolling restarts of three replicas behind a proxy of the harness",
	"rolling restarts of three replicas behind Caddy":                               "rolling restarts of three replicas behind a proxy of the harness",
	"rolling upgrade of three replicas, and one back":                               "rolling restarts of three replicas behind a proxy of the harness",
	"rolling upgrade that waits for old replicas":                                   "rolling restarts of three replicas behind a proxy of the harness",
	"a month of a large company in fast motion, on PostgreSQL":                      "a month of a large company in fast motion",
	"control: the standby that is promoted is not synchronous":                      "PostgreSQL's primary killed, its synchronous standby promoted",
	"histories of two processes on one SQLite file, killed and stopped":             histories,
	"control: histories without the lock of an event's places":                      histories,
	"control: histories without the lock of a timesheet":                            histories,
	"control: histories without the claim of a key":                                 histories,
	"control: histories on SQLite whose refusals do not wait for a commit":          histories,
	"control: an import is seen while it is written":                                "killed while a CSV is imported",
	"control: the directory is seen while it is written":                            "killed while the directory is read",
	"control: records go to the archive without a lock":                             "PostgreSQL's connections ended while records go to the archive",
}

const margin = 600 // messages of a campaign that are left when it is tortured no longer

// killedAtRandom kills while messages go out, and one time in four while the program still starts.
func killedAtRandom(h *harness, r *row) error {
	s, err := h.open(h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	n := s.nodes[0]
	for want := h.few(200, 6); r.kills < want; {
		o, err := s.begin(r, h.few(5000, 1600))
		if err != nil {
			return err
		}
		for r.kills < want && o.left() > margin {
			if o.kills > 0 && h.random.IntN(4) == 0 {
				s.wait(time.Duration(h.random.IntN(250)) * time.Millisecond)
			} else {
				if err := o.sendsAgain(n); err != nil {
					return err
				}
				if err := o.arrive(h.random.IntN(150)); err != nil {
					return err
				}
				s.wait(time.Duration(h.random.IntN(3000)) * time.Microsecond)
			}
			if err := o.killNode(n, true); err != nil {
				return err
			}
			if err := n.start(); err != nil {
				return err
			}
		}
		if err := o.rest(); err != nil {
			return err
		}
	}
	return nil
}

// steps are the moments at which a message can be broken off, in their order.
var steps = []sink.Step{sink.Mail, sink.Rcpt, sink.Data, sink.Content, sink.Dot, sink.Counted, sink.Answered}

// killedAtSteps has the relay stop answering at one step on all connections, and kills the process.
func killedAtSteps(h *harness, r *row) error {
	for range h.few(10, 1) {
		var rules []sink.Rule
		for i, at := range steps {
			rules = append(rules, sink.Rule{At: at, From: 40 + 80*i + h.random.IntN(20), Times: connections, Stall: true})
		}
		if err := h.killedWhere(r, rules); err != nil {
			return err
		}
	}
	return nil
}

func (h *harness) killedWhere(r *row, rules []sink.Rule) error {
	s, err := h.open(h.binary, "", 1, sink.Options{Rules: rules})
	if err != nil {
		return err
	}
	defer s.leave(r)
	o, err := s.begin(r, 40+80*len(rules)+40)
	if err != nil {
		return err
	}
	for i := range rules {
		if err := o.stalled((i + 1) * connections); err != nil {
			return err
		}
		if err := o.killNode(s.nodes[0], true); err != nil {
			return err
		}
		if err := s.nodes[0].start(); err != nil {
			return err
		}
		if err := o.sendsAgain(s.nodes[0]); err != nil {
			return err
		}
	}
	return o.rest()
}

// stalled waits until the relay has stopped answering on n connections in total.
func (o *iteration) stalled(n int) error {
	return o.until("the relay to stand still", func() (bool, error) { return o.log.stalls >= n, o.log.read() })
}

// toldToEnd stops (SIGTERM) and starts the program repeatedly while requests come in. No recipient may be left unconfirmed.
func toldToEnd(h *harness, r *row) error {
	s, err := h.open(h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	stops := h.few(100, 2)
	o, err := s.begin(r, 600*stops+margin)
	if err != nil {
		return err
	}
	for range stops {
		if err := o.sendsAgain(s.nodes[0]); err != nil {
			return err
		}
		if err := o.arrive(h.random.IntN(150)); err != nil {
			return err
		}
		if err := o.stopped(s.nodes[0]); err != nil {
			return err
		}
	}
	return o.rest()
}

// oneOfTwo kills a random one of two processes, and starts it again while the other one continues.
func oneOfTwo(h *harness, r *row, url string) error {
	s, err := h.open(h.binary, url, 2, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	for want := h.few(40, 2); r.kills < want; {
		o, err := s.begin(r, h.few(5000, 1600))
		if err != nil {
			return err
		}
		for r.kills < want && o.left() > margin {
			if err := o.arrive(1 + h.random.IntN(150)); err != nil {
				return err
			}
			n := s.nodes[h.random.IntN(2)]
			if err := o.killNode(n, false); err != nil {
				return err
			}
			begin := time.Now()
			if err := o.arrive(1); err != nil {
				return err
			}
			r.again = append(r.again, time.Since(begin))
			if err := n.start(); err != nil {
				return err
			}
			if err := n.ready(); err != nil {
				return err
			}
		}
		if err := o.rest(); err != nil {
			return err
		}
	}
	return nil
}

// frozen stops (SIGSTOP) each of two processes for a while in the middle of a send, and then lets it continue.
func frozen(h *harness, r *row, url string, spans ...time.Duration) error {
	s, err := h.open(h.binary, url, 2, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	for _, span := range spans {
		for _, n := range s.nodes {
			o, err := s.begin(r, h.few(3000, 1000))
			if err != nil {
				return err
			}
			if err := o.arrive(1 + h.random.IntN(500)); err != nil {
				return err
			}
			if h.quick {
				span = time.Second
			}
			r.frozen++
			o.kills, o.late = o.kills+1, true // what it had handed over when others took it for dead
			if err := n.freeze(span); err != nil {
				return err
			}
			if err := o.rest(); err != nil {
				return err
			}
		}
		if h.quick {
			break
		}
	}
	return nil
}

func onPostgres(h *harness, r *row, try func(h *harness, r *row, url string) error) error {
	url, err := h.postgres()
	if err != nil {
		return err
	}
	return try(h, r, url)
}
