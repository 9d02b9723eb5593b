package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"presence/db/dbtest/pgcluster"
)

const (
	joinWithin    = 5 * time.Second  // of the server's return, for all replicas
	relieveWithin = 30 * time.Second // of the moment a replica stops
)

// server is a PostgreSQL server that a trial has for itself, with an installation of several replicas on it.
type server struct {
	*site
	cluster *pgcluster.Cluster
	url     string
	row     *row
	strike  func(*server) error // makes it lose all its connections
}

// struckBy is a trial with such a server.
func struckBy(strike func(*server) error, try func(*server) error) func(*hall, *row) error {
	return func(h *hall, r *row) error {
		v, err := h.server(r, h.binary, strike)
		if err != nil {
			return err
		}
		defer v.stop()
		return try(v)
	}
}

// server starts one, and waits until all replicas are members. env is for them.
func (h *hall) server(r *row, binary string, strike func(*server) error, env ...string) (*server, error) {
	c, err := pgcluster.Start("synchronous_commit=on") // what is committed must outlive the server
	if err != nil {
		return nil, err
	}
	v := &server{cluster: c, row: r, strike: strike}
	if v.url, err = createDatabase(h.ctx, c.URL, "torture"); err == nil {
		v.site, err = h.open(binary, v.url, h.few(3, 2), steady, env...)
	}
	if err == nil {
		err = v.joined(0, len(v.nodes))
	}
	if err != nil {
		v.stop()
		return nil, err
	}
	return v, nil
}

func (v *server) stop() {
	if v.site != nil {
		v.leave(v.row)
	}
	v.cluster.Stop()
}

// count asks the database itself, for a number.
func (v *server) count(sql string, args ...any) (n int, err error) {
	c, err := pgx.Connect(v.ctx, v.url)
	if err != nil {
		return 0, err
	}
	defer c.Close(context.WithoutCancel(v.ctx))
	return n, c.QueryRow(v.ctx, sql, args...).Scan(&n)
}

// dropAll ends all connections, as an administrator does.
func dropAll(v *server) error {
	n, err := v.count("SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) x")
	if err == nil && n == 0 {
		err = errors.New("there was no connection to end")
	}
	return err
}

// breakOff has the server end without a word to anybody, and start again.
func breakOff(v *server) error { return v.cluster.Restart() }

// joined waits until so many replicas are members under a lease beyond one.
func (v *server) joined(beyond, replicas int) error {
	return v.until(fmt.Sprintf("%d replicas to join", replicas), func() (bool, error) {
		n, err := v.count("SELECT COUNT(*) FROM campaign_workers WHERE id > $1", beyond)
		return n == replicas, err
	})
}

// struck strikes, and sees that so many replicas join again in time.
func (v *server) struck(replicas int) error {
	before, err := v.count("SELECT COALESCE(MAX(id), 0) FROM campaign_workers")
	if err != nil {
		return err
	}
	if err := v.strike(v); err != nil {
		return err
	}
	v.row.drops++
	begin := time.Now()
	if err := v.joined(before, replicas); err != nil {
		return err
	}
	v.row.joins = append(v.row.joins, time.Since(begin))
	if took := time.Since(begin); took > v.patient(joinWithin) {
		v.row.blame("it took %s until all replicas had joined again", took)
	}
	return nil
}

// patient is a bound, and three times as long in a short run, which shares its machine with other tests.
func (h *hall) patient(d time.Duration) time.Duration {
	if h.quick {
		return 3 * d
	}
	return d
}

// killedAfter strikes before and in the middle of each send and then kills a replica, which starts again when the
// others have brought the send to its end.
func killedAfter(v *server) error {
	return v.rounds(func(o *round, n *node) error {
		if err := o.killed(n, false); err != nil {
			return err
		}
		if err := o.rest(); err != nil {
			return err
		}
		return errors.Join(n.start(), n.ready())
	})
}

