package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"presence/db/dbtest/pgcluster"
)

const pagesWithin = 10 * time.Second // of the promotion, at every replica

// failover kills PostgreSQL's primary (SIGKILL) while three replicas write and send a campaign, and promotes its standby, which the
// replicas find by the addresses of both. The standby is synchronous: nothing that was acknowledged may be lost.
func failover(h *harness, r *row) error {
	return h.failingOver(r, true, func(f *failing) error {
		for n := range h.few(5, 1) {
			if n > 0 {
				if err := f.replace(); err != nil {
					return err
				}
			}
			if err := f.while(f.failOver); err != nil {
				return err
			}
		}
		return nil
	})
}

// withoutSynchronousStandby fails over to a standby that is not synchronous, and whose connection to the primary is broken for a while
// before. It must find acknowledged writes that are lost.
func withoutSynchronousStandby(h *harness, r *row) error {
	return h.failingOver(r, false, func(f *failing) error {
		r.kept = true
		err := f.while(func(o *iteration) error {
			if err := f.detach(); err != nil {
				return err
			}
			if err := o.arrive(10 * connections); err != nil {
				return err
			}
			return f.failOver(o)
		})
		r.found(r.lost > 0, "acknowledged writes that were lost")
		return err
	})
}

// failing is an installation of three replicas on a primary and its standby.
type failing struct {
	*site
	row         *row
	synchronous bool
	primary     *pgcluster.Cluster
	standby     *pgcluster.Cluster
	ports       [2]string // of the primary and of the standby
}

func (h *harness) failingOver(r *row, synchronous bool, do func(*failing) error) (err error) {
	f := &failing{row: r, synchronous: synchronous}
	defer func() {
		for _, c := range []*pgcluster.Cluster{f.primary, f.standby} {
			if c != nil {
				c.Stop()
			}
		}
	}()
	for i := range f.ports {
		addr, err := free()
		if err != nil {
			return err
		}
		_, f.ports[i], _ = net.SplitHostPort(addr)
	}
	url := fmt.Sprintf("postgres://postgres@127.0.0.1:%s,127.0.0.1:%s/torture?target_session_attrs=read-write&sslmode=disable",
		f.ports[0], f.ports[1])
	if f.primary, err = pgcluster.Start(f.settings(0)...); err != nil {
		return err
	}
	if _, err := createDatabase(h.ctx, f.primary.URL, "torture"); err != nil {
		return err
	}
	if err := f.follow(h.ctx); err != nil {
		return err
	}
	if f.site, err = h.open(h.binary, url, 3, slow); err != nil {
		return err
	}
	defer f.leave(r)
	for _, n := range f.nodes {
		if err := n.ready(); err != nil {
			return err
		}
	}
	return errors.Join(do(f), f.doctor())
}

// settings are those of docs/operators.md for the primary, and where the server at ports[i] listens.
func (f *failing) settings(i int) []string {
	return []string{"synchronous_commit=on", "listen_addresses=127.0.0.1", "port=" + f.ports[i]}
}

// follow starts a standby of the primary, and waits until it follows it, synchronously if it is to.
func (f *failing) follow(ctx context.Context) (err error) {
	if f.standby, err = f.primary.Standby("standby", f.settings(1)...); err != nil {
		return err
	}
	c, err := pgx.Connect(ctx, f.primary.URL)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	state := "async"
	if f.synchronous {
		state = "sync"
		_, err = c.Exec(ctx, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
		if err == nil {
			_, err = c.Exec(ctx, "SELECT pg_reload_conf()")
		}
	}
	for begin := time.Now(); err == nil; time.Sleep(20 * time.Millisecond) {
		var following bool
		err = c.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1)", state).
			Scan(&following)
		if following {
			return nil
		}
		if err == nil && time.Since(begin) > patience {
			err = fmt.Errorf("the standby did not become %s", state)
		}
	}
	return err
}

// replace starts a new standby in the place of the primary that was killed.
func (f *failing) replace() error {
	f.primary.Stop()
	f.primary, f.standby = f.standby, nil
	slices.Reverse(f.ports[:])
	return f.follow(f.ctx)
}

// detach breaks the connection of the standby to the primary, and keeps it from making another.
func (f *failing) detach() error {
	c, err := pgx.Connect(f.ctx, f.standby.URL)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(f.ctx))
	if _, err = c.Exec(f.ctx, "ALTER SYSTEM SET primary_conninfo = ''"); err != nil {
		return err
	}
	if _, err = c.Exec(f.ctx, "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	return f.until("the standby to stop following", func() (gone bool, err error) {
		err = c.QueryRow(f.ctx, "SELECT NOT EXISTS (SELECT 1 FROM pg_stat_wal_receiver)").Scan(&gone)
		return gone, err
	})
}

