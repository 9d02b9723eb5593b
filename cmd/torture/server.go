package main

import (
	"context"

	"github.com/jackc/pgx/v5"

	"presence/db/dbtest/pgcluster"
)

// server is a PostgreSQL server with an installation of several replicas on it.
type server struct {
	*site
	harness    *harness
	own        *pgcluster.Cluster // for this scenario only; nil: shared
	url        string
	row        *row
	disruption disruption
}

// disruption makes a server lose all connections.
type disruption struct {
	at    func(*server) error
	alone bool // the server has no other user meanwhile
}

var (
	dropAll  = disruption{endConnections, false}
	breakOff = disruption{restartServer, true}
)

// disruptedBy returns a scenario with such a server.
func disruptedBy(with disruption, try func(*server) error) func(*harness, *row) error {
	return func(h *harness, r *row) error {
		v, err := h.server(r, h.binary, with)
		if err != nil {
			return err
		}
		defer v.stop()
		return try(v)
	}
}

// server starts one, and waits until all replicas are members. env is for them.
func (h *harness) server(r *row, binary string, with disruption, env ...string) (v *server, err error) {
	v = &server{harness: h, row: r, disruption: with}
	if with.alone {
		if v.own, err = h.borrow(); err == nil {
			v.url, err = createDatabase(h.ctx, v.own.URL, h.name("torture"))
		}
	} else {
		v.url, err = h.postgres()
	}
	if err == nil {
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
	if v.own != nil {
		v.harness.mu.Lock()
		defer v.harness.mu.Unlock()
		v.harness.idle = append(v.harness.idle, v.own)
	}
}

// borrow returns a PostgreSQL server that no other scenario uses at the same time.
func (h *harness) borrow() (*pgcluster.Cluster, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.idle) - 1; n >= 0 {
		c := h.idle[n]
		h.idle = h.idle[:n]
		return c, nil
	}
	return pgcluster.Start("synchronous_commit=on") // what is committed must outlive the server
}

// count returns the number that a query selects, directly from the database.
func (v *server) count(sql string, args ...any) (n int, err error) {
	c, err := pgx.Connect(v.ctx, v.url)
	if err != nil {
		return 0, err
	}
	defer c.Close(context.WithoutCancel(v.ctx))
	err = c.QueryRow(v.ctx, sql, args...).Scan(&n)
	return n, err
}