// stoppedAfter does the same with a replica that stands still for 90 s: the others relieve it, and it joins again.
func stoppedAfter(v *server) error {
	span := 90 * time.Second
	if v.quick {
		span = 35 * time.Second
	}
	return v.rounds(func(o *round, n *node) error {
		before, err := v.count("SELECT COALESCE(MAX(id), 0) FROM campaign_workers")
		if err != nil {
			return err
		}
		if err := n.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			return err
		}
		begin := time.Now()
		o.row.frozen++
		o.kills++ // what it had handed over when the others took it for dead
		others := v.without(n)
		_, err = others.settled(o.id)
		if took := time.Since(begin); err == nil && took > v.patient(relieveWithin) {
			o.row.blame("the others needed %s to relieve it", took)
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

// without asks the other replicas: one that stands still answers nobody.
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

// rounds strikes before and in the middle of each send, and then does something to a replica.
func (v *server) rounds(then func(*round, *node) error) error {
	for range v.few(4, 1) {
		if err := v.struck(len(v.nodes)); err != nil {
			return err
		}
		o, err := v.begin(v.row, v.few(6000, 1500))
		if err != nil {
			return err
		}
		if err := o.arrive(1 + v.chance.IntN(o.guests/4)); err != nil {
			return err
		}
		if err := v.struck(len(v.nodes)); err != nil {
			return err
		}
		if o.left() > margin {
			if err := o.arrive(1 + v.chance.IntN(o.left()-margin)); err != nil {
				return err
			}
		}
		v.wait(time.Duration(v.chance.IntN(3000)) * time.Microsecond)
		if err := then(o, v.nodes[v.chance.IntN(len(v.nodes))]); err != nil {
			return err
		}
	}
	return nil
}

// struckImports strikes while a long CSV is read into a list: it has all of it or nothing, and the next one works at once,
// in any replica.
func struckImports(v *server) error {
	r, lines := v.row, v.few(100_000, 20_000)
	took, err := v.undisturbed(lines)
	if err != nil {
		return err
	}
	whole := 0
	for range v.few(10, 2) {
		event, err := v.newList()
		if err != nil {
			return err
		}
		answered := make(chan error, 1)
		go func() { answered <- v.importInto(event, lines) }()
		v.wait(time.Duration(v.chance.Int64N(int64(took + took/8))))
		if err := v.struck(len(v.nodes)); err != nil {
			return err
		}
		r.guests += lines
		ended := <-answered == nil
		l, err := v.list(event, 0, 2)
		if err != nil {
			return err
		}
		if wrong := halfImported(l, lines, ended); wrong != "" {
			r.blame("%s", wrong)
		}
		if l.Total > 1 {
			whole++
		}
		if err := v.importElsewhere(event, lines/10); err != nil {
			r.blame("the next import: %v", err)
		}
		if l, err = v.list(event, 0, 2); err == nil && l.Total != 1+lines/10 && l.Total != 1+lines {
			r.blame("after the next import the list has %d", l.Total)
		}
		if err != nil {
			return err
		}
	}
	r.note = fmt.Sprintf("%d times all of it was in, else nothing", whole)
	return nil
}

// importElsewhere imports by another replica. Its connections to the database may be broken still: then it says so.
func (v *server) importElsewhere(event string, lines int) error {
	var err error
	late := v.until("another replica to import", func() (bool, error) {
		err = v.without(v.nodes[0]).importInto(event, lines)
		f, refused := errors.AsType[*refusal](err)
		return !refused || f.status != http.StatusServiceUnavailable, nil
	})
	return errors.Join(late, err)
}

// struckSyncs strikes while the copy of the directory is brought up to date: every look finds one version whole, and the
// next run takes up what was broken off.
func struckSyncs(strike func(*server) error) func(*hall, *row) error {
	return func(h *hall, r *row) error {
		var v *server
		m, err := h.mirror(r, func(env ...string) (_ *site, err error) {
			if v, err = h.server(r, h.binary, strike, env...); err != nil {
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
		for n := 0; n < h.few(10, 2) && r.fault == ""; n++ {
			r.guests += m.customers(m.version)
			if err := v.strikeSync(m, h.chance.Int64N(int64(took))); err != nil {
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

// withoutJoining has replicas go on without a membership after they have lost it.
func withoutJoining(h *hall, r *row) error {
	return h.lostWithout(r, "rejoin", func(v *server) error {
		var last time.Time
		return v.until("the replicas to take each other for gone", func() (bool, error) {
			if time.Since(last) > 6*time.Second { // one that was about to join when it was struck has done so since
				last = time.Now()
				if err := dropAll(v); err != nil {
					return false, err
				}
			}
			n, err := v.count("SELECT COUNT(*) FROM campaign_workers")
			return n == 0, err
		})
	}, nil)
}

// withoutOrphans leaves what is leased to nobody as it is.
func withoutOrphans(h *hall, r *row) error {
	return h.lostWithout(r, "orphans", nil, func(o *round) error {
		if err := o.arrive(100); err != nil {
			return err
		}
		return o.killed(o.nodes[0], false)
	})
}

// lostWithout sends without a guard, and must find guests who are neither sent to nor shown.
func (h *hall) lostWithout(r *row, guard string, before func(*server) error, during func(*round) error) error {
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
	w, err := v.judge(o.event, o.guests, o.id)
	r.lost += len(w.lost)
	r.found(r.lost > 0, "guests who were forgotten")
	return err
}

// quiet waits until no message has come for so long that nobody works on the send any more.
func (o *round) quiet() error {
	last, since := -1, time.Now()
	return o.until("the relay to hear nothing more", func() (bool, error) {
		if err := o.log.read(); err != nil {
			return false, err
		}
		if o.log.messages != last {
			last, since = o.log.messages, time.Now()
		}
		return time.Since(since) > 12*time.Second, nil
	})
}