// failOver kills the primary, promotes the standby, and measures when every replica reads and writes again.
func (f *failing) failOver(o *iteration) error {
	f.wait(time.Duration(f.random.IntN(1000)) * time.Millisecond)
	if err := f.primary.Kill(); err != nil {
		return err
	}
	f.row.failovers++
	f.wait(time.Duration(f.random.IntN(2000)) * time.Millisecond)
	if err := f.standby.Promote(); err != nil {
		return err
	}
	begin := time.Now()
	for _, n := range f.nodes {
		err := f.untilAsked("pages of "+n.addr, func() (bool, error) {
			reads := f.call(n, request{method: http.MethodGet, path: "/campaigns/" + fmt.Sprint(o.id)}, nil)
			writes := f.call(n, post("/events/"+o.event+"/audience/entries",
				`{"source":"manual","entries":[{"email":"again@kept.example"}]}`), nil)
			return reads == nil && writes == nil, nil
		})
		if err != nil {
			return err
		}
	}
	took := time.Since(begin)
	f.row.pages = append(f.row.pages, took)
	if took > f.patient(pagesWithin) {
		f.row.failf("it took %s until all replicas answered again", took)
	}
	return nil
}

// while calls do while guests answer, addresses are written and a campaign is sent, and verifies all of it.
func (f *failing) while(do func(*iteration) error) error {
	l := &load{site: f.site, event: f.name("event-"), stop: make(chan struct{})}
	l.client.Timeout = 30 * time.Second
	if err := f.invite(l.event, 1); err != nil {
		return err
	}
	l.start()
	err := f.sendWhile(f.row, do)
	if err = errors.Join(err, l.end()); err != nil {
		return err
	}
	return l.verify(f.row)
}

// load are clients that write to the replicas all the time: addresses to a list, and answers to an event. A write may be refused, or get no
// answer, but no other error.
type load struct {
	*site
	event  string
	client http.Client
	stop   chan struct{}
	all    sync.WaitGroup

	mu      sync.Mutex
	next    int
	listed  []string // acknowledged
	guests  []string // acknowledged
	strange error    // the first error of another kind
}

func (l *load) start() {
	for range writersAtOnce {
		l.all.Go(func() {
			for {
				l.write()
				select {
				case <-l.stop:
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
		})
	}
}

func (l *load) end() error {
	close(l.stop)
	l.all.Wait()
	return l.strange
}

func (l *load) write() {
	l.mu.Lock()
	n := l.next
	l.next++
	l.mu.Unlock()
	email := guest("kept", n)
	q, kept := post("/events/"+l.event+"/audience/entries", fmt.Sprintf(`{"source":"manual","entries":[{"email":%q}]}`, email)), &l.listed
	if n%2 == 0 {
		q, kept = post("/rsvp/"+l.event+"/submit", fmt.Sprintf(`{"name":"Élise Côté","email":%q,"people":2}`, email)), &l.guests
		q.from = fmt.Sprintf("44.%d.%d.1", n/250, n%250)
	}
	err := (&api{site: l.site, client: l.client}).call(l.nodes[n%len(l.nodes)], q, nil)
	l.mu.Lock()
	defer l.mu.Unlock()
	f, refused := errors.AsType[*refusal](err)
	switch {
	case err == nil:
		*kept = append(*kept, email)
	case refused && f.status != http.StatusServiceUnavailable && l.strange == nil:
		l.strange = fmt.Errorf("POST %s: %w", q.path, err)
	}
}

// verify checks that everything that was acknowledged is stored.
func (l *load) verify(r *row) error {
	listed, err := l.site.listed(l.event)
	if err != nil {
		return err
	}
	var rsvps struct{ Registrations []registration }
	if err := l.get("/events/"+l.event+"/rsvps", &rsvps); err != nil {
		return err
	}
	answered := map[string]bool{}
	for _, g := range rsvps.Registrations {
		answered[g.Email] = true
	}
	lost := 0
	for _, email := range l.listed {
		if !listed[email] {
			lost++
		}
	}
	for _, email := range l.guests {
		if !answered[email] {
			lost++
		}
	}
	r.written += len(l.listed) + len(l.guests)
	if r.lost += lost; lost > 0 {
		r.failf("%d of %d acknowledged writes are not there", lost, len(l.listed)+len(l.guests))
	}
	return nil
}
